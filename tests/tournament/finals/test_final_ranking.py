"""The end result over all stages."""

import pytest
from django.utils import translation

from tests.tournament.evening import Evening, by_number
from tournament.core.actors import ANONYMOUS
from tournament.entries.groups.actions import add_group, assign, change_group
from tournament.entries.withdrawals.actions import exclude_entry
from tournament.finals.actions import settle_by_lot
from tournament.finals.end_result import FinalLine, final_ranking, is_over
from tournament.models import Entry


def lines(evening: Evening) -> list[FinalLine]:
    evening.tournament.stream.refresh_from_db()
    with translation.override("en"):
        return final_ranking(evening.tournament, evening.by)


def numbers(evening: Evening) -> list[int]:
    return [line.number for line in lines(evening)]


def by_number_reversed(entries):
    order = sorted(entries, key=lambda entry: -entry.number)
    return {entry.pk: place for place, entry in enumerate(order, 1)}


@pytest.fixture
def village(club, as_yara) -> Evening:
    """Rounds, a final of four, a small final of those behind."""
    evening = Evening(club, "village", by=as_yara)
    evening.come(16)
    return evening


def play_rounds(evening: Evening) -> None:
    evening.play_stage(1, by_number)


def test_nobody_stands_anywhere_before_the_first_result(village):
    assert lines(village) == [] and not is_over(village.tournament)


def test_the_final_counts_first_then_the_small_final_then_the_rounds(club, as_yara):
    evening = Evening(club, "championship", by=as_yara)
    evening.come(8)
    evening.play_stage(1, by_number)
    settle_by_lot(evening.tournament, by=as_yara, stage_id=evening.stage(1).pk)
    before = numbers(evening)
    final = evening.draw(2)[0]
    in_final = sorted(final.seats.values_list("entry__number", flat=True))
    evening.play(final, by_number_reversed)
    after = lines(evening)
    assert [line.number for line in after[:4]] == in_final[::-1]
    assert [line.number for line in after[4:]] == [number for number in before if number not in in_final]
    assert [line.rank for line in after[:4]] == [1, 2, 3, 4] and after[4].rank == 5
    assert after[0].why == "Final: rank 1" and after[-1].why.startswith("Preliminary rounds: rank")
    assert is_over(evening.tournament)


def test_out_of_a_knock_out_the_later_the_better(club, as_yara):
    evening = Evening(club, "knockout", by=as_yara)
    evening.come(16)
    first = evening.draw(1)[0]
    evening.play(first, by_number)
    second = evening.draw(1)[0]
    evening.play(second, by_number)
    evening.play(evening.draw(2)[0], by_number)
    found = lines(evening)
    assert len(found) == 16 and [line.rank for line in found[:4]] == [1, 2, 3, 4]
    in_second = set(second.seats.values_list("entry__number", flat=True))
    assert {line.number for line in found[:8]} == in_second
    assert [line.rank for line in found[8:]] == [9] * 4 + [13] * 4 and all(line.is_shared for line in found[8:])
    assert found[8].why == "Knock-out, round 1: place 3 at the table"


def test_the_excluded_are_listed_last_without_a_rank(village):
    play_rounds(village)
    best = lines(village)[0]
    exclude_entry(village.tournament, by=village.by, entry_id=best.public_id, reason="Streit")
    found = lines(village)
    assert (found[-1].number, found[-1].rank, found[0].rank) == (best.number, None, 1)


def test_strangers_read_no_full_name(village):
    play_rounds(village)
    village.tournament.stream.refresh_from_db()
    assert {line.name for line in final_ranking(village.tournament, ANONYMOUS)} == {
        f"Gast{entry.number} G." for entry in Entry.objects.filter(tournament=village.tournament)
    }


def test_a_category_ranked_apart_is_not_in_it_and_the_ranks_close_up(village):
    act = {"by": village.by, "kind": "category"}
    group = add_group(village.tournament, name="Kinder", **act).result
    best = list(Entry.objects.filter(number__in=(1, 2)).values_list("public_id", flat=True))
    assign(village.tournament, group_id=group.pk, entries=best, **act)
    play_rounds(village)
    everybody = lines(village)
    change_group(village.tournament, group_id=group.pk, name="Kinder", fields={"is_separate": True}, **act)
    found = lines(village)
    assert [line.number for line in found] == [line.number for line in everybody if line.number not in (1, 2)]
    assert found[0].rank == 1 and len(found) == 14


def test_it_takes_few_queries_however_many_stages(village, django_assert_max_num_queries):
    play_rounds(village)
    settle_by_lot(village.tournament, by=village.by, stage_id=village.stage(1).pk)
    for position in (2, 3):
        village.play(village.draw(position)[0], by_number)
    village.tournament.stream.refresh_from_db()
    with django_assert_max_num_queries(9):
        final_ranking(village.tournament, village.by)

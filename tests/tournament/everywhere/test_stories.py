"""Real evenings, set up from the presets, from the entries to the last table."""

from random import Random

import pytest

from tests.tournament.evening import Evening, a_club, by_chance, by_number, settle
from tournament.core.actors import SYSTEM
from tournament.core.errors import Refused
from tournament.entries.checkin.actions import check_in
from tournament.entries.withdrawals.actions import withdraw_entry
from tournament.finals.actions import record_throws
from tournament.models import Entry, Round, Stage
from tournament.rounds.queries import next_step
from tournament.standings.qualifying import advanced
from tournament.standings.queries import cut_of, kept_lines, standings_of


def sizes(round_: Round) -> list[int]:
    return sorted((table.seats.count() for table in round_.tables.all()), reverse=True)


def opponents(stage: Stage) -> dict[int, list[int]]:
    """Of everybody over all rounds of the stage, those met twice twice."""
    met: dict[int, list[int]] = {}
    for round_ in stage.rounds.all():
        for table in round_.tables.prefetch_related("seats"):
            here = [seat.entry_id for seat in table.seats.all()]
            for one in here:
                met.setdefault(one, []).extend(other for other in here if other != one)
    return met


@pytest.mark.slow
def test_147_entries_36_fours_and_a_three_three_rounds_and_a_final(db):
    evening = Evening(a_club(), "championship")
    evening.come(147, fours=36, sixes=1)
    rounds = evening.draw(1)
    assert [sizes(round_) for round_ in rounds] == [[4] * 36 + [3]] * 3
    assert all(len(others) == len(set(others)) for others in opponents(evening.stage(1)).values())
    for round_ in rounds:
        evening.play(round_, by_chance(round_.number))
    settle(evening, 2)
    final = evening.draw(2)[0]
    assert sizes(final) == [4] and sorted(final.seats.values_list("seed", flat=True)) == [1, 2, 3, 4]
    evening.play(final, by_number)
    assert next_step(evening.tournament).code == "done"
    winner, *_others = standings_of(evening.stage(2), SYSTEM).lines
    assert (winner.rank, winner.points) == (1, "5")
    assert winner.number == min(final.seats.values_list("entry__number", flat=True))


@pytest.mark.slow
def test_190_entered_176_came(db):
    """Whoever does not come is in no draw and in no standings; late ones come in where nothing is published yet."""
    evening = Evening(a_club(), "open_long")
    entries = evening.enter(190)
    for entry in entries[:174]:
        Entry.objects.filter(pk=entry.pk).update(state="present")
    first, *_rest = evening.draw(1)
    assert sizes(first) == [4] * 42 + [3] * 2
    for entry in entries[174:176]:
        check_in(evening.tournament, by=SYSTEM, entry_id=entry.public_id)
    with pytest.raises(Refused) as refused:
        evening.publish(first)
    assert refused.value.data["unseated"] == [175, 176]
    first, *_rest = evening.draw(1)
    assert sizes(first) == [4] * 44
    evening.play(first, by_chance(1))
    assert len(standings_of(evening.stage(1), SYSTEM).lines) == 176


@pytest.mark.slow
def test_somebody_leaves_after_the_first_round_and_only_the_rest_is_drawn_again(db):
    evening = Evening(a_club(), "championship")
    entries = evening.come(76)
    first, *plan = evening.draw(1)
    seats = list(first.seats.order_by("pk").values_list("entry", "table__number", "colour"))
    evening.play(first, by_chance(1))
    withdraw_entry(evening.tournament, by=SYSTEM, entry_id=entries[5].public_id)
    assert next_step(evening.tournament).code == "draw"
    rest = evening.draw(1)
    assert [(round_.number, sizes(round_)) for round_ in rest] == [(2, [4] * 18 + [3]), (3, [4] * 18 + [3])]
    assert not Round.objects.filter(pk__in=[round_.pk for round_ in plan]).exists()
    assert list(first.seats.order_by("pk").values_list("entry", "table__number", "colour")) == seats
    assert all(len(others) == len(set(others)) for others in opponents(evening.stage(1)).values())


@pytest.mark.slow
def test_76_at_19_tables_13_level_on_two_scores_for_8_places_settled_by_throws(db):
    """Five win twice and are last once (110), eight are first, second and third once (95); none of them meet."""
    evening = Evening(a_club(), "village")
    evening.come(76, fours=19)
    rounds = evening.draw(1)
    met = opponents(evening.stage(1))
    stars: list[int] = []
    while len(stars) < 13:
        free = [pk for pk in met if pk not in stars and not set(met[pk]) & set(stars)]
        stars.append(min(free, key=lambda pk: len({other for one in met[pk] for other in met[one]} & set(free))))
    wanted = {pk: [4, 1, 1] for pk in stars[:5]} | {pk: [3, 2, 1] for pk in stars[5:]}
    places = shared_out([tables_of(round_) for round_ in rounds], wanted)
    for round_, plan in zip(rounds, places, strict=True):
        assert sizes(round_) == [4] * 19
        evening.play(round_, lambda here, plan=plan: {entry.pk: plan[entry.pk] for entry in here})
    lines = kept_lines(evening.stage(1))
    upper = [line.player.id for line in lines[:5]]
    level = [line.player.id for line in lines if line.parts == 95 * 12]
    assert {line.parts for line in lines[:5]} == {110 * 12} and {line.rank for line in lines[:5]} == {1}
    assert (set(upper), set(level)) == (set(stars[:5]), set(stars[5:])) and all(
        line.parts < 95 * 12 for line in lines[13:]
    )
    tie = cut_of(evening.stage(3))
    assert (len(tie.through), set(tie.tied), tie.open_places) == (5, set(level), 3)
    with pytest.raises(Refused) as refused:
        evening.draw(3)
    assert refused.value.code == "tie_at_cut" and refused.value.data["places"] == 3
    stage = evening.stage(1).pk
    ids = {pk: entry.public_id for pk, entry in Entry.objects.in_bulk([*upper, *level]).items()}
    throws = dict(zip([*upper, *level], [6, 5, 4, 3, 2, 6, 5, 4, 4, 4, 1, 1, 2], strict=True))
    done = record_throws(
        evening.tournament, by=SYSTEM, stage_id=stage, throws={ids[pk]: value for pk, value in throws.items()}
    )
    assert [set(group) for group in done.receipt["level"]] == [set(level[2:5]), set(level[5:7])]
    record_throws(
        evening.tournament,
        by=SYSTEM,
        stage_id=stage,
        throws={ids[level[2]]: 1, ids[level[3]]: 6, ids[level[4]]: 1},
    )
    assert list(cut_of(evening.stage(3)).tied) == []
    final, small = evening.draw(2)[0], evening.draw(3)[0]
    assert list(final.seats.order_by("seed").values_list("entry", flat=True)) == upper[:4]
    assert list(small.seats.order_by("seed").values_list("entry", flat=True)) == [
        upper[4],
        level[0],
        level[1],
        level[3],
    ]


def tables_of(round_: Round) -> list[list[int]]:
    return [[seat.entry_id for seat in table.seats.all()] for table in round_.tables.prefetch_related("seats")]


def shared_out(rounds: list[list[list[int]]], wanted: dict[int, list[int]]) -> list[dict[int, int]]:
    """Places by round: those wanted of some, and for all others the rest, changed about until they are near each other."""
    worth, dice = {1: 55, 2: 30, 3: 10, 4: 0}, Random(1)
    places: list[dict[int, int]] = [{} for _ in rounds]
    for number, tables in enumerate(rounds):
        for table in tables:
            own = {pk: wanted[pk][number] for pk in table if pk in wanted}
            rest = [place for place in worth if place not in own.values()]
            places[number] |= own | dict(zip((pk for pk in table if pk not in own), rest, strict=True))
    total = {pk: sum(worth[plan[pk]] for plan in places) for table in rounds[0] for pk in table}
    for _try in range(20_000):
        number = dice.randrange(len(rounds))
        table, plan = dice.choice(rounds[number]), places[number]
        one, other = dice.sample([pk for pk in table if pk not in wanted], 2)
        more = worth[plan[other]] - worth[plan[one]]
        if max(total[one] + more, total[other] - more) <= max(total[one], total[other]):
            plan[one], plan[other] = plan[other], plan[one]
            total[one], total[other] = total[one] + more, total[other] - more
    return places


def test_36_players_knock_out_the_best_two_with_drawn_losers_to_the_last_table(db):
    evening = Evening(a_club(), "knockout")
    evening.come(36)
    tables, lucky = [], []
    while (step := next_step(evening.tournament)).stage.position == 1:
        assert step.code == "draw"
        round_ = evening.play(evening.draw(1)[0], by_chance(7))
        tables.append(len(sizes(round_)))
        lucky.append(len(advanced(round_).lucky))
        assert set(sizes(round_)) == {4}
    assert (tables, lucky) == ([9, 5, 3, 2], [2, 2, 2, 0])
    through = list(advanced(round_).through)
    final = evening.draw(2)[0]
    assert list(final.seats.order_by("seed").values_list("entry", flat=True)) == through
    evening.play(final, by_number)
    assert next_step(evening.tournament).code == "done"
    assert [line.points for line in standings_of(evening.stage(2), SYSTEM).lines] == ["5", "3", "2", "1"]


def test_16_children(db):
    """Two short rounds by `verboten`, boards counted by pieces home, a final of four."""
    evening = Evening(a_club(), "children")
    evening.come(16)
    assert {evening.stage(1).rules, evening.stage(2).rules} == {"verboten"}
    evening.play_stage(1, by_number)
    lines = standings_of(evening.stage(1), SYSTEM).lines
    assert len(lines) == 16 and lines[0].points == "8" and all(line.points != "0" for line in lines)
    final = evening.draw(2)[0]
    assert set(final.seats.values_list("entry__number", flat=True)) == {line.number for line in lines[:4]}
    evening.play(final, by_number)
    assert next_step(evening.tournament).code == "done"

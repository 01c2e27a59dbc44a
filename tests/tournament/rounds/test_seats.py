"""Seats changed by hand: in a draft, and as a published round was really played."""

import pytest

from tests.tournament.evening import Evening, by_number, refused
from tournament.core.actors import SYSTEM
from tournament.draw.proof import drawn_together
from tournament.draw.reached import reached
from tournament.draw.swap import repeats_only_in, swap_report
from tournament.entries.actions import add_entry
from tournament.models import Entry, Report, Round, Seat, Table
from tournament.results.actions import report_result
from tournament.results.corrections.actions import take_back_result
from tournament.rounds.seats import actions
from tournament.standings.scores import stage_lines


@pytest.fixture
def evening(club, as_yara) -> Evening:
    made = Evening(club, "championship", by=as_yara)
    made.come(8)
    return made


@pytest.fixture
def round_(evening) -> Round:
    return evening.draw(1)[0]


def where(round_: Round) -> dict[int, tuple[int, str]]:
    """Table and colour by start number."""
    return {n: (t, c) for n, t, c in round_.seats.values_list("entry__number", "table__number", "colour")}


def entry(number: int, tournament=None) -> Entry:
    return Entry.objects.get(number=number, **({"tournament": tournament} if tournament else {}))


def swap(evening, round_, one, other, **more):
    ids = {"one": entry(one).public_id, "other": entry(other).public_id}
    return actions.swap_seats(evening.tournament, by=evening.by, round_id=round_.pk, **ids, **more)


@pytest.mark.parametrize("publish", [False, True])
def test_two_change_seats(publish, evening, round_):
    if publish:
        evening.publish(round_)
    before = where(round_)
    here, there = [next(n for n, (t, _c) in before.items() if t == table) for table in (1, 2)]
    done = swap(evening, round_, here, there)
    assert where(round_) == {**before, here: before[there], there: before[here]}
    assert done.result.version == (3 if publish else 2)
    assert evening.tournament.stream.log.last().data["players"] == sorted([here, there])


def test_two_of_one_table_change_colours(evening, round_):
    before = where(round_)
    one, other = [n for n, (t, _c) in before.items() if t == 1][:2]
    swap(evening, round_, one, other)
    assert where(round_)[one] == before[other]


def test_the_effect_of_a_swap_is_shown_and_nothing_is_changed(evening, round_):
    evening.play(round_, by_number)
    second = evening.stage(1).rounds.get(number=2)
    before = where(second)
    others = [each for each in round_.stage.rounds.all() if each != second]
    met = {frozenset(pair) for each in others for table in tables(each) for pair in pairs(table)}
    here, there = next(
        (a, b)
        for a in before
        for b in before
        if before[a][0] == 1 and before[b][0] == 2 and frozenset((a, b)) not in met
    )
    rounds = drawn_together(second)
    reports = reached(rounds)[1], swap_report(rounds, second, entry(here).pk, entry(there).pk)[1]
    after = {**before, here: before[there], there: before[here]}
    old, new = ({frozenset(p) for table in by_table(seats) for p in pairs(table)} & met for seats in (before, after))
    number = dict(Entry.objects.values_list("pk", "number"))
    assert {frozenset(number[pk] for pk in pair) for pair in repeats_only_in(*reports[::-1])} == new - old
    assert {frozenset(number[pk] for pk in pair) for pair in repeats_only_in(*reports)} == old - new
    assert where(second) == before


def tables(round_: Round) -> list[list[int]]:
    return by_table(where(round_))


def by_table(seats: dict[int, tuple[int, str]]) -> list[list[int]]:
    return [[n for n, (t, _c) in seats.items() if t == table] for table in {t for t, _c in seats.values()}]


def pairs(table: list[int]) -> list[tuple[int, int]]:
    return [(a, b) for a in table for b in table if a < b]


def test_a_late_comer_takes_the_seat_of_one_who_is_missing(evening, round_):
    evening.publish(round_)
    late = add_entry(evening.tournament, by=evening.by, given_name="Late", state="present").result
    gone = entry(5)
    asked = {"by": evening.by, "round_id": round_.pk, "instead_of": gone.public_id}
    seat = where(round_)[5]
    actions.take_seat(evening.tournament, entry_id=late.public_id, **asked)
    assert where(round_)[9] == seat and 5 not in where(round_)
    with refused("not_seated"):
        actions.take_seat(evening.tournament, entry_id=gone.public_id, **asked)
    with refused("already_seated"):
        actions.take_seat(
            evening.tournament,
            by=evening.by,
            round_id=round_.pk,
            instead_of=late.public_id,
            entry_id=entry(6).public_id,
        )


def test_who_is_not_checked_in_takes_no_seat(evening, round_):
    somebody = add_entry(evening.tournament, by=evening.by, given_name="Late").result
    with refused("not_present"):
        actions.take_seat(
            evening.tournament,
            by=evening.by,
            round_id=round_.pk,
            instead_of=entry(1).public_id,
            entry_id=somebody.public_id,
        )


def test_a_table_of_four_goes_on_as_three_and_becomes_four_again(evening, round_):
    evening.publish(round_)
    missing = entry(3)
    table = round_.tables.get(seats__entry=missing)
    colours = set(table.seats.exclude(entry=missing).values_list("colour", flat=True))
    asked = {"by": evening.by, "round_id": round_.pk}
    actions.leave_seat(evening.tournament, entry_id=missing.public_id, **asked)
    assert set(table.seats.values_list("colour", flat=True)) == colours
    assert list(table.seats.values_list("order", flat=True)) == [0, 1, 2]
    other = table.seats.first().entry
    with refused("too_few"):
        actions.leave_seat(evening.tournament, entry_id=other.public_id, **asked)
    join = {"by": evening.by, "table_id": table.public_id}
    actions.join_table(evening.tournament, entry_id=missing.public_id, **join)
    assert sorted(table.seats.values_list("colour", flat=True)) == sorted("YGRK")
    late = add_entry(evening.tournament, by=evening.by, given_name="Late", state="present").result
    with refused("table_full"):
        actions.join_table(evening.tournament, entry_id=late.public_id, **join)


def test_they_sat_differently(evening, round_):
    evening.publish(round_)
    table = round_.tables.first()
    seats = dict(table.seats.values_list("colour", "entry__public_id"))
    turned = {"Y": seats["K"], "G": seats["R"], "R": seats["Y"], "K": seats["G"]}
    asked = {"by": evening.by, "table_id": table.public_id}
    actions.reseat(evening.tournament, order=turned, version=1, **asked)
    assert dict(table.seats.values_list("colour", "entry__public_id")) == turned
    strange = round_.tables.last().seats.first().entry.public_id
    for order in ({**turned, "Y": strange}, {**turned, "Y": turned["G"]}, {"Y": turned["Y"]}):
        with refused("other_players"):
            actions.reseat(evening.tournament, order=order, **asked)


def test_who_has_a_result_stays_until_it_is_taken_back(evening, round_):
    evening.publish(round_)
    table = round_.tables.first()
    evening.confirm(table, by_number([seat.entry for seat in table.seats.all()]))
    before = [(line.player.number, line.parts) for line in stage_lines(evening.stage(1))]
    here = table.seats.first().entry.number
    there = round_.tables.last().seats.first().entry.number
    with refused("has_result"):
        swap(evening, round_, here, there)
    assert [(line.player.number, line.parts) for line in stage_lines(evening.stage(1))] == before
    take_back_result(evening.tournament, by=evening.by, table_id=table.public_id, reason="Wrong seats")
    swap(evening, round_, here, there)


def test_reports_spoke_of_others_and_are_set_aside(evening, round_):
    evening.publish(round_)
    table = round_.tables.first()
    said = {colour: {"place": place} for place, colour in enumerate("YGRK", 1)}
    report_result(evening.tournament, by=SYSTEM, table_id=table.public_id, source="record", places=said)
    swap(evening, round_, table.seats.first().entry.number, round_.tables.last().seats.first().entry.number)
    assert Report.objects.get().set_aside_at is not None


def test_in_a_final_the_better_seed_chooses_first(evening):
    evening.play_stage(1, by_number)
    final = evening.draw(2)[0]
    table = Table.objects.get(round=final)
    order = [seat.entry.public_id for seat in table.seats.order_by("seed").select_related("entry")]

    def choose(entry_id: str, colour: str):
        return actions.choose_colour(
            evening.tournament, by=evening.by, table_id=table.public_id, entry_id=entry_id, colour=colour
        )

    with refused("not_your_turn"):
        choose(order[1], "Y")
    choose(order[0], "R")
    with refused("colour_taken"):
        choose(order[1], "R")
    with refused("no_such_seat"):
        choose(order[1], "W")
    for entry_id, colour in zip(order[1:], "KYG", strict=True):
        choose(entry_id, colour)
    seats = list(table.seats.values_list("colour", "entry__public_id", "order", "seed"))
    assert [(colour, entry_id, seed) for colour, entry_id, _order, seed in seats] == [
        ("Y", order[2], 3), ("G", order[3], 4), ("R", order[0], 1), ("K", order[1], 2),
    ]  # fmt: skip
    assert actions.next_to_choose(list(Seat.objects.filter(table=table))) is None
    with refused("not_your_turn"):
        choose(order[0], "Y")

"""The clock of a round: what it shows, and what changes it."""

import time
from datetime import UTC, datetime, timedelta

import pytest

from tests.tournament.evening import Evening, by_number, refused
from tournament.core import clock as steady
from tournament.models import Round, Table
from tournament.rounds.clocks import actions
from tournament.rounds.clocks.clock import Clock, clock_of

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def at(**passed) -> datetime:
    return NOON + timedelta(**passed)


def started(**fields) -> Round:
    return Round(minutes=25, started_at=NOON, **fields)


@pytest.mark.parametrize(
    ("round_", "now", "clock"),
    [
        (Round(minutes=0), NOON, ("none", 0)),
        (Round(minutes=0, started_at=NOON), at(hours=1), ("none", 0)),
        (Round(minutes=25), NOON, ("ready", 1500)),
        (Round(minutes=25, extra_seconds=60), NOON, ("ready", 1560)),
        (started(), NOON, ("running", 1500)),
        (started(), at(minutes=10), ("running", 900)),
        (started(), at(hours=-1), ("running", 1500)),
        (started(), at(minutes=24, seconds=59, milliseconds=1), ("running", 1)),
        (started(), at(minutes=25), ("over", 0)),
        (started(), at(minutes=27), ("over", -120)),
        (started(extra_seconds=300), at(minutes=27), ("running", 180)),
        (started(extra_seconds=-600), at(minutes=14), ("running", 60)),
        (started(paused_at=at(minutes=5)), at(hours=9), ("paused", 1200)),
        (started(paused_at=at(minutes=26)), at(hours=9), ("paused", -60)),
        (started(paused_for=timedelta(minutes=10)), at(minutes=30), ("running", 300)),
        (started(closed_at=at(minutes=20)), at(hours=9), ("stopped", 300)),
        (started(closed_at=at(minutes=27)), at(hours=9), ("stopped", -120)),
    ],
)
def test_what_the_clock_shows(round_, now, clock):
    shown = clock_of(round_, now)
    assert (shown.state, shown.seconds) == clock
    assert (shown.ends_at is not None) == (shown.state in ("running", "over"))


def test_a_table_that_was_given_more_time_runs_on():
    whole = clock_of(started(), at(minutes=26))
    table = whole.of_table(Table(extra_seconds=120))
    assert (whole.state, table.state, table.seconds) == ("over", "running", 60)
    assert table.ends_at == at(minutes=27)
    assert Clock("none").of_table(Table(extra_seconds=120)) == Clock("none")


@pytest.fixture
def evening(club, as_yara) -> Evening:
    made = Evening(club, "championship", by=as_yara)
    made.come(8)
    return made


@pytest.fixture
def round_(evening) -> Round:
    return evening.publish(evening.draw(1)[0])


def change(evening, round_, to, **more):
    return actions.change_clock(evening.tournament, by=evening.by, round_id=round_.pk, to=to, **more).result


def test_from_the_start_through_a_pause_to_more_time(evening, round_):
    change(evening, round_, "start")
    assert clock_of(change(evening, round_, "pause")).state == "paused"
    on = change(evening, round_, "continue")
    assert on.paused_at is None and on.paused_for > timedelta()
    more = change(evening, round_, "extra", seconds=300)
    assert clock_of(more, more.started_at + more.paused_for).seconds == 55 * 60
    assert [entry.data["to"] for entry in evening.tournament.stream.log.filter(code="clock.changed")] == [
        "start", "pause", "continue", "extra",
    ]  # fmt: skip


def test_a_machine_that_starts_with_an_earlier_day_adds_nothing_to_the_round(evening, round_, monkeypatch):
    change(evening, round_, "start")
    yesterday = steady.Clock(wall=lambda: time.time_ns() - 24 * 3600 * steady.SECOND)
    monkeypatch.setattr(steady, "_clock", yesterday)
    paused = change(evening, round_, "pause")
    assert paused.paused_at == paused.started_at
    on = change(evening, round_, "continue")
    assert on.paused_for == timedelta() and clock_of(on).seconds == 50 * 60


@pytest.mark.parametrize(
    ("before", "to", "seconds"),
    [
        ([], "pause", 0),
        ([], "continue", 0),
        ([], "reset", 0),
        (["start"], "start", 0),
        (["start"], "continue", 0),
        (["start", "pause"], "pause", 0),
        (["start"], "extra", 0),
        (["start"], "extra", 3601),
        (["start"], "backwards", 0),
    ],
)
def test_what_the_clock_cannot_do_is_refused(before, to, seconds, evening, round_):
    for step in before:
        change(evening, round_, step)
    with refused("clock"):
        change(evening, round_, to, seconds=seconds)


def test_started_too_early_it_is_put_back_unless_something_is_played(evening, round_):
    change(evening, round_, "start")
    assert clock_of(change(evening, round_, "reset")).state == "ready"
    change(evening, round_, "start")
    table = round_.tables.first()
    evening.confirm(table, by_number([seat.entry for seat in table.seats.all()]))
    with refused("clock"):
        change(evening, round_, "reset")


def test_a_round_has_a_length_of_its_own(evening, round_):
    done = actions.set_minutes(evening.tournament, by=evening.by, round_id=round_.pk, minutes=12).result
    assert clock_of(done).seconds == 720
    with refused("minutes"):
        actions.set_minutes(evening.tournament, by=evening.by, round_id=round_.pk, minutes=-1)


def test_one_table_gets_time_back(evening, round_):
    table = round_.tables.first()
    asked = {"by": evening.by, "table_id": table.public_id}
    actions.give_table_time(evening.tournament, seconds=90, version=1, **asked)
    done = actions.give_table_time(evening.tournament, seconds=-30, **asked)
    assert (done.result.extra_seconds, done.receipt["version"]) == (60, 3)
    with refused("clock"):
        actions.give_table_time(evening.tournament, seconds=4000, **asked)


def test_a_draft_has_no_running_clock(evening):
    draft = evening.draw(1)[0]
    with refused("round_state"):
        change(evening, draft, "start")

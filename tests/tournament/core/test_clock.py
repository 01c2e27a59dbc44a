"""The clock that never goes back, and what is ordered or timed by it while the machine's is set."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.tournament.evening import by_number
from tournament.core import clock as steady
from tournament.core import periodic
from tournament.entries.actions import add_entry
from tournament.models import Stream
from tournament.rounds.clocks import actions as clocks
from tournament.rounds.clocks.clock import clock_of

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


class Machine:
    """Its clock can be set, its ticks cannot."""

    def __init__(self) -> None:
        self.wall, self.ticks = NOON, timedelta(hours=7)
        self.clock = self.started()

    def started(self) -> steady.Clock:
        return steady.Clock(lambda: _ns(self.wall - steady.EPOCH), lambda: _ns(self.ticks))

    def passes(self, **span) -> datetime:
        self.sleeps(**span)
        return self.clock.now()

    def sleeps(self, **span) -> None:
        self.wall += timedelta(**span)
        self.ticks += timedelta(**span)


def _ns(span: timedelta) -> int:
    return span // timedelta(microseconds=1) * 1000


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def ours(machine, monkeypatch) -> Machine:
    """The program's clock is this machine's, so late that nothing written before counts."""
    machine.wall = datetime.now(UTC) + DAY
    machine.clock = machine.started()
    monkeypatch.setattr(steady, "_clock", machine.clock)
    return machine


def about(moment: datetime, *, within: timedelta = timedelta(seconds=1)):
    return pytest.approx(moment, abs=within)


def test_it_goes_with_the_machine(machine):
    assert machine.passes(minutes=5) == NOON + timedelta(minutes=5)


def test_set_back_it_goes_on(machine):
    machine.wall -= HOUR
    assert machine.clock.now() == NOON
    assert machine.passes(minutes=5) == about(NOON + timedelta(minutes=5), within=timedelta(seconds=3))


def test_set_back_it_still_tells_times_of_day_by_the_machine(ours):
    end = steady.now() + timedelta(minutes=20)
    assert steady.on_the_wall(end) == end
    ours.wall -= HOUR
    assert steady.on_the_wall(end) == end - HOUR


def test_set_forward_it_follows(machine):
    machine.wall += HOUR
    assert machine.clock.now() == NOON + HOUR
    machine.wall += 365 * DAY
    assert machine.clock.now() == NOON + HOUR + 365 * DAY


def test_a_lid_that_was_shut_counts_also_where_no_ticks_do(machine):
    machine.wall += 10 * HOUR
    assert machine.clock.now() == NOON + 10 * HOUR


def test_a_small_correction_is_waited_for(machine):
    machine.wall -= timedelta(seconds=1)
    assert machine.clock.now() == machine.passes(milliseconds=900) == NOON
    assert machine.passes(seconds=2) == NOON + timedelta(seconds=1.9)


def test_after_a_large_one_both_agree_again_some_day(machine):
    machine.wall -= HOUR
    for _minute in range(4 * 24 * 60):
        machine.passes(minutes=1)
    assert machine.clock.now() == about(machine.wall + timedelta(minutes=2.4), within=timedelta(seconds=5))
    for _minute in range(5 * 60):
        machine.passes(minutes=1)
    assert machine.clock.now() == machine.wall


def test_who_falls_asleep_between_two_readings_is_not_ahead_afterwards(machine):
    awake = machine.clock._wall

    def asleep() -> int:
        before, machine.clock._wall = awake(), awake
        machine.sleeps(hours=1)
        return before

    machine.clock._wall = asleep
    assert machine.clock.now() <= machine.wall
    assert machine.passes(seconds=1) == machine.wall


@pytest.mark.parametrize(
    ("written", "now"),
    [
        (-DAY, timedelta()),
        (timedelta(minutes=50), timedelta(minutes=50)),
        (steady.BRIDGED, steady.BRIDGED),
        (DAY, timedelta()),  # by a clock with a wrong day
    ],
)
def test_who_starts_goes_on_from_what_was_written_last(machine, written, now):
    machine.clock.at_least(NOON + written)
    assert machine.clock.now() == NOON + now


@pytest.mark.django_db
def test_a_round_goes_on_while_the_clock_is_set_back(evening, round_, ours):
    def change(to):
        return clocks.change_clock(evening.tournament, by=evening.by, round_id=round_.pk, to=to).result

    change("start")
    ours.passes(minutes=10)
    ours.wall -= HOUR
    ours.passes(minutes=10)
    assert clock_of(change("pause")).seconds == pytest.approx(30 * 60, abs=10)
    ours.passes(minutes=5)
    on = change("continue")
    assert on.paused_for == pytest.approx(timedelta(minutes=5), abs=timedelta(seconds=5))
    assert clock_of(on).seconds == pytest.approx(30 * 60, abs=10)


@pytest.mark.django_db
def test_a_program_that_starts_meanwhile_goes_on_from_the_log(evening, round_, ours, monkeypatch):
    started = clocks.change_clock(evening.tournament, by=evening.by, round_id=round_.pk, to="start").result
    ours.passes(minutes=10)
    add_entry(evening.tournament, by=evening.by, given_name="Eve")
    ours.wall -= HOUR
    monkeypatch.setattr(steady, "_clock", ours.started())
    assert clock_of(started).seconds == 50 * 60  # as if it had just begun
    Stream.objects.get(tournament=evening.tournament)  # any page reads it
    assert clock_of(started).seconds == pytest.approx(40 * 60, abs=1)


@pytest.mark.django_db
def test_who_only_works_for_others_looks_at_their_clock(evening, ours, monkeypatch):
    add_entry(evening.tournament, by=evening.by, given_name="Eve")
    then = evening.tournament.stream.log.last().recorded_at
    ours.wall -= HOUR
    monkeypatch.setattr(steady, "_clock", ours.started())
    periodic.order_due()
    assert steady.now() >= then


@pytest.mark.django_db
def test_no_line_of_a_log_is_earlier_than_the_one_before(evening, round_, ours, monkeypatch):
    """On whatever machine it is written, as long as their clocks differ by hours, not by days."""
    others = Machine()
    others.wall = ours.wall - 2 * HOUR
    tables = list(round_.tables.all())
    for n, clock in enumerate([ours.clock, others.started(), ours.clock, others.started()]):
        monkeypatch.setattr(steady, "_clock", clock)
        evening.confirm(tables[n], by_number([seat.entry for seat in tables[n].seats.all()]))
        ours.passes(seconds=10)
    times = list(evening.tournament.stream.log.order_by("seq").values_list("recorded_at", flat=True))
    assert times == sorted(times)
    assert (
        evening.tournament.stream.log.last().recorded_at == Stream.objects.get(tournament=evening.tournament).written_at
    )

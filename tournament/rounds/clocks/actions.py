"""The clock of a round: start, pause, go on, more time for all or for one table."""

from datetime import timedelta

from tournament.core import clock
from tournament.core.action import Write, action
from tournament.core.refusals import CLOCK, MINUTES
from tournament.models import Round, Table, Tournament
from tournament.models.stages import RoundState
from tournament.rounds.actions import round_in, saved, table_in
from tournament.stages.schemes import MOST_MINUTES

MOST_SECONDS = 3600  # added or taken off at once
FIELDS = ("started_at", "paused_at", "paused_for", "extra_seconds")


@action("clock.changed", needs="rounds.draw", answers=("round", "version"))
def change_clock(
    write: Write, tournament: Tournament, *, round_id: int, to: str, seconds: int = 0, version: int | None = None
) -> Round:
    """`to`: start, pause, continue, reset (nothing was played), or extra: some seconds more or less for all tables."""
    round_ = round_in(write, tournament, round_id, version, RoundState.PUBLISHED)
    if to not in _CHANGES or not _CHANGES[to](round_, seconds):
        raise CLOCK()
    write.log(to=to, seconds=seconds)
    return saved(write, round_, *FIELDS)


def _start(round_: Round, _seconds: int) -> bool:
    if round_.started_at is not None:
        return False
    round_.started_at = clock.now()
    return True


def _pause(round_: Round, _seconds: int) -> bool:
    if round_.started_at is None or round_.paused_at is not None:
        return False
    round_.paused_at = max(clock.now(), round_.started_at)  # the system clock may have been set back
    return True


def _continue(round_: Round, _seconds: int) -> bool:
    if round_.paused_at is None:
        return False
    round_.paused_for += max(clock.now() - round_.paused_at, timedelta())
    round_.paused_at = None
    return True


def _extra(round_: Round, seconds: int) -> bool:
    if not 0 < abs(seconds) <= MOST_SECONDS or not round_.minutes:
        return False
    round_.extra_seconds += seconds
    return True


def _reset(round_: Round, _seconds: int) -> bool:
    """For a clock started too early. Extra time is kept."""
    if round_.started_at is None or round_.is_played:
        return False
    round_.started_at, round_.paused_at, round_.paused_for = None, None, timedelta()
    return True


_CHANGES = {"start": _start, "pause": _pause, "continue": _continue, "extra": _extra, "reset": _reset}


@action("round.minutes_set", needs="rounds.draw", answers=("round", "version"))
def set_minutes(
    write: Write, tournament: Tournament, *, round_id: int, minutes: int, version: int | None = None
) -> Round:
    """The length of this round alone, as announced."""
    round_ = round_in(write, tournament, round_id, version, RoundState.DRAFT, RoundState.PUBLISHED)
    if not 0 <= minutes <= MOST_MINUTES:
        raise MINUTES({"most": MOST_MINUTES})
    round_.minutes = minutes
    write.log(minutes=minutes)
    return saved(write, round_, "minutes")


@action("table.time_given", needs="results.confirm", answers=("table", "version"))
def give_table_time(
    write: Write, tournament: Tournament, *, table_id: str, seconds: int, version: int | None = None
) -> Table:
    """More time (or less) for one table, after an interruption."""
    table = table_in(write, tournament, table_id, version)
    if not 0 < abs(seconds) <= MOST_SECONDS:
        raise CLOCK()
    table.extra_seconds += seconds
    table.version += 1
    table.save(update_fields=["extra_seconds", "version"])
    write.log(**table.in_log, seconds=seconds)
    write.answer(table=table.public_id, version=table.version)
    return table

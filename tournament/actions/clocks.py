"""The clock of a round: start, pause, go on, more time for all or for one table."""

from datetime import timedelta

from django.utils.translation import gettext as _

from tournament import steady
from tournament.actions.core import Write, action
from tournament.actions.rounds import round_in, saved, table_in
from tournament.errors import Refused
from tournament.models import Round, Table, Tournament
from tournament.models.stages import RoundState
from tournament.schemes import MOST_MINUTES

MOST_SECONDS = 3600  # more or less at once
FIELDS = ("started_at", "paused_at", "paused_for", "extra_seconds")


@action("clock.changed", needs="rounds.draw")
def change_clock(
    write: Write, tournament: Tournament, *, round_id: int, to: str, seconds: int = 0, version: int | None = None
) -> Round:
    """`to`: start, pause, continue, reset (nothing was played), or extra: some seconds more or less for all tables."""
    found = round_in(write, tournament, round_id, version, RoundState.PUBLISHED)
    if to not in _CHANGES or not _CHANGES[to](found, seconds):
        raise Refused("clock", _("The clock cannot do this now."))
    write.log(to=to, seconds=seconds)
    return saved(write, found, *FIELDS)


def _start(found: Round, _seconds: int) -> bool:
    if found.started_at is not None:
        return False
    found.started_at = steady.now()
    return True


def _pause(found: Round, _seconds: int) -> bool:
    if found.started_at is None or found.paused_at is not None:
        return False
    found.paused_at = max(steady.now(), found.started_at)  # the machine's own clock may have been set back
    return True


def _continue(found: Round, _seconds: int) -> bool:
    if found.paused_at is None:
        return False
    found.paused_for += max(steady.now() - found.paused_at, timedelta())
    found.paused_at = None
    return True


def _extra(found: Round, seconds: int) -> bool:
    if not 0 < abs(seconds) <= MOST_SECONDS or not found.minutes:
        return False
    found.extra_seconds += seconds
    return True


def _reset(found: Round, _seconds: int) -> bool:
    """It was started too early. What was given on top stays."""
    if found.started_at is None or found.is_played:
        return False
    found.started_at, found.paused_at, found.paused_for = None, None, timedelta()
    return True


_CHANGES = {"start": _start, "pause": _pause, "continue": _continue, "extra": _extra, "reset": _reset}


@action("round.minutes_set", needs="rounds.draw")
def set_minutes(
    write: Write, tournament: Tournament, *, round_id: int, minutes: int, version: int | None = None
) -> Round:
    """The length of this round alone, as announced."""
    found = round_in(write, tournament, round_id, version, RoundState.DRAFT, RoundState.PUBLISHED)
    if not 0 <= minutes <= MOST_MINUTES:
        raise Refused("minutes", _("Between 0 and %(most)d minutes, please.") % {"most": MOST_MINUTES})
    found.minutes = minutes
    write.log(minutes=minutes)
    return saved(write, found, "minutes")


@action("table.time_given", needs="results.confirm")
def give_table_time(
    write: Write, tournament: Tournament, *, table_id: str, seconds: int, version: int | None = None
) -> Table:
    """More time (or less) for one table, after an interruption."""
    table = table_in(write, tournament, table_id, version)
    if not 0 < abs(seconds) <= MOST_SECONDS:
        raise Refused("clock", _("The clock cannot do this now."))
    table.extra_seconds += seconds
    table.version += 1
    table.save(update_fields=["extra_seconds", "version"])
    write.log(**table.in_log, seconds=seconds)
    write.answer(table=table.public_id, version=table.version)
    return table

"""The clock of a round as it stands at a moment: how many seconds are left, for all tables and for one."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from tournament import steady
from tournament.models import Round, Table

NONE, READY, RUNNING, PAUSED, OVER = "none", "ready", "running", "paused", "over"


@dataclass(frozen=True)
class Clock:
    """`ends_at` is known while it runs. After the end `seconds` is below nothing: so long has it been over."""

    state: str
    seconds: int = 0
    ends_at: datetime | None = None

    def of_table(self, table: Table) -> "Clock":
        """With what this table was given more."""
        if not table.extra_seconds or self.state == NONE:
            return self
        seconds = self.seconds + table.extra_seconds
        ends_at = self.ends_at + timedelta(seconds=table.extra_seconds) if self.ends_at else None
        return replace(self, state=_state(self.state, seconds), seconds=seconds, ends_at=ends_at)


def clock_of(round_: Round, now: datetime | None = None) -> Clock:
    whole = timedelta(minutes=round_.minutes, seconds=round_.extra_seconds)
    if not round_.minutes:
        return Clock(NONE)
    if round_.started_at is None:
        return Clock(READY, _seconds(whole))
    ends_at = round_.started_at + round_.paused_for + whole
    if round_.paused_at is not None:
        left = _seconds(ends_at - round_.paused_at)
        return Clock(PAUSED, left)
    left = _seconds(ends_at - max(now or steady.now(), round_.started_at))  # the machine's own may have been set back
    return Clock(_state(RUNNING, left), left, ends_at)


def _seconds(span: timedelta) -> int:
    """Whole ones, begun ones counting: "0" is only shown when it is over."""
    return -(-span // timedelta(seconds=1))


def _state(state: str, seconds: int) -> str:
    if state in (RUNNING, OVER):
        return RUNNING if seconds > 0 else OVER
    return state

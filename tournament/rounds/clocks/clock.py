"""The clock of a round at a moment: how many seconds are left, for all tables or for one."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from tournament.core import clock
from tournament.models import Round, Table

NONE, READY, RUNNING, PAUSED, OVER, STOPPED = "none", "ready", "running", "paused", "over", "stopped"


@dataclass(frozen=True)
class Clock:
    """`ends_at` is set while the clock runs. After the end `seconds` is negative: the time since then. `stopped`: the round is
    closed, and the clock stands."""

    state: str
    seconds: int = 0
    ends_at: datetime | None = None

    def of_table(self, table: Table) -> "Clock":
        """The clock of a table that may have extra time."""
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
    if round_.closed_at is not None:
        return Clock(STOPPED, _seconds(ends_at - max(round_.closed_at, round_.started_at)))
    left = _seconds(ends_at - max(now or clock.now(), round_.started_at))  # the system clock may have been set back
    return Clock(_state(RUNNING, left), left, ends_at)


def _seconds(span: timedelta) -> int:
    """Whole seconds, rounded up, so that 0 is shown only when the time is over."""
    return -(-span // timedelta(seconds=1))


def _state(state: str, seconds: int) -> str:
    if state in (RUNNING, OVER):
        return RUNNING if seconds > 0 else OVER
    return state

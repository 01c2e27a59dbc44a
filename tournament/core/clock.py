"""The time for everything that counts in a tournament: rounds, throws, jobs, deadlines, backups. It never goes back.

Anybody may set the machine's own clock. If it is set back during a round, a process goes on from where it was, by the
machine's monotonic clock. If it is set forward it is believed, because on a machine that was asleep the monotonic clock may
have stopped too. The time of the last log entry tells a starting process how late it is, and one machine what another one's
clock says (`at_least`, called whenever the head of a log is read). It does not tell how long ago that was: if the program is
restarted with an earlier clock during a round, the round gets longer by the difference.

Things that have nothing to do with a tournament use the machine's clock: sessions, links, tokens, second factors, signatures,
limits (tests/architecture/test_clocks.py names them all).
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Lock

SECOND = 1_000_000_000  # ns
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
CORRECTED = 2 * SECOND  # smaller corrections happen all the time: ours waits for the machine's clock
SLOWER = 100  # after a larger step back ours goes slower by a hundredth until both agree again
BRIDGED = timedelta(hours=3)  # a wrong hour, a wrong time zone. An entry later than that was written with a wrong day


def _ticks() -> int:
    """Nanoseconds since the machine was started, including the time it was asleep where the system counts that."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic_ns()


class Clock:
    def __init__(self, wall: Callable[[], int] = time.time_ns, ticks: Callable[[], int] = _ticks) -> None:
        self._wall, self._ticks = wall, ticks
        self._last = wall()
        self._ticked = ticks()
        self._lock = Lock()

    def now(self) -> datetime:
        with self._lock:
            return _moment(self._advanced())

    def at_least(self, moment: datetime) -> None:
        """It was that late already when something was written: here before this process started, or on another machine."""
        with self._lock:
            ahead = moment - _moment(self._advanced())
            if timedelta() < ahead <= BRIDGED:
                self._last += ahead // timedelta(microseconds=1) * 1000

    def ahead(self) -> timedelta:
        """How far ours is ahead of a machine's clock that was set back."""
        with self._lock:
            return timedelta(microseconds=max(0, self._advanced() - self._wall()) // 1000)

    def _advanced(self) -> int:
        """If the machine sleeps between the two readings, the result is too early; the next call corrects it."""
        wall, ticks = self._wall(), self._ticks()
        passed, self._ticked = max(0, ticks - self._ticked), ticks
        if wall > self._last + passed - CORRECTED:
            self._last = max(self._last, wall)
        else:
            self._last += passed - passed // SLOWER
        return self._last


def _moment(nanoseconds: int) -> datetime:
    return EPOCH + timedelta(microseconds=nanoseconds // 1000)


_clock = Clock()


def now() -> datetime:
    return _clock.now()


def at_least(moment: datetime) -> None:
    _clock.at_least(moment)


def on_the_wall(moment: datetime) -> datetime:
    """Convert a moment, such as the end of a round, to the machine's own clock, which clocks in the hall agree with."""
    return moment - _clock.ahead()

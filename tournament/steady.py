"""What time it is for all that counts in a tournament: rounds, throws, jobs, deadlines, backups. It never goes back.

The machine's own clock is somebody's to set. Where it is set back in the middle of a round, a process goes on from where it
was, by the ticks of the machine; where it is set forward it is believed, because a machine that has slept may be one whose
ticks have slept too. What was written last tells a process that starts how late it is, and one machine what another thinks
(`at_least`, whenever the head of a log is read). It does not tell how long ago that was: a round that is under way while the
program is started anew with an earlier clock is longer by so much.

Left on the machine's clock is what has nothing to do with a tournament: sessions, links, tokens, second factors, signatures,
limits (tests/architecture/test_clocks.py names them all).
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Lock

SECOND = 1_000_000_000  # ns
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
CORRECTED = 2 * SECOND  # by so little clocks are put right all the time: we wait for the machine's
SLOWER = 100  # when it was set back by more, ours takes a hundredth more time until they agree again
BRIDGED = timedelta(hours=3)  # a wrong hour, a wrong time zone. What is later than that was written with a wrong day


def _ticks() -> int:
    """Since the machine was started; with the hours its lid was shut, where it counts them."""
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
        """It was that late already when something was written: here before we started, or on another machine."""
        with self._lock:
            ahead = moment - _moment(self._advanced())
            if timedelta() < ahead <= BRIDGED:
                self._last += ahead // timedelta(microseconds=1) * 1000

    def ahead(self) -> timedelta:
        """By how much, of a machine's that was set back."""
        with self._lock:
            return timedelta(microseconds=max(0, self._advanced() - self._wall()) // 1000)

    def _advanced(self) -> int:
        """Whoever falls asleep between the two readings comes out too early, which the next one mends."""
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
    """Until when a round is played, as the machine's own clock will show it, and whatever else hangs in the hall."""
    return moment - _clock.ahead()

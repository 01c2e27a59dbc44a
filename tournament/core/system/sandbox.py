"""The limits in which one paper is made: a forked child that has loaded everything already. POSIX alone."""

import os
import re
import signal
import sys
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import NoReturn

if sys.platform != "win32":  # where this can be imported, but not called
    import resource


class Ending(Enum):
    DONE = 0
    FAILED = 1
    NO_MEMORY = 3
    TOO_LONG = -1
    KILLED = -2


def in_a_child(work: Callable[[], Ending]) -> Ending:
    """Carry it out in a fork of this process, and say how that ended."""
    pid = os.fork()
    if pid == 0:
        _carry_out(work)
    _, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status):
        took_too_long = os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL)
        return Ending.TOO_LONG if took_too_long else Ending.KILLED
    return Ending(os.WEXITSTATUS(status)) if os.WEXITSTATUS(status) in (0, 1, 3) else Ending.FAILED


def _carry_out(work: Callable[[], Ending]) -> NoReturn:
    ending = Ending.FAILED
    try:
        ending = work()
    finally:
        os._exit(ending.value)


def write_nothing() -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def limit_memory(most: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))


def free_memory() -> None:
    limit_memory(resource.RLIM_INFINITY)


def most_memory() -> int:
    """The peak of this process in bytes; 0 where the system does not say."""
    most = re.search(r"VmPeak:\s+(\d+) kB", Path("/proc/self/status").read_text())
    return int(most[1]) * 1024 if most else 0


def more_seconds(seconds: int, in_all: int) -> None:
    """Let this process work for so many more seconds, up to the limit of all its work."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    soft = int(used.ru_utime + used.ru_stime) + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (min(soft, in_all), in_all))

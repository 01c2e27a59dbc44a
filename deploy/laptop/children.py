"""The processes of a laptop: started, restarted when they die, ended together."""

import logging
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NoReturn

from deploy.laptop.folder import ROOT
from tournament.core import system
from tournament.core.system import die_with_parent as die_with_parent

STEADY = 60.0  # seconds after which an earlier death is forgotten
LONGEST_PAUSE = 30.0
TIME_TO_END = 7.0  # seconds between asking and killing
KILLED = -9

log = logging.getLogger("deploy.laptop.launch")


def start_preparing(steps: Sequence[str], environment: Mapping[str, str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "deploy.laptop.prepare", *steps],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        **system.apart(),
    )


def wait_for(preparing: subprocess.Popen[str]) -> str:
    """Wait for its end and return what it printed; end the start if it failed."""
    output, _ = preparing.communicate()
    if preparing.returncode:
        raise SystemExit(f"Augengenau could not be prepared: {how_it_ended(preparing.returncode)}")
    return output.strip()


def how_it_ended(code: int) -> str:
    """A process that fails has written why; one that was killed, or that ended of its own accord, has not."""
    if code > 0:
        return "the reason stands above."
    if code == KILLED:
        return (
            "the system or somebody killed it (signal 9), as when memory runs out. Close other programs and try again."
        )
    return f"somebody ended it (signal {-code}). Try again." if code < 0 else "it ended of its own accord. Try again."


def pause_before_start(deaths: int) -> float:
    """Seconds to wait after so many deaths in a row."""
    return min(2.0 ** min(deaths - 2, 10), LONGEST_PAUSE)


class Child:
    """One Python process, in a session of its own, so that Ctrl-C in the terminal reaches the launcher only."""

    def __init__(
        self, name: str, arguments: list[str], environment: Mapping[str, str], keep_open: Sequence[int] = ()
    ) -> None:
        self.name = name
        self._arguments = [sys.executable, *arguments]
        self._environment = environment
        self._keep_open = keep_open
        self._deaths = 0
        self._due: float | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> subprocess.Popen[bytes]:
        self._started, self._due = time.monotonic(), None
        self._process = subprocess.Popen(
            self._arguments,
            cwd=ROOT,
            env=self._environment,
            **system.apart(self._keep_open),
        )
        return self._process

    def look_after(self) -> None:
        """Restart it if it has died, after a pause that grows while it keeps dying."""
        if self._process is None or self._process.poll() is None:
            return
        now = time.monotonic()
        if self._due is None:
            self._kill_group()
            self._deaths = 1 if now - self._started > STEADY else self._deaths + 1
            pause = pause_before_start(self._deaths)
            self._due = now + pause
            log.warning("%s ended (%d), starts again in %g s", self.name, self._process.returncode, pause)
        elif now >= self._due:
            self.start()

    def ask_to_end(self) -> None:
        if self._process is not None:
            system.ask_to_end(self._process)

    def make_end(self, limit: float) -> None:
        """Wait until `limit`, then kill it together with any processes it started."""
        if self._process is None:
            return
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.0, limit - time.monotonic()))
        self._kill_group()
        self._process.wait()

    def _kill_group(self) -> None:
        if self._process is not None:
            system.kill_family(self._process)


def keep_alive(children: Sequence[Child]) -> NoReturn:
    while True:
        for child in children:
            child.look_after()
        time.sleep(0.3)


def end(children: Sequence[Child]) -> None:
    for child in children:
        child.ask_to_end()
    limit = time.monotonic() + TIME_TO_END
    for child in children:
        child.make_end(limit)

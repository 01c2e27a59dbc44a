"""Real Windows programs on Linux, by Wine: the zip as it is shipped, unpacked, started, asked, ended.

What Wine shows is no proof for Windows. One function that Wine 8 lacks and Windows has (ProcessPrng) is given to Wine here; it is
never shipped. The standard streams are pipes, because Wine gives others to nobody. There is a screen that nobody sees.
"""

import json
import os
import shutil
import subprocess
import threading
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, Queue
from typing import Any

from tests.deploy.conftest import bare_environment

START_LIMIT = 300.0  # a machine that does much else is slow; how long it takes is printed
PRNG = """#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) { return SystemFunction036(data, size); }
"""


class Machine:
    """A Windows of its own: a prefix of Wine, and a screen."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = bare_environment(
            WINEPREFIX=str(folder / "prefix"),
            WINEDEBUG="-all",
            WINEDLLOVERRIDES="mscoree,mshtml=",
            AUGENGENAU_UNATTENDED="1",
            AUGENGENAU_ENDS_WITH_INPUT="1",
        )

    @property
    def drive(self) -> Path:
        return self.folder / "prefix" / "drive_c"

    @contextmanager
    def running(self, language: str = "de") -> Iterator["Machine"]:
        self.environment |= {"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "LANGUAGE": language}
        with self._screen():
            try:
                self._made()
                yield self
            finally:
                subprocess.run(["wineserver", "-k"], env=self.environment, check=False, timeout=60)

    @contextmanager
    def _screen(self) -> Iterator[None]:
        read, write = os.pipe()
        words = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1024x900x24", "-nolisten", "tcp"]
        screen = subprocess.Popen(words, pass_fds=[write], stderr=subprocess.DEVNULL)
        try:
            os.close(write)
            with os.fdopen(read) as said:
                self.environment["DISPLAY"] = f":{said.readline().strip()}"
            yield
        finally:
            screen.terminate()
            screen.wait(20)

    def _made(self) -> None:
        if (self.drive / "windows" / "system32" / "bcryptprimitives.dll").exists():
            return
        self.run(["wineboot", "--init"])
        source, target = self.folder / "prng.c", self.drive / "windows" / "system32" / "bcryptprimitives.dll"
        source.write_text(PRNG)
        subprocess.run(["x86_64-w64-mingw32-gcc", "-shared", "-o", target, source, "-ladvapi32"], check=True)

    def run(self, words: list[str], limit: float = START_LIMIT) -> str:
        """Through pipes, to its end."""
        done = subprocess.run(words, env=self.environment, input="", capture_output=True, text=True, timeout=limit)
        return done.stdout + done.stderr

    def unpacked(self, shipped: Path, place: str) -> Path:
        """As somebody does it who has a name with umlauts and a folder with a space."""
        target = self.drive / place
        target.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(shipped) as archive:
            archive.extractall(target)
            (top,) = {name.partition("/")[0] for name in archive.namelist()}
        return target / top

    def data(self) -> Path:
        (found,) = self.drive.glob("users/*/AppData/Local/Augengenau")
        return found


class Started:
    """A double click: the starter, its window, and below it the launcher."""

    def __init__(self, machine: Machine, program: Path, *options: str) -> None:
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            ["wine", program / "Augengenau.exe", *options],
            env=machine.environment,
            cwd="/",
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        self.said: list[str] = []
        self._lines: Queue[str] = Queue()
        threading.Thread(target=self._hear, daemon=True).start()

    def _hear(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self._lines.put(line.strip())

    def says(self, beginning: str, limit: float = START_LIMIT) -> str:
        end = time.monotonic() + limit
        while time.monotonic() < end:
            with suppress(Empty):
                line = self._lines.get(timeout=0.2)
                self.said.append(line)
                if line.startswith(beginning):
                    return line
            assert self.process.poll() is None or not self._lines.empty(), self.said
        raise AssertionError(self.said)

    def facts(self) -> dict[str, Any]:
        """What its window shows, and how long that took."""
        facts = json.loads(self.says('{"here"'))
        return {**facts, "seconds": time.monotonic() - self.began}

    def end(self, limit: float = START_LIMIT) -> int:
        """As the button and the window's corner do."""
        assert self.process.stdin
        with suppress(OSError):
            self.process.stdin.close()
        return self.process.wait(limit)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


NEEDED = ("wine", "wineserver", "Xvfb", "x86_64-w64-mingw32-gcc")


def missing() -> list[str]:
    return [name for name in NEEDED if not shutil.which(name)]

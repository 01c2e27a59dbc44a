"""Asking the press: HTML in parts, a PDF and pictures out, a reason where it cannot be.

The press is a process beside this one, started on first use and kept for the next document (`press` says what it guards
against). It goes away with us, and by itself after a while without work.
"""

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy

from tournament.errors import Refused

PATIENCE = 90.0  # seconds for one answer; computing is limited by the press itself
IDLE = 15 * 60.0  # seconds without work, then the press is let go: it holds some 80 MB
INSTALL = "apt install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
WHY = {
    "no_pdf": gettext_lazy("PDFs need system libraries that are missing here. Install them: %(line)s"),
    "too_long": gettext_lazy("This paper takes too long to make. Choose less of it."),
    "too_much": gettext_lazy("This paper needs too much memory. Choose less of it."),
    "too_many_pages": gettext_lazy("This paper has too many pages. Choose less of it."),
    "broken": gettext_lazy("This paper could not be made."),
}


class Press:
    """The process and the way to it. One document at a time."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-m", "tournament.documents.press", str(theirs.fileno())]
            self.process = subprocess.Popen(  # noqa: S603  (our own program)
                command,
                cwd=settings.BASE_DIR,
                env=_bare_environment(),
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
        self.link = Connection(ours.detach())
        self.used_at = time.monotonic()
        self.answer()

    def tell(self, word: bytes, rest: bytes = b"") -> None:
        self.link.send_bytes(word + b" " + rest if rest else word)

    def ask(self, word: bytes, rest: bytes = b"") -> bytes:
        self.tell(word, rest)
        return self.answer()

    def answer(self) -> bytes:
        if not self.link.poll(PATIENCE):
            raise _refusal("too_long")
        answer = self.link.recv_bytes()
        if answer.startswith(b"!"):
            raise _refusal(answer[1:].decode())
        return answer

    def pages(self) -> int:
        """How many there are after one more part."""
        return int(self.answer().split()[1])

    def end(self) -> None:
        self.link.close()
        self.process.kill()
        self.process.wait()


def _bare_environment() -> dict[str, str]:
    """The press gets no passwords and no keys."""
    return {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "TMPDIR", "PYTHONPATH") if name in os.environ}


def _refusal(code: str) -> Refused:
    code = code if code in WHY else "broken"
    return Refused(code, str(WHY[code]) % {"line": INSTALL})


_idle: list[Press] = []
_guard = threading.Lock()


@contextmanager
def _pressing() -> Iterator[Press]:
    """A warm press, or a new one; one that failed is thrown away."""
    with _guard:
        press = _idle.pop() if _idle else None
    if press is None or press.process.poll() is not None:
        press = Press()
    try:
        yield press
        press.tell(b"end")
    except (EOFError, OSError) as error:
        press.end()
        raise _refusal("broken") from error
    except BaseException:
        press.end()
        raise
    press.used_at = time.monotonic()
    _keep(press)


def _keep(press: Press) -> None:
    with _guard:
        _idle.append(press)
    watch = threading.Timer(IDLE + 1, _let_go)
    watch.daemon = True
    watch.start()


def _let_go() -> None:
    with _guard:
        old = [press for press in _idle if time.monotonic() - press.used_at >= IDLE]
        _idle[:] = [press for press in _idle if press not in old]
    for press in old:
        press.end()


def warm_up() -> None:
    """For a page from which somebody is about to print: the press starts meanwhile."""

    def start() -> None:
        with _pressing():
            pass

    with _guard:
        is_warm = bool(_idle)
    if not is_warm:
        threading.Thread(target=start, daemon=True).start()


def print_out(
    parts: Iterable[str],
    *,
    files: Mapping[str, bytes] | None = None,
    picture: int = 0,
    progress: Callable[[int], Any] = lambda _pages: None,
    only_first: bool = False,
) -> tuple[bytes, bytes, int]:
    """The PDF, or its first page only; a picture of that page so many pixels wide (if asked for); how many pages."""
    with _pressing() as press:
        for name, content in (files or {}).items():
            press.tell(b"file", name.encode() + b"\0" + content)
        pages = 0
        for pages in _pages_so_far(press, parts):
            progress(pages)
        made = press.ask(b"pdf", b"1" if only_first else b"")
        return made, press.ask(b"picture", b"0 %d" % picture) if picture else b"", 1 if only_first else pages


def _pages_so_far(press: Press, parts: Iterable[str]) -> Iterator[int]:
    """The next part is under way before the progress of the last is noted: the press never waits for a disk."""
    under_way = 0
    for html in parts:
        press.tell(b"html", html.encode())
        if under_way:
            yield press.pages()
        under_way = 1
    if under_way:
        yield press.pages()

"""The client of the press: sends HTML in parts, gets a PDF and pictures, or raises `Refused` with the reason.

The press is a separate process (`press` says why), started on first use and kept for the next document. It ends with this
process, and after some time without work.
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
from django.utils.translation import gettext_lazy as _

from tournament.core import system
from tournament.core.errors import Declared, Refused

PATIENCE = 90.0  # timeout in seconds for one answer; the press itself limits CPU time
IDLE = 15 * 60.0  # seconds without work until the press is stopped: it takes some 80 MB
INSTALL = "apt install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
_BROKEN = Declared("broken", _("This paper could not be made."))
WHY = {
    one.code: one
    for one in (
        Declared(
            "no_pdf",
            _("PDFs need system libraries that are missing here. Print from the browser, or install them: %(line)s"),
        ),
        Declared("too_long", _("This paper takes too long to make. Choose less of it.")),
        Declared("too_much", _("This paper needs too much memory. Choose less of it.")),
        Declared("too_many_pages", _("This paper has too many pages. Choose less of it.")),
        _BROKEN,
    )
}
_NOT_HERE = WHY["no_pdf"].also(_("PDFs are not made on this system. Print from the browser."))


class Press:
    """The process and the connection to it; one document at a time."""

    def __init__(self) -> None:
        if not system.CAN_MAKE_PDFS:
            raise _NOT_HERE()
        ours, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-m", "tournament.paper.press", str(theirs.fileno())]
            self.process = subprocess.Popen(  # noqa: S603  (our own program)
                command,
                cwd=settings.BASE_DIR,
                env=_bare_environment(),
                **system.apart([theirs.fileno()], bound=False),
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
        """The number of pages after one more part."""
        return int(self.answer().split()[1])

    def end(self) -> None:
        self.link.close()
        self.process.kill()
        self.process.wait()


def _bare_environment() -> dict[str, str]:
    """Only harmless variables, so that the press gets no passwords and no keys."""
    return {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "TMPDIR", "PYTHONPATH") if name in os.environ}


def _refusal(code: str) -> Refused:
    return WHY.get(code, _BROKEN)({"line": INSTALL})


_idle: list[Press] = []
_guard = threading.Lock()


@contextmanager
def _borrowed_press() -> Iterator[Press]:
    """An idle press, or a new one; a press that failed is stopped."""
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
    timer = threading.Timer(IDLE + 1, _stop_idle)
    timer.daemon = True
    timer.start()


def _stop_idle() -> None:
    with _guard:
        old = [press for press in _idle if time.monotonic() - press.used_at >= IDLE]
        _idle[:] = [press for press in _idle if press not in old]
    for press in old:
        press.end()


def warm_up() -> None:
    """Start a press in the background, while somebody looks at the page they will print from."""

    if not system.CAN_MAKE_PDFS:
        return

    def start() -> None:
        with _borrowed_press():
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
    """(PDF, or its first page only; PNG of the first page, `picture` pixels wide, empty if 0; number of pages)"""
    with _borrowed_press() as press:
        for name, content in (files or {}).items():
            press.tell(b"file", name.encode() + b"\0" + content)
        pages = 0
        for pages in _pages_so_far(press, parts):
            progress(pages)
        made = press.ask(b"pdf", b"1" if only_first else b"")
        return made, press.ask(b"picture", b"0 %d" % picture) if picture else b"", 1 if only_first else pages


def _pages_so_far(press: Press, parts: Iterable[str]) -> Iterator[int]:
    """Send the next part before reporting progress on the last one, so that the press never waits for our writes."""
    under_way = 0
    for html in parts:
        press.tell(b"html", html.encode())
        if under_way:
            yield press.pages()
        under_way = 1
    if under_way:
        yield press.pages()

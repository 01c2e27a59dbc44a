"""The press: a separate process that renders HTML to PDF and PNG, without access to the database or any secret.

`printing` starts it once (`python -m tournament.paper.press FD`) and talks to it over one socket. For each document it forks
a child that inherits the loaded fonts and style sheet and has limits on time and memory, so that an error or an endless
document ends only the child. Nothing is fetched: a document gets the project's fonts and the files sent with it, and
fontconfig knows the project's fonts only, so that the same input gives the same bytes on any machine.

Requests: b"file NAME\0…", b"html …", b"pdf" or b"pdf MOST_PAGES", b"picture PAGE WIDTH", b"end". Answers: b"ready",
b"pages N", the bytes, or b"!CODE".
"""

import gc
import io
import os
import socket
import sys
import traceback
from collections import ChainMap
from collections.abc import Mapping
from mimetypes import guess_type
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tournament.core.system import sandbox
from tournament.core.system.sandbox import Ending

HERE = Path(__file__).parent
FONTS = HERE.parent / "static" / "tournament" / "fonts"
MORE_FONTS = HERE / "fonts"  # for characters that those lack; too large for web pages
OWN = "augengenau:"  # URL scheme of the files that a document may load
SECONDS = 20  # CPU time for one part of a document
SECONDS_IN_ALL = 600
MEMORY = 1 << 30
MOST_PAGES = 800
CODES = {
    Ending.FAILED: b"broken",
    Ending.NO_MEMORY: b"too_much",
    Ending.TOO_LONG: b"too_long",
    Ending.KILLED: b"too_much",  # libraries abort with another signal when they get no memory
}

_CONFIGURATION = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig><dir>{more}</dir><cachedir>{cache}</cachedir>
<alias><family>sans-serif</family><prefer><family>Atkinson Hyperlegible Next</family></prefer></alias></fontconfig>"""


class Trouble(Exception):
    """A document cannot be made; the text is the error code."""


def main(descriptor: int) -> None:
    link, line = Connection(descriptor), socket.socket(fileno=os.dup(descriptor))
    with TemporaryDirectory(prefix="augengenau-press-") as folder:
        (Path(folder) / "fonts.conf").write_text(_CONFIGURATION.format(more=MORE_FONTS, cache=folder))
        os.environ["FONTCONFIG_FILE"] = f"{folder}/fonts.conf"
        os.environ["SOURCE_DATE_EPOCH"] = "0"  # otherwise the subset of a font contains the current time
        try:
            warm = Warm()
        except OSError:
            link.send_bytes(b"!no_pdf")
            return
        gc.freeze()  # loaded objects stay in memory shared with the children, and are not collected again in each
        link.send_bytes(b"ready")
        while _has_request(line):
            ending = sandbox.in_a_child(lambda: _in_child(link, warm))
            if ending is not Ending.DONE:
                link.send_bytes(b"!" + CODES[ending])


def _has_request(line: socket.socket) -> bool:
    """Wait for the next request without reading it: the child will. False when the other side has closed the connection."""
    try:
        return bool(line.recv(1, socket.MSG_PEEK))
    except OSError:
        return False


def _in_child(link: Connection, warm: "Warm") -> Ending:
    try:
        sandbox.limit_memory(MEMORY)
        sandbox.write_nothing()
        _document(link, warm)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # the other side has closed the connection
    except Exception as error:  # noqa: BLE001  (any error must end only this child)
        sandbox.free_memory()  # or handling the error runs out of memory too
        if isinstance(error, MemoryError) or _is_memory_used_up():
            return Ending.NO_MEMORY
        traceback.print_exc()
        return Ending.FAILED
    return Ending.DONE


def _is_memory_used_up() -> bool:
    """Libraries report it in many ways, so check the peak: much of the memory is freed before this runs."""
    return sandbox.most_memory() > 0.8 * MEMORY


def _document(link: Connection, warm: "Warm") -> None:
    files: dict[str, bytes] = {}
    sheets = Sheets(warm, files)
    while (request := link.recv_bytes()) != b"end":
        word, _space, rest = request.partition(b" ")
        try:
            if word == b"file":
                name, _nul, content = rest.partition(b"\0")
                files[name.decode()] = content
            elif word == b"html":
                sandbox.more_seconds(SECONDS, SECONDS_IN_ALL)
                link.send_bytes(b"pages %d" % sheets.add(rest.decode()))
            elif word == b"pdf":
                sandbox.more_seconds(SECONDS, SECONDS_IN_ALL)
                link.send_bytes(sheets.pdf(int(rest) if rest else None))
            elif word == b"picture":
                link.send_bytes(sheets.picture(*map(int, rest.split())))
        except Trouble as trouble:
            link.send_bytes(b"!" + str(trouble).encode())


def marks() -> dict[str, bytes]:
    """The symbols of the colours. As files they are parsed once, even if a document shows them a thousand times."""
    from games.engine.drawing import mark
    from games.engine.rules.notation import COLOURS

    return {f"mark-{colour}.svg": mark(colour).encode() for colour in COLOURS}


class Warm:
    """What every document needs, loaded once: libraries, fonts, style sheet."""

    def __init__(self) -> None:
        import pypdfium2
        import weasyprint
        from weasyprint.text.fonts import FontConfiguration

        self.pdfium, self.weasyprint, self.fonts = pypdfium2, weasyprint, FontConfiguration()
        own = {path.name: path.read_bytes() for path in FONTS.glob("*.ttf")}
        self.style = weasyprint.CSS(
            string=(HERE / "paper.css").read_text(), font_config=self.fonts, url_fetcher=fetcher(own)
        )
        self.files = marks()
        self.weasyprint.HTML(string="<p>Warm</p>").render(font_config=self.fonts, stylesheets=[self.style]).write_pdf()


class Sheets:
    """One document being rendered: its parts arrive one after the other and become one PDF."""

    def __init__(self, warm: Warm, files: dict[str, bytes]) -> None:
        self.warm, self.fetcher = warm, fetcher(ChainMap(files, warm.files))
        self.cache: dict[str, Any] = {}  # so that the club's logo is decoded once, not on each page
        self.first: Any = None
        self.pages: list[Any] = []
        self.made = b""

    def add(self, html: str) -> int:
        source = self.warm.weasyprint.HTML(string=html, base_url=None, url_fetcher=self.fetcher)
        styles = [self.warm.style, *self._numbered()]
        part = source.render(font_config=self.warm.fonts, stylesheets=styles, cache=self.cache)
        self.first = self.first or part
        self.pages += part.pages
        if len(self.pages) > MOST_PAGES:
            raise Trouble("too_many_pages")
        return len(self.pages)

    def _numbered(self) -> list[Any]:
        """A style sheet that continues the page numbers in later parts."""
        rule = f"@page :first {{ counter-reset: page {len(self.pages) + 1} }}"
        return [self.warm.weasyprint.CSS(string=rule, url_fetcher=self.fetcher)] if self.pages else []

    def pdf(self, most: int | None = None) -> bytes:
        self.made = self.first.copy(self.pages[:most]).write_pdf(pdf_tags=True)
        return self.made

    def picture(self, page: int, width: int) -> bytes:
        sheet = self.warm.pdfium.PdfDocument(self.made)[page]
        out = io.BytesIO()
        sheet.render(scale=width / sheet.get_width()).to_pil().convert("RGB").save(out, "PNG")
        return out.getvalue()


def fetcher(files: Mapping[str, bytes]) -> Any:
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class OwnFiles(URLFetcher):
        """Serves only the given files, whatever a document requests."""

        def fetch(self, url: str, headers: Any = None) -> Any:
            name = url.removeprefix(OWN)
            if not url.startswith(OWN) or name not in files:
                raise ValueError("A document asked for something outside the project.")
            kind = guess_type(name)[0] or "application/octet-stream"
            return URLFetcherResponse(url, files[name], {"Content-Type": kind})

    return OwnFiles()  # type: ignore[no-untyped-call]  # what it inherits is not annotated


if __name__ == "__main__":
    main(int(sys.argv[1]))

"""The press: a process of its own that turns HTML into PDF and pictures. It knows no database and no secret.

Whoever prints starts it once (`python -m tournament.documents.press FD`) and speaks with it over one socket. For each
document it splits off a child that has its fonts and style sheet warm already, with limits on time and memory: what goes
wrong in a document ends with the child. Nothing is fetched: a document gets the project's fonts and the files that came
along with it, and fontconfig knows the project's fonts only, so that the same input gives the same bytes on any machine.

From outside: b"file NAME\0…", b"html …", b"pdf" or b"pdf MOST_PAGES", b"picture PAGE WIDTH", b"end". Back: b"ready",
b"pages N", the bytes, or b"!CODE".
"""

import gc
import io
import os
import re
import resource
import signal
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

HERE = Path(__file__).parent
FONTS = HERE.parent / "static" / "tournament" / "fonts"
MORE_FONTS = HERE / "fonts"  # for letters that those lack; too large to send to phones
OWN = "augengenau:"  # addresses of what a document may ask for
SECONDS = 20  # of computing for one part of a document
SECONDS_IN_ALL = 600
MEMORY = 1 << 30
MOST_PAGES = 800

_CONFIGURATION = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig><dir>{more}</dir><cachedir>{cache}</cachedir>
<alias><family>sans-serif</family><prefer><family>Atkinson Hyperlegible Next</family></prefer></alias></fontconfig>"""


class Trouble(Exception):
    """A document cannot be made; the code says why."""


def main(descriptor: int) -> None:
    link, line = Connection(descriptor), socket.socket(fileno=os.dup(descriptor))
    with TemporaryDirectory(prefix="augengenau-press-") as folder:
        (Path(folder) / "fonts.conf").write_text(_CONFIGURATION.format(more=MORE_FONTS, cache=folder))
        os.environ["FONTCONFIG_FILE"] = f"{folder}/fonts.conf"
        os.environ["SOURCE_DATE_EPOCH"] = "0"  # a font that is cut down for a document notes the second otherwise
        try:
            warm = Warm()
        except OSError:
            link.send_bytes(b"!no_pdf")
            return
        gc.freeze()  # what is warm stays shared with the children, and is not looked through again in each of them
        link.send_bytes(b"ready")
        while _wants_something(line):
            pid = os.fork()
            if pid == 0:
                _in_child(link, warm)
            _, status = os.waitpid(pid, 0)
            if status:
                link.send_bytes(b"!" + _what_ended_it(status).encode())


def _wants_something(line: socket.socket) -> bool:
    """Waits without taking it: what comes is for the child. Nothing comes any more when whoever asked is gone."""
    try:
        return bool(line.recv(1, socket.MSG_PEEK))
    except OSError:
        return False


def _in_child(link: Connection, warm: "Warm") -> None:
    status = 1
    try:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        _limit_memory(MEMORY)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        _document(link, warm)
        status = 0
    except (EOFError, BrokenPipeError, ConnectionResetError):
        status = 0  # whoever asked is gone
    except Exception as error:  # noqa: BLE001  (whatever it is: it ends with this child)
        _limit_memory(resource.RLIM_INFINITY)  # or looking at it fails for want of memory, and tells the wrong reason
        status = 3 if isinstance(error, MemoryError) or _is_memory_used_up() else 1
        if status == 1:
            traceback.print_exc()
    finally:
        os._exit(status)


def _limit_memory(most: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))


def _is_memory_used_up() -> bool:
    """The libraries below say it in many ways. What counts is the most there was: much is given back before we look."""
    most = re.search(r"VmPeak:\s+(\d+) kB", Path("/proc/self/status").read_text())
    return bool(most) and int(most[1]) * 1024 > 0.8 * MEMORY


def _document(link: Connection, warm: "Warm") -> None:
    files: dict[str, bytes] = {}
    sheets = Sheets(warm, files)
    while (asked := link.recv_bytes()) != b"end":
        word, _space, rest = asked.partition(b" ")
        try:
            if word == b"file":
                name, _nul, content = rest.partition(b"\0")
                files[name.decode()] = content
            elif word == b"html":
                _give_time()
                link.send_bytes(b"pages %d" % sheets.add(rest.decode()))
            elif word == b"pdf":
                _give_time()
                link.send_bytes(sheets.pdf(int(rest) if rest else None))
            elif word == b"picture":
                link.send_bytes(sheets.picture(*map(int, rest.split())))
        except Trouble as trouble:
            link.send_bytes(b"!" + str(trouble).encode())


def _give_time() -> None:
    """Each part of a document has its time; the whole has a limit too."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    soft = int(used.ru_utime + used.ru_stime) + SECONDS
    resource.setrlimit(resource.RLIMIT_CPU, (min(soft, SECONDS_IN_ALL), SECONDS_IN_ALL))


def _what_ended_it(status: int) -> str:
    if os.WIFSIGNALED(status):
        if os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL):
            return "too_long"
        return "too_much"  # the libraries below give up with a signal of their own when they get no memory
    return "too_much" if os.WEXITSTATUS(status) == 3 else "broken"


def marks() -> dict[str, bytes]:
    """The signs of the colours. As files they are read once, where they stand a thousand times."""
    from games.drawing import mark
    from games.rules.notation import COLOURS

    return {f"mark-{colour}.svg": mark(colour).encode() for colour in COLOURS}


class Warm:
    """What every document needs, read once: the libraries, the fonts, the style sheet."""

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
    """One document on its way: parts come one after the other, and are one PDF in the end."""

    def __init__(self, warm: Warm, files: dict[str, bytes]) -> None:
        self.warm, self.fetcher = warm, fetcher(ChainMap(files, warm.files))
        self.cache: dict[str, Any] = {}  # the club's logo is read once, not on each page
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
        """The pages of a later part go on counting."""
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
        """Serves the files that are named, and nothing else, whatever a document asks for."""

        def fetch(self, url: str, headers: Any = None) -> Any:
            name = url.removeprefix(OWN)
            if not url.startswith(OWN) or name not in files:
                raise ValueError("A document asked for something outside the project.")
            kind = guess_type(name)[0] or "application/octet-stream"
            return URLFetcherResponse(url, files[name], {"Content-Type": kind})

    return OwnFiles()


if __name__ == "__main__":
    main(int(sys.argv[1]))

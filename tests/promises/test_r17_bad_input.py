"""R17: bad input never breaks the program, and it does not linger.

Lists and pictures as they come out of strange programs, or are made to hurt, are sent to a real server; whatever it says is below
500, and what it needs for it is bounded. How long each took is printed. Every field, header and body of every route:
tests/tournament/everywhere/test_nasty.py; the whole API by its description: tests/tournament/api/test_any_request.py.
"""

import csv
import http.client
import io
import os
import re
import struct
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from openpyxl import Workbook
from PIL import Image

from tests.promises.server import Server

LONG = bool(os.environ.get("AUGENGENAU_LONG"))
MANY_COLUMNS = 1_000_000 if LONG else 100_000
GROWTH = 100 << 20
PLENTY = 30.0  # seconds: the promise is 2 on a quiet machine
CSRF = "a" * 32

pytestmark = pytest.mark.slow


def as_csv(*rows: list[str]) -> bytes:
    written = io.StringIO()
    csv.writer(written, delimiter=";").writerows(rows)
    return written.getvalue().encode()


def as_xlsx(*rows: list[object], **parts: bytes) -> bytes:
    """`parts` take the place of what stands in the archive, or come to it."""
    book, written = Workbook(), io.BytesIO()
    for row in rows or (["Yara", "Yilmaz"],):
        book.active.append(row)
    book.save(written)
    changed = io.BytesIO()
    with zipfile.ZipFile(written) as plain, zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as made:
        for name in plain.namelist():
            made.writestr(name, parts.pop(name, plain.read(name)))
        for name, content in parts.items():
            made.writestr(name, content)
    return changed.getvalue()


SHEET = "xl/worksheets/sheet1.xml"
LAUGHS = b"".join(b'<!ENTITY l%d "%s">' % (n, b"&l%d;" % (n - 1) * 10) for n in range(1, 10))
XML = {
    "bomb": b"<worksheet>" + b" " * (80 << 20) + b"</worksheet>",
    "laughs": b'<!DOCTYPE x [<!ENTITY l0 "ha">' + LAUGHS + b"]><worksheet>&l9;</worksheet>",
    "outside": b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet>&e;</worksheet>',
    "torn": b"<worksheet><sheetData><row",
}
RIGHT_TO_LEFT = "\u0645\u062d\u0645\u062f"
LISTS: dict[str, Callable[[], bytes]] = {
    "bom": lambda: "Vorname;Nachname\nJürgen;Weiß".encode("utf-8-sig"),
    "utf-16": lambda: "Vorname;Nachname\nJürgen;Weiß".encode("utf-16"),
    "utf-16 without mark": lambda: "Vorname;Nachname\nJürgen;Weiß".encode("utf-16-le"),
    "utf-7": lambda: "Vorname;Nachname\nJürgen;Weiß".encode("utf-7"),
    "nul": lambda: b"Vorname;Nachname\nA\0nna;K\0",
    "half a pair": lambda: b"Vorname;Nachname\n\xed\xa0\x80;x",
    "columns without end": lambda: b"a;" * MANY_COLUMNS,
    "lines without end": lambda: b"a;b\n" * MANY_COLUMNS,
    "one long line": lambda: b"x" * (2 << 20),
    "fifty megabytes": lambda: b"Anna;K\n" * (50 * 1024 * 1024 // 7),
    "quote that never ends": lambda: b'Vorname;Nachname\n"Anna;K\n' * 1000,
    "only quotes": lambda: b'"' * 100_000,
    "emoji": lambda: as_csv(["Vorname", "Nachname"], ["👩‍👩‍👧‍👦" * 5, "🏳️‍🌈"]),
    "right to left": lambda: as_csv(["Vorname", "Nachname"], [RIGHT_TO_LEFT, RIGHT_TO_LEFT], ["\u202eanna", "\u2066k"]),
    "long name": lambda: as_csv(["Vorname", "Nachname"], ["A" * 10_000, "\u0301" * 10_000]),
    "formulas": lambda: as_csv(["=1+1", "@SUM(A1)"], ["+cmd|' /C calc'!A0", "-2+3"]),
    "numbers": lambda: as_csv(
        ["Nr", "Vorname"], ["9" * 4000, "A"], ["-1", "B"], ["１２", "C"], ["1e5", "D"], ["NaN", "E"]
    ),
    "escapes of a terminal": lambda: b"Vorname;Nachname\n\x1b]0;x\x07;\x9b31m",
    "no archive": lambda: b"PK\x03\x04" + b"\xff" * 5000,
    "xlsx": lambda: as_xlsx(["Vorname", "Nachname"], ["Anna", "=1+1"], [1e300, True]),
    "xlsx bomb": lambda: as_xlsx(**{SHEET: XML["bomb"]}),
    "xlsx of laughs": lambda: as_xlsx(**{SHEET: XML["laughs"]}),
    "xlsx that asks for files": lambda: as_xlsx(**{SHEET: XML["outside"]}),
    "xlsx torn": lambda: as_xlsx(**{SHEET: XML["torn"]}),
    "xlsx climbing out": lambda: as_xlsx(**{"../../../tmp/x": b"x"}),
    "xlsx without a book": lambda: as_xlsx(**{"xl/workbook.xml": b"<x/>"}),
    "xlsx in an xlsx": lambda: as_xlsx(**{SHEET: as_xlsx()}),
}


def picture(kind: str, size: tuple[int, int] = (40, 20), mode: str = "RGB", **how: object) -> bytes:
    written = io.BytesIO()
    Image.new(mode, size).save(written, kind, **how)
    return written.getvalue()


def promised(width: int, height: int) -> bytes:
    """A header that promises a picture of any size."""

    def chunk(name: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")
    )


SVG = b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="file:///etc/passwd"/></svg>'
PICTURES: dict[str, Callable[[], bytes]] = {
    "svg": lambda: SVG,
    "svg called png": lambda: b"\x89PNG\r\n\x1a\n" + SVG,
    "page and picture": lambda: (
        picture("JPEG", comment=b"<script>alert(1)</script>") + b"<html><script>alert(1)</script>"
    ),
    "archive and picture": lambda: picture("PNG") + as_xlsx(),
    "animation": lambda: picture(
        "GIF", save_all=True, append_images=[Image.new("RGB", (40, 20), n) for n in range(50)]
    ),
    "a billion points": lambda: promised(30_000, 30_000),
    "no width": lambda: promised(0, 10),
    "very wide": lambda: promised(2**31 - 1, 1),
    "really many points": lambda: picture("PNG", (9000, 9000), "1"),
    "other colours": lambda: picture("JPEG", mode="CMYK"),
    "torn": lambda: picture("PNG", (400, 400))[:200],
    "nothing": lambda: b"",
    "postscript": lambda: b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n",
    "tiff": lambda: picture("TIFF"),
    "fifty megabytes": lambda: b"\xff\xd8\xff\xe0" + b"\0" * (50 << 20),
}


class Sender:
    def __init__(self, server: Server, session: str) -> None:
        self.server, self.session, self.slowest = server, session, (0.0, "")

    def send(self, path: str, field: str, name: str, content: bytes) -> int:
        file = f'{field}"; filename="{name}'
        parts = {"csrfmiddlewaretoken": CSRF, "colour": "#a00000", "version": "1", file: content}
        body = b"".join(_part(part, value) for part, value in parts.items()) + b"--mark--\r\n"
        headers = {"Content-Type": "multipart/form-data; boundary=mark"}
        headers["Cookie"] = f"session={self.session}; csrf={CSRF}"
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PLENTY)
        began = time.monotonic()
        with suppress(BrokenPipeError, ConnectionResetError):  # refused before all of it was sent
            connection.request("POST", path, body, headers)
        status = connection.getresponse().status
        connection.close()
        self.slowest = max(self.slowest, (time.monotonic() - began, name))
        return status


def _part(name: str, value: str | bytes) -> bytes:
    content = value.encode() if isinstance(value, str) else value
    return f'--mark\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'.encode() + content + b"\r\n"


@pytest.fixture
def sender(house) -> Iterator[Sender]:
    server = house.server("tests.promises.settings_altered", AUGENGENAU_DEBUG="0")
    server.start()
    yield Sender(server, house.session)
    server.kill()


def memory(server: Server, name: str) -> int:
    """VmRSS: now; VmHWM: the most there was."""
    assert server.process is not None
    found = re.search(rf"{name}:\s+(\d+) kB", Path(f"/proc/{server.process.pid}/status").read_text())
    assert found is not None
    return int(found[1]) * 1024


CLUB = "from tournament.models import Club; print(Club.objects.get(tournaments__isnull=False).public_id)"


def test_r17_no_list_and_no_picture_breaks_it(sender, house):
    server, said = sender.server, {}
    lists, letterhead = f"/desk/t/{house.tournament}/enter/list/", f"/desk/clubs/{server.manage(CLUB)}/letterhead/"
    assert sender.send(lists, "file", "plain.csv", as_csv(["Anna", "Kühn"])) == 302  # it is looked at on the next page
    assert sender.send(letterhead, "logo", "plain.png", picture("PNG")) == 302
    before = memory(server, "VmRSS")
    for name, make in LISTS.items():
        said[name] = sender.send(lists, "file", f"{name}.{'xlsx' if 'xlsx' in name else 'csv'}", make())
    for name, make in PICTURES.items():
        said[f"picture: {name}"] = sender.send(letterhead, "logo", f"{name}.png", make())
    grown, most = memory(server, "VmRSS") - before, memory(server, "VmHWM") - before
    seconds, slowest = sender.slowest
    print(
        f"R17: {len(said)} files, slowest {slowest} {seconds:.1f} s, memory +{grown >> 20} MB (for a moment +{most >> 20} MB)"
    )
    assert {name: status for name, status in said.items() if status >= 500} == {}
    assert grown <= GROWTH
    assert sender.send(lists, "file", "plain.csv", as_csv(["Anna", "Kühn"])) == 302  # as before
    assert {said[name] for name in ("bom", "utf-16", "xlsx", "emoji")} <= {302, 422}

"""R18: printing cannot leak or hang. A canary file, a listener, payloads in everything that is printed; limits that hold.

The control: WeasyPrint with its usual fetcher reads the file and calls the listener.
"""

import io
import os
import struct
import threading
import zlib
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from PIL import Image

from tournament.core.errors import Refused
from tournament.core.pictures import as_logo
from tournament.paper import press, printing

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(os.environ.get("DATABASE_URL")), reason="paper is the same from either database"),
]

CANARY = "KANARIENVOGEL-4711"


@pytest.fixture
def listener():
    """Counts who comes."""
    heard = []

    class Ear(BaseHTTPRequestHandler):
        def do_GET(self):
            heard.append(self.path)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(CANARY.encode())

        def log_message(self, *_args):
            pass

    server = HTTPServer(("127.0.0.1", 0), Ear)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", heard
    server.shutdown()


def hostile(address: str, canary) -> str:
    """Every way we know in which HTML asks for something."""
    file = canary.as_uri()
    return f"""<html lang=de><head><link rel=stylesheet href="{address}/style"><link rel=attachment href="{file}">
    <style>@import "{address}/import"; @font-face {{font-family: x; src: url({address}/font)}} body {{font-family: x;
    background: url({address}/ground)}} p::before {{content: url({file})}}</style><base href="{address}/"></head><body>
    <img src="{address}/img"><img src="{file}"><object data="{address}/object"></object><embed src="{address}/embed">
    <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image href="{address}/svg"/>
    <image xlink:href="{file}"/><use href="{address}/use#a"/><style>@import url({address}/svgstyle);</style></svg>
    <img src="data:image/svg+xml,&lt;svg xmlns='http://www.w3.org/2000/svg'&gt;&lt;image href='{address}/inner'/&gt;&lt;/svg&gt;">
    <p>Text</p></body></html>"""


@pytest.fixture
def canary(tmp_path):
    file = tmp_path / "canary.txt"
    file.write_text(CANARY)
    return file


def test_ours_fetches_nothing(listener, canary):
    address, heard = listener
    content, _picture, pages = printing.print_out([hostile(address, canary)])
    assert pages == 1 and heard == []
    assert CANARY.encode() not in unpacked(content)


def test_the_control_leaks(listener, canary):
    import weasyprint

    address, heard = listener
    content = weasyprint.HTML(string=hostile(address, canary)).write_pdf()
    assert len(heard) >= 5
    assert CANARY.encode() in unpacked(content)


def unpacked(content: bytes) -> bytes:
    """All streams of a PDF, readable."""
    found = [content]
    for part in content.split(b"stream\n")[1:]:
        try:
            found.append(zlib.decompressobj().decompress(part))
        except zlib.error:
            continue
    return b"".join(found)


LARGE = "<html lang=de><body>" + "<table><tr>" + "<td><div><p>x</p></div></td>" * 60_000 + "</tr></table>"


def test_what_takes_too_long_ends_alone_and_says_so(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "")
    with Limited(monkeypatch, SECONDS=1), pytest.raises(Refused) as refused:
        printing.print_out([LARGE])
    assert refused.value.code == "too_long"
    assert printing.print_out(["<html lang=de><p>Danach</p>"])[2] == 1


def test_what_takes_too_much_memory_ends_alone_and_says_so(monkeypatch):
    with Limited(monkeypatch, MEMORY=420 << 20, SECONDS=200), pytest.raises(Refused) as refused:
        printing.print_out([LARGE])
    assert refused.value.code == "too_much"


FILL_UP = """
def fill_up(*_asked):
    held, full = [], ValueError("full")
    for size in (1 << 20, 1 << 14, 1 << 10, 600, 400, 200, 100, 16):
        try:
            while True:
                held.append(bytearray(size))
        except MemoryError:
            full.held = held
    raise full
press._document = fill_up
"""


def test_nothing_left_to_look_at_the_fault_with_is_too_much_memory_as_well(monkeypatch):
    """A library says it in words of its own, and not a byte is free when we look at what happened."""
    with Limited(monkeypatch, MEMORY=420 << 20, before=FILL_UP), pytest.raises(Refused) as refused:
        printing.print_out(["<html lang=de><p>Voll</p>"])
    assert refused.value.code == "too_much"


def test_too_many_pages_are_refused(monkeypatch):
    with Limited(monkeypatch, MOST_PAGES=3), pytest.raises(Refused) as refused:
        printing.print_out(["<html lang=de><p style='break-after: page'>a</p>" * 5])
    assert refused.value.code == "too_many_pages"


class Limited:
    """A press of its own with other limits."""

    def __init__(self, monkeypatch, before="", **limits):
        self.monkeypatch, self.before, self.limits = monkeypatch, before, limits

    def __enter__(self):
        run = (
            f"import sys; from tournament.paper import press; vars(press).update({self.limits})\n"
            f"{self.before}\npress.main(int(sys.argv[1]))"
        )
        real = printing.subprocess.Popen

        def start(command, **kwargs):
            return real([command[0], "-c", run, command[-1]], **kwargs)

        self.monkeypatch.setattr(printing, "_idle", [])
        self.monkeypatch.setattr(printing.subprocess, "Popen", start)

    def __exit__(self, *_error):
        for one in printing._idle:
            one.end()
        self.monkeypatch.undo()


def test_three_hundred_rows_take_a_moment():
    import time

    rows = "".join(f"<tr><td>{n}<td>Name {n}<td>{n % 17}</tr>" for n in range(300))
    began = time.monotonic()
    printing.print_out([f"<html lang=de><table>{rows}</table>"])
    assert time.monotonic() - began <= 5


def a_png(width: int, height: int) -> bytes:
    """A bomb: a header that promises a picture of any size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 100)) + chunk(b"IEND", b"")
    )


SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'


@pytest.mark.parametrize(
    "content",
    [
        SVG,
        b"%!PS-Adobe",
        b"",
        b"GIF89a" + b"\0" * 40,
        a_png(60_000, 60_000),
        a_png(5000, 5001),
        b"\xff\xd8\xff\xe0JFIF",
    ],
    ids=["svg", "postscript", "nothing", "gif", "bomb", "large", "broken"],
)
def test_a_hostile_logo_is_refused(content):
    with pytest.raises(Refused):
        as_logo(io.BytesIO(content), len(content))


def test_a_logo_is_written_anew():
    out = io.BytesIO()
    Image.new("RGB", (3000, 1500), "#a00").save(
        out, "JPEG", comment=CANARY.encode(), exif=b"Exif\0\0" + CANARY.encode()
    )
    made = as_logo(io.BytesIO(out.getvalue() + CANARY.encode()), len(out.getvalue()))
    assert made.startswith(b"\x89PNG") and CANARY.encode() not in made
    assert Image.open(io.BytesIO(made)).size == (900, 450)


def test_the_limits_are_those_promised():
    assert press.SECONDS == 20 and press.MEMORY == 1 << 30

"""A document as one page that a browser prints: the same HTML and style sheet as for the press, with everything in it, so that
a machine without the press's libraries prints all papers, and printing begins at once.
"""

import base64
import re
from collections.abc import Mapping
from html import unescape
from mimetypes import guess_type
from pathlib import Path

from django.templatetags.static import static
from django.utils.html import strip_tags
from django.utils.safestring import SafeString, mark_safe

from tournament.paper.press import OWN, marks
from tournament.paper.registry import Pack

STYLE = Path(__file__).parent / "paper.css"
FONTS = {"atkinson-latin.ttf": "atkinson-latin.woff2", "atkinson-latin-ext.ttf": "atkinson-latin-ext.woff2"}
_BODY = re.compile(r"<html[^>]*>.*?<body>(.*)</body>", re.DOTALL)
_FACTS = re.compile(r'<p class="facts">(.*?)</p>|data-event="([^"]*)"', re.DOTALL)
_OWN_FILE = re.compile(re.escape(OWN) + r"([\w.-]+)")
# Pictures in a room of their own size, on every certificate the same ones: each stands in the page once, in its style sheet.
_IN_A_ROOM = re.compile(rf'<img class="(ground|emblem)" src="{re.escape(OWN)}([\w.-]+)"')
_FILLED = re.compile(r'<img class="(ground|emblem)" data-file="([\w.-]+)"')
_FITTED = {"ground": "cover", "emblem": "contain"}
_NOTHING = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"


def body_of(pack: Pack, files: Mapping[str, bytes]) -> SafeString:
    parts = [found[1] for part in pack.parts if (found := _BODY.search(part))]
    whole = _IN_A_ROOM.sub(rf'<img class="\1" data-file="\2" src="{_NOTHING}"', "".join(parts))
    return mark_safe(_with_files(whole, {**marks(), **files, **pack.files}))  # noqa: S308  (templates escaped it)


def style_of(body: str, files: Mapping[str, bytes]) -> SafeString:
    """With what only the press understands said in another way: the line at the foot of every page."""
    rooms = [
        f'.{room}[data-file="{name}"] {{ background: url("{OWN}{name}") center / {_FITTED[room]} no-repeat; '
        "-webkit-print-color-adjust: exact; print-color-adjust: exact; }\n"
        for room, name in sorted(set(_FILLED.findall(body)))
    ]
    sheet = _with_files("".join([STYLE.read_text(), *rooms]), {**marks(), **files}).replace('format("truetype")', "")
    foot = f'content: "{_in_css(_at_the_foot(body))}"'
    return mark_safe(sheet.replace("content: string(event)", foot))  # noqa: S308  (ours, the words in it are escaped)


def _at_the_foot(body: str) -> str:
    found = _FACTS.search(body)
    return " ".join(unescape(strip_tags(found[1] or found[2])).split()) if found else ""


def _with_files(text: str, files: Mapping[str, bytes]) -> str:
    def address(found: re.Match[str]) -> str:
        name = found[1]
        if name in FONTS:
            return static(f"tournament/fonts/{FONTS[name]}")
        kind = guess_type(name)[0] or "application/octet-stream"
        return f"data:{kind};base64,{base64.b64encode(files[name]).decode()}" if name in files else "data:,"

    return _OWN_FILE.sub(address, text)


def _in_css(words: str) -> str:
    """As the inside of a string, whatever somebody typed; nothing in it can end the string or the style sheet."""
    return "".join(char if char.isalnum() or char in " .,·" else f"\\{ord(char):06x} " for char in words)

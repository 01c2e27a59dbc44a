"""A language that nobody speaks: every sentence of every catalogue, marked and longer, in letters that are none of ASCII.

What is then seen in ASCII letters on a page came from no catalogue: it is a name, something typed, or a mistake.
"""

import re
import string
import struct
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[1]
CODE = "qps"  # the code that is kept for such languages
SOURCE = "de"  # complete, so that its catalogues hold every sentence
LETTERS = str.maketrans(string.ascii_letters, "áƀçđéƒǵĥíĵķłḿńóṕɋŕśţúṽŵẋýźÁɃÇĐÉƑǴĤÍĴĶŁḾŃÓṔɊŔŚŢÚṼŴẊÝŹ")
CODE_WORD = re.compile(r"\{\w+\}")  # that somebody types as it is: {points}
HOLE = re.compile(r"(%\(\w+\)\d*[sd]|%[sd%]|\{[^{}]*\}|</?[^<>]+>|&#?\w+;)")
CONTEXT, PLURAL = "\4", "\0"
HEAD = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"


def pseudo(text: str) -> str:
    """What is filled in stays; a third is added, as other languages are longer than English."""
    parts = HOLE.split(text)
    said = "".join(part if n % 2 else part.translate(LETTERS) for n, part in enumerate(parts))
    return f"⟦{said}{'·' * (len(text) // 3)}⟧"


# Catalogues


def texts_of(compiled: Path) -> Iterator[str]:
    """The texts of a .mo file as the code has them: context, text and plural joined as gettext joins them."""
    content = compiled.read_bytes()
    _magic, _version, count, start = struct.unpack("<4I", content[:16])
    for n in range(count):
        length, offset = struct.unpack_from("<2I", content, start + 8 * n)
        if text := content[offset : offset + length].decode():
            yield text


def compiled(texts: Iterable[str]) -> bytes:
    """A .mo file in which each text is translated."""
    pairs = sorted({"": HEAD, **{text: _translated(text) for text in texts}}.items(), key=lambda pair: pair[0].encode())
    tables, strings = b"", b""
    first = 28 + 16 * len(pairs)
    for column in zip(*pairs, strict=True):
        for text in column:
            tables += struct.pack("<2I", len(text.encode()), first + len(strings))
            strings += text.encode() + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, first)
    return head + tables + strings


def _translated(key: str) -> str:
    return PLURAL.join(map(pseudo, key.rpartition(CONTEXT)[2].split(PLURAL)))


def catalogues() -> dict[str, list[Path]]:
    """Ours and those of the libraries that speak to users, by what the file is called."""
    libraries = [
        Path(spec.origin).parent for name in ("django", "rest_framework") if (spec := find_spec(name)) and spec.origin
    ]
    tops = [*(ROOT / top for top in ("templates", "tournament", "games", "referee")), *libraries]
    found: dict[str, list[Path]] = {}
    for top in tops:
        for path in top.rglob(f"locale/{SOURCE}/LC_MESSAGES/*.mo"):
            if not path.name.endswith("djangojs.mo"):
                found.setdefault(path.name, []).append(path)
    return found


def write_catalogues(folder: Path) -> Path:
    """As a translator would bring them: `<folder>/qps/LC_MESSAGES/*.mo`."""
    place = folder / CODE / "LC_MESSAGES"
    place.mkdir(parents=True)
    for name, paths in catalogues().items():
        (place / name).write_bytes(compiled(text for path in paths for text in texts_of(path)))
    return folder


# What is seen of a page

SPOKEN = ("alt", "aria-description", "aria-label", "aria-roledescription", "aria-valuetext", "placeholder", "title")
NOT_SAID = {"script", "style", "code", "pre", "kbd", "samp"}  # what machines read
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


class Seen(HTMLParser):
    """Every text and every attribute that somebody reads or hears, but not what is marked as another language."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.open: list[tuple[str, bool]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attributes}
        is_silent = tag in NOT_SAID or (tag != "html" and said.get("lang", CODE) != CODE)
        if tag not in VOID:
            self.open.append((tag, is_silent))
        if not is_silent and not self.is_silent:
            self.texts += [said[name] for name in SPOKEN if name in said]
            if tag == "input" and said.get("type") in ("submit", "button", "reset"):
                self.texts.append(said.get("value", ""))
            if tag == "meta" and (
                said.get("name") == "description" or said.get("property") in ("og:title", "og:description")
            ):
                self.texts.append(said.get("content", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag in [name for name, _silent in self.open]:
            while self.open.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not self.is_silent and data.strip():
            self.texts.append(data.strip())

    @property
    def is_silent(self) -> bool:
        return any(silent for _tag, silent in self.open)


ADDRESS = re.compile(
    r"urn:uuid:[0-9a-f-]{36}|\b[0-9a-f]{32,}\b|\d:\d\d [AP]M|\S*(?:://|@|\w/\w)\S*|[\w-]+\.[a-z]{2,4}\b"
)
WORD = re.compile(r"(?<!\w)[A-Za-z]{2,}(?!\w)")


def pattern(typed: Iterable[str]) -> re.Pattern[str]:
    """Any of these, the longest first; and what is ours in every language."""
    known = sorted({*typed, "Augengenau", "POST", CODE}, key=len, reverse=True)
    return re.compile("|".join(map(re.escape, known)), re.IGNORECASE)


def strange(texts: Iterable[str], typed: re.Pattern[str]) -> set[str]:
    """Those that came from no catalogue, without what somebody typed."""
    return {text for text in texts if WORD.search(typed.sub(" ", ADDRESS.sub(" ", CODE_WORD.sub(" ", text))))}

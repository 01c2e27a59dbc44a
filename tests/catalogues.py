"""Catalogues of the engine and the judge: read as text, and written as gettext reads them, without gettext's programs.

`pseudo` makes a language that nobody speaks out of the German one, so that a test sees which sentences come from a
catalogue: add its folder with `games.engine.rules.speech.add_catalogues`.
"""

import ast
import struct
from collections.abc import Callable, Mapping
from pathlib import Path

from deploy.workshop.house import APPS

ROOT = Path(__file__).parents[1]
CATALOGUES = sorted(path for app in APPS for path in (ROOT / app).rglob("engine.po"))
GERMAN = [catalogue for catalogue in CATALOGUES if catalogue.parts[-3] == "de"]
HEADER = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"

# Context, \\4, the English, \\0, its plural: the translation, \\0, that of the plural. As a .mo file has them.
Entries = dict[str, str]


def read(catalogue: Path) -> Entries:
    """All of a .po file but its header."""
    found: Entries = {}
    for block in catalogue.read_text().split("\n\n"):
        parts: list[list[str]] = []
        for line in [line for line in block.splitlines() if line and not line.startswith("#")]:
            name, _, rest = line.partition(" ")
            if line.startswith('"'):
                parts[-1][1] += ast.literal_eval(line)
            else:
                parts.append([name, ast.literal_eval(rest)])
        context = "".join([text + "\4" for name, text in parts if name == "msgctxt"])
        english = "\0".join([text for name, text in parts if name.startswith("msgid")])
        if english:
            found[context + english] = "\0".join([text for name, text in parts if name.startswith("msgstr")])
    return found


def compiled(entries: Mapping[str, str]) -> bytes:
    """As a .mo file: seven numbers, where each text lies, the texts."""
    pairs = sorted({"": HEADER, **entries}.items())
    texts = [text.encode() + b"\0" for text in [*dict(pairs), *dict(pairs).values()]]
    first = 28 + 8 * len(texts)
    starts = [first + sum(map(len, texts[:n])) for n in range(len(texts))]
    table = [number for text, start in zip(texts, starts, strict=True) for number in (len(text) - 1, start)]
    head = (0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    return struct.pack(f"<{7 + len(table)}I", *head, *table) + b"".join(texts)


def pseudo(folder: Path, language: str, change: Callable[[str], str]) -> None:
    """Into a folder: engine and judge in another language, each English text changed."""
    entries = {key: "\0".join(map(change, key.rpartition("\4")[2].split("\0"))) for po in GERMAN for key in read(po)}
    file = folder / language / "LC_MESSAGES/engine.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(compiled(entries))

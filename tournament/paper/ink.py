"""Cleans text that people typed, for printing: removes characters that change the direction of text or draw over neighbouring
lines, and truncates long text with an ellipsis. Escaping markup is left to the template.
"""

import unicodedata
from collections.abc import Iterator

MARKS = 2  # combining marks kept per letter: no spelling needs more


def ink(text: str, most: int = 60) -> str:
    clean = "".join(_harmless(unicodedata.normalize("NFC", text)))
    line = " ".join(clean.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def lines(text: str, most: int = 600) -> str:
    """The same for text of several lines."""
    return "\n".join(ink(line, most) for line in text[:most].splitlines())


def _harmless(text: str) -> Iterator[str]:
    marks = 0
    for char in text:
        kind = unicodedata.category(char)
        marks = marks + 1 if kind == "Mn" else 0
        if marks > MARKS or kind in ("Me", "Cf", "Cs", "Co"):
            continue
        yield " " if kind in ("Cc", "Zl", "Zp") else char

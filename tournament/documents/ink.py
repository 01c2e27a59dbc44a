"""Any text as harmless ink: what people typed, as it may stand on paper.

Markup is the template's business. Here: signs that turn the direction of what follows or draw over neighbouring lines go, and
what is too long for its place ends in an ellipsis.
"""

import unicodedata
from collections.abc import Iterator

MARKS = 2  # combining marks that a letter keeps: as many as any spelling needs


def ink(text: str, most: int = 60) -> str:
    clean = "".join(_harmless(unicodedata.normalize("NFC", text)))
    shown = " ".join(clean.split())
    return shown if len(shown) <= most else shown[: most - 1].rstrip() + "…"


def lines(text: str, most: int = 600) -> str:
    """A few lines as they were typed."""
    return "\n".join(ink(line, most) for line in text[:most].splitlines())


def _harmless(text: str) -> Iterator[str]:
    marks = 0
    for char in text:
        kind = unicodedata.category(char)
        marks = marks + 1 if kind == "Mn" else 0
        if marks > MARKS or kind in ("Me", "Cf", "Cs", "Co"):
            continue
        yield " " if kind in ("Cc", "Zl", "Zp") else char

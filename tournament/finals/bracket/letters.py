"""How wide a text is in the project's font, in em: rather a little too much than too little."""

from functools import cache
from unicodedata import normalize

X_HEIGHT = 0.496  # as a share of the font size
MIDDLE = 0.345  # from the baseline up to the middle of a digit
_WIDTHS = {
    0.22: "',.:;",
    0.26: "`j|il·‘’",
    0.30: ' !()f["',
    0.34: "]rt{}",
    0.40: "-_/I\\“”„",
    0.44: "1y",
    0.49: "vzs*?ckx",
    0.54: "7Ja–2Lehnou",
    0.58: "<>EFTY^bdgpq~$3569PSV",
    0.64: "+48BRXZ0=ACK",
    0.69: "#D…GHNUw",
    0.75: "OQ&",
    0.88: "@©mM—W%",
}
_OF_CHAR = {char: width for width, chars in _WIDTHS.items() for char in chars}
_BOLDER = 0.055  # a bold character is so much wider
_OTHER_LATIN, _OTHER, _LATIN_END = 0.72, 1.0, "\u0250"


@cache
def width(text: str, *, is_bold: bool = False) -> float:
    return sum(map(_char_width, text)) + (_BOLDER * len(text) if is_bold else 0)


def _char_width(char: str) -> float:
    base = normalize("NFD", char)[0]
    return _OF_CHAR.get(base) or (_OTHER_LATIN if base < _LATIN_END else _OTHER)


def cut(text: str, room: float, *, is_bold: bool = False) -> str:
    """As much of the text as fits, with "…" where something is missing."""
    if width(text, is_bold=is_bold) <= room + 0.01:
        return text
    while len(text) > 1 and width(f"{text}…", is_bold=is_bold) > room:
        text = text[:-1].rstrip()
    return f"{text}…"

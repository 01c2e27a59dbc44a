"""Text in a drawing: escaping, line breaks, lengths. No shapes here."""

import re
from html import escape
from textwrap import wrap

# Characters that XML 1.0 does not allow even escaped.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LENGTH = re.compile(r"(\d{1,5}(?:\.\d{1,3})?)(px|mm|cm|in|pt)?")


def safe(text: str) -> str:
    """Escape any text for an element or a quoted attribute."""
    return escape(_NOT_XML.sub("\ufffd", text))


def lines(text: str, width: int, size: int) -> list[str]:
    """Break the text into lines that fit the width, estimated with the average letter of a sans-serif typeface."""
    return wrap(_NOT_XML.sub("\ufffd", text), max(8, int(width / (0.52 * size))))


def centred(text: str, x: int, y: int, size: int, look: str) -> str:
    """Safe text with its middle at a point. (`dominant-baseline` is not understood everywhere.)"""
    return f'<text {look} font-size="{size}" x="{x}" y="{y + round(0.36 * size)}">{text}</text>'


def extent(width: str, box_width: int, box_height: int) -> str:
    """Attributes `width` and `height` for a drawing this wide ("30mm", "360"); none without a width: it fills its container."""
    if not width:
        return ""
    match = _LENGTH.fullmatch(width)
    if not match:
        raise ValueError(f"not a width: {width[:20]!r}")
    number, unit = float(match[1]), match[2] or ""
    return f' width="{number:g}{unit}" height="{number * box_height / box_width:g}{unit}"'

"""On the club's own background: its picture fills the sheet, and the words stand on a light panel in the middle of it."""

from tournament.paper.certificates.plain import plain
from tournament.paper.certificates.sheet import Facts, Sheet

ROUND, LIGHT = 8, 0.86


def own(sheet: Sheet, facts: Facts) -> None:
    """Without a background it is the plain design."""
    if facts.has_background:
        left, top = (22.0, 18.0) if sheet.is_landscape else (18.0, 46.0)
        size = f'width="{sheet.wide - 2 * left:g}" height="{sheet.high - 2 * top:g}" rx="{ROUND}"'
        sheet.draw(f'<rect x="{left:g}" y="{top:g}" {size} fill="#fff" fill-opacity="{LIGHT}"/>')
    plain(sheet, facts)

"""The place as a large number inside a medal or a seal; without a place a pawn."""

from html import escape

from tournament.paper.certificates.pieces import metal, pawn
from tournament.paper.certificates.sheet import Facts, Sheet


def place_in(sheet: Sheet, at: tuple[float, float], r: float, facts: Facts, *, share: float = 0.82) -> None:
    x, y = at
    if facts.place is None:
        sheet.draw(pawn(x, y + r * 0.44, r * 0.92, facts.colour, face="smile"))
        return
    size = r * share * {1: 1.0, 2: 0.8}.get(len(str(facts.place)), 0.6)
    look = f"font-weight:700;color:{metal(facts.place)[1]}"
    sheet.write((x, y + size * 0.3), size, escape(facts.place_text), look=look, is_beside=True)
    sheet.write(
        (x, y + r * 0.46),
        r * 0.17,
        escape(facts.place_word.upper()),
        look=f"{look};letter-spacing:{r * 0.02:.2f}mm",
        is_beside=True,
    )

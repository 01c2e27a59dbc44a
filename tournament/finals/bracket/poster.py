"""Draws a laid out bracket in two colours, black and white on paper: cards with real text, and a chevron beside each group.

Nothing depends on grey, so it can be photocopied. Going on is bold with the place on a disc, out is plain.
"""

from collections.abc import Sequence
from typing import Any

from tournament.finals.bracket.card import ARROW, DIE, FOOT, GAP, HEAD, HIGH_HEAD, PAD, PLACE, Exit, Row
from tournament.finals.bracket.ink import BLACK, ON_SCREEN, WHITE, Ink, box, disc
from tournament.finals.bracket.letters import MIDDLE, cut, width
from tournament.finals.bracket.trying import TITLE, Chevron, Spot, Steps

THIN, THICK, FINAL = 0.07, 0.13, 0.24  # em: between rows, around a card, around the final


def drawn(steps: Steps, *, to_fill_in: bool = False, on_screen: bool = False) -> Ink:
    """`to_fill_in`: with an empty box where a place is not known; `on_screen`: in the page's colours, with the start numbers by
    which it marks somebody's way."""
    ink = Ink(ON_SCREEN if on_screen else None)
    for heading in steps.headings:
        ink.text(heading.x, heading.y, TITLE * steps.em, heading.said, is_bold=True)
    for chevron in steps.chevrons:
        _chevron(ink, chevron, steps.em)
    for spot in steps.spots:
        _Drawing(ink, spot, steps.em, to_fill_in=to_fill_in).card()
    return ink


def _chevron(ink: Ink, one: Chevron, em: float) -> None:
    middle, tip = (one.top + one.bottom) / 2, min(1.1 * em, (one.bottom - one.top) / 2)
    ink.line(
        f"M{one.x - 0.45 * em:.2f} {one.top:.2f}h{0.2 * em:.2f}V{middle - tip:.2f}l{0.7 * em:.2f} {tip:.2f}"
        f"l{-0.7 * em:.2f} {tip:.2f}V{one.bottom:.2f}h{-0.2 * em:.2f}",
        0.2 * em,
    )


class _Drawing:
    """One card."""

    def __init__(self, ink: Ink, spot: Spot, em: float, *, to_fill_in: bool) -> None:
        self._ink, self._spot, self._em, self._to_fill_in = ink, spot, em, to_fill_in
        card = spot.card
        is_parted = spot.is_high and card.head * em > spot.width + 0.01
        stretch = spot.height / (card.height(is_high=spot.is_high, room=spot.width / em) * em)
        most = min(stretch, 1.2)
        self._tab = HEAD * em * most
        self._head = (HIGH_HEAD if is_parted else HEAD) * em * most
        self._foot = FOOT * em * most if card.foot else 0.0
        self._is_parted = is_parted
        self._row = (spot.height - self._head - self._foot) / max(len(card.rows), 1)
        self._wide = spot.width - 2 * PAD * em

    def _look(self, row: Row, ink: str) -> dict[str, Any]:
        """Of a name."""
        more = f' data-n="{row.number}"' if self._ink.is_on_screen and row.number is not None else ""
        return {"is_bold": row.goes_on, "colour": ink, "more": more}

    def card(self) -> None:
        spot, em = self._spot, self._em
        self._title()
        for at, row in enumerate(spot.card.rows):
            self._seat(row, spot.y + self._head + at * self._row, is_first=at == 0)
        if spot.card.foot:
            y = spot.y + spot.height - self._foot
            self._ink.line(f"M{spot.x:.2f} {y:.2f}h{spot.width:.2f}", THICK * em)
            self._exits(spot.card.foot, y + self._foot / 2)
        kind = spot.card.box.kind
        dash = "" if spot.card.box.is_drawn or self._to_fill_in else f"{0.6 * em:.2f} {0.3 * em:.2f}"
        frame = FINAL if kind == "final" else THICK
        self._ink.line(box(spot.x, spot.y, spot.width, spot.height), frame * em, dash=dash)
        self._ink.line(f"M{spot.x:.2f} {spot.y + self._head:.2f}h{spot.width:.2f}", THICK * em)

    def _title(self) -> None:
        spot, em, card = self._spot, self._em, self._spot.card
        across = spot.width if self._is_parted else card.tab * em
        self._ink.fill(box(spot.x, spot.y, across, self._tab))
        middle = spot.y + self._tab / 2
        self._ink.text(spot.x + PAD * em, middle + MIDDLE * em, em, card.title, is_bold=True, colour=WHITE)
        if card.exits:
            below = spot.y + (self._tab + self._head) / 2
            self._exits(card.exits, below if self._is_parted else middle)
        elif (card.tab + width(card.note) + PAD) * em < spot.width:
            self._ink.text(self._right(width(card.note) * em), middle + MIDDLE * em, em, card.note)

    def _right(self, across: float) -> float:
        """Where something so wide begins that ends at the right edge."""
        return self._spot.x + self._spot.width - PAD * self._em - across

    def _exits(self, exits: Sequence[Exit], middle: float) -> None:
        em = self._em
        x = self._right((sum(one.width for one in exits) + GAP * (len(exits) - 1)) * em)
        for one in exits:
            self._ink.text(x, middle + MIDDLE * em, em, one.places, is_bold=True)
            arrow = x + (width(one.places, is_bold=True) + 0.25) * em
            self._arrow(arrow, middle)
            self._ink.text(arrow + (ARROW - 0.25) * em, middle + MIDDLE * em, em, one.target, is_bold=True)
            x += (one.width + GAP) * em

    def _arrow(self, x: float, y: float) -> None:
        em = self._em
        tip = f"m{-0.3 * em:.2f} {-0.25 * em:.2f}l{0.3 * em:.2f} {0.25 * em:.2f}l{-0.3 * em:.2f} {0.25 * em:.2f}"
        self._ink.line(f"M{x:.2f} {y:.2f}h{0.75 * em:.2f}{tip}", 0.11 * em)

    def _seat(self, row: Row, y: float, *, is_first: bool) -> None:
        spot, em = self._spot, self._em
        ink = WHITE if row.is_marked else BLACK
        if row.is_marked:
            self._ink.fill(box(spot.x, y, spot.width, self._row))
        if not is_first:
            self._ink.line(f"M{spot.x:.2f} {y:.2f}h{spot.width:.2f}", THIN * em)
        if spot.is_high:
            self._in_two_lines(row, y, ink)
        else:
            self._in_one_line(row, y, ink)

    def _in_one_line(self, row: Row, y: float, ink: str) -> None:
        spot, em = self._spot, self._em
        middle, cell = y + self._row / 2, self._cell()
        self._ink.line(f"M{spot.x + cell:.2f} {y:.2f}v{self._row:.2f}", THIN * em, ink)
        number, name = row.parted
        if number:
            self._ink.text(
                spot.x + cell - PAD * em - width(number, is_bold=row.goes_on) * em,
                middle + MIDDLE * em,
                em,
                number,
                is_bold=row.goes_on,
                colour=ink,
            )
        self._origin(row, middle, ink)
        room = (spot.width - cell) / em - PAD - PLACE
        said, look = cut(name, room, is_bold=row.goes_on), self._look(row, ink)
        self._ink.text(spot.x + cell + PAD * em, middle + MIDDLE * em, em, said, **look)
        self._place(row, middle, em, PLACE * em, ink)

    def _cell(self) -> float:
        return self._spot.cell * self._em

    def _origin(self, row: Row, middle: float, ink: str) -> None:
        spot, em = self._spot, self._em
        x = spot.x + PAD * em
        if row.is_lot:
            self._die(x + 0.42 * em, middle, 0.84 * em, ink)
            x += DIE * em
        self._ink.text(x, middle + MIDDLE * em, em, row.origin, colour=ink)

    def _in_two_lines(self, row: Row, y: float, ink: str) -> None:
        """The origin above, the name below as large as it may be."""
        spot, em = self._spot, self._em
        place = min(self._row * 0.66, 0.22 * spot.width, self._wide - spot.card.names * em)
        room = self._wide - place
        size = max(em, min(room / max(width(row.name, is_bold=True), 7), (self._row - 1.35 * em) / 1.25, 1.6 * em))
        block = 1.3 * em + 1.1 * size
        top = y + (self._row - block) / 2 if row.name else y + 0.1 * em
        self._origin(row, top + 0.65 * em, ink)
        if row.name:
            said, look = cut(row.name, room / size, is_bold=row.goes_on), self._look(row, ink)
            self._ink.text(spot.x + PAD * em, top + 1.3 * em + 0.85 * size, size, said, **look)
        self._place(row, y + self._row / 2, min(1.35 * size, self._row * 0.55), place, ink)

    def _place(self, row: Row, middle: float, size: float, room: float, ink: str) -> None:
        right = self._spot.x + self._spot.width
        if row.place:
            radius = min(0.76 * size, self._row * 0.44, room / 2)
            x = right - radius - 0.25 * self._em
            if row.goes_on:
                self._ink.fill(disc(x, middle, radius), ink)
            colour = (BLACK if row.is_marked else WHITE) if row.goes_on else ink
            at = x - width(row.place, is_bold=row.goes_on) * size / 2
            self._ink.text(at, middle + MIDDLE * size, size, row.place, is_bold=row.goes_on, colour=colour)
        elif self._to_fill_in:
            edge = min(self._row * 0.8, room * 0.9)
            self._ink.line(box(right - edge - 0.25 * self._em, middle - edge / 2, edge, edge), 0.1 * self._em, ink)

    def _die(self, x: float, y: float, edge: float, ink: str) -> None:
        """The sign of whoever was drawn by lot."""
        self._ink.line(box(x - edge / 2, y - edge / 2, edge, edge), 0.09 * edge, ink)
        for shift in (-0.25, 0.0, 0.25):
            self._ink.fill(disc(x + shift * edge, y + shift * edge, 0.11 * edge), ink)

"""A bracket on paper: readable at every size, on one sheet or on several that are taped together."""

import pytest

from tests.tournament.bracket.test_layout import problems
from tournament.bracket.drawing import breadth, needed, svg
from tournament.bracket.model import Box, Slot
from tournament.bracket.plan import USUAL, bracket
from tournament.bracket.sheet import MOST_SHEETS, READABLE, Fitting

A1, A2, A3, A4, PART = (813, 538), (570, 376), (400, 262), (277, 180), (277, 184)
NAMES = ("Anna K.", "Friedrich-Wilhelm M.", "Jürgen W.", "Mia D.", "Bernd H.")


class Words:
    def heading(self, box: Box) -> str:
        return f"Runde {box.column} · Tisch {box.number}" if box.kind == "knockout" else "Kleines Finale"

    def seat(self, slot: Slot) -> str:
        number = slot.origin.number
        return f"{number} {NAMES[number % 5]}" if slot.origin.kind == "seed" else f"Zweiter von Tisch {number}"

    def mark(self, slot: Slot) -> str:
        return "2." if slot.origin.kind == "seed" else ""


@pytest.mark.parametrize(("sheet", "most"), [(A1, 256), (A2, 128), (A3, 64), (A4, 32)], ids=["A1", "A2", "A3", "A4"])
def test_it_can_be_read(sheet, most):
    for n in (4, 6, 11, 16, 23, 32, 33, 48, 63, 64, 100, 128, 147, 200, 213, 255, 256):
        if n <= most:
            assert Fitting(bracket(USUAL, n), Words()).on(*sheet).is_readable, n


def test_names_are_cut_only_where_the_letters_would_be_too_low():
    def is_cut(sheet) -> bool:
        return "…" in svg(sheet.picture, Words(), "")

    small, large = Fitting(bracket(USUAL, 64), Words()), Fitting(bracket(USUAL, 256), Words())
    assert not is_cut(small.on(*A1)) and not is_cut(small.on(*A2))
    assert is_cut(large.on(*A1)) and large.on(*A1).letters < READABLE * 1.01


def test_nothing_is_wider_than_its_box():
    sheet = Fitting(bracket(USUAL, 37), Words()).on(*A1)
    assert max(needed(spot, Words()) for spot in sheet.picture.spots) <= sheet.picture.measure.width


def test_wide_letters_take_more_room_than_narrow_ones():
    assert breadth("W" * 10, 14) > 2 * breadth("i" * 10, 14)


@pytest.mark.parametrize("n", [4, 37, 147, 256])
def test_taped_together_the_sheets_show_everything(n):
    taped = Fitting(bracket(USUAL, n), Words()).taped(*PART)
    picture, scale = taped.sheet.picture, taped.sheet.scale
    assert taped.sheet.is_readable and len(taped.windows) == taped.columns * taped.rows <= MOST_SHEETS**2
    assert min(one.x for one in taped.windows) <= 0 and min(one.y for one in taped.windows) <= 0
    assert max(one.x + one.width for one in taped.windows) >= picture.width
    assert max(one.y + one.height for one in taped.windows) >= picture.height
    for one, other in zip(taped.windows, taped.windows[1:], strict=False):
        if one.y == other.y:  # the strip under the tape is on both
            assert (one.x + one.width - other.x) * scale == pytest.approx(10)
    drawn = [svg(picture, Words(), "", window=window) for window in taped.windows]
    assert all(any(f">{Words().heading(spot.box)}<" in part for part in drawn) for spot in picture.spots)


def test_few_sheets_are_taped():
    assert [len(Fitting(bracket(USUAL, n), Words()).taped(*PART).windows) for n in (16, 32, 64, 256)] == [1, 1, 2, 9]


def test_on_every_sheet_the_lines_are_right():
    for n in (4, 37, 147, 256):
        for room in (A1, A4):
            assert problems(Fitting(bracket(USUAL, n), Words()).on(*room).picture) == []

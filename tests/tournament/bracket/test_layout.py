"""Where boxes and lines lie: for every number of players, on a screen and on a sheet."""

import re
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest

from tests.tournament.bracket.test_plan import PLAYERS
from tournament.bracket.drawing import svg
from tournament.bracket.layout import HEAD, ROW, WIDTH, Picture, for_page, key, lay_out
from tournament.bracket.model import Box, Slot
from tournament.bracket.plan import USUAL, bracket


class Words:
    def heading(self, box: Box) -> str:
        return f"Table {box.number}"

    def seat(self, slot: Slot) -> str:
        return f"{slot.origin.kind} {slot.origin.number} <b>"

    def mark(self, slot: Slot) -> str:
        return "drawn" if slot.origin.kind == "lucky" else ""


def problems(picture: Picture) -> list[str]:
    found = []
    by_column: dict[float, list] = {}
    for spot in picture.spots:
        by_column.setdefault(spot.x, []).append(spot)
        if spot.x < 0 or spot.y < 0 or spot.x + WIDTH > picture.width or spot.y + spot.height > picture.height:
            found.append(f"{spot} out of the picture")
    for column in by_column.values():
        column.sort(key=lambda spot: spot.y)
        found += [f"{a} over {b}" for a, b in pairwise(column) if a.y + a.height > b.y]
    xs = sorted(by_column)
    found += [f"columns {a} and {b}" for a, b in pairwise(xs) if a + WIDTH >= b]
    spots = {key(spot.box): spot for spot in picture.spots}
    for wire in picture.wires:
        for (x, y), spot in zip(((wire.x1, wire.y1), (wire.x2, wire.y2)), map(spots.get, wire[4:]), strict=True):
            at_a_row = any(abs(spot.y + HEAD + ROW * (n + 0.5) - y) < 0.01 for n in range(len(spot.box.slots)))
            if x not in (spot.x, spot.x + WIDTH) or not at_a_row:
                found.append(f"{wire} ends beside its box")
        low, high = sorted((wire.x1, wire.x2))
        found += [f"{wire} through a column" for x in xs if low < x + WIDTH / 2 < high]
    ends = [wire[2:4] for wire in picture.wires]
    if len(set(ends)) < len(ends):
        found.append("two lines end at one seat")
    return found


def test_no_box_lies_over_another_and_every_line_ends_at_its_boxes():
    for n in PLAYERS:
        found = bracket(USUAL, n)
        assert problems(lay_out(found)) == [] and problems(lay_out(found, wings=True)) == [], n


def test_every_way_has_its_line():
    for n in PLAYERS:
        found = bracket(USUAL, n)
        ways = [slot for column in found.columns for box in column for slot in box.slots if slot.origin.kind == "place"]
        assert len(lay_out(found).wires) == len(ways), n
        assert len(lay_out(found, wings=True).wires) >= len(ways) * 0.7, n


def test_those_who_meet_stand_beside_each_other():
    """Up to 256 players the lines of a group of tables stay within the height of that group."""
    for n in (16, 32, 64, 128, 256):
        picture = lay_out(bracket(USUAL, n))
        assert max(abs(wire.y1 - wire.y2) for wire in picture.wires if wire.source[0] == 0) < 4 * 140


def test_a_wide_sheet_is_filled_from_both_sides():
    found = bracket(USUAL, 256)
    one_side, wings = lay_out(found), for_page(found, 594, 841)
    assert wings.width > one_side.width and wings.height < one_side.height * 0.6
    assert for_page(bracket(USUAL, 12), 210, 297) == lay_out(bracket(USUAL, 12))


@pytest.mark.parametrize("n", [4, 37, 256])
def test_the_drawing_is_a_picture_with_every_seat_and_nothing_of_a_name_is_markup(n):
    found = bracket(USUAL, n)
    drawn = svg(lay_out(found), Words(), "Bracket & more")
    root = ElementTree.fromstring(drawn)
    texts = ["".join(each.itertext()) for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert sum("<b>" in text for text in texts) == sum(len(box.slots) for column in found.columns for box in column)
    assert "style=" not in drawn and "<b>" not in drawn and re.search(r'role="img"', drawn)


def test_a_long_name_is_cut_and_stays_within_its_box():
    class Long(Words):
        def seat(self, slot: Slot) -> str:
            return "W" * 200

    drawn = svg(lay_out(bracket(USUAL, 4)), Long(), "")
    assert max(len(text) for text in re.findall(r">(W+…)<", drawn)) < 32


def test_the_same_bracket_gives_the_same_bytes():
    one, other = (svg(lay_out(bracket(USUAL, 37)), Words(), "x") for _ in range(2))
    assert one == other


def test_boxes_of_one_picture_are_all_different():
    spots = lay_out(bracket(USUAL, 64), wings=True).spots
    assert all(key(a.box) != key(b.box) for a, b in combinations(spots, 2))

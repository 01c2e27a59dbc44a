"""Where boxes and lines lie: for every number of players, on a screen and on a sheet."""

import re
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest

from tests.tournament.bracket.test_plan import PLAYERS
from tournament.bracket.drawing import svg
from tournament.bracket.layout import Picture, Shape, Spot, Wire, key, lay_out
from tournament.bracket.model import Box, Part, Slot
from tournament.bracket.plan import USUAL, bracket
from tournament.bracket.sheet import PAPER, SHAPES, for_page

pytestmark = pytest.mark.slow

WINGS = Shape(wings=True)
SOME = [*PLAYERS[:32], *PLAYERS[32::13], 255, 256]


class Words:
    def heading(self, box: Box) -> str:
        return f"Table {box.number}"

    def seat(self, slot: Slot) -> str:
        return f"{slot.origin.kind} {slot.origin.number} <b>"

    def mark(self, slot: Slot) -> str:
        return "drawn" if slot.origin.kind == "lucky" else ""


def problems(picture: Picture) -> list[str]:
    found, width = [], picture.measure.width
    by_column: dict[float, list] = {}
    for spot in picture.spots:
        by_column.setdefault(spot.x, []).append(spot)
        if spot.x < 0 or spot.y < 0 or spot.x + width > picture.width or spot.y + spot.height > picture.height:
            found.append(f"{spot} out of the picture")
    for column in by_column.values():
        column.sort(key=lambda spot: spot.y)
        found += [f"{a} over {b}" for a, b in pairwise(column) if a.y + a.height > b.y]
    xs = sorted(by_column)
    found += [f"columns {a} and {b}" for a, b in pairwise(xs) if a + width >= b]
    spots = {key(spot.box): spot for spot in picture.spots}
    for wire in picture.wires:
        for (x, y), spot in zip(((wire.x1, wire.y1), (wire.x2, wire.y2)), map(spots.get, wire[4:6]), strict=True):
            at_a_row = any(abs(spot.row(n) - y) < 0.01 for n in range(len(spot.box.slots)))
            if x not in (spot.x, spot.x + width) or not at_a_row:
                found.append(f"{wire} ends beside its box")
        found += [f"{wire} through {spot}" for spot in picture.spots if runs_through(wire, spot)]
    ends = [wire[2:4] for wire in picture.wires]
    if len(set(ends)) < len(ends):
        found.append("two lines end at one seat")
    return found


def runs_through(wire: Wire, spot: Spot) -> bool:
    """Of a column that lies between its ends; in its lane it may pass between two boxes."""
    low, high = sorted((wire.x1, wire.x2))
    if wire.lane is None or not low < spot.x + spot.measure.width / 2 < high:
        return low < spot.x + spot.measure.width / 2 < high
    near, far, height = wire.lane
    is_in_lane = {near, far} == {spot.x, spot.x + spot.measure.width}
    return not is_in_lane or spot.y - 1 < height < spot.y + spot.height + 1


@pytest.mark.parametrize("going_on", [1, 2, 3])
@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: "-".join(n for n in shape._fields if getattr(shape, n)))
def test_no_box_lies_over_another_and_every_line_ends_at_its_boxes(shape, going_on):
    for n in SOME:
        found = bracket((Part("knockout", going_on=going_on), *USUAL[1:]), n)
        assert problems(lay_out(found, shape)) == [], n


def test_every_way_has_its_line():
    """Only from one wing to the other none is drawn."""
    for n in SOME:
        found = bracket(USUAL, n)
        ways = {
            (key(source), key(box))
            for column in found.columns
            for box in column
            for slot in box.slots
            if (source := found.source(box, slot))
        }
        for shape in SHAPES:
            picture = lay_out(found, shape)
            spots = {key(spot.box): spot for spot in picture.spots}
            missing = ways - {wire[4:6] for wire in picture.wires}
            assert not missing or shape.wings, n
            assert all(0 <= wire.x2 + wire.bulge <= picture.width for wire in picture.wires), n
            assert all(spots[source].is_right != spots[target].is_right for source, target in missing), n


def test_the_lines_of_an_outer_box_do_not_cross():
    picture = lay_out(bracket(USUAL, 256), Shape(wings=True, folded=True))
    lanes: dict = {}
    for wire in (wire for wire in picture.wires if wire.lane):
        lanes.setdefault(wire.source, []).append((wire.y1, wire.lane[2]))
    assert len(lanes) == 32
    for ways in lanes.values():
        assert len(set(ways)) == 2 and sorted(ways) == sorted(ways, key=lambda way: way[1])


def test_those_who_meet_stand_beside_each_other():
    """Up to 256 players the lines of a group of tables stay within the height of that group."""
    for n in (16, 32, 64, 128, 256):
        picture = lay_out(bracket(USUAL, n))
        assert max(abs(wire.y1 - wire.y2) for wire in picture.wires if wire.source[0] == 0) < 4 * 140


def test_a_wide_sheet_is_filled_from_both_sides():
    found = bracket(USUAL, 256)
    one_side, wings = lay_out(found, measure=PAPER), for_page(found, 594, 841).picture
    assert wings.width > one_side.width and wings.height < one_side.height * 0.6
    assert for_page(bracket(USUAL, 12), 400, 210).picture == lay_out(bracket(USUAL, 12), measure=PAPER)


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
    spots = lay_out(bracket(USUAL, 64), WINGS).spots
    assert all(key(a.box) != key(b.box) for a, b in combinations(spots, 2))


def test_both_wings_are_about_as_high():
    """37 tables of 147 players lead to five, three, two: 8 of them to one of the last two, 29 to the other."""
    picture = lay_out(bracket(USUAL, 147), Shape(wings=True, close=True))
    sides = [spot.is_right for spot in picture.spots if spot.box.column == 0]
    assert 0.3 < sum(sides) / len(sides) < 0.7

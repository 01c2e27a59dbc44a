"""The bracket on paper: every group beside its feeders, nothing over anything else, all letters of one size."""

from itertools import combinations
from random import Random

import pytest

from tests.tournament.finals.bracket.test_plan import PLAYERS, played_out
from tournament.finals.bracket.card import Exit
from tournament.finals.bracket.groups import all_of, exits, key
from tournament.finals.bracket.letters import width
from tournament.finals.bracket.model import Bracket, Part
from tournament.finals.bracket.plan import USUAL, bracket
from tournament.finals.bracket.poster import drawn
from tournament.finals.bracket.sheets import MOST_SHEETS, in_parts, taped
from tournament.finals.bracket.steps import READABLE, Fitting, fitting
from tournament.finals.bracket.trying import Steps

A1, A2, A3, A4 = (815, 530), (572, 371), (402, 262), (279, 180)
SOME = [*PLAYERS[:20], 23, 32, 37, 63, 64, 100, 147, 200, 255, 256]
NAMES = ("Anna K.", "Jürgen W.", "Mia D.", "Bernd H.", "Friedrich M.")


class Words:
    def title(self, box):
        return f"Tisch {box.number}" if box.kind == "knockout" else "Kleines Finale"

    def short(self, box):
        return f"T{box.number}" if box.kind == "knockout" else "kl. Finale"

    def round_title(self, boxes):
        return f"Runde {boxes[0].column + 1} · 2 Lose" if boxes[0].kind == "knockout" else ""

    def origin(self, slot):
        return {"place": f"{slot.origin.number}. T{slot.origin.table}", "lucky": "Los 1"}.get(slot.origin.kind, "")

    def seat(self, slot):
        return f"{slot.player + 1} {NAMES[slot.player % 5]}"

    def number(self, slot):
        return None if slot.player is None else slot.player + 1

    def place(self, number):
        return f"{number}."

    def decides(self, first, last):
        return f"Platz {first}–{last}"


def brackets(n: int) -> list[Bracket]:
    """Empty with two and with one going on, and played but for the finals."""
    single = (Part("knockout", going_on=1), *USUAL[1:])
    return [bracket(USUAL, n), bracket(single, n), *([played_out(n, Random(n))[0]] if n > 5 else [])]


def problems(steps: Steps) -> list[str]:
    found = []
    for spot in steps.spots:
        inside = spot.x >= -0.01 and spot.y >= 0 and spot.x + spot.width <= steps.width + 0.01
        if not inside or spot.y + spot.height > steps.height + 0.01:
            found.append(f"{spot.card.title} is out of the sheet")
        if spot.card.height(is_high=spot.is_high, room=spot.width / steps.em) * steps.em > spot.height + 0.01:
            found.append(f"{spot.card.title} is too low for its rows")
        if spot.card.least(is_high=spot.is_high) * steps.em > spot.width + 0.01:
            found.append(f"{spot.card.title} is too narrow for its words")
    for one, other in combinations(steps.spots, 2):
        if abs(one.x - other.x) < min(one.width, other.width) - 0.01:
            low, high = sorted((one, other), key=lambda spot: spot.y)
            if low.y + low.height > high.y - 0.01:
                found.append(f"{low.card.title} lies over {high.card.title}")
    return found


def crossings(fit: Fitting, steps: Steps) -> int:
    """Ways from one group's room into another's."""
    where = {key(spot.card.box): spot for spot in steps.spots}
    bad = 0
    for group in all_of(fit.roots):
        rooms = [where[key(box)] for box in group.boxes]
        top, bottom = min(spot.y for spot in rooms), max(spot.y + spot.height for spot in rooms)
        for before in group.feeders:
            for spot in (where[key(box)] for box in before.boxes):
                bad += spot.y < top - 0.01 or spot.y + spot.height > bottom + 0.01
    return bad


@pytest.mark.parametrize("n", SOME)
def test_nothing_lies_over_anything_and_no_way_crosses_another(n):
    for found in brackets(n):
        fit = fitting(found, Words())
        for room in (A4, A1):
            steps = fit.on(*room)
            assert problems(steps) == [], n
            assert crossings(fit, steps) == 0, n
            assert len(steps.spots) == sum(map(len, found.columns)), n


@pytest.mark.parametrize("n", SOME)
def test_where_a_place_goes_on_is_said_where_it_comes_from(n):
    """Each way is on two cards, in the same words."""
    for found in brackets(n):
        ways = exits(found)
        cards = {key(card.box): card for card in fitting(found, Words()).cards}
        for source, going in ways.items():
            for place, target in going:
                assert f"{place}. T{source[2]}" in [row.origin for row in cards[key(target)].rows]
                said = (*cards[source].exits, *cards[source].foot)
                assert any(str(place) in one.places and one.target == Words().short(target) for one in said)


@pytest.mark.parametrize(("room", "most"), [(A1, 256), (A3, 64), (A2, 128), (A4, 32)], ids=["A1", "A3", "A2", "A4"])
def test_it_can_be_read(room, most):
    for n in (one for one in SOME if one <= most):
        for found in brackets(n)[::2]:
            assert fitting(found, Words()).on(*room).letters >= READABLE, n


def test_the_sheet_is_filled():
    for n, room, sheet, least in ((16, A3, 420 * 297, 0.73), (37, A3, 420 * 297, 0.73), (256, A1, 841 * 594, 0.75)):
        assert fitting(bracket(USUAL, n), Words()).on(*room).filled / sheet >= least, n


def test_letters_for_a_distance_take_more_sheets():
    fit = fitting(bracket(USUAL, 64), Words())
    assert fit.on(*A3).letters < 3 <= in_parts(fit, *A3, 3.0).letters
    near, far = in_parts(fit, *A4, 2.0), in_parts(fit, *A4, 3.0)
    assert near.letters >= READABLE and len(near.sheets) < len(far.sheets)


@pytest.mark.parametrize("n", [16, 23, 37, 64, 147, 256])
def test_on_parted_sheets_every_table_stands_once(n):
    found = bracket(USUAL, n)
    parts = in_parts(fitting(found, Words()), *A3, 5.0)
    spots = [key(spot.card.box) for part in parts.sheets for spot in part.steps.spots]
    assert sorted(spots) == sorted(key(box) for column in found.columns for box in column)
    assert all(problems(part.steps) == [] for part in parts.sheets)


@pytest.mark.parametrize("n", [37, 147, 256])
def test_taped_together_it_can_be_read(n):
    made = taped(fitting(bracket(USUAL, n), Words()), *A4, READABLE)
    assert made.steps.letters >= READABLE and len(made.windows) == made.columns * made.rows <= MOST_SHEETS**2
    right, low = max(x for x, _y in made.windows) + A4[0], max(y for _x, y in made.windows) + A4[1]
    assert right >= made.steps.width and low >= made.steps.height


def test_a_long_name_is_cut_only_where_letters_would_be_too_small():
    class Long(Words):
        def seat(self, slot):
            return f"{slot.player + 1} Friedrich-Wilhelm von der Heide"

    found = played_out(64, Random(1))[0]
    assert "…" not in drawn(fitting(found, Long()).on(*A1)).svg(*A1, "")
    small = fitting(found, Long()).on(*A3)
    assert "…" in drawn(small).svg(*A3, "") and small.letters > READABLE


def test_one_person_s_way_is_marked_from_the_first_round_on():
    found = played_out(64, Random(1))[0]
    best = next(slot.player for slot in found.columns[-1][0].slots)
    rows = [(card.box.column, row) for card in fitting(found, Words(), marked=best).cards for row in card.rows]
    assert sorted(column for column, row in rows if row.is_marked) == [0, 1, 2, 3, 4]


def test_a_box_to_write_into_stands_where_a_place_is_open():
    empty = fitting(bracket(USUAL, 16), Words()).on(*A3)
    assert len(drawn(empty, to_fill_in=True).svg(*A3, "")) > len(drawn(empty).svg(*A3, "")) + 16 * 20
    assert "<b>" not in drawn(empty).svg(*A3, "<b>")


def test_exits_to_one_table_are_named_together():
    card = fitting(bracket(USUAL, 8), Words()).cards[-1]
    assert card.exits == (Exit("1. 2.", "kl. Finale"),) and card.foot[0].places == "3. 4."
    assert width("WWW") > 2 * width("iii") and width("a", is_bold=True) > width("a")


@pytest.mark.parametrize("n", [11, 64, 256])
def test_on_a_page_that_scrolls_the_letters_have_their_size_and_a_page_marks_somebody_s_way(n):
    for one in brackets(n):
        steps = fitting(one, Words()).scrolled(1120, 15)
        assert steps.em == pytest.approx(15) and steps.width >= 1120
        assert all(spot.x >= 0 and spot.x + spot.width <= steps.width + 0.01 for spot in steps.spots)
        assert all(spot.y >= 0 and spot.y + spot.height <= steps.height + 0.01 for spot in steps.spots)
        picture = drawn(steps, on_screen=True).svg(steps.width, steps.height, "x", unit="px")
        seated = [slot for column in one.columns for box in column for slot in box.slots if slot.player is not None]
        assert picture.count(" data-n=") == len(seated)
        assert "#000" not in picture and "#fff" not in picture, "its colours are the page's"
        assert "data-n" not in drawn(steps).svg(1, 1, "x")

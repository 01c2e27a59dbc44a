"""The board if nobody objects to what was played."""

import pytest

from games.engine.records.left_standing import as_played
from games.engine.rules import registry

TURNIER = registry.rules("turnier")
REST = "R:B,B,B,B K:B,B,B,B"


@pytest.mark.parametrize(
    ("position", "roll", "played", "after"),
    [
        ("Y:B,B,5,20 G:B,B,B,9", 4, "20-24", "Y:B,B,5,24 G:B,B,B,9 {} G 0"),  # possible, only not the duty
        ("Y:B,B,5,20 G:B,B,B,9", 4, "--", "Y:B,B,5,20 G:B,B,B,9 {} G 0"),
        ("Y:B,B,5,20 G:B,B,B,9", 3, "5-9", "Y:B,B,9,20 G:B,B,B,B {} G 0"),  # counted wrongly, and hit
        ("Y:B,B,5,20 G:B,B,B,9", 3, "20-17", "Y:B,B,5,17 G:B,B,B,9 {} G 0"),
        ("Y:B,B,B,20 G:B,B,B,a", 3, "20-a", "Y:B,B,B,a G:B,B,B,a {} G 0"),  # a goal of one's own
        ("Y:B,B,B,20 G:B,B,B,9", 6, "20-25", "Y:B,B,B,25 G:B,B,B,9 {} Y 0"),  # the 6 throws again
        ("Y:B,B,B,B G:B,B,B,9", 3, "B-1", "Y:B,B,B,1 G:B,B,B,9 {} G 0"),
        ("Y:39,b,c,d G:B,B,B,9", 6, "39-a", "Y:a,b,c,d G:B,B,B,9 {} G 0"),  # done with it
    ],
)
def test_what_was_played_stays(position: str, roll: int, played: str, after: str) -> None:
    found = as_played(TURNIER, f"4 {position} {REST} Y 0", roll, played)
    assert found == f"4 {after.format(REST)}"
    assert TURNIER.write(TURNIER.read(found)) == found


def test_two_pieces_on_one_field_are_no_position() -> None:
    assert as_played(TURNIER, f"4 Y:B,B,5,9 G:B,B,B,B {REST} Y 0", 3, "5-9") == ""


def test_a_neutral_piece_counted_wrongly() -> None:
    rules = registry.rules("classic", {"neutral": "K"})
    before = "4 Y:B,B,B,5 G:B,B,B,B R:B,B,B,B K:B,B,12,31 Y 0"
    assert as_played(rules, before, 3, "K:31-35") == "4 Y:B,B,B,5 G:B,B,B,B R:B,B,B,B K:B,B,12,35 G 0"


def test_a_way_of_two_dice_that_is_none() -> None:
    before = "M Y:5,b,c,d G:B,B,6,8 Y 0"
    assert as_played(registry.rules("mauer"), before, [1, 2], "5+1+3=9") == ""
    assert as_played(registry.rules("mauer"), before, [1, 2], "5-1+2=6x6") == "M Y:6,b,c,d G:B,B,B,8 G 0"

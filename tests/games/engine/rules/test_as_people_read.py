"""Moves and colours as people read them, not as they are written down."""

import pytest

from games.engine.rules import registry
from games.engine.rules.errors import BadMove, BadPosition, PositionFault
from games.engine.rules.notation import as_people_write

WRITTEN = [
    ("5x9", "5 × 9"),
    ("17-21", "17 – 21"),
    ("Bx1", "B × 1"),
    ("40-b", "40 – b"),
    ("K:35x38", "K:35 × 38"),
    ("--", "--"),
    ("12-3^2=17x4", "12-3^2=17 × 4"),  # the minus means back
    ("2^3^4=24x21x24", "2^3^4=24 × 21 × 24"),
    ("5x8 was the duty; 20-24 stays.", "5 × 8 was the duty; 20 – 24 stays."),
    ("on 2026-11-20, 3-mal", "on 2026-11-20, 3-mal"),
]


@pytest.mark.parametrize(("written", "read"), WRITTEN)
def test_a_move_is_read_with_its_signs(written, read):
    assert as_people_write(written) == read


@pytest.mark.parametrize(("language", "said"), [("de", "keine Figur von Gelb"), ("en", "no piece of Yellow")])
def test_a_mistake_names_the_colour(language, said):
    rules = registry.rules("turnier")
    position = rules.read("4 Y:B,B,5,20 G:B,B,B,9 R:B,B,B,B K:B,B,B,B Y 0")
    with pytest.raises(BadMove) as caught:
        rules.why_not(position, 4, "7-11")
    assert said in caught.value.sentence(language)


def test_what_is_no_colour_is_said_as_it_came():
    assert "'Z'" in str(BadPosition(PositionFault.COLOUR, board="4", colour="Z"))

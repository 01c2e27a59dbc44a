"""What can be said of a written position without knowing the board, and of what was played."""

import pytest

from games.engine.rules.errors import BadMove, BadPosition
from games.engine.rules.notation import Played, Written, compose, ordered, parse, read_played


def test_parse_keeps_the_order_and_compose_makes_it_canonical() -> None:
    written = parse("4 G:d,B,12,3 Y:c,1,B,B G 2")
    assert written == Written("4", (("G", ("d", "B", "12", "3")), ("Y", ("c", "1", "B", "B"))), "G", 2)
    assert compose(written) == "4 Y:B,B,1,c G:B,3,12,d G 2"


def test_fields_in_order() -> None:
    assert ordered(["d", "10", "a", "B", "9"]) == ["B", "9", "10", "a", "d"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "position_spaces"), ("4", "position_short"), ("4  Y:B,B,B,B Y 0", "position_spaces"),
        ("4 Y:B,B,B,B G:B,B,B,B Y 0 ", "position_spaces"), (" 4 Y:B,B,B,B G:B,B,B,B Y 0", "position_spaces"),
        ("4 Y:B,B,B,B G:B,B,B,B Y 3", "throws"), ("4 Y:B,B,B,B G:B,B,B,B Y 00", "throws"),
        ("4 Y:B,B,B,B G:B,B,B,B Y \u0660", "throws"), ("4 Y:B,B,B,B G:B,B,B,B Y", "throws"),
        ("4 Y:B,B,B,B Y 0", "few_colours"), ("4 Y 0", "few_colours"), ("4 Y:B,B,B,B Y:B,B,B,B Y 0", "colour_twice"),
        ("4 Y:B,B,B,B G:B,B,B,B R 0", "to_move"), ("4 Y:B,B,B,B G:B,B,B,B y 0", "to_move"),
        ("4 Y:B,B,B G:B,B,B,B Y 0", "pieces"), ("4 Y:B,B,B,B,B G:B,B,B,B Y 0", "pieces"), ("4 Y: G:B,B,B,B Y 0", "pieces"),
        ("4 X:B,B,B,B G:B,B,B,B G 0", "group"), ("4 :B,B,B,B G:B,B,B,B G 0", "group"), ("4 YG:B,B,B,B R:B,B,B,B R 0", "group"),
        ("4 Y,B,B,B,B G:B,B,B,B G 0", "group"),
    ],
)  # fmt: skip
def test_what_is_no_position(text: str, code: str) -> None:
    with pytest.raises(BadPosition) as refused:
        parse(text)
    assert refused.value.code == code


def test_a_long_quotation_is_cut() -> None:
    with pytest.raises(BadPosition) as refused:
        parse("4 " + "x" * 10**6 + " G:B,B,B,B Y 0")
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    ("text", "played"),
    [
        ("17-21", Played(None, "17", "21")), ("17x21", Played(None, "17", "21")), ("17<14", Played(None, "17", "14")),
        ("K:12-15", Played("K", "12", "15")), ("B-1", Played(None, "B", "1")), ("a-c", Played(None, "a", "c")),
    ],
)  # fmt: skip
def test_what_was_played(text: str, played: Played) -> None:
    assert read_played(text) == played


@pytest.mark.parametrize("text", ["", "-", "17", "17-", "-21", "--", "17 21", ":", "K:"])
def test_what_was_not(text: str) -> None:
    with pytest.raises(BadMove):
        read_played(text)

"""What the next throw can hit."""

from games.engine.rules import registry
from games.engine.threats import threats


def hit(position: str, rules: str = "turnier") -> list[tuple[str, str, tuple[str, ...]]]:
    engine = registry.rules(rules)
    read = engine.read(position)
    return [tuple(one) for one in threats({str(roll): engine.permitted(read, roll) for roll in range(1, 7)})]


def test_every_piece_within_reach_is_named_with_its_throws() -> None:
    assert hit("4 Y:B,5,20,a G:B,B,9,14 R:B,B,B,23 K:B,B,B,B Y 0") == [("G", "9", ("4",)), ("R", "23", ("3",))]


def test_one_piece_by_several() -> None:
    assert hit("4 Y:B,B,5,7 G:B,B,B,9 R:B,B,B,B K:B,B,B,B Y 0") == [("G", "9", ("2", "4"))]


def test_a_capture_that_a_stronger_duty_forbids_is_no_threat() -> None:
    """With the 6 a piece leaves the start field and captures; the other capture comes second."""
    position = "4 Y:B,B,1,10 G:B,B,B,7 R:B,B,B,16 K:B,B,B,B Y 0"
    assert ("G", "7", ("6",)) in hit(position) and not any(colour == "R" for colour, *_ in hit(position))
    assert [colour for colour, *_ in hit(position.replace("1,10", "2,10"))] == ["G", "R"]


def test_where_nobody_stands_in_reach_nothing_is_said() -> None:
    assert hit("4 Y:B,B,B,5 G:B,B,B,B R:B,B,B,B K:B,B,B,B Y 0") == []

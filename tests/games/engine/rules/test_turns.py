"""Whose throw is next: position, throw, move, and the colour and count of throws that follow."""

import pytest

from games.engine.rules import registry

THREE = {"three_throws": True}
NEUTRAL = {"neutral": "K"}

CASES = [
    ("a throw passes on", {}, "Y:B,B,B,9 G:B,B,B,11 Y 0", 3, "9-12", "G 0"),
    ("a lapsed throw passes on", {}, "Y:B,B,B,B G:B,B,B,11 Y 0", 3, "--", "G 0"),
    ("a 6 throws again", {}, "Y:B,B,B,B G:B,B,B,11 Y 0", 6, "B-1", "Y 0"),
    ("a lapsed 6 throws again", {}, "Y:a,b,c,40 G:B,B,B,11 Y 0", 6, "--", "Y 0"),
    ("throws that do not count are dropped", {}, "Y:B,B,B,B G:B,B,B,11 Y 2", 6, "B-1", "Y 0"),
    ("finished colours are passed over", {}, "Y:B,B,B,9 G:a,b,c,d R:B,B,B,21 Y 0", 3, "9-12", "R 0"),
    ("a finished colour passes on", {}, "Y:a,b,c,d G:B,B,B,11 R:B,B,B,21 Y 0", 6, "--", "G 0"),
    ("a finished colour has no three throws", THREE, "Y:a,b,c,d G:B,B,B,11 R:B,B,B,21 Y 0", 3, "--", "G 0"),
    ("the last piece home with a 6 passes on", {}, "Y:35,b,c,d G:B,B,B,11 R:B,B,B,21 Y 0", 6, "35-a", "G 0"),
    ("the end leaves the colour that moved", {}, "Y:40,b,c,d G:B,B,B,11 Y 2", 1, "40-a", "Y 0"),
    ("a finished game stays as it is", THREE, "Y:a,b,c,d G:B,B,B,11 G 2", 4, "--", "G 2"),
    ("first of three", THREE, "Y:B,B,B,B G:B,B,B,11 Y 0", 3, "--", "Y 1"),
    ("second of three", THREE, "Y:B,B,B,B G:B,B,B,11 Y 1", 3, "--", "Y 2"),
    ("third of three", THREE, "Y:B,B,B,B G:B,B,B,11 Y 2", 3, "--", "G 0"),
    ("a 6 among three", THREE, "Y:B,B,B,B G:B,B,B,11 Y 2", 6, "B-1", "Y 0"),
    ("three with a packed goal", THREE, "Y:B,B,c,d G:B,B,B,11 Y 0", 3, "--", "Y 1"),
    ("not with a gap in the goal", THREE, "Y:B,B,b,d G:B,B,B,11 Y 0", 5, "--", "G 0"),
    ("not with a piece on the track", THREE, "Y:B,B,B,40 G:B,B,B,11 Y 0", 5, "--", "G 0"),
    ("not after the piece that was out went home", THREE, "Y:B,B,B,40 G:B,B,B,11 Y 0", 4, "40-d", "G 0"),
    ("not with a neutral piece out", NEUTRAL | THREE, "Y:B,B,B,B G:B,B,B,B R:B,B,B,B K:B,B,B,30 Y 0", 5, "--", "G 0"),
    ("three with the neutral ones waiting", NEUTRAL | THREE, "Y:B,B,B,B G:B,B,B,B R:B,B,B,B K:B,B,B,d Y 0", 5, "--", "Y 1"),
    ("three with the neutral ones home", {"neutral": "Y"} | THREE, "Y:a,b,c,d G:B,B,B,B R:B,B,B,B K:B,B,B,B K 1", 5, "--", "K 2"),
    ("the neutral colour is passed over", NEUTRAL, "Y:B,B,B,B G:B,B,B,B R:B,B,B,25 K:B,B,B,30 R 0", 3, "25-28", "Y 0"),
    ("own last piece home, neutral ones out", NEUTRAL, "Y:35,b,c,d G:B,B,B,9 R:B,B,B,B K:B,B,B,3 Y 0", 6, "35-a", "G 0"),
    ("all home, a 6 with a neutral piece", NEUTRAL, "Y:a,b,c,d G:B,B,B,9 R:B,B,B,B K:B,B,B,31 Y 0", 6, "K:31-37", "Y 0"),
    ("the last neutral piece with a 6", NEUTRAL, "Y:a,b,c,d G:B,B,B,9 R:B,B,B,B K:25,b,c,d Y 0", 6, "K:25-a", "G 0"),
    ("brought by one who plays on", NEUTRAL, "Y:a,b,c,d G:B,B,B,9 R:B,B,B,B K:25,b,c,d G 0", 6, "K:25-a", "G 0"),
    ("and the end", NEUTRAL, "Y:a,b,c,d G:B,B,B,9 R:a,b,c,d K:30,b,c,d Y 0", 1, "K:30-a", "Y 0"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("options", "position", "roll", "move", "after"), [c[1:] for c in CASES], ids=[c[0] for c in CASES]
)
def test_next_throw(options: dict[str, object], position: str, roll: int, move: str, after: str) -> None:
    rules = registry.rules("classic", options)
    played = rules.write(rules.play(rules.read("4 " + position), roll, move))
    assert played.endswith(f" {after}")


@pytest.mark.parametrize(("roll", "after"), [(3, "G 0"), (6, "Y 0")])
def test_a_piece_sent_back_after_it_went_home_leaves_the_colour_playing(roll: int, after: str) -> None:
    rules = registry.rules("classic", {"forced_capture": True})
    position = rules.read(f"4 Y:{41 - roll},b,c,d G:B,B,B,11 R:B,B,B,21 Y 0")
    (move,) = rules.legal(position, roll)
    assert rules.write(rules.follow(position, roll, move, ("Y", "a"))) == f"4 Y:B,b,c,d G:B,B,B,11 R:B,B,B,21 {after}"


def test_the_named_piece_is_sent_back_where_nothing_was_played() -> None:
    rules = registry.rules("classic", {"forced_capture": True})
    position = rules.read("4 Y:B,B,5,9 G:B,B,B,8 Y 0")
    assert rules.write(rules.follow(position, 3, None, ("Y", "5"))) == "4 Y:B,B,B,9 G:B,B,B,8 G 0"

"""A club's own board, as a line of text that every rule set with such a board obeys."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.drawing import View, draw
from games.engine.protocol import OPS, Desk
from games.engine.records.reader import read as read_record
from games.engine.records.record import Record, Throw, write
from games.engine.records.replay import replay
from games.engine.rules import own_board, registry
from games.engine.rules.errors import BadBoard, BadOption
from games.engine.rules.speech import languages

RING = "56:Y1,G9,R20,K29,B38,W47"
LANES = "12:Y1,G1,R3,K3:11,12:2-10-1,3-9-5,3-9-6"
SETS = [("turnier", "6", RING), ("classic6", "6", RING), ("verboten", "6", RING), ("mauer", "M", LANES)]


@pytest.mark.parametrize("kind", ["6", "M"])
def test_ours_is_such_a_line_and_plays_as_without_it(kind: str) -> None:
    line = own_board.ours(kind)
    assert own_board.write(own_board.read(kind, line)) == line
    rules_id = "mauer" if kind == "M" else "classic6"
    ours, own = registry.rules(rules_id), registry.rules(rules_id, {"own_board": line})
    start = ours.write(ours.start(3, board=kind))
    for roll in ours.rolls:
        assert [m.text for m in own.legal(own.read(start), roll)] == [
            m.text for m in ours.legal(ours.read(start), roll)
        ]


@pytest.mark.parametrize(("rules_id", "kind", "line"), SETS)
def test_it_is_played_on_and_equal_lines_give_equal_positions(rules_id: str, kind: str, line: str) -> None:
    one, other = (registry.rules(rules_id, {"own_board": line}) for _ in range(2))
    assert one.start(3, board=kind) == other.start(3, board=kind)
    assert one.options["own_board"] == line and kind in one.own_boards


def test_the_track_is_as_long_as_the_club_says() -> None:
    rules = registry.rules("turnier", {"own_board": RING})
    position = rules.read("6 Y:B,B,B,55 R:B,B,B,18 B:B,B,B,56 Y 0")
    assert [move.text for move in rules.legal(position, 3)] == ["55-b"]
    assert [move.text for move in rules.legal(rules.pass_on(position), 2)] == ["18-a"]
    with pytest.raises(ValueError, match="no field '56'"):
        registry.rules("turnier").read("6 Y:B,B,B,56 R:B,B,B,18 B:B,B,B,1 Y 0")


def test_its_walls_are_jumped_and_its_z_fields_lead_home() -> None:
    rules = registry.rules("mauer", {"own_board": LANES})
    moves = [move.text for move in rules.legal(rules.read("M Y:3,B,B,B G:B,B,B,B Y 0"), (5, 2))]
    assert "3^5+2=d" in moves and "3+2^5=9" not in moves


@pytest.mark.parametrize(
    ("kind", "line", "code"),
    [
        ("6", "48", "own_board_unreadable"),
        ("6", "48:Y1", "own_board_unreadable"),
        ("6", "48:Y1,G9,R17,K25,B33", "own_board_colours"),
        ("6", "48:Y1,G9,R17,K25,B33,B41", "own_board_colours"),
        ("6", "48:Y1,G9,R17,K25,B33,W9", "board_order"),
        ("6", "48:Y1,G9,R17,K25,B33,W49", "board_start"),
        ("6", "8:Y1,G2,R3,K4,B5,W6", "board_track"),
        ("6", "４８:Y1,G9,R17,K25,B33,W41", "own_board_unreadable"),
        ("6", "9" * 3000, "own_board_unreadable"),
        ("6", LANES, "own_board_unreadable"),
        ("M", RING, "own_board_unreadable"),
        ("M", "12:Y1,G1,R3:11,12:", "own_board_colours"),
        ("M", "12:Y1,G1,R3,K3:13:", "layout_z"),
        ("M", "12:Y1,G1,R3,K3:11,11:", "layout_z_twice"),
        ("M", "12:Y1,G1,R3,K3::", "own_board_unreadable"),
        ("M", "12:Y1,G1,R3,K3:12:2-10", "own_board_unreadable"),
        ("M", "12:Y1,G1,R3,K3:12:2-2-1", "layout_section_fields"),
        ("M", "12:Y1,G1,R3,K3:12:2-10-7", "layout_section_number"),
        ("M", "12:Y1,G1,R3,K3:12:2-10-1,2-9-1", "layout_section_twice"),
        ("M", "2:Y1,G1,R1,K1:2:", "layout_full"),
    ],
)
def test_what_is_no_board_is_refused_with_its_reason(kind: str, line: str, code: str) -> None:
    with pytest.raises(BadBoard) as refused:
        own_board.read(kind, line)
    assert refused.value.code == code
    assert all(refused.value.sentence(language) for language in languages())
    with pytest.raises(BadOption) as refused_option:
        registry.rules("mauer" if kind == "M" else "turnier", {"own_board": line})
    assert refused_option.value.code == code


@given(st.sampled_from(["6", "M"]), st.text(alphabet="0123456789:,-YGRKBW ", max_size=60))
def test_any_text_is_a_board_or_refused(kind: str, text: str) -> None:
    try:
        board = own_board.read(kind, text)
    except BadBoard:
        return
    assert own_board.read(kind, own_board.write(board)) is not None


def test_who_has_no_such_board_has_no_such_option() -> None:
    with pytest.raises(BadOption):
        registry.rules("classic", {"own_board": RING})


@pytest.mark.parametrize(("rules_id", "kind", "line"), SETS)
def test_it_is_drawn_and_says_no_more_that_it_is_a_reconstruction(rules_id: str, kind: str, line: str) -> None:
    rules = registry.rules(rules_id, {"own_board": line})
    drawn = draw(rules.view(rules.start(3, board=kind)), boards=rules.own_boards, view=View(language="de"))
    assert "Rekonstruktion" not in drawn
    assert "Rekonstruktion" in draw(rules.view(registry.rules(rules_id).start(3, board=kind)), view=View(language="de"))


def test_the_protocol_judges_on_it_and_lists_it_nowhere() -> None:
    desk = Desk(OPS)
    listed = json.loads(desk.answer(b'{"op":"rules"}'))["rules"]
    assert all("own_board" not in rules["options"] and "play_on" not in rules["options"] for rules in listed)
    asked = {"op": "moves", "rules": "turnier", "options": {"own_board": RING}, "roll": 1}
    asked["position"] = "6 Y:B,B,B,55 R:B,B,B,18 B:B,B,B,1 Y 0"
    assert json.loads(desk.answer(json.dumps(asked).encode()))["permitted"] == ["55-56"]


def test_a_record_keeps_it() -> None:
    rules = registry.rules("classic6", {"own_board": RING})
    start = rules.write(rules.start(5))
    record = Record("classic6", start, options={"own_board": RING}, entries=(Throw("Y", 5, "1-6"),))
    again = read_record(write(record).encode())
    assert again.options == {"own_board": RING} and replay(again).stopped is None

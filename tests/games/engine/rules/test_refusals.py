"""Why a move is refused: one case for every reason of the ring games, and the rules each rests on."""

import pytest

from games.engine.rules import registry, wording
from games.engine.rules.classic import ClassicImpossible
from games.engine.rules.codes import Demand, Impossible
from games.engine.rules.contract import Duty
from games.engine.rules.errors import BadMove
from games.engine.rules.ring_refusals import RingImpossible

# Position (the other colours stand out of the way), throw, what was played, the codes and the rules.
TURNIER: list[tuple[str, str, int, str, list[tuple[str, tuple[int, ...]]]]] = [
    ("permitted", "Y:B,B,5,9 G:B,B,B,B Y 0", 3, "5-8", []),
    ("10 before a free move", "Y:B,B,5,9 G:B,B,B,8 Y 0", 3, "9-12", [("capture", (10,))]),
    ("10 before 4", "Y:B,B,5,9 G:B,B,B,15 Y 0", 6, "B-1", [("capture", (10,))]),
    ("10 with 4 before 10", "Y:B,B,5,9 G:B,B,1,15 Y 0", 6, "9-15", [("double_enter", (4, 10))]),
    ("10 with 5 before 10", "Y:B,B,1,9 G:B,B,4,12 Y 0", 3, "9x12", [("double_leave", (5, 10))]),
    ("4 before a free move", "Y:B,B,5,9 G:B,B,B,B Y 0", 6, "9-15", [("enter", (4,))]),
    ("5 before a free move", "Y:B,B,1,9 G:B,B,B,B Y 0", 3, "9-12", [("leave", (5,))]),
    ("5 before 14", "Y:B,B,1,39 G:B,B,B,B Y 0", 3, "39-b", [("leave", (5,))]),
    ("14 before a free move", "Y:B,B,9,39 G:B,B,B,B Y 0", 3, "9-12", [("go_home", (14,))]),
    ("8: nothing played", "Y:B,B,B,9 G:B,B,B,B Y 0", 3, "--", [("move", (8,))]),
    ("nothing to play", "Y:B,B,B,B G:B,B,B,B Y 0", 3, "--", []),
    ("wrong count", "Y:B,B,B,9 G:B,B,B,B Y 0", 3, "9-13", [("wrong_count", (8,))]),
    ("backwards", "Y:B,B,B,9 G:B,B,B,6 Y 0", 3, "9-6", [("wrong_count", (8,))]),
    ("own piece", "Y:B,B,6,9 G:B,B,B,B Y 0", 3, "6-9", [("own_piece", (8, 9))]),
    ("own piece, wrong count", "Y:B,B,5,9 G:B,B,B,B Y 0", 3, "5-9", [("wrong_count", (8,)), ("own_piece", (8, 9))]),
    ("goal jumped from the track", "Y:B,B,40,a G:B,B,B,B Y 0", 3, "40-c", [("goal_jump", (8, 14))]),
    ("goal jumped inside", "Y:B,B,a,b G:B,B,B,B Y 0", 2, "a-c", [("goal_jump", (8, 14))]),
    ("goal, wrong count", "Y:B,B,B,39 G:B,B,B,B Y 0", 3, "39-c", [("goal_inexact", (8, 14))]),
    ("past the goal", "Y:B,B,B,39 G:B,B,B,B Y 0", 6, "39-d", [("goal_inexact", (8, 14))]),
    ("back inside the goal", "Y:B,B,B,c G:B,B,B,B Y 0", 2, "c-a", [("goal_inexact", (8, 14))]),
    ("goal, wrong count, own piece", "Y:B,B,39,c G:B,B,B,B Y 0", 2, "39-c", [("goal_inexact", (8, 14)), ("own_piece", (8, 9))]),
    ("waiting piece into the goal", "Y:B,B,B,9 G:B,B,B,B Y 0", 6, "B-a", [("goal_inexact", (8, 14))]),
    ("second lap", "Y:B,B,B,39 G:B,B,B,B Y 0", 3, "39-2", [("second_lap", (8, 14))]),
    ("onto the own start", "Y:B,B,B,39 G:B,B,B,B Y 0", 2, "39-1", [("second_lap", (8, 14))]),
    ("another count across the start", "Y:B,B,B,39 G:B,B,B,B Y 0", 2, "39-2", [("wrong_count", (8,))]),
    ("out of the goal", "Y:B,B,B,b G:B,B,B,B Y 0", 2, "b-4", [("leaves_goal", (8,))]),
    ("no 6", "Y:B,B,B,9 G:B,B,B,B Y 0", 5, "B-1", [("needs_six", (8,))]),
    ("no 6, start taken", "Y:B,B,B,1 G:B,B,B,B Y 0", 5, "B-1", [("needs_six", (8,)), ("own_piece", (8, 9))]),
    ("start taken", "Y:B,B,B,1 G:B,B,B,B Y 0", 6, "B-1", [("own_piece", (8, 9))]),
    ("entered elsewhere", "Y:B,B,B,9 G:B,B,B,B Y 0", 6, "B-6", [("enter_elsewhere", (8,))]),
    ("to a waiting field", "Y:B,B,B,9 G:B,B,B,B Y 0", 6, "9-B", [("to_waiting", (8,))]),
    ("game over", "Y:a,b,c,d G:B,B,B,12 G 0", 3, "12-15", [("game_over", (16,))]),
]  # fmt: skip

CLASSIC: list[tuple[str, dict[str, object], str, int, str, list[str]]] = [
    ("no capture demanded", {}, "Y:B,5,9,c G:B,B,B,8 Y 0", 3, "9-12", []),
    ("forced capture", {"forced_capture": True}, "Y:B,5,9,c G:B,B,B,8 Y 0", 3, "9-12", ["capture"]),
    ("start to be cleared", {}, "Y:B,1,9,c G:B,B,B,12 Y 0", 3, "9x12", ["leave"]),
    ("piece to enter", {}, "Y:B,5,9,c G:B,B,B,15 Y 0", 6, "9x15", ["enter"]),
    ("goal jumped", {"no_goal_jump": True}, "Y:B,40,a,d G:B,B,B,11 Y 0", 3, "40-c", ["goal_jump"]),
    ("goal may be jumped", {}, "Y:B,40,a,d G:B,B,B,11 Y 0", 3, "40-c", []),
    ("barrier under way", {"barriers": True}, "Y:B,B,B,9 G:B,B,10,10 Y 0", 3, "9-12", ["barrier"]),
    ("own barrier under way", {"barriers": True}, "Y:B,9,10,10 G:B,B,B,11 Y 0", 3, "9-12", ["barrier"]),
    ("barrier on the target", {"barriers": True}, "Y:B,B,B,9 G:B,B,12,12 Y 0", 3, "9-12", ["barrier"]),
    ("barrier on the start", {"barriers": True}, "Y:B,B,B,9 G:B,B,1,1 Y 0", 6, "B-1", ["barrier"]),
    ("a pair may be made", {"barriers": True}, "Y:B,B,9,12 G:B,B,B,11 Y 0", 3, "9-12", []),
    ("no pair on the own start", {"barriers": True}, "Y:B,B,1,9 G:B,B,B,11 Y 0", 6, "B-1", ["own_piece"]),
    ("back without capture", {"backward_capture": True}, "Y:B,B,B,9 G:B,B,B,11 Y 0", 3, "9-6", ["back_without_capture"]),
    ("back onto the start", {"backward_capture": True}, "Y:B,B,B,4 G:B,B,B,1 Y 0", 3, "4-1", ["back_past_start"]),
    ("back past the start", {"backward_capture": True}, "Y:B,B,B,3 G:B,B,B,40 Y 0", 3, "3-40", ["back_past_start"]),
    ("back over a barrier", {"backward_capture": True, "barriers": True}, "Y:B,B,B,9 G:B,6,7,7 Y 0", 3, "9<6", ["barrier"]),
    ("back is not an option", {}, "Y:B,B,B,9 G:B,B,B,6 Y 0", 3, "9<6", ["wrong_count"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("position", "roll", "played", "expected"), [c[1:] for c in TURNIER], ids=[c[0] for c in TURNIER]
)
def test_turnier(position: str, roll: int, played: str, expected: list[tuple[str, tuple[int, ...]]]) -> None:
    rules = registry.rules("turnier")
    reasons = rules.why_not(rules.read("4 " + position), roll, played)
    assert [(reason.code, reason.rules) for reason in reasons] == expected


@pytest.mark.parametrize(
    ("options", "position", "roll", "played", "expected"), [c[1:] for c in CLASSIC], ids=[c[0] for c in CLASSIC]
)
def test_classic(options: dict[str, object], position: str, roll: int, played: str, expected: list[str]) -> None:
    rules = registry.rules("classic", options)
    reasons = rules.why_not(rules.read("4 " + position), roll, played)
    assert [reason.code for reason in reasons] == expected
    assert all(reason.rules == () for reason in reasons)


def test_cases_reach_every_reason() -> None:
    reached = {code for *_, expected in TURNIER for code, _ in expected} | {code for *_, e in CLASSIC for code in e}
    assert reached == {*Demand, *Impossible, *RingImpossible, *ClassicImpossible}


# The neutral colour: each colour's obligations bind its own pieces


NEUTRAL = "4 Y:B,5,9,c G:B,B,B,11 R:B,B,B,21 K:B,B,12,31 Y 0"


def neutral_reasons(played: str, roll: int, **options: object) -> list[str]:
    rules = registry.rules("classic", {"neutral": "K", **options})
    return [reason.code for reason in rules.why_not(rules.read(NEUTRAL), roll, played)]


def test_own_pieces_may_move_though_the_neutral_start_field_is_taken() -> None:
    assert neutral_reasons("5-8", 3) == []
    assert neutral_reasons("K:31-34", 3) == []
    assert neutral_reasons("K:12-15", 3) == ["leave"]


def test_forced_captures_bind_both() -> None:
    assert neutral_reasons("9x12", 3, forced_capture=True) == []
    assert neutral_reasons("K:31-34", 3, forced_capture=True) == ["capture"]
    assert neutral_reasons("5-8", 3, forced_capture=True) == ["capture"]


@pytest.mark.parametrize(
    "played", ["12-15", "G:11-14", "K:13-16", "9-9", "9-41", "9-e", "X:9-12", ":9-12", "9", "", "9--12", "-9"]
)
def test_what_cannot_have_been_played(played: str) -> None:
    rules = registry.rules("classic", {"neutral": "K"})
    with pytest.raises(BadMove) as refused:
        rules.why_not(rules.read(NEUTRAL), 3, played)
    assert refused.value.sentence("de") != refused.value.sentence("en")


def test_sentences_cite_the_rule() -> None:
    rules = registry.rules("turnier")
    (reason,) = rules.why_not(rules.read("4 Y:B,B,5,9 G:B,B,B,8 Y 0"), 3, "9-12")
    assert wording.reason(reason, "de") == "Wer schlagen kann, muss schlagen (5x8). (Regel 10)"
    assert wording.reason(reason, "en") == "Whoever can capture has to (5x8). (rule 10)"


def test_duties_have_names() -> None:
    assert {int(duty) for duty in Duty} == set(wording.DUTIES)
    assert wording.duty_name(Duty.SCHLAGPFLICHT, "de") == "Schlagpflicht"

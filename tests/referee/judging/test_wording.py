"""How a verdict is read out. That every code has a sentence in each language: tests/games/engine/rules/test_wording.py."""

from typing import Any

import pytest

from games.engine.rules import registry
from games.engine.rules.codes import Demand
from games.engine.rules.contract import Position, Reason, Roll, Rules
from games.engine.rules.speech import Text
from referee.judging import wording
from referee.judging.codes import Done, First, Follows, Otherwise
from referee.judging.facts import gather
from referee.judging.findings import idle
from referee.judging.wording import sentence
from tests.referee.judging.asking import CASES, judged


def asked_of(throw: dict[str, Any]) -> tuple[Rules, Position, Roll]:
    rules = registry.rules(throw["rules"])
    return rules, rules.read(throw["position"]), throw["roll"]


# What no case brings about: a piece touched that cannot move and nothing moved; the throw that ends a game.
BESIDES: list[dict[str, Any]] = [
    {"position": "4 Y:B,B,5,8 G:B,B,B,9 Y 0", "roll": 3, "touched": "5", "played": "--"},
    {"position": "4 Y:40,b,c,d G:B,B,B,9 Y 0", "roll": 1, "played": "40-a"},
]


def test_everything_that_a_throw_can_bring_is_spoken_of() -> None:
    asked = [*[case.ask for case in CASES], *[{"rules": "turnier", **throw} for throw in BESIDES]]
    reasons = [reason for throw in asked for reason in judged(throw).reasons]
    within = [reason.data["next"] for reason in reasons if "next" in reason.data]
    spoken = {reason.code for reason in [*reasons, *within] if isinstance(reason, Reason)}
    assert spoken >= {*Done, *First, *Demand, *Follows}


def test_the_throw_that_ends_a_game() -> None:
    reasons = judged({"rules": "turnier", **BESIDES[1]}).reasons
    assert wording.explain(reasons) == "The move from 40 to a is right. The game is over."


def test_what_nobody_declared_is_not_spoken_of() -> None:
    lapsed: Any = "lapsed"
    throw = {"rules": "turnier", "position": "4 Y:B,B,B,B G:B,B,B,9 Y 0", "roll": 3, "played": "--"}
    facts = gather(*asked_of(throw), None, "--", None)
    with pytest.raises(TypeError, match="'lapsed' is not a declared code"):
        idle(facts, lapsed, Reason(Follows.PUT_BACK, (), {}))


@pytest.mark.parametrize(
    ("moves", "german"),
    [
        (("5-8",), "der Zug von 5 auf 8"),
        (("5-8", "9x12"), "der Zug von 5 auf 8 oder der Schlag von 9 auf 12"),
        (
            ("B-1", "Bx1", "17<14"),
            "das Einsetzen auf 1, das Einsetzen mit Schlag auf 1 oder der Schlag rückwärts von 17 auf 14",
        ),
        (("K:12-15",), "der Zug von 12 auf 15 mit einer Figur von Schwarz"),
        (("1", "2", "3", "4"), "1, 2, 3 oder 4"),
        (("1", "2", "3", "4", "5"), "1, 2, 3 oder einer von 2 weiteren"),
    ],
)
def test_many_moves_are_counted(moves: tuple[str, ...], german: str) -> None:
    reason = Reason(Demand.MOVE, (8,), {"moves": moves})
    assert sentence(reason, "de") == f"Möglich war {german}, und wer ziehen kann, muss ziehen (Regel 8)."


def test_a_ruling_as_it_is_read_out() -> None:
    asked = {
        "rules": "turnier",
        "position": "4 Y:B,B,B,12 G:B,B,B,18 R:B,B,B,B K:B,B,B,B Y 0",
        "roll": 6,
        "played": "B-1",
    }
    assert wording.explain(judged(asked).reasons, "de") == (
        "Mit dem Wurf 6 war das Einsetzen auf 1 nicht erlaubt. "
        "Erlaubt war nur der Schlag von 12 auf 18: Wer schlagen kann, muss schlagen, und das geht allem vor (Regel 10). "
        "Alle Figuren stehen wieder wie vor dem Wurf, nur die Figur von Gelb auf 12 geht zurück in den Eckkreis; "
        "Grün würfelt als Nächstes (Regel 11, 13)."
    )


def test_neutral_pieces_have_duties_of_their_own() -> None:
    """Yellow must leave the start field, black may move as it likes: no duty is said to have come first."""
    asked = {"rules": "classic", "options": {"neutral": "K"}, "roll": 3, "played": "1-4",
             "position": "4 Y:B,B,1,5 G:B,B,B,9 R:B,B,B,B K:12,a,b,d Y 0"}  # fmt: skip
    assert [reason.code for reason in judged(asked).reasons] == ["right", "move", "next_other"]
    assert [reason.code for reason in judged({**asked, "played": "5-8"}).reasons] == [
        "not_first",
        "leave",
        "play_again",
    ]
    impossible = judged({**asked, "played": "5-9"}).reasons
    assert [reason.code for reason in impossible] == ["impossible", "move", "play_again"]
    assert impossible[1].data["moves"] == ("1-4", "K:12-15")


@pytest.mark.parametrize(
    ("played", "text"), [("b-c", "The move from b to c is right."), ("20-21", "The move from 20 to 21 is right.")]
)
def test_moves_are_said_in_words(played: str, text: str) -> None:
    asked = {"rules": "turnier", "position": "4 Y:B,B,20,b G:B,B,B,18 Y 0", "roll": 1, "played": played}
    assert wording.explain(judged(asked).reasons).startswith(text)


@pytest.mark.parametrize(
    ("done", "begins"),
    [
        (
            {"touched": "B", "played": "12-18"},
            "First touched was a waiting piece of Yellow, played was the move from 12 to 18.",
        ),
        ({"touched": "12", "played": "B-1"}, "First touched was Yellow's piece on 12, which might not move with"),
        ({"played": "12-15"}, "The move from 12 to 15 cannot be played: A 6 does not lead from 12 to 15 (rule 8)."),
    ],
)
def test_what_was_touched_and_why_it_cannot_be_is_said_first(done: dict[str, str], begins: str) -> None:
    asked = {"rules": "turnier", "position": "4 Y:B,B,5,12 G:B,B,B,9 Y 0", "roll": 6, **done}
    assert wording.explain(judged(asked).reasons).startswith(begins)


def test_an_own_piece_in_the_way_is_named_besides_the_first_reason() -> None:
    asked = {"rules": "turnier", "position": "4 Y:B,B,5,9 G:B,B,B,B Y 0", "roll": 3, "played": "5-9"}
    assert wording.explain(judged(asked).reasons).startswith(
        "The move from 5 to 9 cannot be played: A 3 does not lead from 5 to 9, and an own piece stands there (rules 8, 9)."
    )


def test_two_dice_are_read_out_together() -> None:
    asked = {"rules": "mauer", "position": "M Y:5,b,c,d G:B,B,6,8 Y 0", "roll": (1, 2), "played": "--"}
    assert "Mit dem Wurf 1 und 2 " in wording.explain(judged(asked).reasons, "de")
    assert "With a throw of 1 and 2 " in wording.explain(judged(asked).reasons, "en")


def test_rules_that_another_reading_would_break_are_listed() -> None:
    data = {"how": (Text("Capturing"), Text("is a must")), "broken": [10, 13]}
    said = sentence(Reason(Otherwise.OTHER_RULES, (), data), "en")
    assert said == "By the other reading (Capturing: is a must) other rules would be broken: 10, 13."

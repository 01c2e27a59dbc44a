"""Every code has a sentence in both languages, and no sentence is left over."""

import ast
import string
from pathlib import Path
from typing import Any

import pytest

from games.rules import wording as games
from games.rules.contract import Reason
from referee.judging import wording
from referee.judging.wording import sentence
from tests.referee.asking import CASES, judged

JUDGING = Path(wording.__file__).parent


def named() -> set[str]:
    """Every text in the source of the judge."""
    trees = [ast.parse(file.read_text()) for file in JUDGING.glob("*.py") if file.name != "wording.py"]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def given() -> set[str]:
    """The code of every reason that is made there."""
    trees = [ast.parse(file.read_text()) for file in JUDGING.glob("*.py")]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    makers = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id in ("Reason", "_followed_by")]
    return {str(call.args[0].value) for call in makers if isinstance(call.args[0], ast.Constant)}


def test_every_code_is_worded() -> None:
    assert given() <= set(wording.SENTENCES)
    assert set(games.DEMANDS) <= set(wording.FIRST)


def test_no_sentence_is_left_over() -> None:
    assert set(wording.SENTENCES) <= named() | set(games.DEMANDS)


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
    assert spoken >= {*wording.DONE, *wording.FIRST, *wording.FOLLOWS}


def test_the_throw_that_ends_a_game() -> None:
    reasons = judged({"rules": "turnier", **BESIDES[1]}).reasons
    assert wording.explain(reasons) == "40-a is right. The game is over."


@pytest.mark.parametrize(("code", "sentences"), [*wording.SENTENCES.items(), *wording.ERRORS.items()])
def test_both_languages_say_the_same_things(code: str, sentences: tuple[str, str]) -> None:
    german, english = sentences
    assert names(german) == names(english)
    assert german != english or german == "{because}"


def names(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize(
    ("moves", "german"),
    [
        (("5-8",), "5-8"),
        (("5-8", "9-12"), "5-8 oder 9-12"),
        (("5-8", "9-12", "a-d"), "5-8, 9-12 oder a-d"),
        (("1", "2", "3", "4"), "1, 2, 3 oder 4"),
        (("1", "2", "3", "4", "5"), "1, 2, 3 oder einer von 2 weiteren"),
    ],
)
def test_many_moves_are_counted(moves: tuple[str, ...], german: str) -> None:
    reason = Reason("move", (8,), {"moves": moves})
    assert sentence(reason, "de") == f"Möglich war {german}, und wer ziehen kann, muss ziehen (Regel 8)."


def test_a_ruling_as_it_is_read_out() -> None:
    asked = {
        "rules": "turnier",
        "position": "4 Y:B,B,B,12 G:B,B,B,18 R:B,B,B,B K:B,B,B,B Y 0",
        "roll": 6,
        "played": "B-1",
    }
    assert wording.explain(judged(asked).reasons, "de") == (
        "B-1 war mit dem Wurf 6 möglich, aber etwas anderes ging vor. "
        "Erlaubt war nur 12x18, denn Schlagen geht allem anderen vor (Regel 10). "
        "Alle Figuren stehen wie vor dem Wurf, nur die Figur von Gelb auf 12 geht zurück auf ihr Wartefeld; "
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


@pytest.mark.parametrize(("played", "text"), [("b-c", "b-c is right."), ("20-21", "20-21 is right.")])
def test_moves_are_written_as_they_are(played: str, text: str) -> None:
    asked = {"rules": "turnier", "position": "4 Y:B,B,20,b G:B,B,B,18 Y 0", "roll": 1, "played": played}
    assert wording.explain(judged(asked).reasons).startswith(text)

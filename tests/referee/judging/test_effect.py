"""Every sentence about what becomes of the game is read back and compared with the position that is stored, in both languages."""

import os
import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from games.engine.rules import registry
from games.engine.rules.contract import Rules
from referee.judging import effect
from referee.judging.sheet import FACTS
from referee.judging.sheet import judged as as_stored
from tests.referee.judging.test_against_oracle import thrown

RULINGS = int(os.environ.get("AUGENGENAU_RULINGS", "600"))  # throws; 6000 are 60 000 sentences, in half a minute
SEEDS = (3, 20)
COLOURS = {
    "de": dict(zip("YGRKBW", ("Gelb", "Grün", "Rot", "Schwarz", "Blau", "Weiß"), strict=True)),
    "en": dict(zip("YGRKBW", ("Yellow", "Green", "Red", "Black", "Blue", "White"), strict=True)),
}
# What a sentence says, read without the catalogue that made it.
THROWS = {
    "de": r"(?P<c>\w+) (würfelt (als Nächstes|nach der 6 noch einmal)|hat noch (?P<left>einen Wurf|\d Würfe)|muss denselben)",
    "en": r"(?P<c>\w+) (throws (next|again after the 6)|has (?P<left>one throw|\d throws) left|has to play the same throw)",
}
OVER = {"de": "Spiel ist zu Ende", "en": "game is over"}
BACK = {
    "de": r"auf (?P<f>\w+)\b[^;]* geht zurück|auf (?P<g>\w+) hätte schlagen",
    "en": r"on (?P<f>\w+)\b[^;]* goes back|on (?P<g>\w+) should",
}
UNDONE = {"de": r"[Aa]lle[s]? .*wie vor dem (Wurf|Zug)", "en": r"All .*where they stood before the (throw|move)"}
PLAYED = {"de": "Was gezogen wurde, bleibt stehen", "en": "What was played stays on the board"}
LEFT = {
    "de": "wie sie jetzt steht; kein Wurf wird zurückgenommen",
    "en": "as it stands now, and no throw is taken back",
}
ANEW = {"de": "Die ganze Partie beginnt von vorn", "en": "The whole game starts again from the beginning"}


def pieces(rules: Rules, position: str) -> Counter[tuple[str, str]]:
    groups = rules.view(rules.read(position)).groups
    return Counter((colour, field) for colour, fields in groups for field in fields)


def read_back(said: str, language: str, rules: Rules, before: str, position: str) -> None:
    """Fails where the sentence says something else than the position."""
    now = rules.view(rules.read(position))
    if found := re.search(THROWS[language], said):
        assert found["c"] == COLOURS[language][now.to_move], (said, position)
        if found["left"]:
            number = re.match(r"\d", found["left"])
            assert 3 - now.throws == (int(number[0]) if number else 1), (said, position)
    else:
        assert OVER[language] in said or "bleibt" in said or "stays" in said, said
    assert (OVER[language] in said) == (
        rules.over(rules.read(position)) and not re.search("bleibt es|stays so|wie es stand|as it stood", said)
    ), said
    if re.search(UNDONE[language], said):
        expected = pieces(rules, before)
        if back := re.search(BACK[language], said):
            field = back["f"] or back["g"]
            lost = next(
                (one for one in expected if one[1] == field and pieces(rules, position)[one] < expected[one]), None
            )
            assert lost, (said, before, position)
            expected = expected - Counter([lost]) + Counter([(lost[0], "B")])
        assert pieces(rules, position) == expected, (said, before, position)


def some(seed: int) -> list[dict[str, Any]]:
    random, found = Random(f"effect {seed}"), list[dict[str, Any]]()
    while len(found) < RULINGS // len(SEEDS):
        found += [{name: asked.get(name) for name in FACTS} for asked in thrown(random) if asked["rules"] != "mauer"]
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_no_sentence_says_something_else_than_what_is_stored(seed: int) -> None:
    random, seen = Random(seed), Counter[str]()
    for facts in some(seed):
        verdict, rules = as_stored(facts), registry.rules(facts["rules"], facts["options"])
        other = facts["position"] if random.random() < 0.5 else str(verdict["position"])
        for board, went_on in (
            (effect.VERDICT, False),
            (effect.AS_IS, False),
            (effect.AS_IS, True),
            (effect.OTHER, False),
            (effect.REPLAY, False),
        ):
            position = effect.stands(facts, verdict, board, other, went_on=went_on)
            said = effect.in_words(facts, verdict, board, position)
            for language in ("de", "en"):
                (last,) = said["words"][language] if board != effect.VERDICT else [follows(verdict, language)]
                seen[board] += 1
                assert (LEFT[language] in last) == (board == effect.AS_IS and not position)
                assert (ANEW[language] in last) == (board == effect.REPLAY) and bool(said["by_rules"][language]) == (
                    board != effect.VERDICT
                )
                assert (PLAYED[language] in last) == (board == effect.AS_IS and bool(position))
                assert (said["title"][language] == verdict["title"][language]) == (board == effect.VERDICT)
                assert not any(re.search(UNDONE[language], one) for one in said["by_rules"][language])
                if position:
                    read_back(last, language, rules, facts["position"], position)
    assert seen[effect.AS_IS] == 2 * seen[effect.VERDICT] >= RULINGS


def follows(verdict: dict[str, Any], language: str) -> str:
    otherwise = sum(len(reading["others"]) for reading in verdict["readings"])
    return str(verdict["words"][language][len(verdict["words"][language]) - 1 - otherwise])


@pytest.mark.parametrize("language", ["de", "en"])
def test_control_a_sentence_about_another_position_is_found(language: str) -> None:
    facts = {"rules": "turnier", "options": {}, "roll": 4, "played": "20-24", "touched": None, "choice": None}
    facts["position"] = "4 Y:B,B,5,20 G:B,B,B,9 R:B,B,B,B K:B,B,B,B Y 0"
    verdict, rules = as_stored(facts), registry.rules("turnier")
    read_back(follows(verdict, language), language, rules, facts["position"], verdict["position"])
    as_played = effect.stands(facts, verdict, effect.AS_IS, "", went_on=False)
    with pytest.raises(AssertionError):  # what the audit found: the verdict's sentence over a game that went on
        read_back(follows(verdict, language), language, rules, facts["position"], as_played)
    with pytest.raises(AssertionError):
        read_back(
            follows(verdict, language), language, rules, facts["position"], verdict["position"].replace(" G 0", " R 0")
        )

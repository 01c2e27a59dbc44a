"""A verdict says on which readings of the book it rests, and what would have been ruled by the others."""

from random import Random
from typing import Any

import pytest

from games.engine.rules import registry
from referee.judging import readings, wording
from referee.judging.codes import Otherwise
from tests.games.engine import random_requests
from tests.referee.judging.asking import CASES, judged, referee

STUCK = {"position": "4 Y:B,15,18,20 G:B,B,B,30 Y 0", "roll": 3, "touched": "15", "played": "20-23"}
MISSED = {"position": "4 Y:B,B,5,20 G:B,B,B,8 Y 0", "roll": 3, "played": "20-23"}
HOME = {"position": "4 Y:B,B,9,39 G:B,B,B,B Y 0", "roll": 3, "played": "9-12"}
STAYS = {"position": "4 Y:B,B,12,20 G:B,B,B,18 Y 0", "roll": 6, "played": "B-1"}
FREE, MOVED = {"touched_stuck": "free"}, {"missed_capture": "moved"}
# With the touched piece bound to a free move by one reading, by the other it goes home before that.
BOUND = {**HOME, "touched": "9", "played": "39-b"}

SAID: list[tuple[dict[str, Any], list[Otherwise]]] = [
    (STUCK, [Otherwise.WOULD_COUNT]),
    ({**STUCK, "options": FREE}, [Otherwise.WOULD_BE_VOID]),
    (
        {**STUCK, "position": "4 Y:B,B,5,20 G:B,B,B,8 Y 0", "touched": "B", "played": "5x8", "options": FREE},
        [Otherwise.WOULD_BE_VOID_BACK],
    ),
    (MISSED, [Otherwise.OTHER_GOES_BACK]),
    ({**MISSED, "options": MOVED}, [Otherwise.OTHER_GOES_BACK]),
    (STAYS, [Otherwise.STAYS]),
    ({**STAYS, "options": MOVED}, [Otherwise.GOES_BACK]),
    (HOME, [Otherwise.WOULD_COUNT]),
    ({**HOME, "options": {"goal_entry": "free"}}, [Otherwise.WOULD_BE_VOID]),
    (BOUND, [Otherwise.OTHER_MOVE, Otherwise.WOULD_COUNT]),
    ({**STUCK, "played": "15-19"}, []),
    ({**STUCK, "played": "--"}, [Otherwise.OTHER_RULES]),
    ({**HOME, "played": "39-b"}, []),
    ({**STUCK, "touched": "20"}, []),
]


@pytest.mark.parametrize(("asked", "codes"), SAID)
def test_a_verdict_names_the_readings_that_decided(asked: dict[str, Any], codes: list[Otherwise]) -> None:
    verdict = judged({"rules": "turnier", **asked})
    assert [reason.code for reason in readings.reasons(verdict)] == codes
    for reason in readings.reasons(verdict):
        assert wording.sentence(reason, "de").startswith("Nach der anderen Lesart (")
        assert wording.sentence(reason, "en").startswith("By the other reading (")


def test_every_difference_has_been_seen() -> None:
    assert {code for _, codes in SAID for code in codes} == set(Otherwise)


def test_the_piece_would_stay() -> None:
    reasons = readings.reasons(judged({"rules": "turnier", **STAYS}))
    assert wording.explain(reasons, "de") == (
        "Nach der anderen Lesart (Bei versäumtem Schlagen geht zurück: die Figur, die stattdessen gezogen wurde) "
        "bliebe die Figur von Gelb auf 12 stehen."
    )


def other_ways(asked: dict[str, Any]) -> list[dict[str, Any]]:
    """What the judge says by every other value of each reading, simply asked again."""
    here, found = referee(asked), []
    rules = registry.rules(asked["rules"], asked["options"])
    for reading in rules.readings:
        for value in reading.values:
            there = referee({**asked, "options": {**asked["options"], reading.name: value}})
            same = ("verdict", "broken", "sent_back", "move", "position")
            if [there[name] for name in same] != [here[name] for name in same]:
                found.append({"option": reading.name, "value": value, **{name: there[name] for name in same}})
    return found


def told(asked: dict[str, Any]) -> list[dict[str, Any]]:
    listed = referee(asked)["readings"]
    return [{"option": reading["option"], **other} for reading in listed for other in reading["others"]]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_is_told_is_what_asking_again_gives(case: Any) -> None:
    asked = {"op": "judge", **case.ask}
    assert told(asked) == other_ways(asked)


@pytest.mark.slow
def test_what_is_told_of_random_throws_is_what_asking_again_gives() -> None:
    random, decided = Random(18), set()
    for _ in range(1500):
        asked = {**random_requests.set_up(random, None)}
        if asked["rules"] != "turnier" or "error" in referee({"op": "moves", **asked}):
            continue
        asked = {"op": "judge", **asked, **random_requests.table_talk(random, asked)}
        assert told(asked) == other_ways(asked), asked
        decided |= {way["option"] for way in told(asked)}
    assert decided == {"goal_entry", "touched_stuck", "missed_capture"}

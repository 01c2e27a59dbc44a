"""Our judge and the second reading of the rules rule alike: whatever stands, was thrown, touched, played and named.

A short seeded form runs always. AUGENGENAU_LONG=1 runs the long one (AUGENGENAU_SEED, AUGENGENAU_REQUESTS to vary it).
"""

import os
from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.games.engine import random_requests
from tests.referee.judging.asking import oracle, referee

pytestmark = pytest.mark.slow

LONG = os.environ.get("AUGENGENAU_LONG") == "1"
SEED = int(os.environ.get("AUGENGENAU_SEED", "16"))
REQUESTS = int(os.environ.get("AUGENGENAU_REQUESTS", "200000")) if LONG else 4000
# How many throws of one position are looked at.
A_POSITION = 4

FIELDS = ("B", "a", "d", "1", "12", "40", "48", "49", "0", "01", "e", "", "K:12", "Y:1", ":1", "K:", "B-1")
PLAYED = ("--", "-", "", "B-1", "12-15", "12x15", "12<9", "5-5", "K:12-15", ":12-15", "Y:12-15", "B--", "12-15-18",
          "12 - 15", "a-c", "12-B", "B+1+2=3", "5+3-3=5", "c-a", "39-41", "12=15", "12-15x15", "１-2")  # fmt: skip
JUNK: tuple[Any, ...] = (None, 5, True, 1.5, [], ["12"], {}, "x" * 100)


def same(asked: dict[str, Any], layout: Any = None) -> dict[str, Any]:
    """The answer of both. An error is compared as an error: the sentence is each one's own."""
    expected, answered = oracle(asked, layout), referee(asked, layout)
    alike = set(expected) == set(answered) if "error" in expected or "error" in answered else expected == answered
    assert alike, f"layout {layout}\nrequest {asked}\noracle  {expected}\nreferee {answered}"
    return expected


def standing(random: Random) -> dict[str, Any]:
    """A position that can stand on a board, and a throw."""
    while True:
        asked = random_requests.set_up(random, None)
        if "error" not in oracle({"op": "moves", **asked}):
            return asked


def thrown(random: Random) -> list[dict[str, Any]]:
    """A position, and some throws with what was done: right, forbidden, impossible, nothing."""
    asked = standing(random)
    throws = [{**asked, "roll": random_requests.roll(random, asked["rules"])} for _ in range(A_POSITION)]
    return [{"op": "judge", **throw, **random_requests.table_talk(random, throw)} for throw in throws]


def test_random_throws() -> None:
    random, verdicts = Random(f"{SEED} throws"), Counter[tuple[str, str]]()
    while verdicts.total() < REQUESTS:
        for asked in thrown(random):
            ruled = same(asked)
            verdicts[asked["rules"], ruled["verdict"]] += 1
    seen = {verdict for rules, verdict in verdicts if rules == "turnier"}
    assert seen == {"correct", "enforced", "void"}
    assert {verdict for rules, verdict in verdicts if rules == "classic"} == {"correct", "void", "penalised"}


@pytest.mark.parametrize("rules", ["turnier", "classic", "classic6", "verboten"])
def test_every_throw_touch_and_play_of_a_position(rules: str) -> None:
    """Any own piece touched first, and any piece put anywhere."""
    random = Random(f"{SEED} {rules}")
    for _ in range(REQUESTS // 4000):
        asked = standing(random)
        while asked["rules"] != rules or asked["position"][0] != "4":
            asked = standing(random)
        own = dict.fromkeys(_own(asked))
        ends = ["B", *[str(number) for number in range(1, 41)], *"abcd"]
        for start in own:
            for end in ends:
                same({"op": "judge", **asked, "touched": random.choice([None, *own]), "played": f"{start}-{end}"})


@pytest.mark.parametrize("layout", random_requests.OWN_LAYOUTS, ids=["tiny", "middle"])
def test_mauer_on_the_layout_of_a_club(layout: dict[str, Any]) -> None:
    random, verdicts = Random(f"{SEED} layouts"), Counter[str]()
    while verdicts.total() < REQUESTS // 8:
        asked = {"op": "judge", **random_requests.set_up(random, layout)}
        moves: list[str] = oracle({**asked, "op": "moves"}, layout).get("permitted", [])
        for played in ["--", *random.sample(moves, min(len(moves), A_POSITION))]:
            for written in (played, _miswritten(random, played)):
                verdicts[same({**asked, "played": written}, layout).get("verdict", "refused")] += 1
    assert set(verdicts) == {"correct", "void", "refused"}


def _own(asked: dict[str, Any]) -> list[str]:
    words = asked["position"].split(" ")
    group = next(word for word in words[1:-2] if word[0] == words[-2])
    fields: list[str] = group[2:].split(",")
    return fields


def test_what_cannot_have_been_recorded() -> None:
    """Pieces that are not there, fields that no board has, moves that are none: both refuse, or both rule alike."""
    random, refused = Random(f"{SEED} junk"), Counter[bool]()
    while refused.total() < REQUESTS / 2:
        for asked in thrown(random):
            refused["error" in same(spoilt(random, asked))] += 1
    assert refused[True] > REQUESTS / 20
    assert refused[False] > REQUESTS / 20


def spoilt(random: Random, asked: dict[str, Any]) -> dict[str, Any]:
    """A request with something wrong in it (or, by chance, not)."""
    way = random.random()
    if way < 0.1:
        return {**random_requests.spoilt(random, asked), "op": "judge"}
    if way < 0.2:
        return {key: value for key, value in asked.items() if key == "op" or random.random() < 0.8}
    key = random.choice(["touched", "played", "played", "choice", "roll"])
    if key == "played" and random.random() < 0.5:
        return {**asked, key: _miswritten(random, asked["played"])}
    values = {"played": PLAYED, "touched": FIELDS, "choice": FIELDS}.get(key, JUNK)
    return {**asked, key: random.choice(random.choice((values, values, JUNK)))}


def _miswritten(random: Random, played: str) -> str:
    """One sign of it left out, put in or replaced."""
    at = random.randrange(len(played) + 1)
    sign: str = random.choice(["", *"-+^=x<:B1269ad "])
    return played[:at] + sign + played[at + random.choice((0, 1)) :]

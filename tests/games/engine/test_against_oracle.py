"""The engine and the second reading of the rules give the same answers: whatever is asked, whatever was chosen.

A short seeded form runs always. AUGENGENAU_LONG=1 runs the long one (AUGENGENAU_SEED, AUGENGENAU_REQUESTS to vary it).
"""

import os
from random import Random
from typing import Any

import pytest

from tests.games.engine import random_requests
from tests.games.engine.asking import engine, oracle
from tests.games.engine.oracle.protocol import OPTIONS, PLAYERS

pytestmark = pytest.mark.slow

LONG = os.environ.get("AUGENGENAU_LONG") == "1"
SEED = int(os.environ.get("AUGENGENAU_SEED", "16"))
REQUESTS = int(os.environ.get("AUGENGENAU_REQUESTS", "200000")) if LONG else 15000
LAYOUTS = random_requests.layouts()

Request = dict[str, Any]


class Comparison:
    """Asks both, counts, and stops at the first difference with all that is needed to repeat it."""

    def __init__(self, name: str, share: float) -> None:
        self.random = Random(f"{SEED} {name}")
        self.left = max(int(REQUESTS * share), 1)
        self.good = self.bad = 0

    def same(self, request: Any, layout: Any = None) -> Request:
        """The answer of both. An error is compared as an error: the sentence is each one's own."""
        expected, answered = oracle(request, layout), engine(request, layout)
        self.left -= 1
        if "error" in expected or "error" in answered:
            alike = set(expected) == set(answered) == {"id", "error"} and expected["id"] == answered["id"]
            assert set(answered["error"]) == {"code", "sentence", "data"}
            self.bad += 1
        else:
            alike = expected == answered
            self.good += 1
        assert alike, f"layout {layout}\nrequest {request}\noracle  {expected}\nengine  {answered}"
        return expected

    def layout(self) -> dict[str, Any] | None:
        return self.random.choice(LAYOUTS)


def test_moves_and_plays_from_positions_set_up() -> None:
    both = Comparison("set up", 0.5)
    while both.left > 0:
        layout = both.layout()
        asked = random_requests.set_up(both.random, layout)
        for roll in random_requests.rolls(both.random, asked["rules"]):
            compare_moves(both, {**asked, "roll": roll}, layout)
    assert both.good > 2 * both.bad, "positions set up are positions"


def compare_moves(both: Comparison, asked: Request, layout: Any) -> None:
    """What may be played, two plays of it, and one that may not be played."""
    answered = both.same({"op": "moves", **asked}, layout)
    if "error" in answered:
        return
    permitted = answered["permitted"] or ["--"]
    for move in both.random.sample(permitted, min(2, len(permitted))):
        both.same({"op": "play", **asked, "move": move}, layout)
    refused = [entry["move"] for entry in answered["legal"] if entry["move"] not in answered["permitted"]]
    both.same({"op": "play", **asked, "move": both.random.choice(["--", "5-8", "B-1", *refused])}, layout)


def test_whole_games() -> None:
    """Positions as they come about, each throw asked and played by both."""
    both = Comparison("games", 0.25)
    ended = 0
    while both.left > 0:
        asked = random_requests.set_up(both.random, None)
        rules, chosen = asked["rules"], asked["options"]
        if both.random.random() < 0.5:
            start = both.same({"op": "start", "rules": rules, "options": chosen, "players": both.random.randint(2, 4)})
            asked["position"] = start.get("position", asked["position"])
        for _ in range(150):
            roll = random_requests.roll(both.random, rules)
            here = {"rules": rules, "options": chosen, "position": asked["position"], "roll": roll}
            answered = both.same({"op": "moves", **here})
            if "error" in answered:
                break
            move = both.random.choice(answered["permitted"] or ["--"])
            after = both.same({"op": "play", **here, "move": move})["position"]
            ended += after == asked["position"]
            asked["position"] = after
    assert both.bad < both.good
    assert ended > 0, "no game came to an end"


def test_counting_ahead() -> None:
    both = Comparison("perft", 0.006)
    while both.left > 0:
        layout = both.layout()
        asked = random_requests.set_up(both.random, layout)
        del asked["roll"]
        depth = 1 if asked["rules"] == "mauer" else 2
        both.same({"op": "perft", **asked, "depth": depth}, layout)
    assert both.good > 2 * both.bad


def test_starts() -> None:
    both = Comparison("starts", 0.05)
    while both.left > 0:
        both.same(random_requests.started(both.random))
    assert both.good > 10
    assert both.bad > 10


def test_requests_that_are_none() -> None:
    """Wrong types, values, options and positions: both refuse, or both answer alike."""
    both = Comparison("spoilt", 0.19)
    while both.left > 0:
        asked: Request = {
            "op": both.random.choice(["moves", "play", "perft"]),
            **random_requests.set_up(both.random, None),
        }
        asked |= {"id": both.random.choice([1, "a", None])}
        if asked["op"] == "perft" and both.random.random() < 0.8:  # else it has a key that this op does not know
            del asked["roll"]
        asked |= {"depth": 1} if asked["op"] == "perft" else {"move": both.random.choice(["--", "5-8", "B-1", "a-b"])}
        both.same(random_requests.spoilt(both.random, asked))
    assert both.good > 10
    assert both.bad > 10


@pytest.mark.parametrize("request_", [*random_requests.JUNK, {"op": "moves"}, {"rules": "turnier"}], ids=repr)
def test_junk(request_: Any) -> None:
    assert set(engine(request_)) == set(oracle(request_)) == {"id", "error"}


def test_the_list_of_rule_sets() -> None:
    listed = {entry.pop("id"): entry for entry in engine({"op": "rules"})["rules"]}
    assert list(listed) == list(OPTIONS)
    for entry in oracle({"op": "rules"})["rules"]:
        names = listed[entry["id"]].pop("names")
        assert set(names) == {"de", "en"}
        assert listed[entry.pop("id")] == entry
    assert {rules: tuple(entry["players"]) for rules, entry in listed.items()} == PLAYERS

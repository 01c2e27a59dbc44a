"""Who throws, who handed on and who is out, read a second time: from nothing but the written positions of the second engine."""

from random import Random
from typing import Any

import pytest

from games.engine.rules import registry
from referee.judging import Thrown, exclude, handed_on, thrown_by
from tests.referee.judging.asking import oracle
from tests.referee.judging.test_against_oracle import REQUESTS, SEED, standing

pytestmark = pytest.mark.slow

TURNIER = registry.rules("turnier")
HOME = ["a", "b", "c", "d"]


class Written:
    """A position by its words alone."""

    def __init__(self, text: str) -> None:
        self.words = text.split(" ")
        self.groups = {word[0]: word[2:].split(",") for word in self.words[1:-2]}
        self.mover, self.throws = self.words[-2], self.words[-1]

    @property
    def playing(self) -> list[str]:
        return [colour for colour, fields in self.groups.items() if sorted(fields) != HOME]

    @property
    def is_over(self) -> bool:
        return len(self.playing) <= 1

    def without(self, colour: str) -> str:
        """Their pieces off the board, and the next of those who still play to throw if it was their turn."""
        colours = [*self.groups, *self.groups]
        after = colours[colours.index(self.mover) :]
        left = [one for one in after if one != colour and one in self.playing]
        turn = [left[0], "0"] if self.mover == colour else [self.mover, self.throws]
        return " ".join([self.words[0], *[word for word in self.words[1:-2] if word[0] != colour], *turn])


def played(random: Random) -> dict[str, Any]:
    """A throw of the tournament game rightly played, with the position after it."""
    while True:
        asked = standing(random)
        if asked["rules"] == "turnier":
            moves = oracle({"op": "moves", **asked})["permitted"]
            asked["move"] = random.choice(moves) if moves else "--"
            return {**asked, "after": oracle({"op": "play", **asked})["position"]}


def test_turns_and_exclusion() -> None:
    random, seen = Random(f"{SEED} table"), set[tuple[int, ...]]()
    for _ in range(REQUESTS // 8):
        asked = played(random)
        before, after = Written(TURNIER.write(TURNIER.read(asked["position"]))), Written(asked["after"])
        position = TURNIER.read(asked["after"])
        last = Thrown(before.mover, asked["roll"], TURNIER.read(asked["position"]))
        for colour in after.groups:
            ruling = thrown_by(TURNIER, position, colour, last)
            assert ruling.stands == (colour == after.mover and not after.is_over), asked
            too_often = not ruling.stands and colour == before.mover and not after.is_over
            assert set(ruling.broken) <= {2, 3} and bool(ruling.broken) == too_often, (asked, colour)
            assert TURNIER.write(ruling.position) == asked["after"]
            seen.add(ruling.broken)
        handed = handed_on(TURNIER, position, last)
        assert handed.stands == (after.is_over or after.mover != before.mover), asked
        assert handed.broken == (() if handed.stands or asked["roll"] != 6 else (7,)), asked
        seen.add(handed.broken)
        if after.is_over:
            continue
        out = random.choice(list(after.groups))
        assert TURNIER.write(exclude(TURNIER, position, out).position) == after.without(out), (asked, out)
    assert seen == {(), (2,), (3,), (7,)}

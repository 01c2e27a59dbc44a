"""Any field, any number of rounds, any absences: a valid draw, even where there is no time at all.

A sample in the normal run; every field from 3 to 250 for 1 to 8 rounds with AUGENGENAU_LONG=1.
"""

import os

import pytest

from tests.tournament.draw.seating.checker import judge, new_repeats
from tournament.draw.seating.draw import Mode, draw
from tournament.draw.seating.model import Dice, Request, Round, Watch

pytestmark = pytest.mark.slow

LONG = bool(os.environ.get("AUGENGENAU_LONG"))
SIZES = [n for n in range(3, 251) if n != 5] if LONG else [3, 4, *range(6, 30), 41, 47, 50, 61, 87, 130, 249]
CHANGING = SIZES if LONG else [3, 4, 6, 7, 9, 11, 14, 17, 22, 35, 64, 130]
MODES: tuple[Mode, ...] = ("next", "swiss", "all")


@pytest.mark.parametrize("n", SIZES)
def test_all_rounds_at_once(n: int) -> None:
    for rounds in range(1, 9) if LONG else (1, 4, 8):
        dice = Dice(str(n), f"property {rounds}")
        done = draw(Request(ids=tuple(range(n)), rounds=rounds, seed=str(dice.below(1000))))
        judged = judge(done.rounds, [range(n)] * rounds)
        assert judged.worst_seat_spread <= 1
        assert judged.three_spread <= 1
        assert judged.repeats == done.report["repeats"]["count"] >= done.report["repeats"]["least"]
        assert not done.is_cut_short


@pytest.mark.parametrize("n", CHANGING)
def test_round_by_round_with_absences(n: int) -> None:
    for rounds in range(1, 9) if LONG else (4,):
        event = Event(n, Dice(str(n), f"absences {rounds}"))
        for r in range(rounds):
            event.play(rounds - r)


class Event:
    """Players come and go; each round is drawn from what has been played, in any of the modes."""

    def __init__(self, n: int, dice: Dice) -> None:
        self.n = n
        self.dice = dice
        self.played: list[list[tuple[str, ...]]] = []

    def play(self, left: int) -> None:
        present = [f"p{i}" for i in range(self.n) if self.dice.below(10)]
        if len(present) in (0, 1, 2, 5):
            present = [f"p{i}" for i in range(self.n)]
        request = self.request(present, left)
        watch = Watch(self.dice.pick([60.0, 60.0, 0.0]))
        done = draw(request, self.dice.pick(MODES), watch)
        tables = [tuple(str(request.ids[player]) for player in table) for table in done.rounds[0]]
        judge([tables], [present])
        found = new_repeats(done.rounds, request.history)
        assert found == done.report["repeats"]["count"] >= done.report["repeats"]["least"]
        self.played.append(tables)

    def request(self, present: list[str], left: int) -> Request:
        known = {player for tables in self.played for table in tables for player in table}
        ids = (*present, *sorted(known.difference(present)))
        number = {player: index for index, player in enumerate(ids)}
        history: list[Round] = [
            tuple(tuple(number[player] for player in table) for table in tables) for tables in self.played
        ]
        return Request(
            ids=tuple(present),
            gone=ids[len(present) :],
            rounds=left,
            seed=str(self.dice.below(1000)),
            history=tuple(history),
            scores=tuple(float(self.dice.below(9)) for _ in present),
        )

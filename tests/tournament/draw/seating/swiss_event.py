"""A Swiss event played with dice: everybody has a skill, every game adds noise, points are 3-2-1-0."""

import random
import time
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from tournament.draw.seating import swiss
from tournament.draw.seating.model import Request, Round, Watch
from tournament.draw.seating.report import stretched

POINTS = (3, 2, 1, 0)


class Event:
    """Everybody has a number of their own; rounds are told in these numbers."""

    def __init__(self, n: int) -> None:
        self.present = list(range(n))
        self.ever = n
        self.points: defaultdict[int, int] = defaultdict(int)
        self.rounds: list[Round] = []
        self.fields: list[list[int]] = []
        self.spreads: list[float] = []
        self.reports: list[dict[str, Any]] = []
        self.slowest = 0.0

    def spread(self) -> float:
        """The mean of best minus worst score at a table, over tables and rounds."""
        return sum(self.spreads) / len(self.spreads)

    def change(self, going: float, chance: random.Random) -> None:
        """So large a share goes, so large a share comes."""
        before = len(self.present)
        self.present = [player for player in self.present if chance.random() >= going]
        coming = sum(chance.random() < going for _ in range(before))
        self.present += range(self.ever, self.ever + coming)
        self.ever += coming

    def draw(self, ahead: int, seed: str, seconds: float) -> Round:
        names = [*self.present, *(set(range(self.ever)) - set(self.present))]
        number = {player: i for i, player in enumerate(names)}
        request = Request(
            tuple(self.present),
            rounds=ahead,
            seed=seed,
            history=tuple(tuple(tuple(number[p] for p in table) for table in tables) for tables in self.rounds),
            scores=tuple(float(self.points[player]) for player in self.present),
            gone=tuple(names[len(self.present) :]),
        )
        start = time.process_time()
        (drawn,) = swiss.draw(request, Watch(seconds, clock=time.process_time))
        self.slowest = max(self.slowest, time.process_time() - start)
        self.reports.append(stretched(drawn, request.scores))
        return tuple(tuple(names[p] for p in table) for table in drawn)

    def seat(self, tables: Round, field: Sequence[int]) -> None:
        self.rounds.append(tables)
        self.fields.append(list(field))
        self.spreads.append(sum(self._range(table) for table in tables) / len(tables))

    def _range(self, table: Sequence[int]) -> int:
        return max(self.points[p] for p in table) - min(self.points[p] for p in table)


def play(n: int, rounds: int, seed: int, *, going: float = 0.0, known: bool = True, seconds: float = 60) -> Event:
    chance = random.Random(seed)
    event = Event(n)
    skill: defaultdict[int, float] = defaultdict(lambda: chance.gauss(0, 1))
    for played in range(rounds):
        if played and going:
            event.change(going, chance)
        event.seat(event.draw(rounds - played if known else 1, str(seed), seconds), event.present)
        for table in event.rounds[-1]:
            by_result = sorted(table, key=lambda player: -(skill[player] + chance.gauss(0, 1)))
            for player, points in zip(by_result, POINTS, strict=False):
                event.points[player] += points
    return event

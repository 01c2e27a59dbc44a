"""The request for a draw, its result, and what all drawers share: a random generator, a watch, one error.

Inside the draw players are the numbers 0 to n-1. Players who appear only in the history (dropped out) have
numbers from n on. The order inside a table is the order of colours and of turns. The order of tables
is the order of boards.

A drawer is a function `(Request, Watch) -> tuple[Round, ...]`: it gives the new rounds only, seated, in
any order of boards. What it does is bounded by counted work, so that the same seed gives the same draw
on every machine; the watch only cuts a search short that would take too long, and remembers that it did.

Left out: names, points, the database, and what a round looks like on paper.
"""

import hashlib
import time
from collections.abc import Callable, Iterable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal, TypeVar

T = TypeVar("T")
Id = int | str
Table = tuple[int, ...]
Round = tuple[Table, ...]
Kind = Literal["4", "6"]
Priority = Literal["threes", "repeats"]
Report = dict[str, Any]

WEIGHTS: Mapping[str, int] = {"apart": 4, "team": 4, "family": 4, "club": 1}
"""The default weight of a wish, by its kind."""


class SeatingError(Exception):
    """The only error a draw raises on purpose: the caller can do something about it."""

    def __init__(self, code: str, sentence: str, **data: Any) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.data = data


@dataclass(frozen=True)
class Wish:
    """These players would rather not share a table: each pair that does costs `weight`."""

    kind: str
    players: tuple[int, ...]
    weight: int = 1
    name: str = ""


@dataclass(frozen=True)
class Board:
    """A board standing in the hall: kind "4" for tables of four, "6" for tables of three."""

    number: int
    kind: Kind


@dataclass(frozen=True)
class Request:
    """All that a draw is made from.

    `scores` holds one number a player present, as it stands before the round. `fixed` names the boards a
    player of limited mobility can get to, one of each kind at best. `history_boards` are the boards of the
    history's tables; left empty, tables stood in the order of the hall. `plan` is what had been drawn for
    the rounds to come before somebody left or came: it may be kept as far as it goes. `table_size` is how many teams
    meet in a team final, 0 in every other draw. Of `attempts` draws, if there is time for them, the best is taken.
    """

    ids: tuple[Id, ...]
    rounds: int = 1
    seed: str = "0"
    seconds: float = 2.0
    history: tuple[Round, ...] = ()
    history_boards: tuple[tuple[int, ...], ...] = ()
    plan: tuple[Round, ...] = ()
    wishes: tuple[Wish, ...] = ()
    boards: tuple[Board, ...] = ()
    fixed: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    scores: tuple[float, ...] = ()
    first: Priority = "threes"
    gone: tuple[Id, ...] = ()
    table_size: int = 0
    attempts: int = 1

    @property
    def n(self) -> int:
        """Players to be seated now."""
        return len(self.ids)

    @property
    def everybody(self) -> int:
        """Players to be seated now and those only the history knows."""
        return len(self.ids) + len(self.gone)

    def dice(self, purpose: str) -> "Dice":
        """A random generator for one purpose: a step that needs more numbers leaves the others as they were."""
        return Dice(self.seed, purpose)


@dataclass(frozen=True)
class Draw:
    """The new rounds, tables in the order of their boards, with the numbers of the boards and the report."""

    request: Request
    rounds: tuple[Round, ...]
    boards: tuple[tuple[int, ...], ...]
    report: Report
    seconds: float
    is_cut_short: bool = False


class Dice:
    """A random generator that gives the same numbers on every machine and with every Python.

    `Random.getrandbits` is fixed by its documented algorithm (Mersenne Twister); `shuffle`, `sample` and
    `randrange` have changed between versions, so nothing here uses them.
    """

    def __init__(self, seed: str, purpose: str) -> None:
        text = f"augengenau draw/{purpose}/{seed}".encode("utf-8", "surrogatepass")
        self._bits = Random(int.from_bytes(hashlib.sha256(text).digest(), "big")).getrandbits

    def below(self, n: int) -> int:
        """A random whole number from 0 to n-1, all equally likely."""
        width = (n - 1).bit_length()
        value = self._bits(width)
        while value >= n:
            value = self._bits(width)
        return value

    def chance(self) -> float:
        """A random number from 0 up to, not including, 1."""
        return self._bits(53) / (1 << 53)

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        result = list(items)
        self.shuffle(result)
        return result


class Watch:
    """Says when a search must stop: its time is up or the caller has cancelled it.

    `was_hit` stays true afterwards: the draw then depended on the speed of the machine, and says so.
    """

    def __init__(
        self,
        seconds: float = 2.0,
        *,
        cancelled: Callable[[], bool] = lambda: False,
        progress: Callable[[float, str], None] = lambda share, step: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._cancelled = cancelled
        self._start = clock()
        self._end = self._start + seconds
        self.progress = progress
        self.was_hit = False
        self._is_over = False

    def is_over(self) -> bool:
        """Reads the clock, so call it every few hundred steps, about a thousand times a second at most."""
        if not self._is_over:
            self._is_over = self._clock() >= self._end or self._cancelled()
            self.was_hit |= self._is_over
        return self._is_over

    def is_half_over(self) -> bool:
        """For a search that finds all or nothing: the steps after it need time too."""
        is_half = self.is_over() or self.elapsed() >= self.left()
        self.was_hit |= is_half
        return is_half

    def elapsed(self) -> float:
        return self._clock() - self._start

    def left(self) -> float:
        return max(0.0, self._end - self._clock())


def apart(request: Request) -> list[dict[int, int]]:
    """For each player the others to keep apart from, and what such a meeting costs (symmetric)."""
    costs: list[dict[int, int]] = [{} for _ in range(request.everybody)]
    for wish in request.wishes:
        for a in wish.players:
            for b in wish.players:
                if a != b:
                    costs[a][b] = costs[a].get(b, 0) + wish.weight
    return costs

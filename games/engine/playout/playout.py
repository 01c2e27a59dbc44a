"""Games played out by the engine: how likely each colour is to win from here, and how long a game lasts.

Decided here: what is counted over many games, all of it repeatable from a seed. Left out: how players choose
(`strategies`), and how a game is played fast (`loop` plays the same throws as `by_engine`).
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain, islice, repeat
from random import Random
from typing import Any, NamedTuple

from ..rules import placing, registry
from ..rules.contract import Move, Options, Position, Roll, Rules
from ..rules.notation import GOAL
from .compiled import chosen
from .loop import PICKS, SIX
from .strategies import SENSIBLE, TASTES, best
from .tables import table

ROW = 1 << 12
LOOP = chosen()


class Game(NamedTuple):
    """The result of one game: who took which place (as far as it was played), and the throw that brought each one home."""

    placed: tuple[str, ...]
    home_at: tuple[int, ...]


class Throw(NamedTuple):
    """One throw of a game: the position before, the roll, the move (None: nothing), the position after."""

    before: Position
    roll: Roll
    move: Move | None
    after: Position


class RandomSource:
    """An endless random generator of dice and picks: evenly distributed, and the same for the same seed."""

    def __init__(self, seed: int | str) -> None:
        self._dice = Random(f"dice {seed}")
        self._picks = Random(f"picks {seed}")
        self.dice = chain.from_iterable(iter(self.more_dice, b""))
        self.picks = chain.from_iterable(iter(self.more_picks, b""))

    def more_dice(self) -> bytes:
        return _even(self._dice, SIX, 1, draws=2)

    def more_picks(self) -> bytes:
        return _even(self._picks, PICKS, 0, draws=1)

    def roll(self, rules: Rules) -> Roll:
        """The next throw with the dice of these rules."""
        if isinstance(rules.rolls[0], int):
            return next(self.dice)
        return tuple([next(self.dice) for _ in rules.rolls[0]])

    def one_of(self, moves: list[Move]) -> Move:
        """One of the moves, each equally likely. Up to four are drawn as the loop draws them."""
        ways = len(moves)
        if ways == 1:
            return moves[0]
        if PICKS % ways:
            return self._picks.choice(moves)
        return moves[next(self.picks) * ways // PICKS]


def _even(random: Random, sides: int, first: int, draws: int) -> bytes:
    """Evenly distributed numbers. A byte gives several draws; bytes above the last full round are dropped."""
    full = 256 - 256 % sides**draws
    row = random.randbytes(ROW)
    return b"".join([row.translate(_faces(sides, first, draw), bytes(range(full, 256))) for draw in range(draws)])


@cache
def _faces(sides: int, first: int, draw: int) -> bytes:
    return bytes([first + byte // sides**draw % sides for byte in range(256)])


# Games


def throws(rules: Rules, position: Position, rng: RandomSource, strategy: str = SENSIBLE) -> Iterator[Throw]:
    """Every throw of one game until it is over, played by the engine."""
    taste = TASTES[strategy]
    while not rules.over(position):
        roll = rng.roll(rules)
        permitted = rules.permitted(position, roll)
        move = rng.one_of(best(rules, position, permitted, taste)) if permitted else None
        after = rules.follow(position, roll, move)
        yield Throw(position, roll, move, after)
        position = after


def by_engine(rules: Rules, position: Position, rng: RandomSource, strategy: str, places: int) -> Game:
    """One game by the engine, until `places` more players are home: slow, but for any rule set."""
    places_taken = placing.at_start(rules, position)
    home_at: list[int] = []
    for count, throw in enumerate(throws(rules, position, rng, strategy), 1):
        if not throw.move or throw.move.target not in GOAL:
            continue
        done = len(places_taken.placed)
        places_taken = placing.after_throw(rules, places_taken, throw.before, throw.after)
        finished = rules.finished(throw.after)
        came = sum(colour in finished for colour in places_taken.placed[done:])
        home_at += [count] * came
        if len(home_at) >= places:
            break
    return Game(places_taken.placed, tuple(home_at))


def by_loop(rules: Rules, position: Position, rng: RandomSource, start: Any, places: int, loop: Any) -> Iterator[Game]:
    """Games one after the other, each from a copy of the table that `tables` set up."""
    dice = loop.RandomBuffer(rng.more_dice, rng.more_picks)
    placed = placing.at_start(rules, position).placed
    players = rules.players_of(position)
    names = position.ring.colours
    while True:
        home = loop.play(start.copy(), dice, position.mover, position.throws, places)
        order = placed + tuple([names[colour] for colour in home[::2]])
        if len(order) == len(players) - 1:
            order += tuple([colour for colour in players if colour not in order])
        yield Game(order, tuple(home[1::2]))


def games(
    rules: Rules,
    position: Position,
    seed: int | str = 0,
    strategy: str = SENSIBLE,
    *,
    to_end: bool = False,
    loop: Any = LOOP,
) -> Iterator[Game]:
    """Games without end from one position, each until the next player is home, or to its end. Without a loop, or
    where it cannot play these rules, the engine plays every throw."""
    rng = RandomSource(seed)
    unfinished = len(rules.players_of(position)) - len(rules.finished(position))
    places = max(unfinished - 1, 0) if to_end and not rules.ends_with_winner else 1
    start = loop and table(rules, position, strategy, loop)
    if start:
        return by_loop(rules, position, rng, start, places, loop)
    return (by_engine(rules, position, rng, strategy, places) for _ in repeat(None))


# Counting


class Chances(NamedTuple):
    """How often each colour took each place, the best one first (only the next place, if games end with that)."""

    games: int
    taken: Mapping[str, tuple[int, ...]]

    def share(self, colour: str, place: int = 1) -> float:
        return self.taken[colour][place - 1] / self.games


def chances(
    rules: Rules,
    position: Position,
    count: int = 1000,
    seed: int | str = 0,
    strategy: str = SENSIBLE,
    *,
    to_end: bool = False,
) -> Chances:
    players = rules.players_of(position)
    taken = Counter[tuple[str, int]]()
    for game in islice(games(rules, position, seed, strategy, to_end=to_end), count):
        taken.update(zip(game.placed, range(len(players)), strict=False))
    return Chances(count, {colour: tuple([taken[colour, n] for n in range(len(players))]) for colour in players})


class Spread(NamedTuple):
    """Throws of many games, the shortest first."""

    throws: tuple[int, ...]
    seconds_per_throw: float

    @property
    def mean(self) -> float:
        return sum(self.throws) / len(self.throws)

    def within(self, share: float) -> int:
        """The throws that this share of the games does not exceed."""
        return self.throws[min(int(share * len(self.throws)), len(self.throws) - 1)]

    def minutes(self, share: float = 0.5) -> float:
        """The minutes that this share of the games does not exceed."""
        return self.within(share) * self.seconds_per_throw / 60

    def done_after(self, minutes: float) -> float:
        """The share of games that are done by then."""
        limit = minutes * 60 / self.seconds_per_throw
        return sum(throws <= limit for throws in self.throws) / len(self.throws)


class Lengths(NamedTuple):
    first_home: Spread
    all_placed: Spread


def lengths(
    rules_id: str,
    players: int,
    seconds_per_throw: float,
    options: Options | None = None,
    count: int = 1000,
    seed: int | str = 0,
    strategy: str = SENSIBLE,
) -> Lengths:
    """How long games of this many players last from the start, whoever begins."""
    rules = registry.rules(rules_id, options)
    played = list(islice(games(rules, rules.start(players), seed, strategy, to_end=True), count))
    first = Spread(tuple(sorted([game.home_at[0] for game in played])), seconds_per_throw)
    return Lengths(first, Spread(tuple(sorted([game.home_at[-1] for game in played])), seconds_per_throw))

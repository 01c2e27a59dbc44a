"""Standings to try things on: events by chance with all that can happen, and two players made level on points."""

import random
from dataclasses import replace

from tournament.standings.ranking.book import Book
from tournament.standings.ranking.model import PARTS, Facts, Player, Scheme, Seat, Table, ThrowOff
from tournament.standings.ranking.rank import standings


def any_event(seed: int) -> tuple[Facts, Scheme]:
    dice = random.Random(seed)
    players = dice.choice((3, 4, 7, 8, 11, 12))
    tables = [table for number in range(1, dice.randrange(2, 5)) for table in any_round(dice, number, players)]
    dice.shuffle(tables)
    people = tuple(any_player(dice, n) for n in range(players + dice.randrange(3)))  # some have not played yet
    facts = Facts(people, tuple(tables), any_throws(dice, len(people)))
    scheme = Scheme(
        four=dice.choice(((5, 3, 2, 1), (1, 1, 1, 1))),
        best=dice.choice((0, 0, 1, 2)),
        has_sums=dice.random() < 0.7,
        seed=str(seed),
    )
    return facts, scheme


def any_round(dice: random.Random, number: int, players: int) -> list[Table]:
    order = dice.sample(range(players), players)
    sizes = [3] * (-players % 4)
    sizes += [4] * ((players - sum(sizes)) // 4)
    has_counts, tables = dice.random() < 0.7, []
    for at, size in enumerate(sizes, 1):
        here = [order.pop() for _ in range(size)]
        places = dice.choice(([1, 2, 3, 4], [1, 1, 3, 4], [1, 2, 2, 4], [1, 2, 3, 3], [1, 1, 1, 4]))
        pool = dice.choice(((0,), (0, 1, 50, 100, 137), (0, 1, 50, 100, 137))) if has_counts else (None,)
        counts = [dice.choice(pool) for _ in here]
        seats = tuple(Seat(*seat) for seat in zip(here, places, counts, strict=False))
        tables.append(Table(number, at, seats))
    return tables


def any_player(dice: random.Random, n: int) -> Player:
    status = dice.choice(("playing", "playing", "playing", "withdrawn", "excluded"))
    return Player(n, n + 1, status=status, penalty=dice.choice((0, 0, 1, 2)), lot=dice.choice(("", f"e{n}")))


def any_throws(dice: random.Random, players: int) -> tuple[ThrowOff, ...]:
    offs = []
    for _ in range(dice.randrange(4)):
        first = {who: dice.randint(1, 6) for who in dice.sample(range(players), dice.randrange(2, players + 1))}
        later = {who: dice.randint(1, 6) for who in first if dice.random() < 0.5}
        offs.append(ThrowOff((first, later) if later else (first,)))
    return tuple(offs)


def book_of(facts: Facts, scheme: Scheme) -> Book:
    lines = standings(facts, scheme)
    singles = {line.player.id: list(line.singles) for line in lines}
    return Book(facts, scheme, singles, {line.player.id: line.parts for line in lines})


def made_level(facts: Facts, scheme: Scheme, one: int, other: int) -> Facts:
    """The same, but the two bring along what puts them in front of all, equal on points."""
    parts = {line.player.id: line.parts for line in standings(facts, scheme)}
    return replace(facts, carried={one: 50, other: 50 + (parts[one] - parts[other]) // PARTS})

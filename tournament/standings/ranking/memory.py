"""What a club remembers: records over the years, whether colours and seats win alike, and small awards of one tournament.

Decided here: what a record is, and when there is too little to say anything. A shared first place is a shared win, and
ends a row of wins. Left out: names, and which tournaments are looked at.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

PARTS = 12  # of a win: shared by two, three or four it stays whole
LEAST_EXPECTED = 5  # wins of each colour, below which the test means nothing
LEAST_TABLES = 3  # of one person in one tournament, for a share of the possible points
# Chi-square above which equal chances are unlikely (once in twenty), by degrees of freedom.
UNLIKELY = {1: 3.841, 2: 5.991, 3: 7.815, 4: 9.488, 5: 11.070}


class Played(NamedTuple):
    """A seat at a table with a confirmed result; `event` and `round` number in the order of time."""

    event: int
    round: int
    table: int
    person: int
    colour: str
    order: int
    place: int
    size: int  # who were there
    parts: int  # points got, in twelfths
    most: int  # points that a first place gives, in twelfths; 0 where the count itself is the score


class Holder(NamedTuple):
    person: int
    event: int | None  # None: over the years


class Record(NamedTuple):
    """`value` as a whole number, a share in hundredths of a per cent; all who hold it."""

    code: str
    value: int
    holders: tuple[Holder, ...]


class Chance(NamedTuple):
    key: str
    tables: int
    wins: int  # in twelfths
    share: int  # hundredths of a per cent


class Chances(NamedTuple):
    """Of tables of one size: `verdict` says whether wins differ more than equal chances explain."""

    size: int
    tables: int
    expected: int  # hundredths of a per cent
    lines: tuple[Chance, ...]
    verdict: Literal["few", "alike", "apart"]


def records(played: Sequence[Played]) -> list[Record]:
    """The records that somebody holds."""
    wins = list(_won(played))
    candidates = [
        _best("events", Counter(Holder(person, None) for person, _event in {(s.person, s.event) for s in played})),
        _best("wins", Counter(Holder(seat.person, None) for seat in wins)),
        _best("wins_in_one", Counter(Holder(seat.person, seat.event) for seat in wins)),
        _best("row", {Holder(person, None): n for person, n in longest_rows(played).items()}),
        _best("share", _shares(played)),
    ]
    return [record for record in candidates if record]


Table = tuple[int, int, int]


def table_of(seat: Played) -> Table:
    return seat.event, seat.round, seat.table


def played_at(played: Iterable[Played]) -> Mapping[Table, int]:
    """How many share the first place of each table."""
    return Counter(table_of(seat) for seat in played if seat.place == 1)


def is_won(seat: Played, firsts: Mapping[Table, int]) -> bool:
    """First without sharing the place."""
    return seat.place == 1 and firsts[table_of(seat)] == 1


def longest_rows(played: Sequence[Played]) -> dict[int, int]:
    """The longest row of wins of everybody who won a table, over all tournaments."""
    firsts, now, most = played_at(played), Counter[int](), Counter[int]()
    for seat in sorted(played, key=lambda seat: (seat.event, seat.round)):
        now[seat.person] = now[seat.person] + 1 if is_won(seat, firsts) else 0
        most[seat.person] = max(most[seat.person], now[seat.person])
    return {person: n for person, n in most.items() if n}


def _shares(played: Iterable[Played]) -> dict[Holder, int]:
    """The share of all points that could be had in one tournament: comparable whatever a place is worth."""
    own: dict[Holder, list[Played]] = defaultdict(list)
    for seat in played:
        if seat.most:
            own[Holder(seat.person, seat.event)].append(seat)
    return {
        holder: sum(s.parts for s in seats) * 10_000 // sum(s.most for s in seats)
        for holder, seats in own.items()
        if len(seats) >= LEAST_TABLES
    }


def _best(code: str, values: Mapping[Holder, int]) -> Record | None:
    top = max(values.values(), default=0)
    if top <= 0:
        return None
    return Record(code, top, tuple(sorted(holder for holder, value in values.items() if value == top)))


def chances(played: Sequence[Played], key: Callable[[Played], str]) -> list[Chances]:
    """For tables of four and of three apart, since a win is rarer among four."""
    sizes = sorted({seat.size for seat in played if seat.size in (3, 4)}, reverse=True)
    return [_chances([seat for seat in played if seat.size == size], size, key) for size in sizes]


def _chances(played: Sequence[Played], size: int, key: Callable[[Played], str]) -> Chances:
    firsts = played_at(played)
    tables, wins = Counter(key(seat) for seat in played), Counter[str]()
    for seat in played:
        if seat.place == 1:
            wins[key(seat)] += PARTS // firsts[table_of(seat)]
    lines = tuple(Chance(name, n, wins[name], wins[name] * 10_000 // (PARTS * n)) for name, n in sorted(tables.items()))
    return Chances(size, len(played) // size, 10_000 // size, lines, _verdict(lines, size))


def _verdict(lines: Sequence[Chance], size: int) -> Literal["few", "alike", "apart"]:
    """Pearson's test against equal chances at every table."""
    expected = [line.tables / size for line in lines]
    if len(lines) - 1 not in UNLIKELY or min(expected) < LEAST_EXPECTED:
        return "few"
    square = sum((line.wins / PARTS - due) ** 2 / due for line, due in zip(lines, expected, strict=True))
    return "apart" if square > UNLIKELY[len(lines) - 1] else "alike"


def awards(played: Sequence[Played], ranks: Mapping[int, tuple[int | None, ...]]) -> list[Record]:
    """Of one tournament, for fun. `ranks`: of everybody after each round. Most need more than one occasion."""
    won = list(_won(played))
    candidates = [
        _least(_best("climber", {Holder(p, None): _climb(row) for p, row in ranks.items()}), 3),
        _least(_best("seconds", _times(played, 2)), 2),
        _least(_best("thirds", _times(played, 3)), 2),
        _least(_best("colours", Counter(Holder(p, None) for p, _colour in {(s.person, s.colour) for s in won})), 2),
        _least(_best("comebacks", Counter(Holder(person, None) for person in _comebacks(played))), 1),
    ]
    return [record for record in candidates if record]


def _least(record: Record | None, least: int) -> Record | None:
    return record if record and record.value >= least else None


def _won(played: Sequence[Played]) -> Iterator[Played]:
    firsts = played_at(played)
    return (seat for seat in played if is_won(seat, firsts))


def _times(played: Iterable[Played], place: int) -> Counter[Holder]:
    return Counter(Holder(seat.person, None) for seat in played if seat.place == place)


def _climb(row: Sequence[int | None]) -> int:
    known = [rank for rank in row if rank is not None]
    return known[0] - known[-1] if len(known) > 1 else 0


def _comebacks(played: Sequence[Played]) -> Iterator[int]:
    """Last at a table, and winner of the next one."""
    firsts, was_last = played_at(played), dict[int, bool]()
    for seat in sorted(played, key=lambda seat: (seat.event, seat.round)):
        if was_last.get(seat.person) and is_won(seat, firsts):
            yield seat.person
        was_last[seat.person] = seat.place == seat.size

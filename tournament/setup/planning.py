"""Plan an evening: from players, boards and stages to a list of rounds with their minutes.

Decided here: how many rounds a knock-out needs, which rounds run side by side, how long a game without a clock takes. Left
out: who plays whom (`tournament.draw`), saving the stages (`tournament.stages.actions`), the page (`tournament.setup.views`).
"""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from games.engine.rules import classic
from tournament.draw.seating.model import SeatingError
from tournament.draw.seating.split import split

PAUSE = 10  # minutes between two rounds: results, next tables, a drink
EXPECTED = 16  # players: the default
SECONDS = 5  # a throw with its move, when people play briskly
LAST_TABLE = 4
STEP = 5  # minutes: estimates are rounded to this
# Throws after which 19 of 20 games are decided to the last place: games.engine.playout.playout.lengths
# over 20,000 games (mauer: 300). The longest table decides when a round without a clock is over.
THROWS = {
    "turnier": {3: 536, 4: 851},
    "classic": {3: 384, 4: 669},
    "classic6": {3: 384, 4: 669},
    "verboten": {3: 384, 4: 669},
    "mauer": {3: 343, 4: 699},
}
# The same until the first one is home, where the table ends with its winner.
FIRST = {
    "turnier": {3: 498, 4: 747},
    "classic": {3: 356, 4: 582},
    "classic6": {3: 356, 4: 582},
    "verboten": {3: 356, 4: 582},
    "mauer": {3: 346, 4: 650},
}
# How much longer such a game lasts with an option of the family game, by the same playouts; several together are multiplied.
LONGER = {
    "three_throws": {3: 1.12, 4: 1.2},
    "no_goal_jump": {3: 1.01, 4: 1.02},
    "backward_capture": {3: 1.48, 4: 1.79},
}
NO_OPTIONS: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True)
class Part:
    """What the plan needs to know of a stage. `minutes` 0: without a clock. `size` 0: everybody."""

    kind: str
    name: str
    rules: str
    rounds: int = 1
    minutes: int = 0
    size: int = 0
    going_on: int = 0
    lengths: tuple[int, ...] = ()  # minutes of the first rounds, where each has its own
    options: Mapping[str, object] = dataclasses.field(
        default_factory=dict
    )  # as they are played: some make a game longer

    @property
    def is_final(self) -> bool:
        return self.kind in ("final", "small_final")


@dataclass(frozen=True)
class Hall:
    """The boards in the hall; none given: as many as are needed."""

    fours: int = 0
    sixes: int = 0


@dataclass(frozen=True)
class Slot:
    """One round: when it begins (minutes from the start), how long it takes, which boards it needs."""

    name: str
    number: int
    of: int  # rounds of its stage
    players: int
    fours: int
    threes: int
    begins: int
    minutes: int
    is_estimate: bool
    lacks_fours: int = 0
    lacks_sixes: int = 0

    @property
    def tables(self) -> int:
        return self.fours + self.threes

    @property
    def ends(self) -> int:
        return self.begins + self.minutes


@dataclass(frozen=True)
class Schedule:
    slots: tuple[Slot, ...]
    pauses: int  # minutes, all together

    @property
    def minutes(self) -> int:
        return max((slot.ends for slot in self.slots), default=0)

    @property
    def unseatable(self) -> tuple[Slot, ...]:
        """Rounds whose number of players cannot be split into tables of four and three."""
        return tuple(slot for slot in self.slots if not slot.tables)

    @property
    def lacks_fours(self) -> int:
        return max((slot.lacks_fours for slot in self.slots), default=0)

    @property
    def lacks_sixes(self) -> int:
        return max((slot.lacks_sixes for slot in self.slots), default=0)


def schedule(
    parts: Sequence[Part], players: int, hall: Hall | None = None, *, pause: int = PAUSE, seconds: int = SECONDS
) -> Schedule:
    """Schedule all rounds one after the other; a small final runs at the same time as the final before it."""
    slots: list[Slot] = []
    pauses = 0
    for part, number, of, field in _rounds(parts, players):
        is_beside = part.kind == "small_final" and bool(slots)
        begins = slots[-1].begins if is_beside else max((slot.ends for slot in slots), default=-pause) + pause
        pauses += pause if slots and not is_beside else 0
        slots.append(_slot(part, number, of, field, begins, hall or Hall(), seconds))
    return Schedule(tuple(slots), pauses)


def _rounds(parts: Sequence[Part], everybody: int) -> Iterator[tuple[Part, int, int, int]]:
    """Each round: its part, its number, how many rounds the part has, and how many play."""
    going = everybody  # players still in: fewer after a knock-out
    for at, part in enumerate(parts):
        if part.kind == "knockout":
            fields = knockout(_field(part, going, at), part.going_on or 2, _target(parts[at + 1 :]))
            yield from ((part, number, len(fields) - 1, field) for number, field in enumerate(fields[:-1], 1))
            going = fields[-1]
        elif part.kind == "small_final":
            if _split(field := _small_final(parts, at, going)):
                yield part, 1, 1, field
        else:
            field = _field(part, going, at)
            yield from ((part, number, part.rounds, field) for number in range(1, part.rounds + 1))


def _field(part: Part, going: int, at: int) -> int:
    return min(part.size, going) if part.size and (at or part.kind == "knockout") else going


def _target(following: Sequence[Part]) -> int:
    """How many players the part after a knock-out takes; 0 if none follows: then the last table decides."""
    sizes = [part.size for part in following if part.kind != "small_final"]
    return (sizes[0] or LAST_TABLE) if sizes else 0


def _small_final(parts: Sequence[Part], at: int, going: int) -> int:
    """How many just missed the final; with few players nobody is left."""
    if any(part.kind == "knockout" for part in parts[:at]):
        return LAST_TABLE
    final = next((part.size for part in parts if part.kind == "final"), LAST_TABLE)
    return min(parts[at].size or going, going) - final


def knockout(players: int, going_on: int, target: int) -> list[int]:
    """How many play in each round of a knock-out, and last how many go on from it. Tables are filled up with losers."""
    fields = [players]
    while fields[-1] > target:
        tables = len(_split(fields[-1]))
        if tables == 0:
            break
        through = min(tables * going_on, fields[-1])
        if tables == 1 or through >= fields[-1]:
            fields.append(min(through, target) or through)
            break
        fields.append(min(through + -through % LAST_TABLE, fields[-1] - 1))
    return fields if len(fields) > 1 else [players] * (1 + (players > target))


def _slot(part: Part, number: int, of: int, players: int, begins: int, hall: Hall, seconds: int) -> Slot:
    sizes = _split(players)
    fours, threes = sizes.count(4), sizes.count(3)
    at_fours = (
        len(sizes) if part.options.get(classic.NEUTRAL.name) else fours
    )  # with a neutral colour three sit there, too
    has_hall = hall.fours + hall.sixes > 0
    minutes = part.lengths[number - 1] if number <= len(part.lengths) else part.minutes
    return Slot(
        part.name,
        number,
        of,
        players,
        fours,
        threes,
        begins,
        minutes or game_minutes(part.rules, 4 if fours else 3, seconds, part.options),
        is_estimate=minutes == 0,
        lacks_fours=max(at_fours - hall.fours, 0) if has_hall else 0,
        lacks_sixes=max(len(sizes) - at_fours - hall.sixes, 0) if has_hall else 0,
    )


def _split(players: int) -> tuple[int, ...]:
    try:
        return split(players)
    except SeatingError:
        return ()


def game_minutes(rules: str, players: int, seconds: int = SECONDS, options: Mapping[str, object] = NO_OPTIONS) -> int:
    """Estimated minutes of a round without a clock."""
    throws: float = (FIRST if options.get("play_on") == "winner" else THROWS)[rules][players]
    for option, longer in LONGER.items():
        throws *= longer[players] if options.get(option) is True else 1
    minutes = throws * seconds / 60
    return STEP * max(round(minutes / STEP), 1)

"""What standings are computed from, and what comes out: plain facts, no database, no wording.

Decided here: a point is kept as twelve parts, so that places shared by two, three or four share their points exactly. Left
out: where results come from (`standings.scores`), how a reason reads (`wording`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

PARTS = 12  # of a point: the least number that halves, thirds and quarters

OF_POINTS, OF_COUNTS = "points", "counts"  # what the share of a table's points is taken of

Status = Literal["playing", "withdrawn", "excluded"]


class Seat(NamedTuple):
    """How a player did at a table. `place` is the best of the places shared: of two second ones both have 2."""

    player: int
    place: int
    counted: int | None = None  # what the board was counted at, where it was


class Table(NamedTuple):
    """A confirmed result."""

    round: int
    number: int
    seats: tuple[Seat, ...]


class Player(NamedTuple):
    """`number` is the start number: the order in which equals are listed."""

    id: int
    number: int
    category: str = ""
    team: str = ""
    status: Status = "playing"
    penalty: int = 0  # whole points off the overall score
    lot: str = ""  # what the lot is drawn from, the same on every machine; if empty, the id


class ThrowOff(NamedTuple):
    """One throw-off; each row is one turn, in which only those still equal throw."""

    throws: tuple[Mapping[int, int], ...]


@dataclass(frozen=True)
class Scheme:
    """How a stage is scored. `by_count`: the count of the board is the score, places give nothing. `has_sums`: a
    higher count is better, so that a share of the table's sum means something; of steps still needed it does not."""

    four: tuple[int, ...] = (5, 3, 2, 1)
    three: tuple[int, ...] = (5, 3, 1)
    by_count: bool = False
    best: int = 0  # how many of the results count; 0 means all
    breaks: tuple[str, ...] = ("wins", "seconds", "thirds", "lot")
    seed: str = ""  # of the lot
    has_sums: bool = True
    share: str = OF_POINTS  # or OF_COUNTS, in evenings played before (`ranking.share`)


@dataclass(frozen=True)
class Facts:
    """All that standings are computed from."""

    players: tuple[Player, ...]
    tables: tuple[Table, ...]
    throw_offs: tuple[ThrowOff, ...] = ()
    carried: Mapping[int, int] = field(default_factory=dict)  # whole points brought along from an earlier stage


class Single(NamedTuple):
    """One result of a player, as it counts."""

    round: int
    table: int
    place: int
    size: int
    parts: int
    counted: int | None
    is_dropped: bool
    share: tuple[int, int] = (0, 0)  # own part and the whole of what the table gave, in twelfths


class Step(NamedTuple):
    """What separates a player from a neighbour: the criterion, own value, the neighbour's. "equal" if nothing does."""

    criterion: str
    own: int
    other: int
    neighbour: int


@dataclass(frozen=True)
class Line:
    """A player in the standings. `rank` is None for the excluded, who are listed last."""

    player: Player
    rank: int | None
    parts: int
    singles: tuple[Single, ...]
    above: Step | None
    below: Step | None
    values: Mapping[str, int] = field(default_factory=dict)  # every criterion that was looked at for this player

    @property
    def is_shared(self) -> bool:
        return any(step is not None and step.criterion == EQUAL for step in (self.above, self.below))


EQUAL = "equal"
POINTS = "points"

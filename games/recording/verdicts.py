"""Judging a throw as it is recorded, and what was ruled about a record. `referee` depends on `games`, so it registers here who
says it; else nothing is judged and nothing was ruled."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from games.engine.records.replay import Ply
from games.engine.rules.contract import Roll, Rules
from games.models import Game


@dataclass(frozen=True)
class RecordedThrow:
    """One recorded throw, as a judge needs it. `last`: the throw before it, where nothing was ruled since."""

    rules: Rules
    before: str
    number: int
    colour: str
    roll: Roll
    touched: str | None
    played: str
    last: Ply | None = None

    @property
    def is_out_of_turn(self) -> bool:
        return self.rules.view(self.rules.read(self.before)).to_move != self.colour


class Judgement(NamedTuple):
    verdict: str
    sentences: tuple[str, ...]
    position: str  # that stands


Judge = Callable[[RecordedThrow], Judgement]
_judges: list[Judge] = []


def register(judge: Judge) -> None:
    _judges[:] = [judge]


@dataclass(frozen=True)
class Ruled:
    """`over`: the rulings that do not count any more. `throws`: those with a ruling in force, its number and whether the throw
    was claimed in time (None: nobody knows)."""

    over: frozenset[int] = frozenset()
    throws: Mapping[int, tuple[int, bool | None]] = field(default_factory=dict)


_rulings: list[Callable[[Game], Ruled]] = []


def register_rulings(of: Callable[[Game], Ruled]) -> None:
    _rulings[:] = [of]


def ruled(game: Game) -> Ruled:
    return _rulings[0](game) if _rulings else Ruled()


def judged(throw: RecordedThrow) -> Judgement | None:
    return _judges[0](throw) if _judges else None

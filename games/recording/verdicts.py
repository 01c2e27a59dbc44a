"""Judging a throw as it is recorded. `referee` depends on `games`, so it registers its judge here; else nothing is judged."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from games.engine.records.replay import Ply
from games.engine.rules.contract import Roll, Rules


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


def judged(throw: RecordedThrow) -> Judgement | None:
    return _judges[0](throw) if _judges else None

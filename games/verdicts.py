"""Judging on the spot. Who judges comes after us: the referee registers, the recorder asks. Without one nothing is said."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from games.replay import Ply
from games.rules.contract import Roll, Rules


@dataclass(frozen=True)
class Asked:
    """One recorded throw, as a judge wants it. `last`: the throw before it, where nothing was ruled since."""

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


class Said(NamedTuple):
    verdict: str
    sentences: tuple[str, ...]
    position: str  # that stands


Judge = Callable[[Asked], Said]
_judges: list[Judge] = []


def register(judge: Judge) -> None:
    _judges[:] = [judge]


def judged(asked: Asked) -> Said | None:
    return _judges[0](asked) if _judges else None

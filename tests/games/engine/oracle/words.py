"""The few words that every part of the oracle uses.

The oracle is a second reading of the rules page, made so that the real engine can be held against it. It is slow on
purpose: fields stay the text they are written as, a piece is walked one field at a time, nothing is worked out
beforehand. It must never import anything from `games` or `referee`; if both readings agree, that should mean something.
"""

import re
from dataclasses import dataclass, field, replace
from typing import Self

WAITING = "B"
GOAL = "abcd"

NUMBER = re.compile(r"[1-9][0-9]{0,5}", re.ASCII)


class Refused(Exception):
    """The request, or the position in it, is not one that has an answer."""


@dataclass(frozen=True)
class Layout:
    """A Mauerhuepfen board: numbers of fields, and wall sections as (field, field, number)."""

    track: int
    start: dict[str, int]
    z: tuple[int, ...]
    walls: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True)
class Game:
    """A rule set with everything that was chosen for it."""

    rules: str
    options: dict[str, object] = field(default_factory=dict)
    layout: Layout | None = None

    @property
    def ends_with_winner(self) -> bool:
        return self.options.get("play_on") == "winner"

    def has(self, option: str) -> bool:
        return self.options.get(option) is True

    @property
    def neutral(self) -> str | None:
        colour = self.options.get("neutral")
        return colour if isinstance(colour, str) else None


@dataclass(frozen=True)
class Position:
    """Section 2: which field each of a colour's four pieces stands on, who throws, which throw of a run."""

    board: str
    pieces: dict[str, tuple[str, ...]]
    mover: str
    throws: int

    def standing_on(self, spot: str) -> list[str]:
        """The colours of the pieces on a track field, one entry for each piece."""
        return [colour for colour, fields in self.pieces.items() for f in fields if f == spot]

    def moved(self, colour: str, start: str, end: str) -> Self:
        """One piece of a colour from a field to a field, nothing else changed."""
        fields = list(self.pieces[colour])
        fields.remove(start)
        return replace(self, pieces={**self.pieces, colour: in_order([*fields, end])})

    def passed_to(self, colour: str, throws: int = 0) -> Self:
        return replace(self, mover=colour, throws=throws)

    def all_home(self, colour: str) -> bool:
        return all(f in GOAL for f in self.pieces[colour])


@dataclass(frozen=True)
class Move:
    """What one move does, whoever may make it."""

    text: str
    colour: str
    start: str
    end: str
    captured: tuple[tuple[str, str], ...] = ()
    duties: tuple[int, ...] = ()


def in_order(fields: list[str]) -> tuple[str, ...]:
    """Waiting pieces first, then the track by number, then the goal from a to d."""
    waiting = [f for f in fields if f == WAITING]
    track = sorted((f for f in fields if f not in GOAL and f != WAITING), key=int)
    return (*waiting, *track, *sorted(f for f in fields if f in GOAL))

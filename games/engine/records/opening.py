"""The throws for the first move: who has still to throw, and who begins.

Every colour throws once; if several threw highest, these throw again, until one is highest.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from .record import Round


@dataclass(frozen=True)
class Opening:
    """`throwing`: who has still to throw; empty when it is decided who begins."""

    rounds: tuple[Round, ...]
    throwing: tuple[str, ...]
    begins: str


def opening(colours: Sequence[str], thrown: Sequence[tuple[str, int]]) -> Opening:
    """`thrown`: the throws that stand, in order."""
    rounds: list[Round] = []
    level, now = tuple(colours), dict[str, int]()
    for colour, roll in thrown:
        now[colour] = roll
        if set(now) == set(level):
            rounds.append(tuple(now.items()))
            best = max(now.values())
            level, now = tuple([c for c in level if now[c] == best]), {}
    if len(level) == 1:
        return Opening(tuple(rounds), (), level[0])
    partly = (tuple(now.items()),) if now else ()
    return Opening((*rounds, *partly), tuple([c for c in level if c not in now]), "")


def begun_by(start: str, colour: str) -> str:
    """The position at the start with this colour to throw."""
    head, _mover, throws = start.rsplit(" ", 2)
    return f"{head} {colour} {throws}"

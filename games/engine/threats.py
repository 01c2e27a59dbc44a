"""Which pieces can be captured with the next throw, and by which rolls. Only permitted moves count: a capture that
another duty forbids is no threat."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from .rules.contract import Move


class Threat(NamedTuple):
    colour: str
    field: str
    rolls: tuple[str, ...]


def threats(permitted: Mapping[str, Iterable[Move]]) -> tuple[Threat, ...]:
    """Sorted by colour and field; `permitted` has the moves of every roll as it is written."""
    rolls_by_piece: dict[tuple[str, str], list[str]] = {}
    for roll, moves in permitted.items():
        for piece in {piece for move in moves for piece in move.captures}:
            rolls_by_piece.setdefault((piece[0], piece[1:]), []).append(roll)
    order = sorted(rolls_by_piece, key=lambda piece: (piece[0], len(piece[1]), piece[1]))
    return tuple(Threat(*piece, tuple(rolls_by_piece[piece])) for piece in order)

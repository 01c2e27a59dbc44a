"""Which pieces can be hit with the next throw, and by what it has to show. Only what is permitted counts: a capture that
another duty forbids is no threat."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from games.rules.contract import Move


class Threat(NamedTuple):
    colour: str
    field: str
    rolls: tuple[str, ...]


def threats(permitted: Mapping[str, Iterable[Move]]) -> tuple[Threat, ...]:
    """By colour and field; `permitted` are the moves of every throw, as it is written."""
    found: dict[tuple[str, str], list[str]] = {}
    for roll, moves in permitted.items():
        for piece in {piece for move in moves for piece in move.captures}:
            found.setdefault((piece[0], piece[1:]), []).append(roll)
    order = sorted(found, key=lambda piece: (piece[0], len(piece[1]), piece[1]))
    return tuple(Threat(*piece, tuple(found[piece])) for piece in order)

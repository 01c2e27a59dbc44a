"""How many play a free game, on which board, with which colours: what a book offers, as data.

Two may play the family game with two opposite colours each, three with the fourth colour neutral. Anything else that the engine
takes is possible too, if it is named colour by colour (the API).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.engine.rules.boards import shipped
from games.engine.rules.contract import Rules
from games.engine.rules.errors import GameError
from games.engine.rules.registry import rule_class

NEUTRAL = "neutral"
LEAST, MOST = 2, 6
OPPOSITE = ("YR", "GK")


@dataclass(frozen=True)
class Way:
    """`seats`: the colours of each player. `options`: what it takes of the book's options."""

    code: str
    board: str
    seats: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def players(self) -> int:
        return len(self.seats)

    @property
    def is_double(self) -> bool:
        return any(len(colours) > 1 for colours in self.seats)

    @property
    def neutral(self) -> str:
        return str(self.options.get(NEUTRAL, ""))


def ways(rules: str) -> list[Way]:
    return list(_ways(rule_class(rules)()))


def _ways(plain: Rules) -> Iterator[Way]:
    has_neutral = any(option.name == NEUTRAL for option in plain.choices)
    for players in range(LEAST, MOST + 1):
        for board in plain.boards:
            try:
                start = plain.start(players=players, board=None if len(plain.boards) == 1 else board)
            except GameError:
                continue
            view = plain.view(start)
            if view.board == board:
                yield Way(f"{players}-{board}", board, tuple(colours_in(plain.write(start))))
        if has_neutral and players == len(OPPOSITE):
            yield Way(f"{players}-double", "4", OPPOSITE)
        if has_neutral and players == len(OPPOSITE) + 1:
            *own, last = shipped("4").colours
            yield Way(f"{players}-neutral", "4", tuple(own), {NEUTRAL: last})


def colours_in(position: str) -> list[str]:
    """Of a written position, clockwise."""
    return [group.partition(":")[0] for group in position.split(" ") if ":" in group]

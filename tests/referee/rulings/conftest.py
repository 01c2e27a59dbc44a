"""A game in the record, and a referee who signs about it."""

from collections.abc import Callable
from typing import Any

import pytest

from games.models import Game
from games.recording.actions import add_line, open_game
from games.recording.queries import latest_game
from referee.models import Ruling
from referee.rulings.actions import sign_ruling
from tournament.core.actors import Actor


def thrown(roll: str, played: str) -> dict[str, str]:
    return {"kind": "throw", "roll": roll, "played": played}


def set_to(position: str) -> dict[str, str]:
    return {"kind": "ruled", "position": position}


@pytest.fixture
def by(gero: Any) -> Actor:
    return Actor(gero)


@pytest.fixture
def record(evening: Any, table: Any, by: Actor) -> Callable[..., Game]:
    """A game that Yellow begins, with these lines."""

    def made(*lines: dict[str, str]) -> Game:
        open_game(evening.tournament, by=by, table_id=table.public_id)
        game = latest_game(table)
        for line in ({"kind": "begins", "colour": "Y"}, *lines):
            add_line(game, by=by, **line)
        return game

    return made


@pytest.fixture
def sign(evening: Any, table: Any, by: Actor) -> Callable[..., Ruling]:
    """A ruling against Yellow, or another one."""

    def act(colour: str = "Y", **said: Any) -> Ruling:
        entry = table.seats.get(colour=colour).entry
        return sign_ruling(evening.tournament, by=by, table_id=table.public_id, against=entry.public_id, **said).result

    return act

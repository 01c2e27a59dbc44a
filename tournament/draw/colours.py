"""Which colours sit at a table: as the boards say, every second seat of a board for six where three play."""

from functools import cache

from games.engine.rules.boards import shipped


@cache
def colours_for(kind: str, players: int) -> tuple[str, ...]:
    """In the order of turns."""
    return shipped(kind).seated(players)

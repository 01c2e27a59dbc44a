"""Which colours sit at a table: as the boards say, every second seat of a board for six where three play, or all of a board for
four but the neutral one."""

from functools import cache

from tournament.stages.options import seated_at


@cache
def colours_for(kind: str, players: int, neutral: str = "") -> tuple[str, ...]:
    """In the order of turns."""
    return seated_at(kind, players, neutral)

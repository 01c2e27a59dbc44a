"""What a tournament's document holds of recorded games."""

from games.models import Game, Line
from games.plugins import policy  # noqa: F401  (who may see what of it)
from tournament.policy.parts import IN_TABLE, Part, add, leads

add(
    Part("games", Game, leads(f"table__{IN_TABLE}")),
    Part("lines", Line, leads(f"game__table__{IN_TABLE}")),
    stream_ways=(f"game__table__{IN_TABLE}",),
)

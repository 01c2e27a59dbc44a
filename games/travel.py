"""What a tournament's document holds of recorded games."""

from games.models import Chance, Game, Line
from tournament.document.shape import IN_TABLE, Part, add, leads

add(
    Part("games", Game, leads(f"table__{IN_TABLE}")),
    Part("lines", Line, leads(f"game__table__{IN_TABLE}")),
    stream_ways=(f"game__table__{IN_TABLE}",),
    left_out={Chance: "computed anew"},
)

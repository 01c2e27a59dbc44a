"""A board that the clock ended: from the fields of the pieces to counts and places, as the stage counts.

What is typed is read by the engine, so that no impossible board is counted. Left out: storing anything.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.rules.boards import shipped
from games.rules.errors import GameError
from games.rules.notation import GOAL
from games.rules.registry import rules
from tournament.errors import Refused
from tournament.models import Table
from tournament.standings import counter

READ_BY = "classic6"  # knows both boards; a position is the same under all rules, only its moves differ


@dataclass(frozen=True)
class Counted:
    counted: int
    place: int


def count_position(table: Table, text: str, finished: Sequence[str] = ()) -> dict[str, Counted]:
    """By colour. `text`: "Y:B,B,5,a G:…" or a whole position; `finished`: who brought all home, first one first."""
    method = table.round.stage.unfinished
    if method not in counter.METHODS:
        raise Refused("not_counted", _("Boards are not counted in this stage."))
    board, colours = shipped(table.board.kind), list(table.seats.order_by("order").values_list("colour", flat=True))
    fields = _read(table.board.kind, colours, text)
    counts = {colour: counter.count(method, board, colour, fields[colour]) for colour in colours}
    places = counter.places(method, counts, _finished(fields, finished))
    return {colour: Counted(counts[colour], places[colour]) for colour in colours}


def _read(kind: str, colours: Sequence[str], text: str) -> dict[str, tuple[str, ...]]:
    groups = [word for word in text.split() if ":" in word]
    engine = rules(READ_BY)
    try:
        position = engine.read(" ".join([kind, *groups, colours[0], "0"]))
    except GameError as error:
        raise Refused(error.code, error.sentence(get_language() or "de"), **error.data) from error
    fields = dict(engine.view(position).groups)
    if sorted(fields) != sorted(colours):
        raise Refused("position_colours", _("The board must show the colours of this table: four pieces each."))
    return fields


def _finished(fields: dict[str, tuple[str, ...]], named: Sequence[str]) -> list[str]:
    """In the order named; the only one to have finished need not be named."""
    home = {colour for colour, own in fields.items() if sorted(own) == list(GOAL)}
    if not named and len(home) == 1:
        return list(home)
    if set(named) != home or len(set(named)) != len(named):
        raise Refused("finished", _("Say in which order those with all pieces home have finished."), home=sorted(home))
    return list(named)

"""Counts a board that was not finished in time: from the fields of the pieces to counts and places, by the stage's method.

The engine parses the position, so that no impossible board is counted. Nothing is stored here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.rules.boards import RingBoard, shipped
from games.engine.rules.errors import GameError
from games.engine.rules.notation import GOAL
from games.engine.rules.registry import rules
from tournament.core.errors import Refused, by_engine
from tournament.models import Table
from tournament.stages.options import played_in
from tournament.standings.ranking import counter

READ_BY = "classic6"  # knows both boards; a position is the same under all rules, only its moves differ


@dataclass(frozen=True)
class Counted:
    counted: int
    place: int


def count_position(table: Table, text: str, finished: Sequence[str] = ()) -> dict[str, Counted]:
    """By colour. `text`: "Y:B,B,5,a G:…" or a whole position; `finished`: colours with all pieces home, the first one first."""
    method = table.round.stage.unfinished
    if method not in counter.METHODS:
        raise Refused("not_counted", _("Boards are not counted in this stage."))
    own = own_boards_at(table)
    board = own.get(table.board.kind) or shipped(table.board.kind)
    colours = list(table.seats.order_by("order").values_list("colour", flat=True))
    fields = _read(table.board.kind, colours, text, own)
    counts = {colour: counter.count(method, board, colour, fields[colour]) for colour in colours}
    places = counter.places(method, counts, _finished(fields, finished))
    return {colour: Counted(counts[colour], places[colour]) for colour in colours}


def own_boards_at(table: Table) -> dict[str, RingBoard]:
    """The boards that the club has entered and this table is played on."""
    boards = played_in(table.round).engine.own_boards
    return {kind: board for kind, board in boards.items() if isinstance(board, RingBoard)}


def _read(kind: str, colours: Sequence[str], text: str, own: Mapping[str, RingBoard]) -> dict[str, tuple[str, ...]]:
    groups = [word for word in text.split() if ":" in word]
    engine = rules(READ_BY, boards=own)
    try:
        position = engine.read(" ".join([kind, *groups, colours[0], "0"]))
    except GameError as error:
        raise by_engine(error) from error
    fields = dict(engine.view(position).groups)
    if sorted(fields) != sorted(colours):
        raise Refused("position_colours", _("The board must show the colours of this table: four pieces each."))
    return fields


def _finished(fields: dict[str, tuple[str, ...]], named: Sequence[str]) -> list[str]:
    """The finished colours in the order named; if only one has finished, it need not be named."""
    home = {colour for colour, own in fields.items() if sorted(own) == list(GOAL)}
    if not named and len(home) == 1:
        return list(home)
    if set(named) != home or len(set(named)) != len(named):
        raise Refused("finished", _("Say in which order those with all pieces home have finished."), home=sorted(home))
    return list(named)

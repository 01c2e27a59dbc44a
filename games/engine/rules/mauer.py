"""`mauer`: two dice for one piece, forward and backward, over the walls.

Decided here: which routes are open, what is captured, going home, whose turn is next. Where the steps of a piece lead
is in `mauer_routes`, the board in `layout`, why a move is refused in `mauer_refusals`. No capture is compulsory and no
throw gives another: whatever is legal is permitted, and every throw ends the turn.
"""

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from . import layout as layouts
from . import mauer_refusals, notation
from .at_table import EVERYWHERE
from .codes import Code
from .contract import Move, Options, Reason, Roll, Rules, StartFault
from .errors import BadMove, BadOption, BadPosition, MoveFault, PositionFault
from .layout import BOARD, Layout
from .mauer_routes import WAITING, Dice, Origin, Route, routes
from .notation import GOAL, PIECES, Written
from .own_board import WALL_BOARD
from .speech import ByLanguage, Text

# The 36 throws as unordered pairs, with how often each occurs among them.
THROWS = {pair: 1 if pair[0] == pair[1] else 2 for pair in combinations_with_replacement(range(1, 7), 2)}

Cells = tuple[int, ...]


class MauerFault(Code):
    Z_FIELD = "z_field", Text("no piece stays on the Z field {field}")


class MauerPosition(NamedTuple):
    """Four cells a colour, ascending: WAITING, the track fields, then the goal fields a…d as the next numbers."""

    colours: tuple[str, ...]  # in play, clockwise
    pieces: tuple[Cells, ...]
    turn: int  # index of the colour to move


@lru_cache
def field_names(layout: Layout) -> tuple[str, ...]:
    """The written field of each cell."""
    return (notation.WAITING, *[str(field) for field in range(1, layout.track + 1)], *GOAL)


@lru_cache
def cells_by_name(layout: Layout) -> dict[str, int]:
    return {name: cell for cell, name in enumerate(field_names(layout))}


def open_routes(layout: Layout, start: int, mine: Cells, dice: Dice) -> list[tuple[int, Route]]:
    """Every route that no piece of the same colour blocks, with the cell it begins on; waiting pieces count as one."""
    standing = {cell for cell in mine if cell != WAITING}
    return [
        (cell, route)
        for cell in set(mine)
        if cell <= layout.track  # a piece in the goal does not move again
        for route in routes(layout, Origin(cell, start), dice)
        if standing.isdisjoint(route.barred)
    ]


@lru_cache(maxsize=1 << 16)
def count_ways(layout: Layout, start: int, mine: Cells) -> int:
    """How many ways one throw can go. Foreign pieces do not matter: they block nothing and are only captured."""
    return sum(times * (len(open_routes(layout, start, mine, dice)) or 1) for dice, times in THROWS.items())


class Mauer(Rules):
    id = "mauer"
    names = ByLanguage(Text("Wall jumping"))
    boards = (BOARD,)
    at_table = (*EVERYWHERE, WALL_BOARD)
    players = (2, 4)
    rolls = tuple(product(range(1, 7), repeat=2))

    def __init__(self, options: Options | None = None, boards: Mapping[str, object] | None = None) -> None:
        super().__init__(options, boards)
        own = self.own_boards.get(BOARD)
        self.layout = own if isinstance(own, Layout) else layouts.shipped()
        self.field_names = field_names(self.layout)
        self.cells = cells_by_name(self.layout)

    def read_roll(self, value: object) -> Roll:
        if not isinstance(value, list | tuple) or len(value) != 2:
            raise BadMove(MoveFault.ROLL_PAIR)
        one, other = value
        if not all(type(die) is int and 1 <= die <= 6 for die in (one, other)):
            raise BadMove(MoveFault.ROLL_PAIR)
        return one, other

    # Positions

    def start(
        self, players: int | None = None, colours: Iterable[str] | None = None, board: str | None = None
    ) -> MauerPosition:
        if board not in (None, BOARD):
            raise BadPosition(PositionFault.BOARD, board=board, rules=self.id)
        count, chosen = self.seated(players, colours)
        known = self.layout.colours
        if chosen is None and count > len(known):
            raise BadOption(StartFault.BOARD, players=count, board=BOARD)
        clockwise = self._clockwise(known[:count] if chosen is None else chosen)
        return MauerPosition(clockwise, ((WAITING,) * PIECES,) * count, 0)

    def _clockwise(self, colours: Collection[str]) -> tuple[str, ...]:
        """These colours in the order of play; each has to be on the board."""
        for colour in colours:
            if colour not in self.layout.start:
                raise BadPosition(PositionFault.COLOUR, colour=colour, board=BOARD)
        return tuple([colour for colour in self.layout.colours if colour in colours])

    def read(self, text: str) -> MauerPosition:
        written = notation.parse(text)
        if written.board != BOARD:
            raise BadPosition(PositionFault.BOARD, board=written.board, rules=self.id)
        groups = dict(written.groups)
        colours = self._clockwise(groups)
        pieces = tuple([self._placed(groups[colour]) for colour in colours])
        self._check_apart(pieces)
        return MauerPosition(colours, pieces, colours.index(written.to_move))

    def _placed(self, fields: Iterable[str]) -> Cells:
        cells = []
        for field in fields:
            cell = self.cells.get(field)
            if cell is None:
                raise BadPosition(PositionFault.FIELD, field=field, board=BOARD)
            if cell in self.layout.z:
                raise BadPosition(MauerFault.Z_FIELD, field=field)
            cells.append(cell)
        cells.sort()
        return tuple(cells)

    def _check_apart(self, pieces: Iterable[Cells]) -> None:
        """Check that each field has one piece at most; every colour has its own goal fields."""
        taken = set()
        for colour, cells in enumerate(pieces):
            for cell in cells:
                place = (cell, colour) if cell > self.layout.track else (cell, None)
                if cell != WAITING and place in taken:
                    raise BadPosition(PositionFault.TWO_ON_FIELD, field=self.field_names[cell])
                taken.add(place)

    def view(self, position: MauerPosition) -> Written:
        names = self.field_names
        written = [tuple([names[cell] for cell in cells]) for cells in position.pieces]
        groups = tuple(zip(position.colours, written, strict=True))
        return Written(BOARD, groups, position.colours[position.turn], 0)

    def write(self, position: MauerPosition) -> str:
        return notation.compose(self.view(position))

    # Moves

    def moves(self, position: MauerPosition, roll: Roll) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
        foreign = self._foreign(position)
        legal = [self._written(position, foreign, *way) for way in self.ways(position, roll)]
        legal.sort()
        return tuple(legal), tuple(legal)

    def ways(self, position: MauerPosition, roll: Roll) -> list[tuple[int, Route]]:
        """Every move that can be made, as the cell of its piece and the route it takes."""
        if self.over(position):
            return []
        mine = position.pieces[position.turn]
        return open_routes(self.layout, self.start_field(position), mine, self.dice(roll))

    def dice(self, roll: Roll) -> Dice:
        if isinstance(roll, int):
            raise BadMove(MoveFault.ROLL_PAIR)
        one, other = roll
        return one, other

    def start_field(self, position: MauerPosition) -> int:
        """The start field of the colour to move."""
        return self.layout.start[position.colours[position.turn]]

    def _foreign(self, position: MauerPosition) -> dict[int, str]:
        """The pieces of the others, as colour and field, by cell. Only those on the track can be captured."""
        return {
            cell: f"{colour}{cell}"
            for colour, cells in zip(position.colours, position.pieces, strict=True)
            if colour != position.colours[position.turn]
            for cell in cells
        }

    def _written(self, position: MauerPosition, foreign: dict[int, str], cell: int, route: Route) -> Move:
        names = self.field_names
        target = names[self._lands_on(position, route)]
        captured = [field for field in route.visits if field in foreign]
        text = f"{names[cell]}{route.steps}={target}" + "".join([f"x{field}" for field in captured])
        captures = tuple([foreign[field] for field in captured])
        return Move(text, position.colours[position.turn], names[cell], target, captures, ())

    def _lands_on(self, position: MauerPosition, route: Route) -> int:
        """The cell that the piece is on after its move: on from a Z field, the last free one in the goal."""
        if route.end not in self.layout.z:
            return route.end
        mine = position.pieces[position.turn]
        last = self.layout.track + PIECES
        return next(cell for cell in range(last, self.layout.track, -1) if cell not in mine)

    def follow(
        self,
        position: MauerPosition,
        roll: Roll,
        move: Move | None,
        sent_back: tuple[str, str] | None = None,
    ) -> MauerPosition:
        if self.over(position):
            return position
        if move:
            captured = [int(piece[1:]) for piece in move.captures]
            position = self._carried_out(position, self.cells[move.origin], self.cells[move.target], captured)
        if sent_back:
            position = self.send_back(position, *sent_back)
        return self.pass_on(position)

    def _carried_out(self, position: MauerPosition, cell: int, target: int, visits: Iterable[int]) -> MauerPosition:
        """Put the piece on its target and send back the foreign pieces where it stood on its way. The turn stays."""
        visited = set(visits)
        pieces = [
            cells if visited.isdisjoint(cells) else tuple(sorted([0 if c in visited else c for c in cells]))
            for cells in position.pieces
        ]
        mine = list(position.pieces[position.turn])
        mine[mine.index(cell)] = target
        pieces[position.turn] = tuple(sorted(mine))
        return position._replace(pieces=tuple(pieces))

    # The table

    def is_home(self, cells: Cells) -> bool:
        return cells[0] > self.layout.track

    def over(self, position: MauerPosition) -> bool:
        home = sum([self.is_home(cells) for cells in position.pieces])
        return len(position.pieces) - home <= 1 or (self.ends_with_winner and home > 0)

    def players_of(self, position: MauerPosition) -> tuple[str, ...]:
        return position.colours

    def home(self, position: MauerPosition) -> tuple[str, ...]:
        both = zip(position.colours, position.pieces, strict=True)
        return tuple([colour for colour, cells in both if self.is_home(cells)])

    def finished(self, position: MauerPosition) -> tuple[str, ...]:
        return self.home(position)

    def progress(self, position: MauerPosition, colour: str, field: str) -> int:
        """0 also for a piece that walked back behind its start field."""
        cell = self.cells[field]
        return -1 if cell == WAITING else max(0, cell - self.layout.start[colour])

    def pass_on(self, position: MauerPosition) -> MauerPosition:
        return position if self.over(position) else position._replace(turn=self._next(position, position.turn))

    def _next(self, position: MauerPosition, turn: int) -> int:
        """The next colour clockwise that is not finished."""
        count = len(position.colours)
        after = [(turn + n) % count for n in range(1, count)]
        return next((index for index in after if not self.is_home(position.pieces[index])), turn)

    def send_back(self, position: MauerPosition, colour: str, field: str) -> MauerPosition:
        index = position.colours.index(colour)
        cells = list(position.pieces[index])
        cells[cells.index(self.cells[field])] = WAITING
        pieces = list(position.pieces)
        pieces[index] = tuple(sorted(cells))
        return position._replace(pieces=tuple(pieces))

    def without(self, position: MauerPosition, colour: str) -> MauerPosition:
        gone = position.colours.index(colour)
        turn = self._next(position, gone) if position.turn == gone else position.turn
        colours, pieces = list(position.colours), list(position.pieces)
        del colours[gone], pieces[gone]
        return MauerPosition(tuple(colours), tuple(pieces), (turn - (turn > gone)) % len(colours))

    # Duties and refusals

    def as_written(self, played: str) -> str:
        return mauer_refusals.as_written(played)

    def demand(self, position: MauerPosition, roll: Roll) -> Reason | None:
        return mauer_refusals.demand(self, position, roll)

    def why_not(self, position: MauerPosition, roll: Roll, played: str) -> tuple[Reason, ...]:
        return mauer_refusals.why_not(self, position, roll, played)

    # Proof

    def perft(self, position: MauerPosition, depth: int) -> int:
        if depth == 0 or self.over(position):
            return 1
        if depth == 1:
            return count_ways(self.layout, self.start_field(position), position.pieces[position.turn])
        return sum(times * self._perft_throw(position, dice, depth - 1) for dice, times in THROWS.items())

    def _perft_throw(self, position: MauerPosition, dice: Dice, depth: int) -> int:
        afters = [
            self._carried_out(position, cell, self._lands_on(position, route), route.visits)
            for cell, route in self.ways(position, dice)
        ]
        return sum(self.perft(self.pass_on(after), depth) for after in afters or [position])

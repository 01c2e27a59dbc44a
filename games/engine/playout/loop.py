"""The loop that plays ring games out, as fast as possible in plain Python; the same source is also compiled
(`games.engine.playout.compiled`).
`perft` counts by the same tables, so that these can be compared with the engine's over whole trees of moves.

Decided here: nothing. Which moves a piece has, which duty comes first and what a strategy prefers is in the tables that
`tables` makes from the engine; a test plays every throw of both and compares. Left out: rules whose
moves depend on more than the piece, the field it ends on and its own goal (`playout` asks the engine itself there).

In the compiled build Number is a machine integer, list[Number] a mutable row of them, and Row an immutable one.
"""

from collections.abc import Callable
from typing import Final

Number = int
Row = list[int]

SIX: Final = 6
PIECES: Final = 4
# Ends the list of a colour's pieces that can still move: a waiting cell, from which the loop never moves a piece.
NO_PIECE: Final = 0
# The number of values of a pick: one of 2, 3 or 4 can be drawn from it evenly.
PICKS: Final = 12


class Tables:
    """The lookup tables. The row of a colour and a throw is `colour * 7 + throw`, in `targets` and `worths`."""

    def __init__(
        self,
        colours: int,
        goals: int,  # the first goal cell
        start: list[int],
        targets: list[Row],  # by cell: the cell it leads to
        worths: list[Row],  # by cell * (colours + 1) + owner there: how good, 0 not to be had; rows: see `row_of`
        enters: list[Row],  # by colour and owner of the start field: how good entering is
        three_throws: bool,
        goal_jumps: bool,  # own pieces in the goal may be jumped
        at_random: bool,  # equally good moves are drawn from
    ) -> None:
        self.colours: Number = colours
        self.goals: Number = goals
        self.start = list[Number](start)
        self.targets = targets
        self.worths = worths
        self.enters = enters
        self.three_throws = three_throws
        self.goal_jumps = goal_jumps
        self.at_random = at_random


class RandomBuffer:
    """Random dice, and picks for random moves: buffers of bytes, refilled when they are used up."""

    def __init__(self, more_dice: Callable[[], bytes], more_picks: Callable[[], bytes]) -> None:
        self.more_dice = more_dice
        self.more_picks = more_picks
        self.dice = b""
        self.picks = b""
        self.next_die: Number = 0
        self.next_pick: Number = 0

    def one_of(self, tied: list[Number], ways: Number) -> Number:
        """One of the first `ways` cells, each equally likely; the order of the cells does not matter."""
        if self.next_pick == len(self.picks):
            self.picks = self.more_picks()
            self.next_pick = 0
        drawn: Number = self.picks[self.next_pick]
        self.next_pick += 1
        chosen: Number = drawn * ways // PICKS
        if ways == 2:
            return tied[0] if (tied[0] < tied[1]) == (chosen == 0) else tied[1]
        at: Number = 0
        while True:
            cell = tied[at]
            smaller: Number = 0
            for n in range(ways):
                if tied[n] < cell:
                    smaller += 1
            if smaller == chosen:
                return cell
            at += 1


class Table:
    """One game while it is played."""

    def __init__(
        self,
        tables: Tables,
        owner: list[Number],  # by cell: the colour there, or the number of colours for nobody
        pieces: list[list[Number]],  # by colour: the cells of those that can still move, then NO_PIECE up to four
        moving: list[Number],  # by colour: how many these are
        place: list[Number],  # by cell: where in that list the piece on it is
        waiting: list[Number],  # by colour: how many wait
        following: list[Number],  # who throws after whom; finished colours are left out
    ) -> None:
        self.tables = tables
        self.owner = owner
        self.pieces = pieces
        self.moving = moving
        self.place = place
        self.waiting = waiting
        self.following = following

    def copy(self) -> "Table":
        return Table(
            self.tables,
            self.owner[:],
            [cells[:] for cells in self.pieces],
            self.moving[:],
            self.place[:],
            self.waiting[:],
            self.following[:],
        )

    def take(self, colour: Number, cell: Number) -> None:
        """Remove a piece from those that can move; the last one fills the gap."""
        mine = self.pieces[colour]
        last = self.moving[colour] - 1
        self.moving[colour] = last
        moved = mine[last]
        place = self.place[cell]
        mine[place] = moved
        self.place[moved] = place
        mine[last] = NO_PIECE

    def is_home(self, colour: Number) -> bool:
        """Remove the pieces packed at the end of the goal from those that can move; whether these are all four."""
        first: Number = self.tables.goals + PIECES * colour
        cell: Number = first + PIECES - 1
        while cell >= first and self.owner[cell] == colour:
            if cell in self.pieces[colour]:
                self.take(colour, cell)
            cell -= 1
        return cell < first

    def finish(self, colour: Number) -> None:
        """Skip this colour from now on."""
        after = self.following[colour]
        before = after
        while self.following[before] != colour:
            before = self.following[before]
        self.following[before] = after

    def is_barred(self, colour: Number, cell: Number, to: Number) -> bool:
        """Whether an own piece in the goal is in the way to this goal cell."""
        if self.tables.goal_jumps:
            return False
        passed: Number = max(cell + 1, self.tables.goals + PIECES * colour)
        while passed < to:
            if self.owner[passed] == colour:
                return True
            passed += 1
        return False

    def permitted(self, colour: Number, throw: Number, cells: list[Number]) -> Number:
        """Write the cells that the best moves start from into `cells`, and give their number."""
        tables = self.tables
        row = colour * 7 + throw
        targets = tables.targets[row]
        if self.waiting[colour]:
            row += tables.colours * 7
        worths = tables.worths[row]
        width = tables.colours + 1
        ways: Number = 0
        best: Number = 1
        for cell in self.pieces[colour]:
            if cell == NO_PIECE:
                break
            to: Number = targets[cell]
            worth: Number = worths[cell * width + self.owner[to]]
            if worth >= best and (to < tables.goals or not self.is_barred(colour, cell, to)):
                ways = ways if worth == best else 0
                best = worth
                cells[ways] = cell
                ways += 1
        if throw == SIX and self.waiting[colour]:
            worth = tables.enters[colour][self.owner[tables.start[colour]]]
            if worth >= best:
                ways = ways if worth == best else 0
                cells[ways] = colour
                ways += 1
        return ways

    def move(self, colour: Number, piece: Number, to: Number) -> bool:
        """Carry out a move; whether it brought the last piece home."""
        victim = self.owner[to]
        if victim != self.tables.colours:
            self.take(victim, to)
            self.waiting[victim] += 1
        self.owner[to] = colour
        if piece == colour:
            self.waiting[colour] -= 1
            at = self.moving[colour]
            self.moving[colour] = at + 1
        else:
            self.owner[piece] = self.tables.colours
            at = self.place[piece]
        self.pieces[colour][at] = to
        self.place[to] = at
        return to >= self.tables.goals and self.is_home(colour)


def laid(
    tables: Tables,
    owner: list[int],
    pieces: list[list[int]],
    moving: list[int],
    place: list[int],
    waiting: list[int],
    following: list[int],
) -> Table:
    """A table from plain lists."""
    return Table(
        tables,
        list[Number](owner),
        [list[Number](cells) for cells in pieces],
        list[Number](moving),
        list[Number](place),
        list[Number](waiting),
        list[Number](following),
    )


def row_of(colours: int, colour: int, throw: int, waiting: bool) -> int:
    """The row of `worths`: duties differ while own pieces wait."""
    return (colour + colours * waiting) * 7 + throw


def play(table: Table, rng: RandomBuffer, mover: Number, throws: Number, places: Number) -> list[int]:
    """Throw and move until `places` colours are home: gives each colour and the number of the throw that brought it home.

    `throws` of up to three the mover has had already. One long function, because a call costs as much as a move.
    """
    tables = table.tables
    owner, place, moving, waiting = table.owner, table.place, table.moving, table.waiting
    nobody = tables.colours
    width = nobody + 1
    goals = tables.goals
    starts, targets_of, worths_of, enters = tables.start, tables.targets, tables.worths, tables.enters
    at_random, three_throws = tables.at_random, tables.three_throws
    pieces, following = table.pieces, table.following
    dice = rng.dice
    die = rng.next_die
    rest: Number = len(dice)
    thrown: Number = -die  # in buffers of dice that are used up
    colour = mover
    mine = pieces[colour]
    waits = waiting[colour]
    to: Number = 0
    tied = list[Number]([0, 0, 0, 0, 0])
    home: list[int] = []
    while True:
        if die == rest:
            thrown += rest
            dice = rng.more_dice()
            rest = len(dice)
            die = 0
        throw: Number = dice[die]
        die += 1
        row = colour * 7 + throw
        targets = targets_of[row]
        ways: Number = 0
        best: Number = 1
        if moving[colour]:
            if waits:
                row += nobody * 7
            worths = worths_of[row]
            for cell in mine:
                if cell == NO_PIECE:
                    break
                to = targets[cell]
                worth: Number = worths[cell * width + owner[to]]
                if worth >= best and (to < goals or not table.is_barred(colour, cell, to)):
                    if worth > best:
                        best = worth
                        ways = 0
                    tied[ways] = cell
                    ways += 1
        elif throw != SIX and throws < 2 and three_throws:
            throws += 1
            continue
        if throw == SIX and waits:
            to = starts[colour]
            worth = enters[colour][owner[to]]
            if worth >= best:
                if worth > best:
                    best = worth
                    ways = 0
                tied[ways] = colour
                ways += 1
        throws = 0
        passes = throw != SIX
        if ways:
            piece = tied[0]
            if ways > 1 and at_random:
                piece = rng.one_of(tied, ways)
            if piece == colour:  # noqa: SIM108  (compiled, an expression of both would be a Python object)
                to = starts[colour]
            else:
                to = targets[piece]
            victim = owner[to]
            if victim != nobody:
                table.take(victim, to)
                waiting[victim] += 1
            owner[to] = colour
            if piece == colour:
                waits -= 1
                waiting[colour] = waits
                at = moving[colour]
                moving[colour] = at + 1
            else:
                owner[piece] = nobody
                at = place[piece]
            mine[at] = to
            place[to] = at
            if to >= goals and table.is_home(colour):
                home.append(colour)
                home.append(thrown + die)
                if len(home) == 2 * places:
                    break
                table.finish(colour)
                passes = True
        if passes:
            colour = following[colour]
            mine = pieces[colour]
            waits = waiting[colour]
    rng.dice = dice
    rng.next_die = die
    return home


def perft(table: Table, mover: Number, throws: Number, depth: Number, counted: Number) -> Number:
    """`Rules.perft` by the tables, all permitted moves ranking equal: it proves that they are the engine's.
    The last `counted` plies (0 or 1) are counted without being played."""
    if depth == 0:
        return 1
    nodes: Number = 0
    cells = list[Number]([0, 0, 0, 0, 0])
    throw: Number = 0
    while throw < SIX:
        throw += 1
        ways = table.permitted(mover, throw, cells)
        if ways == 0:
            nodes += _lapsed(table, mover, throws, throw, depth - 1, counted)
        elif depth == counted:
            nodes += ways
        else:
            after = mover if throw == SIX else table.following[mover]
            at: Number = 0
            while at < ways:
                nodes += _played(table, mover, throw, cells[at], after, depth - 1, counted)
                at += 1
    return nodes


def _lapsed(table: Table, mover: Number, throws: Number, throw: Number, depth: Number, counted: Number) -> Number:
    if throw == SIX:
        return perft(table, mover, 0, depth, counted)
    if table.moving[mover] == 0 and throws < 2 and table.tables.three_throws:
        return perft(table, mover, throws + 1, depth, counted)
    return perft(table, table.following[mover], 0, depth, counted)


def _played(
    table: Table, mover: Number, throw: Number, piece: Number, after: Number, depth: Number, counted: Number
) -> Number:
    tables = table.tables
    owner = table.owner
    to: Number = tables.start[mover]
    if piece != mover:
        to = tables.targets[mover * 7 + throw][piece]
    if piece == mover or to >= tables.goals or owner[to] != tables.colours:
        return _played_on_copy(table.copy(), mover, piece, to, after, depth, counted)
    mine = table.pieces[mover]
    at = table.place[piece]
    owner[piece] = tables.colours
    owner[to] = mover
    mine[at] = to
    table.place[to] = at
    nodes = perft(table, after, 0, depth, counted)
    owner[to] = tables.colours
    owner[piece] = mover
    mine[at] = piece
    table.place[piece] = at
    return nodes


def _played_on_copy(
    table: Table, mover: Number, piece: Number, to: Number, after: Number, depth: Number, counted: Number
) -> Number:
    """Play a move that is hard to take back on a copy."""
    if table.move(mover, piece, to):
        after = table.following[mover]
        table.finish(mover)
        if table.following[after] == after:
            return 1
    return perft(table, after, 0, depth, counted)

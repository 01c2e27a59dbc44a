"""What is known about one throw: what a referee recorded, and what the rule set says about it.

Decided here: how a piece is named, which legal move was made, which piece is sent back for a missed duty, who
throws next and why. A record that is impossible (no such piece, no such field) is refused.
"""

from typing import NamedTuple

from games.engine.rules.contract import NOTHING, Move, Position, Reason, Roll, Rules
from games.engine.rules.errors import BadMove, MoveFault
from games.engine.rules.notation import WAITING, read_played
from games.engine.rules.options import Option

from .codes import Follows

# A colour and the field where its piece stands.
Piece = tuple[str, str]


class Facts(NamedTuple):
    rules: Rules
    position: Position
    roll: Roll
    mover: str
    touched: Piece | None
    played: str
    choice: Piece | None
    legal: tuple[Move, ...]
    permitted: tuple[Move, ...]
    faults: tuple[Reason, ...]  # `Rules.why_not`: empty if it may be played
    move: Move | None  # the legal move that was made
    asked: set[str]  # the readings that the judge asked for

    def reads(self, reading: Option) -> object:
        """How a sentence of the book is read here. A reading that is not asked for decides nothing."""
        self.asked.add(reading.name)
        return self.rules.options[reading.name]

    @property
    def is_impossible(self) -> bool:
        return self.move is None and self.played != NOTHING

    @property
    def another_touched(self) -> bool:
        """Whether the first piece touched is not the one that was moved (of a ring game)."""
        return self.touched is not None and self.touched != self.piece_moved()

    def data(self, **more: object) -> dict[str, object]:
        """The data that every sentence about this throw can use."""
        return {
            "colour": self.mover,
            "roll": self.roll,
            "played": self.move.text if self.move else self.played,
            "possible": tuple([move.text for move in self.legal]),
            **more,
        }

    def answerable(self) -> Piece | None:
        """The piece sent back for a missed duty: of those with a permitted move the touched one, else the one that the
        referee names, else the one farthest along. None if that one still waits."""
        pieces = {(move.colour, move.origin) for move in self.permitted}
        for named in (self.touched, self.choice):
            if named in pieces:
                return unless_waiting(named)
        return unless_waiting(max(pieces, key=self._how_far))

    def _how_far(self, piece: Piece) -> tuple[int, bool]:
        """Own pieces before neutral ones at the same distance."""
        return self.rules.progress(self.position, *piece), piece[0] == self.mover

    def piece_moved(self) -> Piece | None:
        """The piece that was moved (of a ring game)."""
        if self.played == NOTHING:
            return None
        letter, origin, _ = read_played(self.played)
        return letter or self.mover, origin

    def next_throw(self, after: Position) -> Reason:
        return next_throw(self.rules, self.mover, after)


def unless_waiting(piece: Piece | None) -> Piece | None:
    return None if piece is None or piece[1] == WAITING else piece


def written(piece: Piece | None) -> str | None:
    return "".join(piece) if piece else None


def next_throw(rules: Rules, mover: str, after: Position) -> Reason:
    """Who throws next, and why it may be the same player."""
    if rules.over(after):
        return Reason(Follows.NEXT_NONE, (), {})
    colour, throws = rules.view(after)[2:]
    if colour != mover:
        return Reason(Follows.NEXT_OTHER, (), {"colour": colour})
    code, number = (Follows.NEXT_LEFT, 2) if throws else (Follows.NEXT_AGAIN, 7)
    return Reason(code, (number,) if rules.has_duties else (), {"colour": colour, "left": 3 - throws})


def gather(rules: Rules, position: Position, roll: Roll, touched: str | None, played: str, choice: str | None) -> Facts:
    """Collect the facts; BadMove where this cannot have happened."""
    view = rules.view(position)
    faults = rules.why_not(position, roll, played)
    first = None if touched is None else _piece_of(rules, view.to_move, touched)
    if first and first[1] not in dict(view.groups)[first[0]]:
        raise BadMove(MoveFault.NO_PIECE, colour=first[0], field=first[1])
    chosen = None if choice is None else _piece_of(rules, view.to_move, choice)
    if chosen:
        _check_field(rules, position, chosen)
    legal, permitted = rules.moves(position, roll)
    move = _legal_move(legal, rules.as_written(played))
    return Facts(rules, position, roll, view.to_move, first, played, chosen, legal, permitted, faults, move, set())


def gather_again(facts: Facts, rules: Rules) -> Facts:
    """The same throw by other rules."""
    position, roll = facts.position, facts.roll
    legal, permitted = rules.moves(position, roll)
    faults = rules.why_not(position, roll, facts.played)
    return facts._replace(rules=rules, legal=legal, permitted=permitted, faults=faults, asked=set())


def _piece_of(rules: Rules, mover: str, text: str) -> Piece:
    """The piece that a text names: `12`, or `K:12` for a neutral one."""
    colour, colon, field = text.rpartition(":")
    if not colon:
        return mover, text
    if not colour or colour != rules.options.get("neutral"):
        raise BadMove(MoveFault.NOT_YOUR_PIECE, move=text)
    return colour, field


def _check_field(rules: Rules, position: Position, piece: Piece) -> None:
    try:
        rules.progress(position, *piece)
    except KeyError:
        raise BadMove(MoveFault.NO_SUCH_FIELD, field=piece[1]) from None


def _legal_move(legal: tuple[Move, ...], played: str) -> Move | None:
    """The legal move that was made. In `mauer` it is compared as it is written: the rule set refuses other marks."""
    same = _one_mark(played)
    return next((move for move in legal if _one_mark(move.text) == same), None)


def _one_mark(text: str) -> str:
    """The move with a dash between from and to, whichever mark was written."""
    return text.replace("x", "-").replace("<", "-")

"""What is known about one throw: what a referee recorded, and what the rule set says about it.

Decided here: how a piece is named, which legal move was made, which piece answers for a missed duty, why the one who
throws next does. A record that cannot be (no such piece, no such field) is refused.
"""

from typing import NamedTuple

from games.rules.contract import NOTHING, Move, Position, Reason, Roll, Rules
from games.rules.errors import BadMove
from games.rules.notation import WAITING, read_played

# A colour and the field where its piece stands.
Piece = tuple[str, str]

# All that is written between from and to, as one.
ONE_MARK = str.maketrans("x<", "--")


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

    @property
    def is_impossible(self) -> bool:
        return self.move is None and self.played != NOTHING

    @property
    def another_touched(self) -> bool:
        """Whether the first piece touched is not the one that was moved (of a ring game)."""
        return self.touched is not None and self.touched != self._moved()

    def _moved(self) -> Piece | None:
        if self.played == NOTHING:
            return None
        letter, origin, _ = read_played(self.played)
        return letter or self.mover, origin

    def data(self, **more: object) -> dict[str, object]:
        """What every sentence about this throw may speak of."""
        return {
            "colour": self.mover,
            "roll": self.roll,
            "played": self.move.text if self.move else self.played,
            "possible": tuple([move.text for move in self.legal]),
            **more,
        }

    def answerable(self) -> Piece | None:
        """Of the pieces that had a permitted move, the one that answers for it: the touched one, or the one that the
        referee names, or the one that had come farthest. None if it was still waiting."""
        pieces = {(move.colour, move.origin) for move in self.permitted}
        for named in (self.touched, self.choice):
            if named in pieces:
                return _unless_waiting(named)
        return _unless_waiting(max(pieces, key=self._how_far))

    def _how_far(self, piece: Piece) -> tuple[int, bool]:
        """Own before neutral where both had come as far."""
        return self.rules.progress(self.position, *piece), piece[0] == self.mover

    def next_throw(self, after: Position) -> Reason:
        return next_throw(self.rules, self.position, after)


def _unless_waiting(piece: Piece | None) -> Piece | None:
    return None if piece is None or piece[1] == WAITING else piece


def written(piece: Piece | None) -> str | None:
    return "".join(piece) if piece else None


def next_throw(rules: Rules, before: Position, after: Position) -> Reason:
    """Who throws next, and why it may be the same player."""
    if rules.over(after):
        return Reason("next_none", (), {})
    colour, throws = rules.view(after)[2:]
    if colour != rules.view(before).to_move:
        return Reason("next_other", (), {"colour": colour})
    code, number = ("next_left", 2) if throws else ("next_again", 7)
    return Reason(code, (number,) if rules.has_duties else (), {"colour": colour, "left": 3 - throws})


def gather(rules: Rules, position: Position, roll: Roll, touched: str | None, played: str, choice: str | None) -> Facts:
    """BadMove where this cannot have been recorded."""
    view = rules.view(position)
    faults = rules.why_not(position, roll, played)
    first = None if touched is None else _named(rules, view.to_move, touched)
    if first and first[1] not in dict(view.groups)[first[0]]:
        raise BadMove("no_piece", colour=first[0], field=first[1])
    chosen = None if choice is None else _named(rules, view.to_move, choice)
    if chosen:
        _check_field(rules, position, chosen)
    legal, permitted = rules.moves(position, roll)
    move = _made(legal, played)
    return Facts(rules, position, roll, view.to_move, first, played, chosen, legal, permitted, faults, move)


def _named(rules: Rules, mover: str, text: str) -> Piece:
    """The piece that is meant: `12`, or `K:12` for a neutral one."""
    colour, colon, field = text.rpartition(":")
    if not colon:
        return mover, text
    if not colour or colour != rules.options.get("neutral"):
        raise BadMove("not_your_piece", move=text)
    return colour, field


def _check_field(rules: Rules, position: Position, piece: Piece) -> None:
    try:
        rules.progress(position, *piece)
    except KeyError:
        raise BadMove("no_such_field", field=piece[1]) from None


def _made(legal: tuple[Move, ...], played: str) -> Move | None:
    """The legal move that was made. In `mauer` it is compared as it is written: the rule set refuses other marks."""
    same = played.translate(ONE_MARK)
    return next((move for move in legal if move.text.translate(ONE_MARK) == same), None)

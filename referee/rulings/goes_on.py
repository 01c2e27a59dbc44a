"""What becomes of the game by a ruling about conduct: read from what it did to the record, because such a ruling stores no
position."""

from games.engine.rules.contract import Reason
from games.models import Game, LineKind
from games.recording.game import Entered, Sheet, sheet
from referee.judging import effect
from referee.judging.codes import AtTheTable, Follows
from referee.judging.incidents.words import Stands
from referee.judging.wording import sentence
from referee.models import Board, Ruling
from referee.rulings.force import force_of
from referee.rulings.queries import games_of
from referee.rulings.recorded import mover_of, to_throw
from tournament.core.languages import spoken


def if_left_alone(game: Game | None) -> str:
    """Said before such a ruling is signed, and afterwards where it changed nothing; with whose turn it is by the record."""
    return _as_it_stands(mover_of(sheet(game) if game else None))


def _as_it_stands(mover: str) -> str:
    turn = Reason(Stands.TURN_BY_RECORD, (), {"colour": mover}) if mover else Reason(Stands.THE_SAME_TURN, (), {})
    return f"{effect.without_throw(Board.AS_IS, spoken())} {sentence(turn, spoken())}"


def _left_alone(ruling: Ruling) -> str:
    """With whose turn it was when it was signed."""
    return _as_it_stands(to_throw(ruling.claim.table, ruling.signed_at))


def goes_on(ruling: Ruling) -> str:
    """Empty where something was judged, which says it itself; of an exclusion without a record, which the measure says; and
    where the ruling does not count any more."""
    if ruling.found:
        return ""
    if ruling.board == Board.AS_IS:
        return _left_alone(ruling)
    instead = effect.without_throw(ruling.board, spoken())
    if instead or not ruling.is_in_force:
        return instead
    is_out = force_of(ruling).is_out
    if ruling.claim.game_id is None and not is_out:
        return _left_alone(ruling)
    said = [sentence(one, spoken()) for one in _in_record(ruling) if is_out or one.code != AtTheTable.EXCLUDED]
    return " ".join(said) or ("" if is_out else _left_alone(ruling))


def _in_record(ruling: Ruling) -> list[Reason]:
    """What its last lines in the records say, as far as it was not taken back."""
    claim, found = ruling.claim, list[Reason]()
    for recorded in map(sheet, games_of(claim)):
        own = [line for line in recorded.lines if line.ruling == claim.number]
        backs = [n for n, line in enumerate(own) if line.kind == LineKind.BACK and line.number is None]
        for line in own[backs[-1] + 1 if backs else 0 :]:
            if line.kind == LineKind.RULED:
                mover = recorded.rules.view(recorded.rules.read(line.position)).to_move
                found.append(Reason(AtTheTable.THROW_VOID, (), {"colour": claim.colour, "mover": mover}))
            if line.kind == LineKind.EXCLUDED:
                found.append(Reason(AtTheTable.EXCLUDED, (), {"colour": line.colour, "next": _next(recorded, line)}))
    return found


def _next(recorded: Sheet, line: Entered) -> Reason:
    """Who threw next when it was signed."""
    then = recorded.upto(line.seq)
    if then.is_over:
        return Reason(Follows.NEXT_NONE, (), {})
    return Reason(Follows.NEXT_OTHER, (), {"colour": then.rules.view(then.position).to_move})

"""What happened beside the throws: another's piece, advice, pieces upset, a board that is not as it was.

Decided here: what stands and who throws next. Upsetting on purpose puts a player out in the tournament game only (`turnier` 15,
by `table.exclude`), nothing is corrected after advice (`turnier` 12); else no book says a word, so it is our reading.
"""

from games.engine.rules.contract import Reason
from games.engine.rules.speech import Text

from ..codes import AtTheTable, Follows
from ..table import MUTWILLIG_UMGEWORFEN, exclude
from ..tournament_book import BERUEHRT_GEFUEHRT
from .asking import NOBODY, Case, Found, Incident, Question
from .words import Happened, Head, Stands

DID = Question(
    "did",
    Text("What was done with it?"),
    {
        "touched": Text("Touched only"),
        "instead": Text("Moved instead of an own piece"),
        "besides": Text("Moved though no move with it was due"),
    },
)
HOW = Question("how", Text("By mistake?"), {"mistake": Text("Yes, by mistake"), "secret": Text("No, in secret")})
GIVER = Question(
    "giver", Text("Who gave it?"), {"outside": Text("Somebody without a seat here")}, asks_colour=True, others=True
)
ACTED = Question(
    "acted",
    Text("Had the player who got it touched a piece already?"),
    {"no": Text("No"), "yes": Text("Yes, touched or moved")},
)
ON_PURPOSE = Question(
    "purpose", Text("On purpose?"), {"accident": Text("No, by accident"), "purpose": Text("Yes, on purpose")}
)
STOOD = Question("stood", Text("Do all agree how the pieces stood?"), {"agreed": Text("Yes"), "unknown": Text("No")})
TURN = Question("turn", Text("Who is to throw?"), {}, asks_colour=True)
SHOULD = Question("should", Text("Do all agree how it should stand?"), {"agreed": Text("Yes"), "unknown": Text("No")})
FOR = Question(
    "long",
    Text("Since when has it been wrong?"),
    {"short": Text("Since the last throw or the one before"), "long": Text("For longer, or nobody knows")},
)


def other_piece(case: Case) -> Found:
    did = case.ask(DID)
    if did == "instead" and case.is_anothers_turn:
        did = "besides"  # by the record no move of this player was due
    if did == "touched":
        touched = Happened.FOREIGN_TOUCHED if case.rules.has_duties else Happened.FOREIGN_TOUCHED_FREELY
        reasons = (_says(case, touched), Reason(Stands.NOTHING_FOLLOWS, (), {}))
        return Found(Reason(Head.STANDS, (), {}), None, reasons, is_decided=True)
    in_secret = case.ask(HOW) == "secret"
    moved = Happened.FOREIGN_INSTEAD if did == "instead" else Happened.FOREIGN_MOVED
    what = _says(case, Happened.FOREIGN_IN_SECRET if in_secret else moved)
    stands = _says(case, Stands.OWN_INSTEAD) if did == "instead" else Reason(Stands.FOREIGN_BACK, (), {})
    turn = () if did == "instead" else (Reason(Stands.THE_SAME_TURN, (), {}),)
    following = case.who if did == "instead" else None
    offence = "cheat" if in_secret else ""
    return Found(
        Reason(Head.PUT_BACK, (), {}), None, (what, stands, *turn), following, offence=offence, is_decided=True
    )


def advice(case: Case) -> Found:
    giver, acted = case.ask(GIVER), case.ask(ACTED) == "yes"
    outside = giver == "outside"
    data = {"colour": case.who} if outside else {"colour": case.who, "giver": giver}
    what = Reason(Happened.ADVISED_FROM_OUTSIDE if outside else Happened.ADVISED, (), data)
    numbers = case.numbers(BERUEHRT_GEFUEHRT)
    stays = case.rules.has_duties and acted
    stands = _says(case, Stands.STAYS_AS_MOVED if stays else Stands.FREE_TO_CHOOSE, *(numbers if stays else ()))
    if acted and not stays:
        stands = Reason(Stands.STAYS_WRONG, (), {})
    head = Reason(Head.STANDS, (), {}) if acted else Reason(Head.NO_ADVICE, (), {"colour": case.who})
    reasons = (what, stands, Reason(Stands.THE_SAME_TURN, (), {}))
    return Found(
        head, None, reasons, None, numbers, "advice", NOBODY if outside else giver, is_decided=not case.rules.has_duties
    )


def upset(case: Case) -> Found:
    on_purpose = case.ask(ON_PURPOSE) == "purpose"
    if on_purpose and case.rules.has_duties:
        return _out(case)
    what = _says(case, Happened.NO_RULE_ON_PURPOSE if on_purpose else Happened.UPSET_BY_ACCIDENT)
    offence = "conduct" if on_purpose else ""
    if case.now:
        return _as_in_record(case, what, offence=offence)
    agreed, mover = case.ask(STOOD) == "agreed", case.turn(TURN)
    return _set_up(what, mover, agreed=agreed, offence=offence)


def board_wrong(case: Case) -> Found:
    if case.now:
        return _as_in_record(case)
    agreed = case.ask(SHOULD) == "agreed"
    is_short = agreed and case.ask(FOR) == "short"
    if not is_short:
        code = Happened.WRONG_FOR_LONG if agreed else Happened.WRONG_UNKNOWN
        reasons = (Reason(code, (), {}), Reason(Stands.STAYS_WRONG, (), {}), Reason(Stands.THE_SAME_TURN, (), {}))
        return Found(Reason(Head.STANDS, (), {}), None, reasons, is_decided=True)
    return _set_up(Reason(Happened.WRONG_FOR_SHORT, (), {}), case.turn(TURN), agreed=True, offence="")


def _as_in_record(case: Case, *what: Reason, offence: str = "") -> Found:
    following = Reason(Follows.NEXT_OTHER, (), {"colour": case.now})
    reasons = (*what, Reason(Stands.AS_IN_RECORD, (), {}), following)
    return Found(Reason(Head.PUT_RIGHT, (), {}), None, reasons, case.now, offence=offence, is_decided=True)


def _set_up(what: Reason, mover: str, *, agreed: bool, offence: str) -> Found:
    stands = Reason(Stands.UP_AGAIN if agreed else Stands.SET_UP, (), {})
    head = Reason(Head.PUT_RIGHT if agreed else Head.SET_UP, (), {})
    reasons = (what, stands, Reason(Follows.NEXT_OTHER, (), {"colour": mover}))
    return Found(head, None, reasons, mover, offence=offence, is_decided=True)


def _out(case: Case) -> Found:
    """As the book has it, with the position if it is known; without one whose turn it was decides who throws next."""
    head = Reason(Head.OUT, (), {"colour": case.who})
    known = case.record if case.position is None else case.position
    if known is not None:
        ruled = exclude(case.rules, known, case.who)
        over = case.rules.over(ruled.position)
        mover = None if over else case.rules.view(ruled.position).to_move
        return Found(head, None, ruled.reasons, mover, ruled.broken, "upset", position=ruled.position)
    turn = case.turn(TURN)
    mover = case.after(case.who) if turn == case.who else turn
    if len(case.colours) == 2:
        following, mover = Reason(Follows.NEXT_NONE, (), {}), ""
    else:
        following = Reason(Follows.NEXT_OTHER, (), {"colour": mover})
    numbers = case.numbers(MUTWILLIG_UMGEWORFEN)
    what = Reason(AtTheTable.UPSET, numbers, {"colour": case.who})
    follows = Reason(AtTheTable.EXCLUDED, (), {"colour": case.who, "next": following})
    return Found(head, None, (what, follows), mover or None, numbers, "upset")


def _says(case: Case, code: Happened | Stands, *rules: int) -> Reason:
    return Reason(code, rules, {"colour": case.who})


BOARD = (
    Incident("other_piece", Text("Another player's piece moved or touched"), Text("Who did it?"), other_piece),
    Incident("board_wrong", Text("The board is not as it was"), Text("Whose pieces stand wrongly?"), board_wrong),
    Incident("upset", Text("Pieces upset"), Text("Who upset them?"), upset),
    Incident("advice", Text("Advice from outside or at the table"), Text("Who got the advice?"), advice),
)

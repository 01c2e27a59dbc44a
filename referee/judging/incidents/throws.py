"""Throws: out of turn, too often, too seldom, after a 6, two at once, and a die that shows no number.

Decided here: what counts and who throws next. Rules are cited where the book has one (`turnier` 2, 3, 7); about the die itself no
book says a word, so those are our readings. Until when a throw can be claimed, and whether one left out after a 6 is lost, is as
the tournament reads it. Where a record is running nothing is said against it: who is to throw is to throw.
"""

from games.engine.rules.at_table import CLAIMS_UNTIL, LEFT_OUT_THROW
from games.engine.rules.contract import Reason
from games.engine.rules.speech import Text

from ..codes import AtTheTable, Follows
from .asking import Case, Found, Incident, Question
from .words import Happened, Head, Stands

WHOSE = Question("turn", Text("Whose turn was it?"), {}, asks_colour=True, others=True)
SINCE = Question(
    "since",
    Text("What happened after that throw?"),
    {
        "nothing": Text("Nothing yet"),
        "moved": Text("A piece was moved with it"),
        "next": Text("Somebody else has thrown since"),
        "two": Text("Two others have thrown since"),
    },
)
LEFT_OUT = Question(
    "since",
    Text("Has somebody else thrown since?"),
    {
        "nothing": Text("No, nobody yet"),
        "next": Text("Yes, the next player"),
        "two": Text("Yes, two others"),
    },
)
BEFORE = Question(
    "before",
    Text("What did the throw before it show?"),
    {
        "six": Text("A 6"),
        "last": Text("A 6 that brought the last piece home"),
        "other": Text("No 6"),
    },
)
WHICH = Question(
    "which",
    Text("Which throw is it about?"),
    {
        "one": Text("A second one, though a piece in play could move on"),
        "second": Text("The second of up to three"),
        "third": Text("The third of up to three"),
        "fourth": Text("A fourth one, after three without a 6"),
    },
)
MADE = Question(
    "made",
    Text("How often was thrown?"),
    {
        "1": Text("Once, though no piece could move on"),
        "2": Text("Twice, though no piece could move on"),
        "3": Text("Three times"),
        "one_only": Text("Once, a piece in play could move on"),
    },
)
LAST_HOME = Question(
    "last", Text("Did that 6 bring the player's last piece home?"), {"no": Text("No"), "yes": Text("Yes")}
)
KNOWN_DICE = Question(
    "dice", Text("Is it known which die is whose?"), {"yes": Text("Yes"), "no": Text("No, or there is only one")}
)
DIE = Question(
    "what",
    Text("What about the die?"),
    {
        "off": Text("It fell off the table or stands askew"),
        "touched": Text("It was touched by mistake while it rolled"),
        "stopped": Text("It was stopped or turned on purpose"),
    },
)
MOVED = Question("moved", Text("Was a piece moved with the throw already?"), {"no": Text("No"), "yes": Text("Yes")})
LIES = Question("lies", Text("Does the die still lie as it fell?"), {"yes": Text("Yes"), "no": Text("No")})
SEEN = Question(
    "seen",
    Text("Did somebody see it who gains nothing by it?"),
    {"yes": Text("Yes"), "no": Text("No")},
)


NUMBER = Question(
    "number",
    Text("Which number was it?"),
    {
        "1": Text("A 1"),
        "2": Text("A 2"),
        "3": Text("A 3"),
        "4": Text("A 4"),
        "5": Text("A 5"),
        "6": Text("A 6"),
    },
)


NOBODY_SINCE = ("nothing", "moved")  # has thrown
IN_TIME = {  # until when a throw is claimed, and who has thrown since
    "next": NOBODY_SINCE,
    "after_next": (*NOBODY_SINCE, "next"),
    "game": (*NOBODY_SINCE, "next", "two"),
}


def out_of_turn(case: Case) -> Found:
    if case.now:
        return _by_record(case)
    mover = case.turn(WHOSE)
    wrong = Reason(Happened.OUT_OF_TURN, (), {"colour": case.who, "mover": mover})
    return _void(case, wrong, mover, offence="turn")


def too_often(case: Case) -> Found:
    if case.now:
        return _by_record(case)
    if not case.throws_again:
        return _void(case, _happened(case, Happened.TWICE_WITH_BOTH), case.after(case.who), offence="turn")
    before = case.ask(BEFORE)
    if before == "six":
        return _counts(case, _happened(case, Happened.AFTER_A_SIX, 7))
    if before == "last":
        return _void(case, _happened(case, Happened.LAST_ONE_HOME), case.after(case.who), offence="turn")
    which = case.ask(WHICH) if case.has_three_throws else "one"
    if which in ("second", "third"):
        return _counts(case, _happened(case, Happened.STILL_OF_THREE, 2))
    code, rule = (Happened.A_FOURTH, 3) if which == "fourth" else (Happened.ONE_TOO_MANY, 2)
    return _void(case, _happened(case, code, rule), case.after(case.who), case.numbers(rule), offence="turn")


def too_seldom(case: Case) -> Found:
    if case.now:
        return _handed_on(case, "turn", ())
    made = case.ask(MADE)
    if made == "one_only":
        return _right(_happened(case, Happened.ONE_ONLY, 2))
    if made == "3":
        return _right(_happened(case, Happened.ALL_THREE, 3))
    left = Reason(Follows.NEXT_LEFT, (), {"colour": case.who, "left": 3 - int(made)})
    return _made_good(case, _happened(case, Happened.TOO_FEW, 2), left, "turn")


def six_left(case: Case) -> Found:
    lost = case.rules.options[LEFT_OUT_THROW.name] == "lost"
    is_six = case.last == f"{case.who}6"
    if case.now and not (lost and is_six and case.now == case.who):
        return _handed_on(case, "again", case.numbers(7) if is_six else ())
    if not case.now and case.ask(LAST_HOME) == "yes":
        return _right(_happened(case, Happened.LAST_ONE_HOME))
    if lost:
        return _lost(case)
    again = Reason(Follows.NEXT_AGAIN, (), {"colour": case.who})
    return _made_good(case, _happened(case, Happened.SIX_LEFT, 7), again, "again", case.numbers(7))


def _lost(case: Case) -> Found:
    """As it is read here; until the next player has thrown it is their turn."""
    numbers = case.numbers(7)
    lost = Reason(AtTheTable.LOST, numbers, {"colour": case.who})
    if not case.now and case.ask(LEFT_OUT) != "nothing":
        stays = (lost, Reason(Stands.THE_SAME_TURN, (), {}))
        return Found(Reason(Head.STANDS, (), {}), None, stays, None, numbers, "again")
    mover = case.after(case.who)
    following = Reason(Follows.NEXT_OTHER, (), {"colour": mover})
    return Found(Reason(Head.STANDS, (), {}), None, (lost, following), mover, numbers, "again")


def two_at_once(case: Case) -> Found:
    if case.now == case.who:
        return _has_the_turn(case)
    mover = case.turn(WHOSE)
    data = {"colour": case.who, "mover": mover}
    if case.ask(KNOWN_DICE) == "yes":
        reasons = (Reason(Happened.BOTH_KNOWN, (), data), Reason(Stands.OTHER_UNDONE, (), data))
        moves = Reason(Head.MOVED_BY_IT, (), {"colour": mover})
        return Found(moves, False, reasons, mover, offence="turn", is_decided=True)
    reasons = (Reason(Happened.BOTH_MIXED, (), data), Reason(Stands.REPEATED, (), {"colour": mover}))
    return Found(Reason(Head.AGAIN, (), {}), False, reasons, mover, offence="turn", is_decided=True)


def die(case: Case) -> Found:
    if case.is_anothers_turn:
        return _as_recorded(case)
    what = case.ask(DIE)
    codes = {"off": Happened.OFF_THE_TABLE, "touched": Happened.DIE_TOUCHED, "stopped": Happened.DIE_STOPPED}
    offence = "die" if what == "stopped" else ""
    if what != "stopped" and case.ask(MOVED) == "yes":
        return _counts(case, _happened(case, Happened.NOBODY_OBJECTED))._replace(is_decided=True)
    again = Stands.REPEATED if what == "stopped" else Stands.REPEATED_ONLY
    reasons = (_happened(case, codes[what]), _happened(case, again))
    return Found(Reason(Head.AGAIN, (), {}), False, reasons, case.who, offence=offence, is_decided=True)


def disputed(case: Case) -> Found:
    if case.is_anothers_turn:
        return _as_recorded(case)
    if case.ask(LIES) == "yes":
        return _by_that_number(case, Happened.STILL_LIES)
    if case.ask(SEEN) == "yes":
        return _by_that_number(case, Happened.WAS_SEEN)
    reasons = (_happened(case, Happened.NOBODY_KNOWS), _happened(case, Stands.REPEATED))
    return Found(Reason(Head.AGAIN, (), {}), False, reasons, case.who, is_decided=True)


def _by_record(case: Case) -> Found:
    """A throw that nobody was to make, as the referee says; the record says whose turn it is."""
    if case.now == case.who:
        return _has_the_turn(case)
    since = case.ask(SINCE)
    if since not in NOBODY_SINCE:
        return _as_recorded(case)
    data = {"colour": case.who, "mover": case.now}
    undone = Stands.NOTHING_MOVED if since == "nothing" else Stands.MOVE_UNDONE
    following = Reason(Follows.NEXT_OTHER, (), {"colour": case.now})
    reasons = (Reason(Happened.OUT_OF_TURN, (), data), _happened(case, undone), following)
    return Found(Reason(Head.VOID, (), {}), False, reasons, case.now, offence="turn")


def _as_recorded(case: Case) -> Found:
    """A throw that the record has counts as it has it, and nothing is taken back here."""
    data = {"colour": case.who, "mover": case.now}
    reasons = (Reason(Happened.AS_RECORDED, (), data), Reason(Stands.RECORD_FIRST, (), {}))
    turn = Reason(Follows.NEXT_OTHER, (), {"colour": case.now})
    return Found(Reason(Head.STANDS, (), {}), None, (*reasons, turn), case.now, is_decided=True)


def _handed_on(case: Case, offence: str, broken: tuple[int, ...]) -> Found:
    """Whether a throw was left out the record knows."""
    if case.now != case.who:
        return _right(Reason(AtTheTable.RIGHT_TURN_OVER, (), {"colour": case.who}))
    following = Reason(Follows.NEXT_OTHER, (), {"colour": case.who})
    reasons = (Reason(Happened.HANDED_ON, broken, {"colour": case.who}), Reason(Stands.SINCE_UNDONE, (), {}), following)
    return Found(Reason(Head.MADE_GOOD, (), {}), None, reasons, case.who, broken, offence)


def _right(why: Reason) -> Found:
    """Handing the die on was right."""
    return Found(Reason(Head.STANDS, (), {}), None, (why, Reason(Stands.THE_SAME_TURN, (), {})))


def _has_the_turn(case: Case) -> Found:
    """By the record."""
    return _counts(case, Reason(AtTheTable.RIGHT_TURN, (), {"colour": case.who}))


def _happened(case: Case, code: Happened | Stands, *rules: int) -> Reason:
    return Reason(code, case.numbers(*rules), {"colour": case.who})


def _counts(case: Case, why: Reason) -> Found:
    return Found(Reason(Head.COUNTS, (), {}), True, (why, _happened(case, Stands.IT_COUNTS)))


def _by_that_number(case: Case, why: Happened) -> Found:
    """Of one die the number is said, because it is what was ruled."""
    is_said = case.throws_again and not case.is_older
    data = {"colour": case.who, "number": case.ask(NUMBER)} if is_said else {"colour": case.who}
    code = Stands.PLAYED_BY_NUMBER if is_said else Stands.PLAYED_BY_IT
    head = Reason(Head.MOVED_BY_NUMBER if is_said else Head.MOVED_BY_IT, (), data)
    return Found(head, True, (_happened(case, why), Reason(code, (), data)), case.who, is_decided=True)


def _void(case: Case, wrong: Reason, mover: str, broken: tuple[int, ...] = (), *, offence: str) -> Found:
    """A throw that nobody was to make: it and what came of it do not count, if it is claimed in time."""
    since = case.ask(SINCE)
    if not _is_in_time(case, since):
        return _too_late(since, wrong, broken, offence, counts=True)
    codes = {"nothing": Stands.NOTHING_MOVED, "moved": Stands.MOVE_UNDONE}
    following = Reason(Follows.NEXT_OTHER, (), {"colour": mover})
    reasons = (wrong, _happened(case, codes.get(since, Stands.ALL_UNDONE)), following)
    return Found(Reason(Head.VOID, (), {}), False, reasons, mover, broken, offence)


def _made_good(case: Case, wrong: Reason, following: Reason, offence: str, broken: tuple[int, ...] = ()) -> Found:
    """A throw that was left out: it is made good, if it is claimed in time."""
    since = case.ask(LEFT_OUT)
    if not _is_in_time(case, since):
        return _too_late(since, wrong, broken, offence, counts=None)
    undone = (Reason(Stands.SINCE_UNDONE, (), {}),) if since != "nothing" else ()
    reasons = (wrong, *undone, following)
    return Found(Reason(Head.MADE_GOOD, (), {}), None, reasons, case.who, broken, offence)


def _is_in_time(case: Case, since: str) -> bool:
    return since in IN_TIME[str(case.rules.options[CLAIMS_UNTIL.name])]


def _too_late(since: str, wrong: Reason, broken: tuple[int, ...], offence: str, *, counts: bool | None) -> Found:
    late = Stands.TOO_LATE if since == "two" else Stands.TOO_LATE_NEXT
    reasons = (wrong, Reason(late, (), {}), Reason(Stands.THE_SAME_TURN, (), {}))
    return Found(Reason(Head.STANDS, (), {}), counts, reasons, None, broken, offence)


THREW = Text("Who threw?")
THROWS = (
    Incident("out_of_turn", Text("Thrown out of turn"), THREW, out_of_turn),
    Incident("too_often", Text("Thrown too often"), THREW, too_often),
    Incident("too_seldom", Text("Thrown too seldom"), THREW, too_seldom, lambda case: case.has_three_throws),
    Incident("six_left", Text("Not thrown again after a 6"), THREW, six_left, lambda case: case.throws_again),
    Incident("disputed", Text("What was thrown is disputed"), THREW, disputed),
    Incident("die", Text("The die fell down or was touched"), Text("Whose throw was it?"), die),
    Incident("two_at_once", Text("Two threw at once"), Text("Who threw without having the turn?"), two_at_once),
)

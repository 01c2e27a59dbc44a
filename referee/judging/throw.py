"""The verdict on one throw, by any rule set."""

from games.engine.rules.contract import Position, Roll, Rules

from . import other_books, tournament_book
from .facts import gather
from .readings import rests_on
from .verdict import Verdict


def judge(
    rules: Rules, position: Position, roll: Roll, touched: str | None, played: str, choice: str | None = None
) -> Verdict:
    """The verdict on what was really done.

    `touched` is the field of the first own piece touched (None: not known, or none), `played` from and to (a whole move
    in `mauer`) or `--`, `choice` the piece that the referee would send back where several missed a capture; neutral
    pieces are named `K:12`. BadMove where no such piece or field is there.
    """
    facts = gather(rules, position, roll, touched, played, choice)
    book = tournament_book.verdict if rules.has_duties else other_books.verdict
    verdict = book(facts)
    others = rests_on(facts, verdict, book)
    return verdict._replace(readings=others) if others else verdict

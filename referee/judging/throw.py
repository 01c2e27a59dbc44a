"""The verdict on one throw, by any rule set."""

from games.rules.contract import Position, Roll, Rules
from referee.judging import other_books, tournament_book
from referee.judging.facts import gather
from referee.judging.verdict import Verdict


def judge(
    rules: Rules, position: Position, roll: Roll, touched: str | None, played: str, choice: str | None = None
) -> Verdict:
    """What a referee says about what was really done.

    `touched` is the field of the first own piece touched (None: not known, or none), `played` from and to (a whole move
    in `mauer`) or `--`, `choice` the piece that the referee would send back where several missed a capture; neutral
    pieces are named `K:12`. BadMove where no such piece or field is there.
    """
    facts = gather(rules, position, roll, touched, played, choice)
    return tournament_book.verdict(facts) if rules.has_duties else other_books.verdict(facts)

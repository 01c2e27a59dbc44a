"""The ops `cases` and `alike` of the text protocol: the book, asked by words or by likeness."""

from typing import Any

from games.engine.protocol import Answer, BadRequest, Desk, Request, takes, text
from games.engine.rules.speech import spoken
from referee.commentary import finding
from referee.commentary.book import Case

FACTS = ("rules", "options", "position", "roll", "touched", "played", "choice")
WANTED = ("words", "book", "rule", "verdict", "option")


@takes(*WANTED, "language")
def cases(_desk: Desk, request: Request) -> Answer:
    """The cases that have all of what is named; without anything all of them."""
    wanted = {name: text(request, name) for name in WANTED if request.get(name) is not None}
    found = finding.find(finding.Wanted(**wanted), spoken(request.get("language")))
    return {"cases": [as_data(case) for case in found]}


@takes(*FACTS, "most", "language")
def alike(desk: Desk, request: Request) -> Answer:
    """The cases most like a throw, asked as `judge` is."""
    desk.rules(request)
    for name in ("rules", "position", "played"):
        text(request, name)
    for name in ("touched", "choice"):
        if request.get(name) is not None:
            text(request, name)
    most = request.get("most", finding.MOST_ALIKE)
    if type(most) is not int or most < 1:
        raise BadRequest("most is a whole number from 1")
    facts = {name: request.get(name) for name in FACTS}
    return {"cases": [as_data(case) for case in finding.alike(facts, most)]}


def as_data(case: Case) -> dict[str, Any]:
    return {
        "number": case.number,
        "book": case.book,
        "title": dict(case.title),
        "ask": dict(case.ask),
        "ruling": dict(case.ruling),
        "why": dict(case.why),
    }


OPS = {"cases": cases, "alike": alike}

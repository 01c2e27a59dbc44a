"""What a draw has reached, by the seats as they are now: kept when it was drawn, found anew once a seat was changed by hand."""

from collections.abc import Sequence
from typing import Any

from tournament.models import Round
from tournament.proof import seated
from tournament.seating import model, teams
from tournament.seating.model import Report, Request, SeatingError
from tournament.seating.report import report, stretched
from tournament.seating.wire import schedule


def reached(rounds: list[Round]) -> tuple[dict[str, Any], Report]:
    """What these rounds, drawn together, were made from, and the report of all of them."""
    request, kept = rounds[0].request, rounds[0].report
    if not kept or all(each.version == 1 for each in rounds):
        return request, kept
    try:
        return request, {**kept, **_anew(request, rounds)}
    except SeatingError:  # what it was drawn from came in with a file of another make
        return request, kept


def _anew(request: dict[str, Any], rounds: list[Round]) -> Report:
    mode, scores = request.get("mode"), request.get("scores", [])
    tables, boards = seated(rounds)
    players = request.get("players", [])
    others = sorted({entry for each in tables for table in each for entry in table}.difference(players))
    given = {"players": [*players, *others], "scores": [] if others else scores}
    asked, drawn, standing = schedule({**request, **given, "rounds": tables, "round_boards": boards})
    return judged(asked, str(mode), drawn, standing)


def judged(request: Request, mode: str, rounds: Sequence[model.Round], boards: Sequence[Sequence[int]]) -> Report:
    """The report of rounds that nobody drew like this."""
    found = report(rounds, boards, request)
    if mode == "swiss" and request.scores:
        found["scores"] = stretched(rounds[0], request.scores)
    if mode == "teams":
        teams.nothing_to_choose(found)
    return found

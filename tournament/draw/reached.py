"""The report of a draw, by the seats as they are now: stored with it, computed again once a seat was changed by hand."""

from collections.abc import Sequence
from typing import Any

from tournament.draw.proof import seated
from tournament.draw.seating import model, teams
from tournament.draw.seating.model import Report, Request, SeatingError
from tournament.draw.seating.report import report, stretched
from tournament.draw.seating.wire import schedule
from tournament.models import Round

Tables = Sequence[Sequence[Sequence[int]]]  # by round the entries at each table


def reached(rounds: list[Round]) -> tuple[dict[str, Any], Report]:
    """What these rounds, drawn together, were made from, and the report of all of them."""
    request, stored = rounds[0].request, rounds[0].report
    if not stored or all(each.version == 1 for each in rounds):
        return request, stored
    return reached_with(rounds, *seated(rounds))


def reached_with(rounds: list[Round], tables: Tables, boards: Sequence[Sequence[int]]) -> tuple[dict[str, Any], Report]:
    """The same with these seats: as they are, or as a change would leave them."""
    request, stored = rounds[0].request, rounds[0].report
    if not stored:
        return request, stored
    try:
        return request, {**stored, **_computed_again(request, tables, boards)}
    except SeatingError:  # an imported file may hold a request that we cannot read
        return request, stored


def _computed_again(request: dict[str, Any], tables: Tables, boards: Sequence[Sequence[int]]) -> Report:
    mode, scores = request.get("mode"), request.get("scores", [])
    players = request.get("players", [])
    others = sorted({entry for each in tables for table in each for entry in table}.difference(players))
    given = {"players": [*players, *others], "scores": [] if others else scores}
    parsed, drawn, standing = schedule({**request, **given, "rounds": tables, "round_boards": boards})
    return judged(parsed, str(mode), drawn, standing)


def judged(request: Request, mode: str, rounds: Sequence[model.Round], boards: Sequence[Sequence[int]]) -> Report:
    """The report of rounds with seats set by hand."""
    result = report(rounds, boards, request)
    if mode == "swiss" and request.scores:
        result["scores"] = stretched(rounds[0], request.scores)
    if mode == "teams":
        teams.nothing_to_choose(result)
    return result

"""What `manage.py verify_tournament` looks at besides the chain of the log: does the database say what was written, and do the
standings say what the results give? Each check is written apart from the code it looks at.

Other apps add their own: `checking.CHECKS.append(check)` when the app is ready. A check gets a tournament and yields a
sentence for each difference (English, for whoever runs the installation).
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from tournament.actions.undo import RESTORED
from tournament.models import Result, Stage, Tournament
from tournament.scores import stage_lines
from tournament.standings.model import PARTS

Check = Callable[[Tournament], Iterator[str]]
Places = dict[str, list[int | None]]  # by colour: place and count


def results_are_as_reported(tournament: Tournament) -> Iterator[str]:
    """The places that count are those of the report that was confirmed."""
    for result in _results(tournament):
        scored = {seat.colour: [seat.place, seat.counted] for seat in result.seats.all()}
        if scored != _short(result.report.places):
            yield f"{_where(result)}: the result differs from the report that was confirmed"


def results_are_as_logged(tournament: Tournament) -> Iterator[str]:
    """The last confirmation in the log, of what was not undone, says the same as the database."""
    logged = _logged(tournament)
    results = {result.table.public_id: result for result in _results(tournament)}
    for table, result in results.items():
        if logged.get(table) != _short(result.report.places):
            yield f"{_where(result)}: the result is not what the log says was confirmed"
    yield from (f"table {table}: its confirmed result is gone" for table in sorted(logged.keys() - results.keys()))


def standings_are_as_results(tournament: Tournament) -> Iterator[str]:
    """Points added up the plain way. Where only the best results count, nothing is added up here."""
    for stage in tournament.stages.all():
        if stage.scheme["best"]:
            continue
        points = _added_up(stage)
        for line in stage_lines(stage):
            shown, added = Fraction(line.parts, PARTS), points[line.player.id]
            if shown != added:
                yield f"{stage.name}: number {line.player.number} has {shown} points in the standings, {added} by the results"


def seats_are_as_played(tournament: Tournament) -> Iterator[str]:
    """Those whom a result counts for are those who have a seat at the table."""
    for result in _results(tournament):
        if {seat.entry_id for seat in result.seats.all()} != {seat.entry_id for seat in result.table.seats.all()}:
            yield f"{_where(result)}: the result counts for others than those who sit there"


CHECKS: list[Check] = [results_are_as_reported, results_are_as_logged, standings_are_as_results, seats_are_as_played]


def differences(tournament: Tournament) -> Iterator[str]:
    for check in CHECKS:
        yield from check(tournament)


def _results(tournament: Tournament) -> list[Result]:
    found = Result.objects.filter(table__round__stage__tournament=tournament, superseded_at=None)
    found = found.select_related("report", "table__round__stage").prefetch_related("seats", "table__seats")
    return list(found.order_by("table__round__stage__position", "table__round__number", "table__number"))


def _where(result: Result) -> str:
    round_ = result.table.round
    return f"{round_.stage.name}, round {round_.number}, table {result.table.number}"


def _short(places: Mapping[str, Any]) -> Places:
    return {colour: [seat["place"], seat["counted"]] for colour, seat in places.items()}


def _logged(tournament: Tournament) -> dict[str, Places]:
    """By table what the log says was confirmed last. Who was set back forgets what came after."""
    entries = list(tournament.stream.log.order_by("seq").values_list("seq", "code", "data", "receipt", named=True))
    wanted = {entry.data["line"] for entry in entries if entry.code == RESTORED}
    now: dict[str, Places] = {}
    then: dict[int, dict[str, Places]] = {0: {}}  # before the first line there was nothing
    for entry in entries:
        if entry.code == RESTORED:
            now = dict(then[entry.data["line"]])
        else:
            _apply(entry, now)
        if entry.seq in wanted:
            then[entry.seq] = dict(now)
    return now


def _apply(entry: Any, now: dict[str, Places]) -> None:
    table = entry.receipt.get("table")
    if entry.data.get("confirmed"):
        now[table] = entry.data["places"]
    elif entry.code == "result.taken_back":
        now.pop(table, None)


def _added_up(stage: Stage) -> dict[int, Fraction]:
    points: dict[int, Fraction] = defaultdict(Fraction)
    results = Result.objects.filter(table__round__stage=stage, superseded_at=None).prefetch_related("seats")
    for result in results:
        seats = [seat for seat in result.seats.all() if seat.place]
        worth = stage.scheme["four" if len(seats) == 4 else "three"]
        for seat in seats:
            sharing = sum(other.place == seat.place for other in seats)
            shared = sum(worth[seat.place - 1 : seat.place - 1 + sharing])
            points[seat.entry_id] += seat.counted if stage.scheme["by_count"] else Fraction(shared, sharing)
    for entry, taken in stage.penalties.filter(revoked_at=None).values_list("entry", "points"):
        points[entry] -= taken
    return points

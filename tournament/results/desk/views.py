"""Results at the desk: settling reports that differ, and the page of one table."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core import find
from tournament.core.access import gate, may
from tournament.core.errors import Refused
from tournament.core.pages.requests import Request, action_id, number, version
from tournament.models import Report, Table, Tournament
from tournament.models.results import ReportSource
from tournament.models.stages import RoundState
from tournament.results import actions
from tournament.results.typed import parsing
from tournament.results.typed.taking import colours_of, is_by_count
from tournament.rounds.queries import (
    REPORTED,
    ReportLine,
    TableLine,
    current_rounds,
    reports_of,
    round_view,
    table_view,
)
from tournament.standings.ranking.counter import METHODS
from tournament.standings.ranking.places import Places


@gate("results.confirm", find.tournament)
def agreed(request: Request, tournament: Tournament) -> HttpResponse:
    """Confirm every table of which nobody says anything else, also where only one has reported."""
    sent, done = action_id(request) or "", 0
    for table, standing in _agreeing(tournament):
        first = standing[0].pk
        try:
            key = f"{sent}-{first}"[-64:] if sent else None
            seen = {"version": table.version, "standing": [report.pk for report in standing]}
            actions.confirm_report(tournament, by=request.actor, action_id=key, report_id=first, **seen)
        except Refused:
            continue  # confirmed, set aside or contradicted in the meantime: the page shows it
        done += 1
    words = ngettext("%(n)d result is confirmed.", "%(n)d results are confirmed.", done) % {"n": done}
    messages.success(request, words)
    return redirect("results", tournament.public_id)


def _agreeing(tournament: Tournament) -> list[tuple[Table, list[Report]]]:
    """The tables that wait for nothing but the desk, with their reports, which say the same."""
    lines = [table for round_ in current_rounds(tournament) for table in round_view(round_, full=True).tables]
    waiting = [table.id for table in lines if table.state == REPORTED and not table.problem]
    tables = Table.objects.filter(pk__in=waiting, problem="")
    standing = [(table, list(table.reports.filter(set_aside_at=None))) for table in tables]
    return [(table, reports) for table, reports in standing if actions.agree(reports)]


@gate("results.report", find.tournament)
def numbers(request: Request, tournament: Tournament) -> HttpResponse:
    """The start page for a referee or helper with a phone: they type or tap the number of a table."""
    typed_number = request.GET.get("table", "")
    rounds = current_rounds(tournament)
    views = [round_view(round_, full=True) for round_ in rounds]
    matching = [table for view in views for table in view.tables if str(table.number) == typed_number.strip()]
    if len(matching) == 1:
        return redirect("desk_table", tournament.public_id, matching[0].public_id)
    context = {
        "tournament": tournament,
        "stream": tournament.stream,
        "views": views,
        "wanted": typed_number[:8],
        "found": matching,
        "here": reverse("table_numbers", args=[tournament.public_id]),
    }
    return render(request, "results/numbers.html", context)


@gate("results.report", find.table)
def table(request: Request, table: Table) -> HttpResponse:
    """One table and what the desk can do with it. A referee only reports, as one source among others."""
    return render(request, "results/table.html", table_context(request, table))


def table_context(request: Request, table: Table) -> dict[str, Any]:
    view, tournament, stage = table_view(table, full=True), table.tournament, table.round.stage
    is_done = any(seat.place is not None for seat in view.seats)
    is_open, may_confirm = table.round.state == RoundState.PUBLISHED, may(request.actor, "results.confirm", tournament)
    return {
        "tournament": tournament,
        "table": view,
        "round": table.round,
        "reports": [(report, _by_seat(report, view)) for report in reports_of(table)],
        "is_done": is_done,
        "is_open": is_open,
        "may_confirm": may_confirm,
        "may_correct": is_done and may_confirm and (is_open or may(request.actor, "results.correct", tournament)),
        "is_counted": stage.unfinished in METHODS,
        "by_count": is_by_count(table.round),
        "options": range(1, len(view.seats) + 1),
        "extra": table.extra_seconds,
    }


def _by_seat(report: ReportLine, view: TableLine) -> list[tuple[Any, Any, Any]]:
    """(seat, place, count) per seat. Reports are by colour: a seat that changed hands shows what was reported for its colour."""
    reported = [(seat, report.places.get(seat.colour, {})) for seat in view.seats]
    return [(seat, one.get("place"), one.get("counted")) for seat, one in reported]


@gate("results.report", find.table)
def confirm(request: Request, table: Table) -> HttpResponse:
    """The form of the table's page: a place for each seat, or the whole table given up."""
    is_abandoned = request.POST.get("is_abandoned") == "1"
    places = (
        {} if is_abandoned else parsing.from_fields(request.POST, colours_of(table), by_count=is_by_count(table.round))
    )
    return confirm_or_report(request, table, places, is_abandoned=is_abandoned)


def confirm_or_report(
    request: Request, table: Table, places: Places, *, position: str = "", is_abandoned: bool = False
) -> HttpResponse:
    """The desk confirms at once; a referee reports, which counts when another source agrees."""
    tournament = table.tournament
    fields = {"table_id": table.public_id, "places": places, "position": position, "is_abandoned": is_abandoned}
    act = {"by": request.actor, "action_id": action_id(request)}
    if may(request.actor, "results.confirm", tournament):
        actions.confirm_result(tournament, version=version(request), **fields, **act)
        messages.success(request, _("The result of table %(table)d counts.") % {"table": table.number})
        return redirect("results", tournament.public_id)
    actions.report_result(tournament, source=ReportSource.REFEREE.value, **fields, **act)
    if table.results.counting().exists():
        messages.success(request, _("The result of table %(table)d counts.") % {"table": table.number})
    else:
        messages.info(request, _("Reported."))
    return redirect("desk_table", tournament.public_id, table.public_id)


@gate("results.confirm", find.table)
def confirm_report(request: Request, table: Table) -> HttpResponse:
    """Confirm one of the reports that differ."""
    act = {"by": request.actor, "action_id": action_id(request), "version": version(request)}
    actions.confirm_report(table.tournament, report_id=number(request, "report") or 0, **act)
    return redirect("results", table.tournament.public_id)


@gate("results.report", find.table)
def problem(request: Request, table: Table) -> HttpResponse:
    """Mark the problem that a table reported as settled."""
    act = {"by": request.actor, "action_id": action_id(request)}
    actions.set_problem(table.tournament, table_id=table.public_id, problem="", **act)
    if may(request.actor, "results.confirm", table.tournament):
        return redirect("results", table.tournament.public_id)
    return redirect("desk_table", table.tournament.public_id, table.public_id)

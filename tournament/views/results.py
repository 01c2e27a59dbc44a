"""Results at the desk: typed line by line, reports that differ, one table with everything that can be done to it."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import find, typed
from tournament.access import gate, may
from tournament.actions import results
from tournament.effects import effect_of
from tournament.errors import Refused
from tournament.models import Entry, Round, Table, Tournament
from tournament.models.results import ReportSource
from tournament.models.stages import RoundState
from tournament.names import full_name
from tournament.queries_rounds import (
    DISPUTED,
    OPEN,
    REPORTED,
    ReportLine,
    TableLine,
    current_rounds,
    reports_of,
    round_view,
    table_view,
)
from tournament.standings.counter import METHODS
from tournament.views.requests import Request, action_id, number, version

Places = dict[str, dict[str, int | None]]


@gate("results.confirm", find.tournament)
def typing(request: Request, tournament: Tournament) -> HttpResponse:
    """The keyboard: one line a table; the cursor is back in the field after each."""
    shown: dict[str, Any] = {"line": "", "trouble": "", "done": None}
    status = 200
    rounds = current_rounds(tournament)
    if request.method == "POST":
        line = " ".join(request.POST.get("line", "").split())[:80]
        try:
            shown["done"] = _confirmed(request, tournament, rounds, line)
        except Refused as error:
            shown |= {"line": line, "trouble": error.sentence, "correct": error.data.get("correct", "")}
            status = 200 if request.htmx else error.status
    shown |= _typing(request, tournament, rounds)
    template = "tournament/results/typing_part.html" if request.htmx else "tournament/results/typing.html"
    return render(request, template, shown, status=status)


def chosen_round(request: Request, rounds: Sequence[Round]) -> Round:
    """The one that the form was shown for: big and small final are played at once, and a page may have been left open since
    the round before, whose tables have the same numbers."""
    wanted = request.POST.get("round") or request.GET.get("round", "")
    if not rounds:
        raise Refused("no_round", _("No round is being played."))
    found = _asked(rounds, wanted)
    if found is None and wanted:
        raise Refused("other_round", _("Another round is being played by now: is this a result of that one?"))
    return found or rounds[0]


def _asked(rounds: Sequence[Round], wanted: str) -> Round | None:
    return next((round_ for round_ in rounds if str(round_.pk) == wanted), None)


def _confirmed(request: Request, tournament: Tournament, rounds: Sequence[Round], line: str) -> TableLine:
    chosen, said = chosen_round(request, rounds), typed.read(line)
    table = _table_of(chosen, rounds, said.table)
    places = typed.places_of(said, _colours(table), by_count=_by_count(table.round))
    if table.results.filter(superseded_at=None).exists():
        raise _has_result(tournament, table, said)
    results.confirm_result(
        tournament,
        by=request.actor,
        action_id=action_id(request),
        table_id=table.public_id,
        places=places,
        is_abandoned=said.is_abandoned,
    )
    return table_view(table, full=True)


def _has_result(tournament: Tournament, table: Table, said: typed.Typed) -> Refused:
    """Never overwritten by a slip of the finger: the way to the correction, with what was typed."""
    address = reverse("table_correct", args=[tournament.public_id, table.public_id])
    sentence = _("Table %(table)d has a result already.") % {"table": table.number}
    typed_again = "" if _by_count(table.round) else f"?typed={said.places}"
    return Refused("confirmed_already", sentence, correct=f"{address}{typed_again}")


def _table_of(chosen: Round, rounds: Sequence[Round], number: int) -> Table:
    """In the chosen round, or the only one of that number: finals side by side number their tables on."""
    tables = Table.objects.select_related("round__stage__tournament", "board")
    called = list(tables.filter(round__in=rounds, number=number))
    found = [table for table in called if table.round_id == chosen.pk] or called
    if len(found) != 1:
        raise Refused("typed_table_unknown", _("There is no table %(number)d in this round.") % {"number": number})
    return found[0]


def _by_count(round_: Round) -> bool:
    return bool(round_.stage.scheme.get("by_count"))


def _colours(table: Table) -> list[str]:
    return list(table.seats.order_by("order").values_list("colour", flat=True))


def _typing(request: Request, tournament: Tournament, rounds: Sequence[Round]) -> dict[str, Any]:
    tournament.stream.refresh_from_db()  # something may just have been written
    views = [round_view(round_, full=True) for round_ in rounds]
    lines = [(view, table) for view in views for table in view.tables]
    return {
        "tournament": tournament,
        "stream": tournament.stream,
        "views": views,
        "chosen": (_asked(rounds, request.POST.get("round", "")) or rounds[0]).pk if rounds else None,
        "open": [(view, [t for t in view.tables if t.state in (OPEN, REPORTED)]) for view in views],
        "left": sum(table.state in (OPEN, REPORTED) for _view, table in lines),
        "wrong": [table for _view, table in lines if table.problem],
        "disputed": [(table, sides(table)) for _view, table in lines if table.state == DISPUTED],
        "count": len(lines),
        "by_count": any(map(_by_count, rounds)),
        "here": reverse("results", args=[tournament.public_id]),
    }


def sides(table: TableLine) -> list[ReportLine]:
    """What stands against each other."""
    return [report for report in reports_of(Table.objects.get(pk=table.id)) if not report.is_set_aside]


@gate("results.confirm", find.tournament)
def preview(request: Request, tournament: Tournament) -> HttpResponse:
    """Who would get which place by what stands in the field."""
    shown: dict[str, Any] = {}
    try:
        said = typed.read(request.GET.get("line", "")[:80])
        rounds = current_rounds(tournament)
        table = _table_of(chosen_round(request, rounds), rounds, said.table)
        line = table_view(table, full=True)
        shown = {"table": line, "seats": _with_digits(line, _digits(said, table))}
    except Refused:
        pass  # not readable yet: nothing to be shown, and said only when it is sent
    return render(request, "tournament/results/preview.html", shown)


def _digits(said: typed.Typed, table: Table) -> str:
    """What is typed of the places so far; of counts, the places that follow once all are there."""
    if not _by_count(table.round):
        return said.places
    colours = _colours(table)
    try:
        places = typed.places_of(said, colours, by_count=True)
    except Refused:
        return ""
    return "".join(str(places[colour]["place"]) for colour in colours if places)


def _with_digits(line: TableLine, places: str) -> list[tuple[Any, str]]:
    return [(seat, places[n : n + 1] if places.isdigit() else "") for n, seat in enumerate(line.seats)]


@gate("results.report", find.tournament)
def numbers(request: Request, tournament: Tournament) -> HttpResponse:
    """Where a referee or a helper with a phone begins: the number of a table, typed or tapped."""
    wanted = request.GET.get("table", "")
    rounds = current_rounds(tournament)
    views = [round_view(round_, full=True) for round_ in rounds]
    found = [table for view in views for table in view.tables if str(table.number) == wanted.strip()]
    if len(found) == 1:
        return redirect("desk_table", tournament.public_id, found[0].public_id)
    shown = {
        "tournament": tournament,
        "stream": tournament.stream,
        "views": views,
        "wanted": wanted[:8],
        "found": found,
        "here": reverse("table_numbers", args=[tournament.public_id]),
    }
    return render(request, "tournament/results/numbers.html", shown)


@gate("results.report", find.table)
def table(request: Request, table: Table) -> HttpResponse:
    """One table, and everything that the desk can do to it; a referee reports, as a source beside the others."""
    return render(request, "tournament/results/table.html", _table(request, table))


def _table(request: Request, table: Table) -> dict[str, Any]:
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
        "by_count": _by_count(table.round),
        "options": range(1, len(view.seats) + 1),
        "extra": table.extra_seconds,
    }


def _by_seat(report: ReportLine, view: TableLine) -> list[tuple[Any, Any, Any]]:
    """Seat, place, count; seats that were taken by others since say what was said of their colour."""
    said = [(seat, report.places.get(seat.colour, {})) for seat in view.seats]
    return [(seat, one.get("place"), one.get("counted")) for seat, one in said]


@gate("results.report", find.table)
def confirm(request: Request, table: Table) -> HttpResponse:
    """By the form of the table's page: a choice for each seat, or the whole table given up."""
    is_abandoned = request.POST.get("is_abandoned") == "1"
    places = {} if is_abandoned else typed.from_fields(request.POST, _colours(table), by_count=_by_count(table.round))
    return keep(request, table, places, is_abandoned=is_abandoned)


def keep(
    request: Request, table: Table, places: Places, *, position: str = "", is_abandoned: bool = False
) -> HttpResponse:
    """The desk's word counts at once; a referee's is a report, which counts when another source says the same."""
    tournament = table.tournament
    said = {"table_id": table.public_id, "places": places, "position": position, "is_abandoned": is_abandoned}
    act = {"by": request.actor, "action_id": action_id(request)}
    if may(request.actor, "results.confirm", tournament):
        results.confirm_result(tournament, version=version(request), **said, **act)
        messages.success(request, _("The result of table %(table)d counts.") % {"table": table.number})
        return redirect("results", tournament.public_id)
    results.report_result(tournament, source=ReportSource.REFEREE.value, **said, **act)
    if table.results.filter(superseded_at=None).exists():
        messages.success(request, _("The result of table %(table)d counts.") % {"table": table.number})
    else:
        messages.info(request, _("Reported. It counts when the table or the desk says the same."))
    return redirect("desk_table", tournament.public_id, table.public_id)


@gate("results.confirm", find.table)
def confirm_report(request: Request, table: Table) -> HttpResponse:
    """One side of a conflict is right."""
    act = {"by": request.actor, "action_id": action_id(request), "version": version(request)}
    results.confirm_report(table.tournament, report_id=number(request, "report") or 0, **act)
    return redirect("results", table.tournament.public_id)


@gate("results.confirm", find.table)
def take_back(request: Request, table: Table) -> HttpResponse:
    act = {"by": request.actor, "action_id": action_id(request), "version": version(request)}
    reason = request.POST.get("reason", "")
    results.take_back_result(table.tournament, table_id=table.public_id, reason=reason, **act)
    return redirect("desk_table", table.tournament.public_id, table.public_id)


@gate("results.report", find.table)
def problem(request: Request, table: Table) -> HttpResponse:
    """What somebody at the table said is looked at and settled."""
    act = {"by": request.actor, "action_id": action_id(request)}
    results.set_problem(table.tournament, table_id=table.public_id, problem="", **act)
    if may(request.actor, "results.confirm", table.tournament):
        return redirect("results", table.tournament.public_id)
    return redirect("desk_table", table.tournament.public_id, table.public_id)


@gate("results.confirm", find.table)
def correct(request: Request, table: Table) -> HttpResponse:
    """First the places, then what they would change, then why; only then it is done."""
    shown = _table(request, table)
    colours = [seat.colour for seat in shown["table"].seats]
    if request.method == "POST":
        results.correct_result(
            table.tournament,
            by=request.actor,
            action_id=action_id(request),
            table_id=table.public_id,
            places=typed.from_fields(request.POST, colours, by_count=_by_count(table.round)),
            reason=request.POST.get("reason", ""),
            seen=request.POST.get("seen", ""),
            then=request.POST.get("then", "keep"),
            version=version(request),
        )
        messages.success(request, _("The result of table %(table)d is corrected.") % {"table": table.number})
        return redirect("desk_table", table.tournament.public_id, table.public_id)
    return render(request, "tournament/results/correct.html", {**shown, **_effect(request, table, shown["table"])})


def _effect(request: Request, table: Table, view: TableLine) -> dict[str, Any]:
    """The effect of the places asked for (fields, or as they were typed); without any, those that count now."""
    colours = [seat.colour for seat in view.seats]
    try:
        wanted = _wanted(request, table, colours)
        if not wanted:
            return {"seats": [(seat, seat.place, seat.counted) for seat in view.seats]}
        seats = [(seat, wanted[seat.colour]["place"], wanted[seat.colour]["counted"]) for seat in view.seats]
        return {"seats": seats, **_changes(table, wanted)}
    except Refused as error:
        return {"seats": [(seat, seat.place, seat.counted) for seat in view.seats], "trouble": error.sentence}


def _wanted(request: Request, table: Table, colours: Sequence[str]) -> Places:
    if "typed" in request.GET:
        return typed.places_of(typed.Typed(table.number, request.GET["typed"][:8]), colours)
    is_asked = any(f"{name}_{colours[0]}" in request.GET for name in ("place", "counted"))
    return typed.from_fields(request.GET, colours, by_count=_by_count(table.round)) if is_asked else {}


def _changes(table: Table, wanted: Places) -> dict[str, Any]:
    effect = effect_of(table, wanted)
    entries = Entry.objects.filter(tournament=table.tournament).select_related("person")
    people = {entry.pk: f"{entry.number} {full_name(entry.person)}" for entry in entries}
    return {
        "effect": effect,
        "moves": [(people[entry], before, after) for entry, before, after in effect.moves],
        "cut_in": [people[entry] for entry in effect.cut_in],
        "cut_out": [people[entry] for entry in effect.cut_out],
    }

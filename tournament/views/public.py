"""What everybody may see, without an account."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournament import find, queries
from tournament.access import gate
from tournament.models import Round, Tournament
from tournament.models.stages import RoundQuerySet, RoundState
from tournament.names import sees_full_names
from tournament.queries_rounds import round_view
from tournament.views.rounds import by_name


@gate("public.see")
def start(request: HttpRequest) -> HttpResponse:
    tournaments = queries.with_counts(Tournament.objects.listed().select_related("club"))
    today = timezone.localdate()
    return render(
        request,
        "tournament/start.html",
        {
            "coming": tournaments.filter(played_on__gte=today).order_by("played_on", "name"),
            "past": tournaments.filter(played_on__lt=today)[:30],
        },
    )


@gate("public.see", find.tournament)
def tournament(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Always in the names that the public may see, so that organisers see what others see."""
    lines = [line for line in queries.entry_lines(tournament, full=False) if not line.is_withdrawn]
    sought = " ".join(request.GET.get("q", "").split())[:80]
    found = [line for line in lines if _fits(line, sought)]
    rounds = list(_public_rounds(tournament))
    views = [round_view(round_, full=False) for round_ in rounds if round_.state == RoundState.PUBLISHED]
    seated = {seat.public_id: (view, table, seat) for view in views for table in view.tables for seat in table.seats}
    is_playing = bool(sought and views)
    template = "tournament/public_part.html" if request.htmx else "tournament/public.html"  # type: ignore[attr-defined]
    return render(
        request,
        template,
        {
            "tournament": tournament,
            "lines": found,
            "mine": [(line, seated.get(line.public_id)) for line in found] if is_playing else [],
            "q": sought,
            "views": views,
            "is_begun": bool(rounds),
            "stream": tournament.stream,
            "is_staff": sees_full_names(request.actor, tournament),  # type: ignore[attr-defined]
        },
    )


def _fits(line: queries.EntryLine, sought: str) -> bool:
    """By start number, or by any part of the name that is shown: nobody is found by what is hidden."""
    return sought == str(line.number) or sought.casefold() in line.name.casefold()


def _public_rounds(tournament: Tournament) -> RoundQuerySet:
    rounds = Round.objects.public().filter(stage__tournament=tournament).defer("request", "report")
    return rounds.select_related("stage").order_by("stage__position", "number")


@gate("public.see", find.tournament)
def tables(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who sits where, and how each table ended: of the newest round, or of the one asked for."""
    rounds = list(_public_rounds(tournament))
    chosen = next((round_ for round_ in rounds if str(round_.pk) == request.GET.get("round")), None)
    chosen = chosen or next((r for r in rounds if r.state == RoundState.PUBLISHED), rounds[-1] if rounds else None)
    view = round_view(chosen, full=False) if chosen else None
    is_by_name = request.GET.get("by") == "name"
    shown = {
        "tournament": tournament,
        "stream": tournament.stream,
        "rounds": rounds,
        "round": chosen,
        "view": view,
        "by_name": by_name(view) if view and is_by_name else [],
    }
    return render(request, "tournament/public_tables.html", shown)

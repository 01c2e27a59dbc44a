"""What everybody may see, without an account."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournament import find, queries
from tournament.access import gate
from tournament.models import Tournament
from tournament.names import sees_full_names


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
    template = "tournament/public_part.html" if request.htmx else "tournament/public.html"  # type: ignore[attr-defined]
    return render(
        request,
        template,
        {
            "tournament": tournament,
            "lines": [line for line in lines if _fits(line, sought)],
            "q": sought,
            "stream": tournament.stream,
            "is_staff": sees_full_names(request.actor, tournament),  # type: ignore[attr-defined]
        },
    )


def _fits(line: queries.EntryLine, sought: str) -> bool:
    """By start number, or by any part of the name that is shown: nobody is found by what is hidden."""
    return sought == str(line.number) or sought.casefold() in line.name.casefold()

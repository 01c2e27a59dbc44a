"""The bracket, for everybody and at the desk: a picture on wide screens, round by round on narrow ones."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from tournament import find
from tournament.access import gate, may
from tournament.bracket.drawing import svg
from tournament.bracket.layout import lay_out
from tournament.models import Tournament
from tournament.queries_bracket import BracketWords, bracket_of
from tournament.views.everybody import kept_page
from tournament.views.public import frame
from tournament.views.requests import Request


@gate("public.see", find.tournament)
def public(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """In the names that the public may see, whoever looks."""

    def shown(tournament: Tournament) -> dict[str, Any]:
        return {**_shown(request, tournament, full=False), "at": "bracket", **frame(tournament)}

    return kept_page(request, tournament, "tournament/bracket/public.html", shown)


@gate("tournament.see", find.tournament)
def desk(request: Request, tournament: Tournament) -> HttpResponse:
    full = may(request.actor, "entries.see", tournament)
    return render(request, "tournament/bracket/desk.html", _shown(request, tournament, full=full))


def _shown(request: HttpRequest, tournament: Tournament, *, full: bool) -> dict[str, Any]:
    found, words = bracket_of(tournament), BracketWords(tournament, full=full)
    picture = svg(lay_out(found), words, _("Bracket")) if found.columns else ""
    columns = [
        (words.column(boxes), [(box, words.heading(box), words.seats(box)) for box in boxes]) for boxes in found.columns
    ]
    return {
        "tournament": tournament,
        "stream": tournament.stream,
        "picture": mark_safe(picture),  # noqa: S308  (our drawing, names escaped in it)
        "columns": columns,
        "is_planned": any(not box.is_drawn for boxes in found.columns for box in boxes),
        "here": request.get_full_path(),
    }

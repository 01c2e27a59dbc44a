"""Queries shared by the public pages of a tournament."""

from typing import Any

from django.http import HttpRequest

from tournament.finals.queries import KINDS
from tournament.hall.me.known import known
from tournament.models import Round, Tournament
from tournament.models.stages import RoundQuerySet


def frame(
    request: HttpRequest, tournament: Tournament, *, has_rounds: bool | None = None, has_bracket: bool | None = None
) -> dict[str, Any]:
    """The template context of what is the same on every page: the tabs (before the first round there is one page only), and
    who is looking, where the address says it because the browser keeps nothing (`?me=12`)."""
    is_begun = public_rounds(tournament).exists() if has_rounds is None else has_rounds
    if has_bracket is None:
        has_bracket = is_begun and tournament.stages.filter(kind__in=KINDS).exists()
    return {"has_rounds": is_begun, "has_bracket": has_bracket, **about_me(request, tournament)}


def about_me(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """`me`: the start numbers, to mark their rows; `asked`: to carry them along in links."""
    mine = known(request, tournament)
    numbers = [one.line.number for one in mine]
    asked = ",".join(map(str, numbers))
    return {"mine": mine, "me": numbers, "asked_me": asked, "with_me": f"?me={asked}" if asked else ""}


def public_rounds(tournament: Tournament) -> RoundQuerySet:
    rounds = Round.objects.public().filter(stage__tournament=tournament).defer("request", "report")
    return rounds.select_related("stage").order_by("stage__position", "number")

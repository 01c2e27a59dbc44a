"""The public page of a player, and who met whom."""

from typing import Any

from django.http import HttpResponse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournament.core import find
from tournament.core.access import gate
from tournament.core.actors import ANONYMOUS
from tournament.core.pages.everybody import kept_page
from tournament.core.pages.requests import Request
from tournament.hall.players.queries import Part, cross_table, player_of
from tournament.hall.public.queries import about_me, frame, public_rounds
from tournament.models import Entry, Tournament
from tournament.models.stages import StageKind
from tournament.standings.need.words import needs_of
from tournament.standings.ranking.plot import course


@gate("public.see", find.player)
def player(request: Request, entry: Entry) -> HttpResponse:
    """Results, opponents and ranks of a player, under the public name."""
    tournament = entry.tournament

    def everything(tournament: Tournament) -> dict[str, Any]:
        view = player_of(entry, ANONYMOUS)
        parts = [(part, _course(part)) for part in view.parts]
        return {
            "tournament": tournament,
            "stream": tournament.stream,
            "player": view,
            "parts": parts,
            "needs": needs_of(entry),
            **about_me(request, tournament),
        }

    return kept_page(request, tournament, "hall/players/page.html", everything)


@gate("public.see", find.tournament)
def crossings(request: Request, tournament: Tournament) -> HttpResponse:
    """Who met whom in a stage: the one asked for, else the latest that has begun."""

    def everything(tournament: Tournament) -> dict[str, Any]:
        stages = [stage for stage in tournament.stages.all() if stage.kind != StageKind.TEAM_FINAL]
        begun = set(public_rounds(tournament).values_list("stage", flat=True))
        stages = [stage for stage in stages if stage.pk in begun]
        asked = [stage for stage in stages if str(stage.position) == request.GET.get("stage")]
        chosen = asked[0] if asked else stages[-1] if stages else None
        if chosen is not None:
            chosen.tournament = tournament
        return {
            "tournament": tournament,
            "stream": tournament.stream,
            "stages": stages,
            "stage": chosen,
            "cross": cross_table(chosen, ANONYMOUS) if chosen else None,
            "at": "standings",
            **frame(request, tournament),
        }

    return kept_page(request, tournament, "hall/players/crossings.html", everything)


def _course(part: Part) -> SafeString | str:
    if len(part.ranks) < 2:
        return ""
    return mark_safe(course(part.ranks, part.of, _("Rank after each round:"), _("Round")))  # noqa: S308  (our drawing)

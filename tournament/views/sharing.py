"""A tournament elsewhere: picture for messengers, calendar files, feeds, and standings in somebody else's page."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.clickjacking import xframe_options_exempt

from deploy.middleware import CONTENT_SECURITY_POLICY
from tournament import find, sharing, when
from tournament.access import gate
from tournament.actors import ANONYMOUS
from tournament.kept import Kept
from tournament.models import Club, Tournament
from tournament.queries import with_counts
from tournament.queries_groups import main_view
from tournament.queries_standings import standings_of
from tournament.views.everybody import kept_page
from tournament.views.public import public_rounds

KEPT_BY_OTHERS = {"Cache-Control": "public, max-age=300", "Cross-Origin-Resource-Policy": "cross-origin"}
MOST_IN_A_FILE = 100
_pictures: Kept[bytes] = Kept(most=64)


@gate("public.see", find.tournament)
def picture(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    key = (tournament.public_id, tournament.name, tournament.club.name, when.when_and_where(tournament), get_language())
    drawn = _pictures.get(key, lambda: sharing.picture(tournament))
    return HttpResponse(drawn, content_type="image/png", headers=KEPT_BY_OTHERS)


@gate("public.see", find.tournament)
def calendar(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _calendar(request, Tournament.objects.filter(pk=tournament.pk))


@gate("public.see", find.public_club)
def club_calendar(request: HttpRequest, club: Club) -> HttpResponse:
    """To subscribe to: what comes and what was."""
    return _calendar(request, _listed(club))


def _listed(club: Club) -> QuerySet[Tournament]:
    return club.tournaments.listed().order_by("-played_on")  # type: ignore[attr-defined,no-any-return]


def _calendar(request: HttpRequest, tournaments: QuerySet[Tournament]) -> HttpResponse:
    found = list(with_counts(tournaments.select_related("club").prefetch_related("stages"))[:MOST_IN_A_FILE])
    addresses = {one.public_id: _address(request, one) for one in found}
    text = sharing.calendar(found, request.get_host(), addresses)
    return HttpResponse(text, content_type="text/calendar; charset=utf-8", headers=KEPT_BY_OTHERS)


def _address(request: HttpRequest, tournament: Tournament) -> str:
    return request.build_absolute_uri(reverse("tournament", args=[tournament.public_id]))


@gate("public.see", find.tournament)
def feed(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _feed(sharing.feed(tournament, _address(request, tournament)))


@gate("public.see", find.public_club)
def club_feed(request: HttpRequest, club: Club) -> HttpResponse:
    address = request.build_absolute_uri(reverse("club", args=[club.public_id]))
    return _feed(
        sharing.club_feed(club.name, address, [(one, _address(request, one)) for one in _listed(club)[:MOST_IN_A_FILE]])
    )


def _feed(text: str) -> HttpResponse:
    return HttpResponse(text, content_type="application/atom+xml; charset=utf-8", headers=KEPT_BY_OTHERS)


@xframe_options_exempt
@gate("public.see", find.tournament)
def embed(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The standings alone. Only this page may stand in the frame of another: nothing on it can be tapped into doing
    anything, and no cookie of ours decides what it shows."""

    def shown(tournament: Tournament) -> dict[str, Any]:
        newest = next(iter(public_rounds(tournament).order_by("-stage__position")), None)
        if newest is None:
            return {"tournament": tournament, "stream": tournament.stream, "view": None}
        newest.stage.tournament = tournament
        view = main_view(standings_of(newest.stage, ANONYMOUS))
        return {"tournament": tournament, "stream": tournament.stream, "view": view}

    answer = kept_page(request, tournament, "tournament/embed.html", shown)
    answer.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY.replace(
        "frame-ancestors 'none'", "frame-ancestors *"
    )
    return answer

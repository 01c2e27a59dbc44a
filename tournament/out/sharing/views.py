"""A tournament on other sites: preview picture, calendar files, feeds, and standings to embed in another page."""

from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_exempt

from tournament.core import find, when
from tournament.core.access import gate
from tournament.core.actors import ANONYMOUS, Request
from tournament.core.cache import Kept
from tournament.core.languages import spoken
from tournament.core.pages.everybody import kept_page
from tournament.entries.queries import with_counts
from tournament.hall.public.queries import public_rounds
from tournament.models import Club, Tournament
from tournament.out.sharing import files
from tournament.standings.groups.queries import main_view
from tournament.standings.queries import standings_of

KEPT_BY_OTHERS = {"Cache-Control": "public, max-age=300", "Cross-Origin-Resource-Policy": "cross-origin"}
MOST_IN_A_FILE = 100
_pictures: Kept[bytes] = Kept(most=64)


@gate("public.see", find.tournament)
def picture(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    key = (tournament.public_id, tournament.name, tournament.club.name, when.when_and_where(tournament), spoken())
    content = _pictures.get(key, lambda: files.picture(tournament))
    return HttpResponse(content, content_type="image/png", headers=KEPT_BY_OTHERS)


@gate("public.see", find.tournament)
def calendar(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _calendar(request, Tournament.objects.filter(pk=tournament.pk))


@gate("public.see", find.public_club)
def club_calendar(request: HttpRequest, club: Club) -> HttpResponse:
    """A calendar to subscribe to, with past and coming tournaments."""
    return _calendar(request, _listed(club))


def _listed(club: Club) -> QuerySet[Tournament]:
    return club.tournaments.listed().order_by("-played_on")


def _calendar(request: HttpRequest, tournaments: QuerySet[Tournament]) -> HttpResponse:
    counted = list(with_counts(tournaments.select_related("club").prefetch_related("stages"))[:MOST_IN_A_FILE])
    addresses = {one.public_id: _address(request, one) for one in counted}
    text = files.calendar(counted, addresses)
    return HttpResponse(text, content_type="text/calendar; charset=utf-8", headers=KEPT_BY_OTHERS)


def _address(request: HttpRequest, tournament: Tournament) -> str:
    return request.build_absolute_uri(reverse("tournament", args=[tournament.public_id]))


@gate("public.see", find.tournament)
def feed(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _feed(files.feed(tournament, _address(request, tournament), _own(request)))


@gate("public.see", find.public_club)
def club_feed(request: HttpRequest, club: Club) -> HttpResponse:
    address = request.build_absolute_uri(reverse("club", args=[club.public_id]))
    return _feed(
        files.club_feed(
            club, address, _own(request), [(one, _address(request, one)) for one in _listed(club)[:MOST_IN_A_FILE]]
        )
    )


def _own(request: HttpRequest) -> str:
    return request.build_absolute_uri(request.path)


def _feed(text: str) -> HttpResponse:
    return HttpResponse(text, content_type="application/atom+xml; charset=utf-8", headers=KEPT_BY_OTHERS)


@xframe_options_exempt
@gate("public.see", find.tournament)
def embed(request: Request, tournament: Tournament) -> HttpResponse:
    """The standings for a frame. Only this page may be framed: it has no buttons that a hostile page could make somebody
    click, and no cookie changes what it shows."""

    def context(tournament: Tournament) -> dict[str, Any]:
        newest = next(iter(public_rounds(tournament).order_by("-stage__position")), None)
        if newest is None:
            return {"tournament": tournament, "stream": tournament.stream, "view": None}
        newest.stage.tournament = tournament
        view = main_view(standings_of(newest.stage, ANONYMOUS))
        return {"tournament": tournament, "stream": tournament.stream, "view": view}

    answer = kept_page(request, tournament, "out/embed.html", context)
    answer.headers["Content-Security-Policy"] = settings.CONTENT_SECURITY_POLICY.replace(
        "frame-ancestors 'none'", "frame-ancestors *"
    )
    return answer

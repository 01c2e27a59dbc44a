"""The hall screens for the projectors, without an account."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tournament.core import files, find
from tournament.core.access import gate
from tournament.core.pages.qr import qr_image
from tournament.core.pages.requests import address_for_others
from tournament.core.whole_numbers import MOST_ID, whole_number
from tournament.hall.screen.panels import Now, Shown, now_of, of_phase, only, panels_for, screen_of
from tournament.hall.screen.phases import Phase
from tournament.models import Letterhead, Notice, Screen, Tournament


def asked_for(request: HttpRequest) -> int:
    """The number of the screen in the address; without one it is the first."""
    return whole_number(request.GET.get("screen", ""), MOST_ID) or 1


@gate("public.see", find.tournament)
def screen(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """All panels in one page; the script shows one at a time. Without JavaScript they stand below each other."""
    chosen, now = screen_of(tournament, asked_for(request)), now_of(tournament, is_tall="tall" in request.GET)
    context = _context(request, tournament, chosen, now)
    has_logo = Letterhead.objects.filter(club=tournament.club).exclude(logo="").exists()
    shown = {"panels": panels_for(chosen, now), "has_logo": has_logo}
    return render(request, "hall/screen/page.html", context | shown)


def _context(request: HttpRequest, tournament: Tournament, chosen: Screen, now: Now) -> dict[str, Any]:
    public = address_for_others(request, reverse("tournament", args=[tournament.public_id]))
    return {
        "tournament": tournament,
        "stream": tournament.stream,
        "screen": chosen,
        "now": now,
        "public": public,
        "qr": qr_image(public),
    }


NOW = "now"  # the code of the preview of what the screen shows


@gate("screen.steer", find.tournament)
def preview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What a screen would show, small in the page that steers it: without a script, and with nothing to tap, so that it may stand
    in a frame of ours. What it shows now comes panel by panel, as on the screen itself."""
    now, chosen = now_of(tournament, is_tall="tall" in request.GET), screen_of(tournament, asked_for(request))
    panels = _previewed(request, chosen, now)
    turn = whole_number(request.GET.get("turn", ""), MOST_ID) or 0
    words = request.GET.copy()
    words["turn"] = str((turn + 1) % max(len(panels), 1))
    one = panels[turn % len(panels)] if panels else None
    shown = {"panels": [one] if one else [], "is_preview": True, "onward": f"{request.path}?{words.urlencode()}"}
    answer = render(request, "hall/screen/page.html", _context(request, tournament, chosen, now) | shown)
    answer.headers["X-Frame-Options"] = "SAMEORIGIN"
    answer.headers["Content-Security-Policy"] = settings.CONTENT_SECURITY_POLICY.replace(
        "frame-ancestors 'none'", "frame-ancestors 'self'"
    )
    return answer


def _previewed(request: HttpRequest, chosen: Screen, now: Now) -> Shown:
    code, phase = request.GET.get("show", NOW), request.GET.get("phase", "")
    if phase in set(Phase):
        return of_phase(chosen, Phase(phase), now)
    if code != NOW:
        return only(code, now)
    panels = panels_for(chosen, now)
    at_last = [pair for pair in panels if pair[1].get("is_last")]
    others = [pair for pair in panels if not pair[1].get("is_last")]
    return (at_last or others) if now.is_last else (others or at_last)


@gate("public.see", find.tournament)
def logo(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    head = Letterhead.objects.filter(club=tournament.club).exclude(logo="").first()
    return _picture(head.logo if head else "", "image/png")


@gate("public.see", find.tournament)
def notice_picture(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Of the notice whose number stands in the query."""
    number = whole_number(request.GET.get("notice", ""), MOST_ID) or 0
    notice = Notice.objects.filter(tournament=tournament, number=number).first()
    return _picture(notice.picture if notice else "", "image/jpeg")


def _picture(name: str, kind: str) -> HttpResponse:
    if not name or not files.is_kept(name):
        raise Http404
    return HttpResponse(files.read(name), content_type=kind, headers={"Cache-Control": "public, max-age=300"})

"""Pages for everybody: rendered once for each change, however many ask, and not sent again where nothing changed.

The key is the state of the whole club, since a name that somebody hides in one tournament is hidden in all. Nothing on such a
page is of one reader alone, so a proxy of ours may keep it for a second too. Who is signed in or has been told something gets
a page of their own.
"""

import gzip
import hashlib
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from time import monotonic
from typing import Any

from django.conf import settings
from django.db.models import Q, Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language

from tournament import find, unchanged
from tournament.context import THEME_COOKIE
from tournament.kept import Kept
from tournament.models import Stream, Tournament

_pages: Kept[bytes] = Kept(most=256)
_packed: Kept[bytes] = Kept(most=256)
LONGEST = 200  # an address beyond is nobody's page
FASTEST = 3  # gzip: further would cost more time than the network saves
OF_ONE_READER = ("messages", settings.SESSION_COOKIE_NAME)


def kept_page(
    request: HttpRequest,
    tournament: Tournament,
    template: str,
    shown: Callable[[Tournament], dict[str, Any]],
    *also: Hashable,
) -> HttpResponse:
    """`shown` computes what the template needs; `also`: on what besides the club's state and the address it depends."""
    if any(name in request.COOKIES for name in OF_ONE_READER) or len(request.get_full_path()) > LONGEST:
        return render(request, template, shown(tournament))
    since, at = unchanged.writes(), monotonic()
    state = _state(tournament)
    key = (template, state, *_look(request), *also)
    tag = f'W/"{hashlib.sha256(repr((key, settings.SECRET_KEY)).encode()).hexdigest()[:24]}"'
    answer = get_conditional_response(request, etag=tag)
    if answer is not None and not also:
        headers = {name.lower(): value for name, value in request.headers.items()}
        unchanged.remember(unchanged.question(request.get_full_path(), headers), tournament.club_id, state, since)
    if answer is None:
        page = _pages.get(key, lambda: _rendered(request, find.tournament(tournament.public_id), template, shown))
        answer = _sent(request, page, key)
    answer.headers["ETag"], answer.headers["Cache-Control"] = tag, "private, no-cache"
    answer.headers["X-Accel-Expires"] = "1"  # seconds, for our own proxy, which tells readers apart as `_look` does
    patch_vary_headers(answer, ["Accept-Encoding", "Accept-Language", "Cookie", "HX-Request"])
    if answer.status_code == 200 and not also:
        answer.made_of = MadeOf(tournament.club_id, state, tag, since, at)  # type: ignore[attr-defined]
    return answer


@dataclass(frozen=True)
class MadeOf:
    """On an answer that is for everybody who asks the same: `keep_pages` keeps it as it is sent."""

    club: int
    state: int
    tag: str
    since: int
    at: float


def keep_pages(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Outside of all that adds headers."""

    def middleware(request: HttpRequest) -> HttpResponse:
        answer = get_response(request)
        made = getattr(answer, "made_of", None)
        if made is not None and request.method == "GET" and not answer.cookies:
            page = unchanged.Page(made.club, made.state, made.tag, list(answer.items()), answer.content)
            headers = {name.lower(): value for name, value in request.headers.items()}
            unchanged.keep(request.get_full_path(), headers, page, made.since, made.at)
        return answer

    return middleware


def _state(tournament: Tournament) -> int:
    of_club = Q(club=tournament.club_id) | Q(tournament__club=tournament.club_id)
    found: int = Stream.objects.filter(of_club).aggregate(seq=Sum("seq"))["seq"]
    return found


def _look(request: HttpRequest) -> tuple[Hashable, ...]:
    """All that a page of nobody in particular depends on."""
    theme, is_part = request.COOKIES.get(THEME_COOKIE, ""), bool(request.htmx)  # type: ignore[attr-defined]
    return request.build_absolute_uri(), get_language(), theme, is_part, settings.VERSION


def _rendered(
    request: HttpRequest, tournament: Tournament, template: str, shown: Callable[[Tournament], dict[str, Any]]
) -> bytes:
    """Without a token for forms: it would be one reader's, in the hands of all."""
    return render(request, template, {**shown(tournament), "csrf_token": ""}).content


def _sent(request: HttpRequest, page: bytes, key: Hashable) -> HttpResponse:
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(page)
    packed = _packed.get(key, lambda: gzip.compress(page, FASTEST, mtime=0))
    return HttpResponse(packed, headers={"Content-Encoding": "gzip"})

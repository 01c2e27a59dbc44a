"""Public pages: rendered once for each change, however many clients ask, and not sent again if nothing changed.

The key is the state of the whole club, since a name that somebody hides in one tournament is hidden in all. Such a page holds
nothing personal, so a proxy of ours may cache it for a second too. Readers who are signed in or have a message waiting get a
page of their own.
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

from tournament.core import find, page_cache
from tournament.core.actors import Request
from tournament.core.cache import Kept
from tournament.core.context import theme_of
from tournament.core.languages import spoken
from tournament.models import Stream, Tournament

_pages: Kept[bytes] = Kept(most=256)
_packed: Kept[bytes] = Kept(most=256)
_parts: Kept[bytes] = Kept(most=1024)  # small ones, of which each phone of a hall may want another
LONGEST = 200  # characters: pages of longer addresses are not cached
FASTEST = 3  # gzip level: a higher one would cost more time than the network saves
OF_ONE_READER = ("messages", settings.SESSION_COOKIE_NAME)


def kept_page(
    request: Request,
    tournament: Tournament,
    template: str,
    context: Callable[[Tournament], dict[str, Any]],
    *also: Hashable,
    is_part: bool = False,
) -> HttpResponse:
    """`context` computes the template's context; `also`: what the page depends on besides the club's state and the address.
    `is_part`: a small part that is not the same for all; it takes no page's room in the caches."""
    if any(name in request.COOKIES for name in OF_ONE_READER) or len(request.build_absolute_uri()) > LONGEST:
        return render(request, template, context(tournament))
    since, at = page_cache.writes(), monotonic()
    state = state_of_club(tournament)
    key = (template, state, *_variant(request), *also)
    tag = f'W/"{hashlib.sha256(repr((key, settings.SECRET_KEY)).encode()).hexdigest()[:24]}"'
    answer = get_conditional_response(request, etag=tag)
    if answer is not None and not also:
        headers = {name.lower(): value for name, value in request.headers.items()}
        page_cache.remember(page_cache.request_key(request.get_full_path(), headers), tournament.club_id, state, since)
    if answer is None:
        kept = _parts if is_part else _pages
        page = kept.get(key, lambda: _rendered(request, find.tournament(tournament.public_id), template, context))
        answer = HttpResponse(page) if is_part else _response(request, page, key)
    answer.headers["ETag"], answer.headers["Cache-Control"] = tag, "private, no-cache"
    answer.headers["X-Accel-Expires"] = "1"  # seconds, for our own proxy, whose cache key is like `_variant`
    patch_vary_headers(answer, ["Accept-Encoding", "Accept-Language", "Cookie", "HX-Request"])
    if answer.status_code == 200 and not also and not is_part:
        vars(answer)["made_of"] = MadeOf(tournament.club_id, state, tag, since, at)
    return answer


@dataclass(frozen=True)
class MadeOf:
    """Marks a response that is the same for all equal requests: `keep_pages` caches it as it is sent."""

    club: int
    state: int
    tag: str
    since: int
    at: float


def keep_pages(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Stands outside every middleware that adds headers, so that cached pages have them."""

    def middleware(request: HttpRequest) -> HttpResponse:
        answer = get_response(request)
        made = getattr(answer, "made_of", None)
        if made is not None and request.method == "GET" and not answer.cookies:
            page = page_cache.Page(made.club, made.state, made.tag, list(answer.items()), answer.content)
            headers = {name.lower(): value for name, value in request.headers.items()}
            page_cache.store(request.get_full_path(), headers, page, made.since, made.at)
        return answer

    return middleware


def state_of_club(tournament: Tournament) -> int:
    """Another number after everything that is written in the club."""
    of_club = Q(club=tournament.club_id) | Q(tournament__club=tournament.club_id)
    state: int = Stream.objects.filter(of_club).aggregate(seq=Sum("seq"))["seq"]
    return state


def _variant(request: Request) -> tuple[Hashable, ...]:
    """Everything that an anonymous reader's page depends on."""
    return request.build_absolute_uri(), spoken(), theme_of(request), bool(request.htmx), settings.VERSION


def _rendered(
    request: Request, tournament: Tournament, template: str, context: Callable[[Tournament], dict[str, Any]]
) -> bytes:
    """Without a CSRF token: it would be one reader's, in the hands of all."""
    return render(request, template, {**context(tournament), "csrf_token": ""}).content


def _response(request: HttpRequest, page: bytes, key: Hashable) -> HttpResponse:
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(page)
    packed = _packed.get(key, lambda: gzip.compress(page, FASTEST, mtime=0))
    return HttpResponse(packed, headers={"Content-Encoding": "gzip"})

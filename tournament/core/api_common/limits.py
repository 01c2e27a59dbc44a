"""Rate limits of the API: requests per minute, counted for each account with all its tokens, else for each address.

Counted in the cache (in that of all processes together where they share one), so that reading never costs a database write.
"""

import math
import time
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from tournament.core.api_common.bearer import page_request
from tournament.core.guard import came_from
from tournament.core.networks import WIDER, home_of, site_of

WINDOW = 60  # seconds


class Limit(BaseThrottle):
    """An endpoint names its `limit` in settings.API_LIMITS; without one it is "read" or "write"."""

    def allow_request(self, request: Request, view: Any) -> bool:
        name = view.limit or ("read" if request.method in ("GET", "HEAD") else "write")
        most = settings.API_LIMITS[name]
        if most is None:
            return True
        used = [(times * most, _counted(f"{name}:{who}")) for who, times in _who(request)]
        left = max(0, min(limit - count for limit, count in used))
        vars(request._request)["limit"] = Left(name, most, left)
        return all(count <= limit for limit, count in used)

    def wait(self) -> float:
        return WINDOW - time.time() % WINDOW


@dataclass(frozen=True)
class Left:
    """What is left of the limit that a request counts against."""

    name: str
    most: int
    left: int

    def headers(self) -> dict[str, str]:
        """As draft-ietf-httpapi-ratelimit-headers writes them."""
        ends = math.ceil(WINDOW - time.time() % WINDOW)
        return {
            "RateLimit-Policy": f'"{self.name}";q={self.most};w={WINDOW}',
            "RateLimit": f'"{self.name}";r={self.left};t={ends}',
        }


def put_on(response: HttpResponse, request: HttpRequest) -> None:
    found: Left | None = vars(request).get("limit")
    for name, value in (found.headers() if found else {}).items():
        response[name] = value


def _counted(what: str) -> int:
    """How many there were in this minute, with this one."""
    key = f"limit:{what}:{int(time.time()) // WINDOW}"
    try:
        return 1 if cache.add(key, 1, WINDOW) else int(cache.incr(key))
    except ValueError:  # forgotten in between
        return 1


def _who(request: Request) -> list[tuple[str, int]]:
    """Whom a request counts for, and how many times the limit they have."""
    account = page_request(request).actor.account
    if account:
        return [(f"account:{account.pk}", 1)]
    address = came_from(request._request)
    site = site_of(address)
    return [(f"address:{home_of(address)}", 1), *([(f"address:{site}", WIDER)] if site else [])]

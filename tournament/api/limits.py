"""How much one program may ask in a minute: counted for each token or account, else for each address.

Counted in the cache of the process (in all of them together where they share one), so that reading never costs a write.
"""

import time
from typing import Any

from django.conf import settings
from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from tournament.guard import network

WINDOW = 60  # seconds


class Limit(BaseThrottle):
    """An endpoint names its `limit` in settings.API_LIMITS; what does not is "read" or "write"."""

    def allow_request(self, request: Request, view: Any) -> bool:
        name = view.limit or ("read" if request.method in ("GET", "HEAD") else "write")
        most = settings.API_LIMITS[name]
        key = f"limit:{name}:{_who(request)}:{int(time.time()) // WINDOW}"
        try:
            return most is None or cache.add(key, 1, WINDOW) or cache.incr(key) <= most
        except ValueError:  # forgotten in between
            return True

    def wait(self) -> float:
        return WINDOW - time.time() % WINDOW


def _who(request: Request) -> str:
    if request.auth is not None:
        return f"token:{request.auth.pk}"
    account = request._request.actor.account
    return f"account:{account.pk}" if account else f"address:{network(request._request)}"

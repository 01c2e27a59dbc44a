"""A diagnostic page for `python -m deploy.server_check`: which address, scheme and headers of a request reach this process,
through the proxy and past it.

Whoever has AUGENGENAU_METRICS_TOKEN may ask; for all others there is no such page.
"""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, JsonResponse
from django.utils.crypto import constant_time_compare

from deploy.server_check.facts import facts_of_process
from tournament.core.access import gate
from tournament.core.guard import came_from

OF_INTEREST = ("Host", "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "Forwarded", "X-Request-ID")


def may_ask(authorization: str) -> bool:
    token = authorization.removeprefix("Bearer ")
    return bool(settings.METRICS_TOKEN) and constant_time_compare(token, settings.METRICS_TOKEN)


def seen(headers: Mapping[str, str], address: str) -> dict[str, Any]:
    arrived = {name.lower(): headers[name] for name in OF_INTEREST if name in headers}
    return {**facts_of_process(), "headers": arrived, "address": address}


@gate("link.use")
def page(request: HttpRequest) -> JsonResponse:
    if not may_ask(request.headers.get("Authorization", "")):
        raise Http404
    return JsonResponse({**seen(request.headers, came_from(request)), "is_secure": request.is_secure()})

"""What a page's request brings along: who, the id of the action, the version that was looked at."""

import re

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from tournament.actors import Actor

_ACTION_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")


class Request(HttpRequest):
    """As the middleware leaves it; for the types only."""

    actor: Actor
    htmx: HtmxDetails


def action_id(request: HttpRequest) -> str | None:
    """Forms carry an id of their own, so that a second click or a resent form does nothing twice."""
    value = request.POST.get("action_id", "")
    return value if _ACTION_ID.fullmatch(value) else None


def version(request: HttpRequest) -> int | None:
    value = request.POST.get("version", "")
    return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else None

"""What a page's request brings along: who, the id of the action, the version that was looked at, the way onward."""

import re
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.middleware import HtmxDetails

from deploy import network
from tournament.actors import Actor

_ACTION_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")


class Request(HttpRequest):
    """As the middleware leaves it; for the types only."""

    actor: Actor
    htmx: HtmxDetails


def action_id(request: HttpRequest) -> str | None:
    """Forms carry an id of their own, so that a second click or a resent form does nothing twice."""
    return as_action_id(request.POST.get("action_id", ""))


def as_action_id(value: str) -> str | None:
    return value if _ACTION_ID.fullmatch(value) else None


def version(request: HttpRequest) -> int | None:
    return number(request, "version")


def number(request: HttpRequest, name: str) -> int | None:
    value = request.POST.get(name, "")
    return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else None


def address_for_others(request: HttpRequest, path: str) -> str:
    """As others reach the page. Who sits at the laptop calls it localhost; a phone in the hall needs its number."""
    here = request.build_absolute_uri(path)
    parts = urlsplit(here)
    if parts.hostname not in ("localhost", "127.0.0.1", "::1") or settings.LISTENS not in network.EVERYWHERE[:2]:
        return here
    numbers = network.lan_addresses()
    return parts._replace(netloc=f"{numbers[0]}:{parts.port or 80}").geturl() if numbers else here


def onward(request: HttpRequest) -> str:
    """The page of ours that was asked for before (`next`); empty if it is none. A path, never the name of a view."""
    url = request.POST.get("next") or request.GET.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(url, {request.get_host()}, request.is_secure())
    return url if is_ours and url.startswith("/") and len(url) <= 1000 else ""

"""What a page's request carries: the actor, the id of the action, the version that was looked at, the page to go on to."""

import re
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

from tournament.core import lan
from tournament.core.actors import Request as Request
from tournament.core.whole_numbers import MOST_ID, whole_number

_ACTION_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")


def action_id(request: HttpRequest) -> str | None:
    """Forms carry an id of their own, so that a second click or a resent form does nothing twice."""
    return as_action_id(request.POST.get("action_id", ""))


def as_action_id(value: str) -> str | None:
    return value if _ACTION_ID.fullmatch(value) else None


def version(request: HttpRequest) -> int | None:
    return number(request, "version")


def number(request: HttpRequest, name: str) -> int | None:
    return whole_number(request.POST.get(name, ""), MOST_ID)


def address_for_others(request: HttpRequest, path: str) -> str:
    """The address by which others reach the page. On the laptop itself it is localhost; a phone in the hall needs its IP."""
    here = request.build_absolute_uri(path)
    parts = urlsplit(here)
    if parts.hostname not in ("localhost", "127.0.0.1", "::1") or settings.LISTENS not in lan.EVERYWHERE[:2]:
        return here
    addresses = lan.lan_addresses()
    return parts._replace(netloc=f"{addresses[0]}:{parts.port or 80}").geturl() if addresses else here


def onward(request: HttpRequest) -> str:
    """The page of ours to go on to (`next`), empty if it is not ours. A path, never the name of a view."""
    url = request.POST.get("next") or request.GET.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(url, {request.get_host()}, request.is_secure())
    return url if is_ours and url.startswith("/") and len(url) <= 1000 else ""

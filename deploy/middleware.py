"""What stands in front of every page: which names we answer to on a laptop, what cannot be text at all, and the headers
that fence a page in."""

import ipaddress
import socket
from collections.abc import Callable, Iterator
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.utils.http import parse_header_parameters

GetResponse = Callable[[HttpRequest], HttpResponse]

CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)


def security_headers(get_response: GetResponse) -> GetResponse:
    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        response.setdefault("Permissions-Policy", "camera=(self), microphone=(), geolocation=()")
        response.setdefault("X-Robots-Tag", "noindex")
        response.setdefault("Cache-Control", "private, no-store")  # what may be kept longer says so itself
        return response

    return middleware


def plain_text(get_response: GetResponse) -> GetResponse:
    """Refuses the sign NUL, which no browser sends and PostgreSQL cannot keep."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if any("\0" in word for word in _said(request)):
            return _no_text(request)
        return get_response(request)

    return middleware


def _no_text(request: HttpRequest) -> HttpResponse:
    said = "No text has the sign NUL in it."
    if not request.path.startswith("/api/"):
        return HttpResponseBadRequest(said)
    body = {"type": "about:blank", "title": said, "status": 400, "code": "nul"}
    return JsonResponse(body, status=400, content_type="application/problem+json")


def is_utf8(content_type: str) -> bool:
    """Asked before there is a request: Django fails where it makes one of an alphabet that is none."""
    try:
        _kind, options = parse_header_parameters(content_type)
    except (LookupError, ValueError):
        return False
    return options.get("charset", "utf-8").lower() in ("utf-8", "utf8")


def _said(request: HttpRequest) -> Iterator[str]:
    yield request.path
    yield from request.COOKIES.values()
    for query in (request.GET, request.POST):
        for name, values in query.lists():
            yield from (name, *values)


def laptop_hosts(get_response: GetResponse) -> GetResponse:
    """On a laptop: this machine's own names and any number, so that phones reach it in every network, but no other
    name, which somebody else's page could let point at us. A server names its hosts (ALLOWED_HOSTS)."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if not settings.ON_SERVER and not _is_ours(request.get_host()):
            return HttpResponseBadRequest("Unknown host name.")
        return get_response(request)

    return middleware


def _is_ours(host: str) -> bool:
    name = host.rpartition(":")[0] if not host.endswith("]") and ":" in host else host
    return name.lower() in _own_names() or _is_number(name)


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


@cache
def _own_names() -> frozenset[str]:
    host = socket.gethostname().lower()
    first = host.partition(".")[0]
    extra = (name.lower() for name in settings.LAPTOP_NAMES)
    return frozenset({"localhost", "testserver", host, first, f"{first}.local", *extra})

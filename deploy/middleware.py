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
FOR_MACHINES = ("/healthz", "/readyz", "/metrics")

CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'none'",
        "object-src 'none'",
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
        response = HttpResponse(status=405) if request.method == "TRACE" else get_response(request)
        response.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        response.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        response.setdefault("Permissions-Policy", "camera=(self), microphone=(), geolocation=()")
        response.setdefault("X-Robots-Tag", "noindex")
        response.setdefault("Cache-Control", "private, no-store")  # what may be kept longer says so itself
        return response

    return middleware


def bare_headers() -> list[tuple[str, str]]:
    """For the few answers that are given before Django is asked. Nothing that would say otherwise than the page which a
    "not modified" stands for."""
    found = [("X-Content-Type-Options", "nosniff")]
    if settings.SECURE_HSTS_SECONDS:
        found.append(
            ("Strict-Transport-Security", f"max-age={settings.SECURE_HSTS_SECONDS}; includeSubDomains; preload")
        )
    return found


def as_bytes(headers: list[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    """As ASGI wants them."""
    return [(name.lower().encode(), value.encode()) for name, value in headers]


def https_for_programs(get_response: GetResponse) -> GetResponse:
    """A browser is led from http to https. A program would go on sending its token in the clear: it is refused instead."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if settings.SECURE_SSL_REDIRECT and request.path.startswith("/api/") and not request.is_secure():
            return _problem("https", "Only over https: whoever listens has the token that was sent.", 403)
        return get_response(request)

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
    return _problem("nul", said, 400)


def _problem(code: str, title: str, status: int) -> HttpResponse:
    body = {"type": "about:blank", "title": title, "status": status, "code": code}
    return JsonResponse(body, status=status, content_type="application/problem+json")


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

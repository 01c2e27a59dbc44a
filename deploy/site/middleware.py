"""Middleware in front of every page: the host names a laptop answers to, refusing NUL characters, security headers, and the slash
at the end of the API's addresses."""

import ipaddress
import socket
from collections.abc import Callable, Iterator
from functools import cache

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.utils import translation
from django.utils.functional import Promise
from django.utils.http import parse_header_parameters

from tournament.core import problems

GetResponse = Callable[[HttpRequest], HttpResponse]
API = "/api/"
FOR_MACHINES = ("/healthz", "/readyz", "/metrics")


def known_host(get_response: GetResponse) -> GetResponse:
    """A Host that is none (empty, or with a name and an @ before it), or not ours on a server, is refused before anybody makes an
    address of it. Django would take it for an error and log where it happened."""

    def middleware(request: HttpRequest) -> HttpResponse:
        try:
            request.get_host()
        except DisallowedHost:
            return _secured(_bad(request, "unknown_host", problems.UNKNOWN_HOST))
        return get_response(request)

    return middleware


def security_headers(get_response: GetResponse) -> GetResponse:
    def middleware(request: HttpRequest) -> HttpResponse:
        return _secured(_no_method(request) if request.method in ("TRACE", "CONNECT") else get_response(request))

    return middleware


def _secured(response: HttpResponse) -> HttpResponse:
    response.setdefault("Content-Security-Policy", settings.CONTENT_SECURITY_POLICY)
    response.setdefault("Cross-Origin-Resource-Policy", "same-origin")
    response.setdefault("Permissions-Policy", "camera=(self), microphone=(), geolocation=()")
    response.setdefault("X-Content-Type-Options", "nosniff")
    response.setdefault("X-Robots-Tag", "noindex")
    response.setdefault("Cache-Control", "private, no-store")  # views of cacheable pages set their own
    return response


def _no_method(request: HttpRequest) -> HttpResponse:
    if not request.path.startswith(API):
        return HttpResponse(status=405)
    return problem(request, "method_not_allowed", problems.NO_SLASH, 405)


def slashed(get_response: GetResponse) -> GetResponse:
    """Addresses of the API are the same with and without the slash at their end. A redirect would turn a POST into a GET, and
    nothing would be done although the answer were 200."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path_info.startswith(API) and not request.path_info.endswith("/"):
            request.path_info += "/"
            request.path += "/"
        return get_response(request)

    return middleware


def bare_headers() -> list[tuple[str, str]]:
    """For the few responses that are sent before Django runs. None may contradict the page that a 304 stands for."""
    headers = [("X-Content-Type-Options", "nosniff")]
    if settings.SECURE_HSTS_SECONDS:
        headers.append(
            ("Strict-Transport-Security", f"max-age={settings.SECURE_HSTS_SECONDS}; includeSubDomains; preload")
        )
    return headers


def as_bytes(headers: list[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    """Headers in the form of ASGI."""
    return [(name.lower().encode(), value.encode()) for name, value in headers]


def https_for_programs(get_response: GetResponse) -> GetResponse:
    """A browser is redirected from http to https. A program would go on sending its token unencrypted: it is refused."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if settings.SECURE_SSL_REDIRECT and request.path.startswith("/api/") and not request.is_secure():
            return problem(request, "https", problems.ONLY_HTTPS, 403)
        return get_response(request)

    return middleware


def plain_text(get_response: GetResponse) -> GetResponse:
    """Refuses the NUL character, which no browser sends and PostgreSQL cannot store."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if any("\0" in word for word in _texts(request)):
            return _no_text(request)
        return get_response(request)

    return middleware


def _no_text(request: HttpRequest) -> HttpResponse:
    return _bad(request, "nul", problems.NO_TEXT)


def _bad(request: HttpRequest, code: str, text: Promise) -> HttpResponse:
    if not request.path.startswith(API):
        return HttpResponseBadRequest(_in_language_of(request, text))
    return problem(request, code, text, 400)


def _in_language_of(request: HttpRequest, text: Promise) -> str:
    """Here no language is active yet: LocaleMiddleware runs later."""
    with translation.override(translation.get_language_from_request(request)):
        return str(text)


def problem(request: HttpRequest, code: str, text: Promise, status: int) -> HttpResponse:
    content = problems.body(code, _in_language_of(request, text), status)
    return JsonResponse(content, status=status, content_type=problems.PROBLEM_JSON)


def is_utf8(content_type: str) -> bool:
    """Checked before Django makes a request, since it fails on an unknown charset."""
    try:
        _kind, options = parse_header_parameters(content_type)
    except (LookupError, ValueError):
        return False
    return options.get("charset", "utf-8").lower() in ("utf-8", "utf8")


def _texts(request: HttpRequest) -> Iterator[str]:
    yield request.path
    yield from request.COOKIES.values()
    for query in (request.GET, request.POST):
        for name, values in query.lists():
            yield from (name, *values)


def laptop_hosts(get_response: GetResponse) -> GetResponse:
    """On a laptop: this machine's own names, the address at which the request arrived, and any address of a private network, so
    that phones reach it behind whatever forwards them. No other name, which an attacker could point at us (DNS rebinding), and no
    other address of the internet, which would stand in our links. A server lists its hosts (ALLOWED_HOSTS)."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if not settings.ON_SERVER and not _is_ours(request.get_host(), request.META.get("SERVER_NAME", "")):
            return _bad(request, "unknown_host", problems.UNKNOWN_HOST)
        return get_response(request)

    return middleware


def _is_ours(host: str, arrived_at: str) -> bool:
    name = host.rpartition(":")[0] if not host.endswith("]") and ":" in host else host
    address = _ip_address(name)
    return name.lower() in _own_names() or (
        address is not None and (not address.is_global or address == _ip_address(arrived_at))
    )


def _ip_address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Of a socket for both families, IPv4 is written within IPv6."""
    try:
        address = ipaddress.ip_address(name.strip("[]").partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


@cache
def _own_names() -> frozenset[str]:
    host = socket.gethostname().lower()
    first = host.partition(".")[0]
    extra = (name.lower() for name in settings.LAPTOP_NAMES)
    return frozenset({"localhost", "testserver", host, first, f"{first}.local", *extra})

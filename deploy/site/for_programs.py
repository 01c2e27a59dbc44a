"""Responses of the API: CORS headers, so that pages of other origins can read what is public; and gzip compression.

Other origins read only what is public, and only without a cookie and a token: nobody's rights are lent to a foreign page.

Packed is only what is read, and never where a cookie came along: a foreign page can make a browser send its cookies, but no
token, so it cannot measure by the length of an answer what a secret in it is (BREACH). What a write answers may hold a private
link, and is never packed.
"""

import gzip
import re
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from django.utils.cache import patch_vary_headers

from deploy.site.middleware import API, GetResponse
from tournament.core.access import EVERYBODY, MATRIX
from tournament.core.api_common.etags import packed

READS = ("GET", "HEAD")
WANTED = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")
WORTH_IT = 1000  # bytes
QUICK = 4
TEXT = ("json", "text/", "svg")
SEEN_BY_OTHERS = (
    "ETag, Location, RateLimit, RateLimit-Policy, Retry-After, Link, Idempotency-Replayed, Content-Disposition"
)
A_DAY = "86400"


def middleware(get_response: GetResponse) -> GetResponse:
    def answer(request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(API):
            return get_response(request)
        if _is_asked_before(request):
            return _may_ask()
        response = get_response(request)
        if request.method in READS:
            _open_to_others(request, response)
            _pack(request, response)
        return response

    return answer


def _is_asked_before(request: HttpRequest) -> bool:
    """A browser asks before it sends a header of its own, such as If-None-Match, from a page of another origin."""
    wanted = request.headers.get("Access-Control-Request-Method", "")
    if request.method != "OPTIONS" or "Origin" not in request.headers or wanted not in READS:
        return False
    try:
        return _is_public(
            resolve(request.path_info if request.path_info.endswith("/") else f"{request.path_info}/").func
        )
    except Resolver404:
        return False


def _is_public(view: Any) -> bool:
    endpoint = getattr(view, "cls", None)
    gate = endpoint.gates.get("GET", "") if endpoint else getattr(view, "gate", "")
    return EVERYBODY in MATRIX.get(gate, ())


def _may_ask() -> HttpResponse:
    return HttpResponse(
        status=204,
        headers={
            "Access-Control-Allow-Origin": "*",
            "Access-Control-Allow-Methods": "GET, HEAD",
            "Access-Control-Allow-Headers": "Accept-Language, If-None-Match",
            "Access-Control-Max-Age": A_DAY,
            "Cache-Control": "no-store",
        },
    )


def _open_to_others(request: HttpRequest, response: HttpResponse) -> None:
    found = request.resolver_match
    lends = request.headers.get("Cookie") or request.headers.get("Authorization")
    if found is None or lends or not _is_public(found.func):
        return
    response["Access-Control-Allow-Origin"] = "*"
    response["Access-Control-Expose-Headers"] = SEEN_BY_OTHERS
    response["Cross-Origin-Resource-Policy"] = "cross-origin"


def _pack(request: HttpRequest, response: HttpResponse) -> None:
    if response.streaming or response.status_code != 200 or response.has_header("Content-Encoding"):
        return
    patch_vary_headers(response, ["Accept-Encoding"])
    is_text = any(kind in response.get("Content-Type", "") for kind in TEXT)
    wants = WANTED.search(request.headers.get("Accept-Encoding", ""))
    if not (wants and is_text) or request.headers.get("Cookie") or len(response.content) < WORTH_IT:
        return
    response.content = gzip.compress(response.content, QUICK, mtime=0)
    response["Content-Encoding"] = "gzip"
    response["Content-Length"] = str(len(response.content))
    if response.has_header("ETag"):
        response["ETag"] = packed(response["ETag"])

"""The outermost layer on a server: every request gets a number, a line in the log and a place in the figures."""

import logging
import re
import secrets
import time
from collections.abc import Callable

from django.conf import settings
from django.db import Error
from django.http import HttpRequest, HttpResponse

from deploy import logs, metrics
from deploy.middleware import FOR_MACHINES

ID = re.compile(r"[0-9a-zA-Z-]{8,64}")
_log = logging.getLogger("deploy.requests")


class Observing:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path in FOR_MACHINES:  # they ask by number, and know no name of ours
            request.META["HTTP_HOST"] = settings.ALLOWED_HOSTS[0].lstrip(".")
            return self.get_response(request)
        began = time.perf_counter()
        number = logs.request_id.set(_number(request))
        try:
            response = self.get_response(request)
            response["X-Request-ID"] = logs.request_id.get()
            _note(request, response.status_code, time.perf_counter() - began)
            return response
        finally:
            logs.request_id.reset(number)

    def process_exception(self, _request: HttpRequest, error: Exception) -> None:
        if isinstance(error, Error):
            metrics.count_database_error()


def _number(request: HttpRequest) -> str:
    """Our proxy's, so that its log and ours can be laid side by side."""
    said = request.headers.get("X-Request-ID", "")
    return said if ID.fullmatch(said) else secrets.token_hex(16)


def _note(request: HttpRequest, status: int, seconds: float) -> None:
    found = request.resolver_match
    route = f"/{found.route}" if found else "none"
    method = request.method if request.method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE") else "other"
    metrics.count_answer(route, str(method), status, seconds)
    facts = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
    _log.info("answered", extra={"facts": facts})

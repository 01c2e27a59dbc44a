"""The outermost middleware on a server: every request gets an id and a line in the log, and is counted in the metrics."""

import logging
import re
import secrets
import time
from collections.abc import Callable

from django.conf import settings
from django.db import Error
from django.http import HttpRequest, HttpResponse

from deploy.site import logs, metrics
from deploy.site.middleware import FOR_MACHINES

ID = re.compile(r"[0-9a-zA-Z-]{8,64}")
_log = logging.getLogger("deploy.requests")


class Observing:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path in FOR_MACHINES:  # health checks come by IP address, without a host name of ours
            request.META["HTTP_HOST"] = settings.ALLOWED_HOSTS[0].lstrip(".")
            return self.get_response(request)
        began = time.perf_counter()
        reset = logs.request_id.set(_request_id(request))
        try:
            response = self.get_response(request)
            response["X-Request-ID"] = logs.request_id.get()
            _note(request, response.status_code, time.perf_counter() - began)
            return response
        finally:
            logs.request_id.reset(reset)

    def process_exception(self, _request: HttpRequest, error: Exception) -> None:
        if isinstance(error, Error):
            metrics.count_database_error()


def _request_id(request: HttpRequest) -> str:
    """The id that our proxy gave it, so that its log and ours can be compared."""
    header = request.headers.get("X-Request-ID", "")
    return header if ID.fullmatch(header) else secrets.token_hex(16)


def _note(request: HttpRequest, status: int, seconds: float) -> None:
    match = request.resolver_match
    route = f"/{match.route}" if match else "none"
    method = request.method if request.method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE") else "other"
    metrics.count_answer(route, str(method), status, seconds)
    facts = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
    _log.info("answered", extra={"facts": facts})

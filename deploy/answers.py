"""The one place that turns a refusal into an answer: a page, a part of a page for htmx, or problem+json for the API."""

import errno
import math
import sys
from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response

from deploy import away
from deploy.middleware import FOR_MACHINES, GetResponse
from games.rules.errors import GameError
from tournament import watch
from tournament.bucket import StoreError
from tournament.errors import Refused
from tournament.guard import network
from tournament.seating.model import SeatingError

KINDS = (Refused, GameError, SeatingError)
BAD = 422


class DiskFull(Refused):
    """Nobody who asks can do something about it, but whoever runs the installation can, and should hear it from them."""

    status = 507

    def __init__(self) -> None:
        super().__init__(
            "disk_full",
            _("The disk is full: nothing of this was saved. As soon as there is room again it goes on by itself."),
        )


class Busy(Refused):
    """Somebody who was writing kept all others waiting for longer than a lock may be waited for (deploy.environment)."""

    status, wait = 503, 2

    def __init__(self) -> None:
        super().__init__(
            "busy", _("Somebody else is writing here just now: nothing of this was saved. Send it again in a moment.")
        )


class StoreAway(Refused):
    """Files lie in a bucket elsewhere, which does not answer."""

    status, wait = 503, 5

    def __init__(self) -> None:
        super().__init__("store_away", _("The store of files does not answer just now. Try it again in a moment."))


def is_disk_full(error: BaseException) -> bool:
    """Of files, of SQLite, of PostgreSQL."""
    if isinstance(error, OSError):
        return error.errno in (errno.ENOSPC, errno.EDQUOT)
    return _was_said(error, "53100", "database or disk is full")


def is_locked(error: BaseException) -> bool:
    return _was_said(error, "55P03", "database is locked")


def _was_said(error: BaseException, sqlstate: str, by_sqlite: str) -> bool:
    said = getattr(error.__cause__, "sqlstate", None) or str(error)
    return isinstance(error, DatabaseError) and said in (sqlstate, by_sqlite)


def is_database_away(error: BaseException | None) -> bool:
    """PostgreSQL cannot be reached, ends or begins; not: it has answered, and refuses."""
    if connection.vendor != "postgresql" or not isinstance(error, OperationalError | InterfaceError):
        return False
    said = getattr(error.__cause__, "sqlstate", None)
    return said is None or said.startswith(("08", "57P"))


def as_refusal(error: Exception) -> Exception:
    """What went wrong through no mistake of ours, as the one who asked is told of it."""
    if is_disk_full(error):
        return DiskFull()
    if isinstance(error, StoreError):
        return StoreAway()
    return Busy() if is_locked(error) else error


def status_of(error: Exception) -> int:
    return getattr(error, "status", BAD)


def sentence_of(error: Any) -> str:
    """The engine words its own refusals, in the language asked for."""
    return str(error.sentence(get_language() or "de") if callable(error.sentence) else error.sentence)


class RefusalMiddleware:
    """Pages: a refusal that the view did not show beside its form becomes a page, or a message in the page for htmx."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        refusal = as_refusal(error)
        return refusal_page(request, refusal) if isinstance(refusal, KINDS) else None


def refusal_page(request: HttpRequest, error: Exception) -> HttpResponse:
    status, shown = status_of(error), {"sentence": sentence_of(error)}
    if request.htmx:  # type: ignore[attr-defined]
        response = render(request, "refused_part.html", shown, status=status)
        response["HX-Retarget"], response["HX-Reswap"] = "#messages", "innerHTML"
    else:
        response = render(request, "refused.html", {**shown, "back": _back(request)}, status=status)
    _say_when(response, error)
    return response


def _say_when(response: HttpResponse, error: Any) -> None:
    """To come again, where that is known."""
    if getattr(error, "wait", None):
        response["Retry-After"] = str(math.ceil(error.wait))


def _back(request: HttpRequest) -> str:
    """The page with the form that was refused, if it is one of ours; there what has changed meanwhile can be seen."""
    before = request.headers.get("Referer", "")
    is_ours = request.method == "POST" and url_has_allowed_host_and_scheme(before, {request.get_host()})
    return before if is_ours else ""


def problem(error: Any) -> dict[str, Any]:
    """RFC 9457, with the code of the refusal and its data."""
    return {
        "type": "about:blank",
        "title": sentence_of(error),
        "status": status_of(error),
        "code": error.code,
        "data": error.data,
    }


def api_exception(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """DRF asks this of every exception; None means a bug, which is logged and answered with 500."""
    error = as_refusal(error)
    if isinstance(error, KINDS):
        response = _problem_response(problem(error))
        _say_when(response, error)
        return response
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    if isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied(code="not_allowed")
    if not isinstance(error, exceptions.APIException):
        return None
    response = _problem_response(_body(error))
    if getattr(error, "auth_header", None):
        response["WWW-Authenticate"] = error.auth_header
    _say_when(response, error)
    return response


def _body(error: exceptions.APIException) -> dict[str, Any]:
    is_input = isinstance(error, exceptions.ValidationError)
    title = error.default_detail if is_input else error.detail
    code = error.default_code if is_input else error.get_codes()
    body = {"type": "about:blank", "title": str(title), "status": error.status_code, "code": code}
    return {**body, "errors": error.detail} if is_input else body


def _problem_response(body: dict[str, Any]) -> Response:
    return Response(body, status=body["status"], content_type="application/problem+json")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The page was open too long, or cookies are off: say so, the input is still one step back."""
    error = Refused("form_expired", _("The page was open too long. Go back, load it again and send it once more."))
    error.status = 403
    watch.note("form.forged", method=request.method, network=network(request))
    if request.path.startswith("/api/"):
        return JsonResponse(problem(error), status=403, content_type="application/problem+json")
    return refusal_page(request, error)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if request.path.startswith("/api/"):
        return JsonResponse(_body(exceptions.NotFound()), status=404, content_type="application/problem+json")
    return render(request, "404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Nothing may go wrong here: no database, no session, no template that asks for either."""
    error = sys.exc_info()[1]
    if is_database_away(error):
        away.noticed(error)
        return _database_away(request)
    if request.path.startswith("/api/"):
        body = {"type": "about:blank", "title": "Internal Server Error", "status": 500, "code": "bug"}
        return JsonResponse(body, status=500, content_type="application/problem+json")
    return render(None, "500.html", status=500)  # type: ignore[arg-type]


def _database_away(request: HttpRequest) -> HttpResponse:
    """By the number the proxy knows that this node cannot answer: it asks another, or shows what it has kept."""
    if request.path.startswith("/api/"):
        title = _("The database does not answer just now. Send this again in a moment, with the same Idempotency-Key.")
        body = {"type": "about:blank", "title": title, "status": 503, "code": "database_away"}
        response: HttpResponse = JsonResponse(body, status=503, content_type="application/problem+json")
    else:
        response = render(None, "503.html", status=503)  # type: ignore[arg-type]
    response["Retry-After"] = "5"
    return response


def door(get_response: GetResponse) -> GetResponse:
    """Shut while the database is known to be away: nobody waits for it. What is refused here was not begun, so a proxy of ours
    may hand it to another node, whatever it is (nginx.conf.template); what can be read it asks another for by itself."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if not away.is_known() or request.path in FOR_MACHINES:
            return get_response(request)
        response = _database_away(request)
        if request.method not in ("GET", "HEAD"):
            response["X-Accel-Redirect"] = "@elsewhere"
        return response

    return middleware

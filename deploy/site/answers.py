"""The one place that turns a refusal into a response: a page, a part of a page for htmx, or problem+json for the API."""

import math
import sys
from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views import defaults
from rest_framework import exceptions
from rest_framework.response import Response

from deploy.site import database_away
from deploy.site.middleware import FOR_MACHINES, GetResponse
from games.engine.rules.errors import GameError
from tournament.core import disks, problems, security_log
from tournament.core.actors import Request
from tournament.core.bucket import StoreError
from tournament.core.errors import NotAllowed, Refused, sentence_of, status_of
from tournament.core.guard import came_from
from tournament.core.refusals import by_draw
from tournament.draw.seating.model import SeatingError

KINDS = (Refused, GameError)
BAD = 422


class Busy(Refused):
    """Waiting for the lock of another writer timed out (deploy.site.environment)."""

    status, wait = 503, 2

    def __init__(self) -> None:
        super().__init__(
            "busy", _("Somebody else is writing here just now: nothing of this was saved. Send it again in a moment.")
        )


class StoreAway(Refused):
    """The bucket that holds the files does not answer."""

    status, wait = 503, 5

    def __init__(self) -> None:
        super().__init__("store_away", _("The store of files does not answer just now. Try it again in a moment."))


def is_locked(error: BaseException) -> bool:
    code = getattr(error.__cause__, "sqlstate", None) or str(error)
    return isinstance(error, DatabaseError) and code in ("55P03", "database is locked")


def is_database_away(error: BaseException | None) -> bool:
    """PostgreSQL is unreachable, shutting down or starting up; not: it has answered with another error."""
    if connection.vendor != "postgresql" or not isinstance(error, OperationalError | InterfaceError):
        return False
    code = getattr(error.__cause__, "sqlstate", None)
    return code is None or code.startswith(("08", "57P"))


def as_refusal(error: Exception) -> Exception:
    """The refusal for an error that is no bug, such as a full disk; any other error unchanged."""
    if found := disks.trouble(error):
        return found
    if isinstance(error, StoreError):
        return StoreAway()
    if isinstance(error, SeatingError):
        return by_draw(error)
    return Busy() if is_locked(error) else error


class RefusalMiddleware:
    """Pages: a refusal that the view did not show beside its form becomes a page, or a message in the page for htmx."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: Request, error: Exception) -> HttpResponse | None:
        refusal = as_refusal(error)
        return refusal_page(request, refusal) if isinstance(refusal, KINDS) else None


def refusal_page(request: Request, error: Exception) -> HttpResponse:
    status, context = status_of(error), {"sentence": sentence_of(error)}
    if request.htmx:
        response = render(request, "refused_part.html", context, status=status)
        response["HX-Retarget"], response["HX-Reswap"] = "#messages", "innerHTML"
    else:
        response = render(request, "refused.html", {**context, "back": _back(request)}, status=status)
    _set_retry_after(response, error)
    return response


def _set_retry_after(response: HttpResponse, error: Any) -> None:
    """Set the header where it is known when to try again."""
    if getattr(error, "wait", None):
        response["Retry-After"] = str(math.ceil(error.wait))


def _back(request: HttpRequest) -> str:
    """The page with the form that was refused, if it is one of ours: there the reader sees what has changed meanwhile."""
    before = request.headers.get("Referer", "")
    is_ours = request.method == "POST" and url_has_allowed_host_and_scheme(before, {request.get_host()})
    return before if is_ours else ""


def problem(error: Any) -> dict[str, Any]:
    """RFC 9457, with the code of the refusal and its data."""
    return problems.body(error.code, sentence_of(error), status_of(error), data=error.data)


def api_exception(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """DRF asks this of every exception; None means a bug, which is logged and answered with 500."""
    error = as_refusal(error)
    if isinstance(error, KINDS):
        response = _problem_response(problem(error))
        _set_retry_after(response, error)
        return response
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    if isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied(code="not_allowed")
    if not isinstance(error, exceptions.APIException):
        return None
    response = _problem_response(_body(error))
    if header := getattr(error, "auth_header", None):
        response["WWW-Authenticate"] = header
    _set_retry_after(response, error)
    return response


def _body(error: exceptions.APIException) -> dict[str, Any]:
    is_input = isinstance(error, exceptions.ValidationError)
    title = error.default_detail if is_input else error.detail
    code = error.default_code if is_input else error.get_codes()
    more = {"errors": error.detail} if is_input else {}
    return problems.body(str(code), str(title), error.status_code, **more)


def _problem_response(body: dict[str, Any]) -> Response:
    return Response(body, status=body["status"], content_type=problems.PROBLEM_JSON)


def _plain_problem(content: dict[str, Any]) -> JsonResponse:
    """Outside the endpoints."""
    return JsonResponse(content, status=content["status"], content_type=problems.PROBLEM_JSON)


def csrf_failure(request: Request, reason: str = "") -> HttpResponse:
    """The page was open too long, or cookies are off. The input is not lost: the browser has it one page back."""
    error = NotAllowed("form_expired", _("The page was open too long. Go back, load it again and send it once more."))
    security_log.note("form.forged", method=request.method, network=came_from(request))
    if request.path.startswith("/api/"):
        return _plain_problem(problem(error))
    return refusal_page(request, error)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What Django itself cannot take: too long, or not a request at all."""
    if not request.path.startswith("/api/"):
        return defaults.bad_request(request, exception)
    is_long = isinstance(exception, RequestDataTooBig)
    code, text, status = (
        ("too_large", problems.TOO_LARGE, 413) if is_long else ("bad_request", problems.BAD_REQUEST, 400)
    )
    return _plain_problem(problems.body(code, str(text), status))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if request.path.startswith("/api/"):
        return _plain_problem(_body(exceptions.NotFound()))
    return render(request, "404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Nothing may fail here: no database, no session, no template that needs either."""
    error = sys.exc_info()[1]
    if is_database_away(error):
        database_away.noticed(error)
        return _database_away(request)
    if found := disks.trouble(error):
        return _of_disk(request, found)
    if request.path.startswith("/api/"):
        return _plain_problem(problems.body("bug", str(problems.BUG), 500))
    return render(None, "500.html", status=500)


def _of_disk(request: HttpRequest, found: Refused) -> HttpResponse:
    """Met outside a view, such as when a session was read."""
    if request.path.startswith("/api/"):
        return _plain_problem(problem(found))
    return render(None, "507.html", {"sentence": sentence_of(found)}, status=status_of(found))


def _database_away(request: HttpRequest) -> HttpResponse:
    """The status code tells the proxy that this node cannot answer: it asks another one, or sends its cached copy."""
    if request.path.startswith("/api/"):
        response: HttpResponse = _plain_problem(problems.body("database_away", str(problems.DATABASE_AWAY), 503))
    else:
        response = render(None, "503.html", status=503)
    response["Retry-After"] = "5"
    return response


def door(get_response: GetResponse) -> GetResponse:
    """Answer at once while the database is known to be away, so that nobody waits for it. A request refused here was not begun,
    so our proxy may send it to another node, even a POST (nginx.conf.template); a GET it sends to another one by itself."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if not database_away.is_known() or request.path in FOR_MACHINES:
            return get_response(request)
        response = _database_away(request)
        if request.method not in ("GET", "HEAD"):
            response["X-Accel-Redirect"] = "@elsewhere"
        return response

    return middleware

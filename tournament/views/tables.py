"""A table's own page, by the QR code on its slip: no account, only this table, in the names that the public may see.

The link is exchanged for a cookie at once, so that no address, bookmark or history holds the secret.
"""

import secrets
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import guard, typed
from tournament.access import gate
from tournament.actions.results import report_result, set_problem
from tournament.actors import Actor
from tournament.errors import Refused
from tournament.links import table_by_token, table_token
from tournament.models import Table
from tournament.models.results import ReportSource
from tournament.models.stages import RoundState
from tournament.queries_rounds import reports_of, table_view
from tournament.schemes import of_stage
from tournament.views.requests import action_id

COOKIE, SALT = f"{settings.HTTPS_ONLY}table", "tournament.views.tables"
KEPT_FOR = 60 * 60 * 24  # an evening, and the way home


@gate("link.use")
def open_link(request: HttpRequest, table_id: str, token: str) -> HttpResponse:
    table = table_by_token(table_id, token)
    if table is None:
        guard.take(guard.link_door(request))
        raise Http404
    kept = {"table": table_id, "token": token, "device": _kept(request).get("device") or secrets.token_urlsafe(12)}
    answer = redirect("table", table_id=table_id)
    path = reverse("table", args=["-"]).removesuffix("-/")
    answer.set_cookie(
        COOKIE,
        signing.dumps(kept, salt=SALT),
        max_age=KEPT_FOR,
        path=path,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    answer["Referrer-Policy"] = "no-referrer"
    return answer


def _kept(request: HttpRequest) -> dict[str, str]:
    try:
        kept: dict[str, str] = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=KEPT_FOR)
    except signing.BadSignature:
        return {}
    return kept


def at_table(request: HttpRequest, table_id: str) -> tuple[Table, Actor]:
    """The table that this phone holds the link of; slips may be printed before everybody may see who sits where."""
    kept = _kept(request)
    table = table_by_token(table_id, kept["token"]) if kept.get("table") == table_id else None
    if table is None or table.round.state == RoundState.DRAFT:
        raise Http404
    if request.method == "POST":
        guard.take(*guard.holder_doors(table_id, kept["device"]))
    return table, Actor(via="link", device=kept["device"], table=table.public_id)


@gate("link.use")
def one(request: HttpRequest, table_id: str) -> HttpResponse:
    table, actor = at_table(request, table_id)
    return render(request, "tournament/table/table.html", shown(table, actor))


def shown(table: Table, actor: Actor) -> dict[str, Any]:
    view, tournament = table_view(table, full=False), table.round.stage.tournament
    said = [report for report in reports_of(table) if not report.is_set_aside]
    mine = next((report for report in said if report.actor == actor.name_in_log), None)
    return {
        "tournament": tournament,
        "stream": tournament.stream,
        "round": table.round,
        "table": view,
        "is_open": table.round.state == RoundState.PUBLISHED,
        "is_done": any(seat.place is not None for seat in view.seats),
        "mine": mine,
        "others": [report for report in said if report is not mine],
        "by_count": of_stage(table.round.stage).by_count,
        "options": range(1, len(view.seats) + 1),
        "trouble": "",
    }


@gate("link.use")
def report(request: HttpRequest, table_id: str) -> HttpResponse:
    """Two phones that say the same are enough for a result."""

    def act(table: Table, actor: Actor, sent: str | None) -> None:
        colours = list(table.seats.order_by("order").values_list("colour", flat=True))
        places = typed.from_fields(request.POST, colours)
        tournament, source = table.round.stage.tournament, ReportSource.TABLE.value
        report_result(tournament, by=actor, action_id=sent, table_id=table_id, source=source, places=places)

    return _done(request, table_id, act)


@gate("link.use")
def problem(request: HttpRequest, table_id: str) -> HttpResponse:
    """Something is wrong: the desk sees it, and the round cannot be closed before it is settled."""

    def act(table: Table, actor: Actor, sent: str | None) -> None:
        words = request.POST.get("problem", "").strip() or _("Please come to our table.")
        set_problem(table.round.stage.tournament, by=actor, action_id=sent, table_id=table_id, problem=words)

    return _done(request, table_id, act)


def _done(request: HttpRequest, table_id: str, act: Callable[[Table, Actor, str | None], None]) -> HttpResponse:
    """A refusal is said above the form, with what was entered still in it."""
    table, actor = at_table(request, table_id)
    try:
        act(table, actor, action_id(request))
    except Refused as error:
        entered = {key.removeprefix("place_"): value for key, value in request.POST.items() if key.startswith("place_")}
        again = {**shown(table, actor), "trouble": error.sentence, "entered": entered}
        return render(request, "tournament/table/table.html", again, status=error.status)
    return redirect("table", table_id=table_id)


def table_address(table: Table) -> str:
    """What the QR code on the slip holds, as a path."""
    return reverse("table_link", args=[table.public_id, table_token(table)])

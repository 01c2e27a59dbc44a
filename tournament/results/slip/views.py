"""A table's own page, opened by the QR code on its slip: no account, only this table, with public names.

The token in the link is replaced by a cookie at once, so that it stays in no address bar, bookmark or history.
"""

import secrets
from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.core import guard
from tournament.core.access import gate
from tournament.core.actors import Actor, Request
from tournament.core.errors import Refused
from tournament.core.links import table_by_token
from tournament.core.pages.link_cookies import LinkCookie
from tournament.core.pages.requests import action_id
from tournament.models import Table
from tournament.models.results import ReportSource
from tournament.models.stages import RoundState
from tournament.results.actions import report_result, set_problem
from tournament.results.slip.queries import table_context
from tournament.results.typed import parsing

KEPT_FOR = 60 * 60 * 24  # seconds: one day, the evening and the way home
COOKIE = LinkCookie("table", "tournament.views.tables", KEPT_FOR, page="table", link="table_link")


@gate("link.use")
def open_link(request: HttpRequest, table_id: str, token: str) -> HttpResponse:
    table = table_by_token(table_id, token)
    if table is None:
        guard.take(guard.link_door(request))
        raise Http404
    device = COOKIE.read(request, at_link=True).get("device") or secrets.token_urlsafe(12)
    answer = redirect("table", table_id=table_id)
    COOKIE.write(request, answer, {"table": table_id, "token": token, "device": device})
    return answer


def at_table(request: Request, table_id: str) -> tuple[Table, Actor]:
    """The table of this phone's cookie. 404 while the round is a draft: slips may be printed before the seats are public."""
    data = COOKIE.read(request)
    table = table_by_token(table_id, data["token"]) if data.get("table") == table_id else None
    if table is None or table.round.state == RoundState.DRAFT:
        raise Http404
    if request.method == "POST":
        guard.take(*guard.shared_link_doors(request, table_id, data["device"]))
    signed_in = request.actor.account
    also = (signed_in.public_id,) if signed_in else ()
    return table, Actor(via="link", device=data["device"], table=table.public_id, also=also)


@gate("link.use")
def one(request: Request, table_id: str) -> HttpResponse:
    table, actor = at_table(request, table_id)
    return render(request, "results/slip/table.html", table_context(table, actor))


@gate("link.use")
def report(request: Request, table_id: str) -> HttpResponse:
    """The slip is one witness, whoever holds it: see `results.witnesses`."""

    def act(table: Table, actor: Actor, sent: str | None) -> None:
        colours = list(table.seats.order_by("order").values_list("colour", flat=True))
        places = parsing.from_fields(request.POST, colours)
        tournament, source = table.round.stage.tournament, ReportSource.TABLE.value
        seat = request.POST.get("seat", "")
        report_result(tournament, by=actor, action_id=sent, table_id=table_id, source=source, places=places, seat=seat)

    return _run(request, table_id, act)


@gate("link.use")
def problem(request: Request, table_id: str) -> HttpResponse:
    """Report a problem: the desk sees it, and the round cannot be closed before it is settled."""

    def act(table: Table, actor: Actor, sent: str | None) -> None:
        words = request.POST.get("problem", "").strip() or _("Please come to our table.")
        set_problem(table.round.stage.tournament, by=actor, action_id=sent, table_id=table_id, problem=words)

    return _run(request, table_id, act)


def _run(request: Request, table_id: str, act: Callable[[Table, Actor, str | None], None]) -> HttpResponse:
    """Run the action; on refusal show the form again with the sentence and the input."""
    table, actor = at_table(request, table_id)
    try:
        act(table, actor, action_id(request))
    except Refused as error:
        entered = {key.removeprefix("place_"): value for key, value in request.POST.items() if key.startswith("place_")}
        context = {**table_context(table, actor), "trouble": error.sentence, "entered": entered}
        return render(request, "results/slip/table.html", context, status=error.status)
    return redirect("table", table_id=table_id)

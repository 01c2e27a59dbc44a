"""A player's own page: table, colour, clock, points and why; the result of the table, and whether others read the name.

Whoever holds the private link sits at the table as well: the page reports for it as one more phone there.
"""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import typed
from tournament.access import gate
from tournament.actions.own import hide_name
from tournament.actions.results import report_result
from tournament.actors import ANONYMOUS, Actor
from tournament.errors import Refused
from tournament.links import entry_token
from tournament.models import Entry, Table
from tournament.models.results import ReportSource
from tournament.names import entry_name
from tournament.queries_entering import OwnEntry, own_entry
from tournament.queries_final import is_over
from tournament.queries_players import player_of
from tournament.queries_rounds import current_rounds
from tournament.views import tables
from tournament.views.accounts import qr_image
from tournament.views.entering import own_link
from tournament.views.requests import action_id, address_for_others


@gate("link.use")
def own(request: HttpRequest, entry_id: str) -> HttpResponse:
    entry, actor = own_link(request, entry_id)
    return render(request, "tournament/own/page.html", _shown(request, entry, actor))


def _shown(request: HttpRequest, entry: Entry, actor: Actor) -> dict[str, Any]:
    one, tournament = own_entry(entry), entry.tournament
    link = address_for_others(request, reverse("entry_link", args=[entry.public_id, entry_token(entry)]))
    seat = _seat(one, actor)
    is_running = one.table is not None or bool(current_rounds(tournament))
    return {
        **(tables.shown(*seat) if seat else {}),
        "tournament": tournament,
        "stream": tournament.stream,
        "here": reverse("own_entry", args=[entry.public_id]),
        "one": one,
        "player": player_of(entry, ANONYMOUS),
        "is_running": is_running,
        "is_over": not is_running and is_over(tournament),
        "is_hidden": entry.person.is_hidden,
        "is_minor": entry.person.is_minor,
        "public_name": entry_name(entry, full=False),
        "link": link,
        "qr": qr_image(link),
    }


def _seat(one: OwnEntry, actor: Actor) -> tuple[Table, Actor] | None:
    """The table of the round that is played, and the player as somebody who sits there."""
    if one.table is None or one.is_out:
        return None
    table = Table.objects.select_related("round__stage__tournament__stream").get(public_id=one.table.public_id)
    return table, replace(actor, table=table.public_id)


def at_own_table(request: HttpRequest, entry_id: str) -> tuple[Table, Actor]:
    entry, actor = own_link(request, entry_id)
    seat = _seat(own_entry(entry), actor)
    if seat is None:
        raise Http404
    return seat


@gate("link.use")
def report(request: HttpRequest, entry_id: str) -> HttpResponse:
    """Entered, or another's report confirmed: two that say the same are enough for a result."""
    table, actor = at_own_table(request, entry_id)
    try:
        colours = list(table.seats.order_by("order").values_list("colour", flat=True))
        places = typed.from_fields(request.POST, colours)
        source, sent = ReportSource.TABLE.value, action_id(request)
        report_result(
            table.tournament, by=actor, action_id=sent, table_id=table.public_id, source=source, places=places
        )
    except Refused as error:
        entered = {key.removeprefix("place_"): value for key, value in request.POST.items() if key.startswith("place_")}
        entry, holder = own_link(request, entry_id)
        again = {**_shown(request, entry, holder), "trouble": error.sentence, "entered": entered}
        return render(request, "tournament/own/page.html", again, status=error.status)
    return redirect("own_entry", entry_id=entry_id)


@gate("link.use")
def name(request: HttpRequest, entry_id: str) -> HttpResponse:
    entry, actor = own_link(request, entry_id)
    is_hidden = request.POST.get("to") != "show"
    hide_name(entry.tournament, by=actor, action_id=action_id(request), entry_id=entry_id, is_hidden=is_hidden)
    messages.success(request, _("Saved."))
    return redirect("own_entry", entry_id=entry_id)

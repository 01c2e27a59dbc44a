"""A player's own page: table, colour, clock, points with reasons; reporting the result, and hiding the name.

The private link also counts as a phone at the player's table: the page can report the result of that table.
"""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.core import find
from tournament.core.access import gate
from tournament.core.actors import ANONYMOUS, OWN_LINK, Actor, Request
from tournament.core.errors import Refused
from tournament.core.links import entry_token
from tournament.core.pages.everybody import kept_page
from tournament.core.pages.qr import qr_image
from tournament.core.pages.requests import action_id, address_for_others
from tournament.entries.signup.own_link import own_link, own_links_at, phone_at
from tournament.finals.end_result import is_over
from tournament.hall.me.actions import hide_name
from tournament.hall.me.queries import OwnEntry, own_entry
from tournament.hall.players.queries import player_of
from tournament.hall.public.queries import about_me
from tournament.models import Entry, Table, Tournament
from tournament.models.results import ReportSource
from tournament.people.names import entry_name, numbered
from tournament.results.actions import report_result
from tournament.results.slip import queries as slip
from tournament.results.typed import parsing
from tournament.rounds.queries import current_rounds
from tournament.standings.need.words import needs_of


@gate("public.see", find.tournament)
def part(request: Request, tournament: Tournament) -> HttpResponse:
    """What a device shows first on every page, of those it says it belongs to. The pages themselves are the same for all."""

    def context(tournament: Tournament) -> dict[str, Any]:
        return {"tournament": tournament, "stream": tournament.stream, **about_me(request, tournament)}

    return kept_page(request, tournament, "hall/me/part.html", context, is_part=True)


@gate("link.use")
def own(request: Request, entry_id: str) -> HttpResponse:
    entry, actor = own_link(request, entry_id)
    return render(request, "hall/me/page.html", _context(request, entry, actor))


def _context(request: Request, entry: Entry, actor: Actor) -> dict[str, Any]:
    one, tournament = own_entry(entry), entry.tournament
    link = address_for_others(request, reverse("entry_link", args=[entry.public_id, entry_token(entry)]))
    seat = _seat(request, one, actor)
    is_running = one.table is not None or bool(current_rounds(tournament))
    return {
        **(slip.table_context(*seat) if seat else {}),
        "held": ", ".join(_others_held(request, seat[0], entry)) if seat else "",
        "tournament": tournament,
        "stream": tournament.stream,
        "here": reverse("own_entry", args=[entry.public_id]),
        "one": one,
        "player": player_of(entry, ANONYMOUS),
        "needs": needs_of(entry),
        "is_running": is_running,
        "is_over": not is_running and is_over(tournament),
        "is_hidden": entry.person.is_hidden,
        "is_minor": entry.person.is_minor,
        "public_name": entry_name(entry, full=False),
        "link": link,
        "qr": qr_image(link),
    }


def _others_held(request: Request, table: Table, entry: Entry) -> list[str]:
    """Who else at the table has given this browser the private link."""
    others = (seat.entry for seat in own_links_at(request, table) if seat.entry_id != entry.pk)
    return [numbered(other.number, entry_name(other, full=False)) for other in others]


def _seat(request: Request, one: OwnEntry, actor: Actor) -> tuple[Table, Actor] | None:
    """The player's table in the current round, and the actor with access to that table: one with all whose links the browser
    holds, and which phone it is."""
    if one.table is None or one.is_out:
        return None
    table = Table.objects.select_related("round__stage__tournament__stream").get(public_id=one.table.public_id)
    held = [f"{OWN_LINK}{seat.entry.public_id}" for seat in own_links_at(request, table)]
    phone = phone_at(request, table)
    also = (*actor.also, *(name for name in held if name != actor.name_in_log), *([phone] if phone else []))
    return table, replace(actor, table=table.public_id, also=also)


def at_own_table(request: Request, entry_id: str) -> tuple[Table, Actor]:
    entry, actor = own_link(request, entry_id)
    seat = _seat(request, own_entry(entry), actor)
    if seat is None:
        raise Http404
    return seat


@gate("link.use")
def report(request: Request, entry_id: str) -> HttpResponse:
    """Entered, or another's report confirmed, by the seat of the player: see `results.witnesses`."""
    table, actor = at_own_table(request, entry_id)
    try:
        colours = list(table.seats.order_by("order").values_list("colour", flat=True))
        places = parsing.from_fields(request.POST, colours)
        source, sent = ReportSource.TABLE.value, action_id(request)
        seat = table.seats.get(entry__public_id=entry_id).colour
        report_result(
            table.tournament,
            by=actor,
            action_id=sent,
            table_id=table.public_id,
            source=source,
            places=places,
            seat=seat,
        )
    except Refused as error:
        entered = {key.removeprefix("place_"): value for key, value in request.POST.items() if key.startswith("place_")}
        entry, holder = own_link(request, entry_id)
        context = {**_context(request, entry, holder), "trouble": error.sentence, "entered": entered}
        return render(request, "hall/me/page.html", context, status=error.status)
    return redirect("own_entry", entry_id=entry_id)


@gate("link.use")
def name(request: Request, entry_id: str) -> HttpResponse:
    entry, actor = own_link(request, entry_id)
    is_hidden = request.POST.get("to") != "show"
    hide_name(entry.tournament, by=actor, action_id=action_id(request), entry_id=entry_id, is_hidden=is_hidden)
    messages.success(request, _("Saved."))
    return redirect("own_entry", entry_id=entry_id)

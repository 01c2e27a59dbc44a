"""Holders of an entry's private link: its token is kept in a signed cookie, so that it leaves the address."""

from django.http import Http404, HttpRequest
from django.utils.crypto import constant_time_compare

from tournament.core import guard
from tournament.core.actors import Actor, Request
from tournament.core.links import entry_by_token, entry_token
from tournament.core.pages.link_cookies import LinkCookie
from tournament.models import Entry, Seat, Table

KEPT_FOR = 60 * 60 * 24 * 90  # seconds: from entering until after the tournament
COOKIE = LinkCookie("entries", "tournament.views.entering", KEPT_FOR, page="own_entry", link="entry_link")
tokens_in_cookie = COOKIE.read  # by the entry's public id


def own_link(request: Request, entry_id: str) -> tuple[Entry, Actor]:
    entry = entry_by_token(entry_id, tokens_in_cookie(request).get(entry_id, ""))
    if entry is None:
        raise Http404
    device = f"entry-{entry.public_id}"
    if request.method == "POST":
        guard.take(*guard.holder_doors(entry_id, device))
    signed_in = request.actor.account
    also = (signed_in.public_id,) if signed_in else ()
    return entry, Actor(via="link", entry=entry.public_id, device=device, also=also)


def own_links_at(request: HttpRequest, table: Table) -> list[Seat]:
    """The seats of a table whose private links this browser holds."""
    tokens = tokens_in_cookie(request)
    seats = table.seats.select_related("entry__person").order_by("order")
    held = (seat for seat in seats if seat.entry.public_id in tokens)
    return [seat for seat in held if constant_time_compare(tokens[seat.entry.public_id], entry_token(seat.entry))]

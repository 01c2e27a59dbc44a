"""Holders of an entry's private link: its token is kept in a signed cookie, so that it leaves the address.

The cookie keeps the last few tokens, and for as long as there is one which phone it is: a link that gave way is not another's.
"""

import hashlib
import secrets

from django.http import Http404, HttpRequest
from django.http.request import split_domain_port
from django.utils.crypto import constant_time_compare

from tournament.core import guard
from tournament.core.actors import OF_PHONE, UNDER, Actor, Request
from tournament.core.links import entry_by_token, entry_token
from tournament.core.pages.link_cookies import LinkCookie
from tournament.models import Entry, Seat, Table

KEPT_FOR = 60 * 60 * 24 * 90  # seconds: from entering until after the tournament
COOKIE = LinkCookie("entries", "tournament.views.entering", KEPT_FOR, page="own_entry", link="entry_link")
MOST_KEPT = 8  # entries in one cookie: a family may use one phone
PHONE = "*phone"  # beside the entries, which are not called so
tokens_in_cookie = COOKIE.read  # by the entry's public id


def with_one_more(request: HttpRequest, entry: Entry, token: str) -> dict[str, str]:
    """What the cookie holds once this link was opened."""
    tokens = COOKIE.read(request, at_link=True)
    phone = tokens.pop(PHONE, "") or secrets.token_urlsafe(12)
    tokens.pop(entry.public_id, None)
    return {PHONE: phone, **dict([*tokens.items(), (entry.public_id, token)][-MOST_KEPT:])}


def phone_at(request: HttpRequest, table: Table) -> str:
    """This phone, by a name that it has at this table only."""
    phone = tokens_in_cookie(request).get(PHONE, "")
    return f"{OF_PHONE}{hashlib.sha256(f'{phone} {table.public_id}'.encode()).hexdigest()[:16]}" if phone else ""


def _asked_under(request: HttpRequest) -> str:
    """The name of this machine as the browser wrote it: its cookies are by name, whatever the port."""
    name = split_domain_port(request.get_host())[0]
    return f"{UNDER}{hashlib.sha256(name.encode()).hexdigest()[:16]}"


def own_link(request: Request, entry_id: str) -> tuple[Entry, Actor]:
    entry = entry_by_token(entry_id, tokens_in_cookie(request).get(entry_id, ""))
    if entry is None:
        raise Http404
    device = f"entry-{entry.public_id}"
    if request.method == "POST":
        guard.take(*guard.holder_doors(entry_id, device))
    signed_in = request.actor.account
    also = (*((signed_in.public_id,) if signed_in else ()), _asked_under(request))
    return entry, Actor(via="link", entry=entry.public_id, device=device, also=also)


def own_links_at(request: HttpRequest, table: Table) -> list[Seat]:
    """The seats of a table whose private links this browser holds."""
    tokens = tokens_in_cookie(request)
    seats = table.seats.select_related("entry__person").order_by("order")
    held = (seat for seat in seats if seat.entry.public_id in tokens)
    return [seat for seat in held if constant_time_compare(tokens[seat.entry.public_id], entry_token(seat.entry))]

"""Links that need no account: a table's link, on its slip, lets a phone report for that table while the round is open; a
player's link shows the player's own entry and can withdraw it.

Their tokens are derived from the installation's secret, so that a slip can be printed again and no token is stored.
"""

from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from tournament.models import Entry, Table


def table_token(table: Table) -> str:
    return salted_hmac("tournament.table", table.public_id, algorithm="sha256").hexdigest()[:32]


def table_address(table: Table) -> str:
    """What the QR code on the slip holds, as a path."""
    return reverse("table_link", args=[table.public_id, table_token(table)])


def table_by_token(public_id: str, token: str) -> Table | None:
    table = Table.objects.select_related("round__stage__tournament").filter(public_id=public_id).first()
    if table is None or table.tournament.deleted_at is not None or not constant_time_compare(token, table_token(table)):
        return None
    return table


def entry_token(entry: Entry) -> str:
    """It changes with a substitution and when `link_number` is raised."""
    holder = f"{entry.public_id} {entry.person_id} {entry.link_number}"
    return salted_hmac("tournament.entry", holder, algorithm="sha256").hexdigest()[:32]


def entry_by_token(public_id: str, token: str) -> Entry | None:
    entries = Entry.objects.select_related("person", "tournament__club", "tournament__stream")
    entry = entries.filter(public_id=public_id).first()
    if entry is None or entry.tournament.deleted_at is not None or not constant_time_compare(token, entry_token(entry)):
        return None
    return entry

"""Links without an account: a table's, on its slip, lets a phone report for that table while the round is open; a player's
shows the own entry and lets it be withdrawn.

Derived from the installation's secret, so that a slip can be printed again; nothing is kept that could be stolen.
"""

from django.utils.crypto import constant_time_compare, salted_hmac

from tournament.models import Entry, Table


def table_token(table: Table) -> str:
    return salted_hmac("tournament.table", table.public_id, algorithm="sha256").hexdigest()[:32]


def table_by_token(public_id: str, token: str) -> Table | None:
    table = Table.objects.select_related("round__stage__tournament").filter(public_id=public_id).first()
    if table is None or not constant_time_compare(token, table_token(table)):
        return None
    return table


def entry_token(entry: Entry) -> str:
    """Another one after a substitution and after `link_number` was raised."""
    holder = f"{entry.public_id} {entry.person_id} {entry.link_number}"
    return salted_hmac("tournament.entry", holder, algorithm="sha256").hexdigest()[:32]


def entry_by_token(public_id: str, token: str) -> Entry | None:
    entries = Entry.objects.select_related("person", "tournament__club", "tournament__stream")
    entry = entries.filter(public_id=public_id).first()
    if entry is None or not constant_time_compare(token, entry_token(entry)):
        return None
    return entry

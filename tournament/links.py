"""The link on a table's slip: it lets a phone without an account report for that table, while the round is open.

Derived from the installation's secret, so that a slip can be printed again; nothing is kept that could be stolen.
"""

from django.utils.crypto import constant_time_compare, salted_hmac

from tournament.models import Table


def table_token(table: Table) -> str:
    return salted_hmac("tournament.table", table.public_id, algorithm="sha256").hexdigest()[:32]


def table_by_token(public_id: str, token: str) -> Table | None:
    table = Table.objects.select_related("round__stage__tournament").filter(public_id=public_id).first()
    if table is None or not constant_time_compare(token, table_token(table)):
        return None
    return table

"""Calls for a referee: made for a table, taken by one referee, settled."""

from django.utils.translation import gettext as _

from referee.models import Call
from tournament.core import clock
from tournament.core.access import TABLE
from tournament.core.action import Write, action
from tournament.core.errors import Stale
from tournament.core.refusals import NOT_THIS_TABLE
from tournament.models import Tournament
from tournament.rounds.actions import table_in


@action("referee.called", needs="referee.call", answers=("call",))
def call_referee(write: Write, tournament: Tournament, *, table_id: str) -> Call:
    """While a table waits, another call changes nothing."""
    if write.role == TABLE and write.by.table != table_id:
        raise NOT_THIS_TABLE()
    table = table_in(write, tournament, table_id, None)
    call = table.calls.filter(done_at=None).first() or Call.objects.create(table=table)
    write.log(**table.in_log)
    write.answer(call=call.pk)
    return call


@action("referee.coming", needs="rulings.sign")
def take_call(write: Write, tournament: Tournament, *, call_id: int) -> Call:
    call = _open_call(tournament, call_id)
    if call.taken_by_id and (write.by.account is None or call.taken_by_id != write.by.account.pk):
        raise Stale("call_taken", _("Somebody else is on the way already."))
    call.taken_by, call.taken_at = write.by.account, clock.now()
    call.save(update_fields=["taken_by", "taken_at"])
    write.log(**call.table.in_log)
    return call


@action("referee.done", needs="rulings.sign")
def settle_call(write: Write, tournament: Tournament, *, call_id: int) -> Call:
    """Close a call that needed no ruling, such as a question. A ruling at the table closes its call by itself."""
    call = _open_call(tournament, call_id)
    call.done_at = clock.now()
    call.save(update_fields=["done_at"])
    write.log(**call.table.in_log)
    return call


def _open_call(tournament: Tournament, call_id: int) -> Call:
    calls = Call.objects.select_related("table__round").filter(table__round__stage__tournament=tournament)
    call = calls.filter(pk=call_id, done_at=None).first()
    if call is None:
        raise Stale("no_such_call", _("This call is settled already."))
    return call

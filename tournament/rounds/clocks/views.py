"""The time of a round: started, stopped, changed; more time for one table."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect

from tournament.core import find
from tournament.core.access import gate
from tournament.core.pages.requests import Request, action_id, number, version
from tournament.core.refusals import CLOCK
from tournament.models import Round, Table
from tournament.rounds.clocks import actions as clocks
from tournament.rounds.views import page_of


@gate("rounds.draw", find.round_)
def clock(request: Request, round_: Round) -> HttpResponse:
    """`to` as `change_clock` knows it, or `minutes` for another length."""
    act: dict[str, Any] = {"by": request.actor, "action_id": action_id(request), "round_id": round_.pk}
    minutes = number(request, "minutes")
    if minutes is not None:
        clocks.set_minutes(round_.tournament, minutes=minutes, version=version(request), **act)
    else:
        to, _sign, seconds = request.POST.get("to", "").partition(":")
        clocks.change_clock(round_.tournament, to=to, seconds=_seconds(seconds), version=version(request), **act)
    return redirect(page_of(round_))


@gate("results.confirm", find.table)
def table_time(request: Request, table: Table) -> HttpResponse:
    """More time for one table."""
    act = {"by": request.actor, "action_id": action_id(request), "version": version(request)}
    minutes = request.POST.get("minutes", "")
    seconds = 60 * int(minutes) if minutes in EXTRA_OF_TABLE else 0
    clocks.give_table_time(table.tournament, table_id=table.public_id, seconds=seconds, **act)
    return redirect("desk_table", table.tournament.public_id, table.public_id)


EXTRA = (60, 300, -60)  # seconds given to all tables


EXTRA_OF_TABLE = ("2", "5", "-1")  # minutes


def _seconds(text: str) -> int:
    if text and text not in map(str, EXTRA):
        raise CLOCK()
    return int(text or 0)

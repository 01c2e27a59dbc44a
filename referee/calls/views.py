"""What a referee has in hand: calls, tables in play, the latest rulings; and calling a referee to a table."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.recording.on_phone import kept_on_phone
from referee.calls.actions import call_referee, settle_call, take_call
from referee.rulings import queries
from referee.rulings.terms import appeal_minutes
from tournament.core import find
from tournament.core.access import gate
from tournament.core.languages import spoken
from tournament.core.pages.requests import Request, action_id, number
from tournament.hall.me.views import at_own_table
from tournament.models import Tournament
from tournament.results.slip.views import at_table


@kept_on_phone
@gate("rulings.see", find.tournament)
def home(request: Request, tournament: Tournament) -> HttpResponse:
    context = {
        "tournament": tournament,
        "stream": tournament.stream,
        "calls": queries.open_calls(tournament),
        "tables": queries.open_tables(tournament),
        "recordings": queries.recordings(tournament),
        "appeals": queries.open_appeals(tournament),
        "lines": queries.ruling_lines(tournament, spoken(), full=True)[:5],
        "minutes": appeal_minutes(tournament),
        "at": "home",
    }
    return render(request, "referee/calls/home.html", context)


@gate("rulings.see", find.tournament)
def calls(request: Request, tournament: Tournament) -> HttpResponse:
    """The calls that nobody has taken yet, as a part of the referee's other pages."""
    context = {"tournament": tournament, "calls": queries.open_calls(tournament)}
    return render(request, "referee/calls/list.html", context)


@gate("rulings.sign", find.tournament)
def call(request: Request, tournament: Tournament) -> HttpResponse:
    """Take a call (`to` is take), or settle it without a ruling."""
    act = take_call if request.POST.get("to") == "take" else settle_call
    act(tournament, by=request.actor, action_id=action_id(request), call_id=number(request, "call") or 0)
    return redirect("referee", tournament.public_id)


@gate("link.use")
def called(request: Request, table_id: str) -> HttpResponse:
    """Call a referee from a phone at the table, by the link on the slip."""
    table, actor = at_table(request, table_id)
    call_referee(table.tournament, by=actor, action_id=action_id(request), table_id=table_id)
    messages.success(request, _("A referee is called and comes to your table."))
    return redirect("table", table_id=table_id)


@gate("link.use")
def called_by_player(request: Request, entry_id: str) -> HttpResponse:
    """Call a referee from a player's own page, for the table they sit at."""
    table, actor = at_own_table(request, entry_id)
    call_referee(table.tournament, by=actor, action_id=action_id(request), table_id=table.public_id)
    messages.success(request, _("A referee is called and comes to your table."))
    return redirect("own_entry", entry_id=entry_id)

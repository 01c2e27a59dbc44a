"""What a referee has in hand: who calls, which tables play, what was ruled, what is appealed."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.drawing.words import Language
from games.kept import kept_on_phone
from referee import queries
from referee.actions.calls import call_referee, settle_call, take_call
from referee.actions.terms import appeal_minutes
from referee.judging.book import explained
from tournament import find
from tournament.access import gate
from tournament.models import Entry, Tournament
from tournament.names import entry_name
from tournament.views.own import at_own_table
from tournament.views.requests import Request, action_id, number
from tournament.views.tables import at_table


def language() -> Language:
    return "en" if get_language() == "en" else "de"


@kept_on_phone
@gate("rulings.see", find.tournament)
def home(request: Request, tournament: Tournament) -> HttpResponse:
    shown = {
        "tournament": tournament,
        "stream": tournament.stream,
        "calls": queries.open_calls(tournament),
        "tables": queries.open_tables(tournament),
        "appeals": queries.open_appeals(tournament),
        "lines": queries.ruling_lines(tournament, language(), full=True)[:5],
        "minutes": appeal_minutes(tournament),
        "at": "home",
    }
    return render(request, "referee/home.html", shown)


@gate("rulings.see", find.tournament)
def calls(request: Request, tournament: Tournament) -> HttpResponse:
    """Those that nobody has taken yet, for the other pages of a referee."""
    shown = {"tournament": tournament, "calls": queries.open_calls(tournament)}
    return render(request, "referee/calls.html", shown)


@gate("rulings.sign", find.tournament)
def call(request: Request, tournament: Tournament) -> HttpResponse:
    """On the way (`to` is take), or settled without a ruling."""
    act = take_call if request.POST.get("to") == "take" else settle_call
    act(tournament, by=request.actor, action_id=action_id(request), call_id=number(request, "call") or 0)
    return redirect("referee", tournament.public_id)


@gate("link.use")
def called(request: HttpRequest, table_id: str) -> HttpResponse:
    """From a phone at the table, by the link on the slip."""
    table, actor = at_table(request, table_id)
    call_referee(table.tournament, by=actor, action_id=action_id(request), table_id=table_id)
    messages.success(request, _("A referee is called and comes to your table."))
    return redirect("table", table_id=table_id)


@gate("link.use")
def called_by_player(request: HttpRequest, entry_id: str) -> HttpResponse:
    """From a player's own page, for the table they sit at."""
    table, actor = at_own_table(request, entry_id)
    call_referee(table.tournament, by=actor, action_id=action_id(request), table_id=table.public_id)
    messages.success(request, _("A referee is called and comes to your table."))
    return redirect("own_entry", entry_id=entry_id)


@gate("rulings.see", find.tournament)
def rulings(request: Request, tournament: Tournament) -> HttpResponse:
    asked = {name: request.GET.get(name, "")[:20] for name in ("table", "measure", "state", "mine")}
    table = int(asked["table"]) if asked["table"].isascii() and asked["table"].isdigit() else None
    lines = queries.ruling_lines(tournament, language(), full=True, table=table)
    for name in ("measure", "state"):
        lines = [line for line in lines if not asked[name] or getattr(line, name) == asked[name]]
    if asked["mine"] and request.actor.account:
        lines = [line for line in lines if line.signed_by == request.actor.account.login]
    shown = {"tournament": tournament, "stream": tournament.stream, "lines": lines, "at": "rulings", "asked": asked}
    return render(request, "referee/rulings.html", {**shown, "measures": queries.Measure.choices})


@gate("rulings.see", find.tournament)
def player(request: Request, tournament: Tournament) -> HttpResponse:
    entry = tournament.entries.select_related("person").filter(public_id=request.GET.get("entry", "")[:16]).first()
    if entry is None:
        return redirect("rulings", tournament.public_id)
    return render(request, "referee/player.html", _player(tournament, entry))


def _player(tournament: Tournament, entry: Entry) -> dict[str, object]:
    return {
        "tournament": tournament,
        "number": entry.number,
        "name": entry_name(entry, full=True),
        "lines": queries.ruling_lines(tournament, language(), full=True, entry=entry),
        "weight": queries.weight_so_far(entry),
        "at": "rulings",
    }


@gate("public.see")
def rules(request: HttpRequest) -> HttpResponse:
    """The sixteen rules in our words; found by number or by word."""
    sought = " ".join(request.GET.get("q", "").split())[:60]
    found = explained(language())
    if sought.isascii() and sought.isdigit():
        found = [rule for rule in found if str(rule["number"]) == sought]
    else:
        found = [rule for rule in found if sought.casefold() in f"{rule['title']} {rule['text']}".casefold()]
    return render(request, "referee/rules.html", {"found": found, "q": sought})

"""Pages of the games outside every tournament: which there are, a new one, one out of a record, shown to everybody or dropped."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.engine.rules.own_board import NAME as OWN_BOARD
from games.engine.rules.registry import RULE_SETS
from games.free.actions import begin_free_game, change_free_game
from games.free.forms import BeginForm, names_of
from games.free.people import offered
from games.free.queries import lines_of, memory, of_club
from games.free.seating import NEUTRAL, Way, ways
from games.models import Game
from games.recording import find
from games.recording.importing import read_record, same_as, seats_of, take_in_free_record
from games.recording.on_phone import kept_on_phone
from games.recording.places import place_of
from tournament.core.access import gate, may
from tournament.core.circle import Circle
from tournament.core.errors import Refused
from tournament.core.languages import rules_name
from tournament.core.pages.requests import Request, action_id, version
from tournament.stages.options import Played, how_played
from tournament.stages.options_form import OptionsForm
from tournament.stages.own_boards.queries import boards_of, with_own_board

LONGEST_RECORD = 2_000_000  # bytes


@kept_on_phone
@gate("games.record", find.circle)
def overview(request: Request, circle: Circle) -> HttpResponse:
    """The games of the club, and the way to a new one."""
    dropped = lines_of(of_club(circle.club, full=True, dropped=True), full=True)
    may_show = may(request.actor, "games.show", circle)
    context = {"club": circle.club, "memory": memory(circle.club, full=True), "dropped": dropped, "may_show": may_show}
    return render(request, "games/free/overview.html", {**context, "home": circle})


@gate("games.record", find.circle)
def new(request: Request, circle: Circle) -> HttpResponse:
    """First the book and how many play, both in the address; then who."""
    rules = request.GET.get("rules", "")
    way = next((way for way in ways(rules) if way.code == request.GET.get("way")), None) if rules in RULE_SETS else None
    if way is None:
        return render(request, "games/free/choose.html", _choices(circle, rules))
    answers, may_show = request.POST or None, may(request.actor, "games.show", circle)
    form = BeginForm(answers, way=way, may_show=may_show)
    chosen = with_own_board(rules, {**way.options}, boards_of(circle.club))
    how = OptionsForm(answers, rules=rules, chosen=chosen, prefix="how", at_tables=False, without=(NEUTRAL, OWN_BOARD))
    if request.method == "POST" and form.is_valid() and how.is_valid():
        try:
            said = {"rules": rules, "options": how.options, **form.said}
            begun = begin_free_game(circle, by=request.actor, action_id=action_id(request), **said)
            return redirect("free_recorder", circle.public_id, begun.receipt["game"])
        except Refused as refusal:
            form.add_error(None, str(refusal))
    context = {"club": circle.club, "rules": rules, "title": rules_name(rules), "way": way, "form": form, "how": how}
    return render(request, "games/free/new.html", {**context, **_offered(request, circle)})


def _offered(request: Request, circle: Circle) -> dict[str, Any]:
    return {"people": names_of(offered(request.actor, circle.club))}


def _choices(circle: Circle, rules: str) -> dict[str, Any]:
    books = [(each, rules_name(each)) for each in RULE_SETS]
    counts: dict[int, list[Way]] = {}
    for way in ways(rules) if rules in RULE_SETS else ():
        counts.setdefault(way.players, []).append(way)
    return {"club": circle.club, "books": books, "rules": rules, "counts": counts}


@gate("games.record", find.circle)
def take_in(request: Request, circle: Circle) -> HttpResponse:
    """A record becomes a game of the club. First it is said whose it is; taken in when that was looked at."""
    text = _text_of(request)
    record = read_record(text)
    seats = seats_of(record)
    way = Way("", record.start.partition(" ")[0], tuple(seats), record.options)
    is_sent = "sure" in request.POST
    form = BeginForm(
        request.POST if is_sent else None,
        way=way,
        may_show=may(request.actor, "games.show", circle),
        initial={"name": record.event[:60], **({"played_on": record.date} if record.date else {})},
        names=seats,
    )
    if is_sent and form.is_valid():
        try:
            said = {"record": text, "is_again": "is_again" in request.POST, **form.said}
            taken = take_in_free_record(circle, by=request.actor, action_id=action_id(request), **said)
            messages.success(request, _("The record is read."))
            return redirect("free_game", circle.public_id, taken.receipt["game"])
        except Refused as refusal:
            form.add_error(None, str(refusal))
    throws = sum(type(entry).__name__ == "Throw" for entry in record.entries)
    context = {"club": circle.club, "form": form, "record": record, "text": text, "throws": throws, "way": way}
    here = same_as(circle, record)
    more = {"how": how_played(Played(record.rules, record.options)), "here": here and place_of(here)}
    return render(request, "games/free/take_in.html", {**context, **more, **_offered(request, circle)})


def _text_of(request: Request) -> str:
    """Pasted, or in a file."""
    sent = request.FILES.get("file")
    if sent is None or request.POST.get("record"):
        return str(request.POST.get("record", ""))
    return str(sent.read(LONGEST_RECORD).decode("utf-8-sig", "replace"))


@gate("games.show", find.free_game)
def change(request: Request, game: Game) -> HttpResponse:
    """Shown to everybody or to the club only, dropped or taken up again (`to`)."""
    changes: dict[str, dict[str, bool]] = {
        "show": {"is_shown": True},
        "hide": {"is_shown": False},
        "drop": {"is_dropped": True},
        "take_up": {"is_dropped": False},
    }
    change_free_game(
        game,
        by=request.actor,
        action_id=action_id(request),
        version=version(request),
        **changes.get(request.POST.get("to", ""), {}),
    )
    return redirect("free_recording", place_of(game).of)


@gate("public.see")
def public(request: Request, club_id: str) -> HttpResponse:
    """The games that everybody may watch; the circle of the club sees all of them."""
    circle = find.circle(club_id)
    is_ours = may(request.actor, "tournament.see", circle)
    remembered = memory(circle.club, full=is_ours and may(request.actor, "games.record", circle))
    if not remembered.lines and not is_ours:
        raise Http404
    return render(request, "games/free/public.html", {"club": circle.club, "memory": remembered})

"""Pages of a referee at a game outside every tournament: a claim about a throw of its record, the ruling; how it is played."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render

from games.models import Game
from games.recording import find
from games.recording.game import sheet
from games.recording.places import place_of
from games.recording.queries import throw_at
from referee.claims.queries import board_of, boards_at, worded
from referee.free import find as find_free
from referee.free.actions import MEASURES, facts_of, revoke_free_ruling, sign_free_ruling
from referee.free.queries import claimable, lines_of_ruling, rulings_of
from referee.house_rules.queries import section
from referee.judging.sheet import boards, page_data
from referee.models import FreeRuling
from referee.rulings.actions import verdict_on
from referee.rulings.queries import thrown_since
from referee.rulings.timely import timeliness
from tournament.core.access import gate, may
from tournament.core.errors import Refused
from tournament.core.languages import best_of, spoken
from tournament.core.pages.requests import Request, action_id
from tournament.core.whole_numbers import MOST_ID, whole_number
from tournament.stages.options import Played


@gate("rulings.sign", find.free_game)
def claim(request: Request, game: Game) -> HttpResponse:
    """Choose a throw (`throw`), see what the rules say, sign it."""
    trouble = ""
    if request.method == "POST":
        said = {name: request.POST.get(name, "")[:1000] for name in ("measure", "board", "words")}
        throw = whole_number(request.POST.get("throw", ""), MOST_ID) or 0
        try:
            done = sign_free_ruling(
                game,
                by=request.actor,
                action_id=action_id(request),
                throw=throw,
                **{k: v for k, v in said.items() if v},
            )
            return redirect(place_of(game).ruling(done.receipt["ruling"]))
        except Refused as refusal:
            trouble = str(refusal)
    context = {**_frame(game), **_claimed(request, game), "trouble": trouble, "rulings": rulings_of(game)}
    return render(request, "referee/free/claim.html", context, status=400 if trouble else 200)


def _frame(game: Game) -> dict[str, Any]:
    place = place_of(game)
    return {"game": game, "place": place, "home": place.home, "names": place.names(full=True)}


def _claimed(request: Request, game: Game) -> dict[str, Any]:
    """The throw that was chosen, else the last one, with what the rules say about it."""
    throws = claimable(game)
    asked = whole_number(request.GET.get("throw", ""), MOST_ID) or (throws[0].throw.number if throws else None)
    thrown = throw_at(game, asked) if asked else None
    if thrown is None or thrown.is_out_of_turn:
        return {"throws": throws, "asked": None}
    facts = facts_of(game, thrown)
    more = {
        "measures": [(measure.value, measure.label) for measure in MEASURES],
        "went_on": thrown_since(game, thrown.number),
        "timely": timeliness(game, thrown.number),
        "ruled": next((one.ruling for one in throws if one.throw.number == thrown.number), 0),
    }
    return {"throws": throws, "asked": thrown, **worded(page_data(facts, verdict_on(facts), spoken())), **more}


@gate("rulings.see", find_free.ruling)
def ruling(request: Request, ruling: FreeRuling) -> HttpResponse:
    """The signed ruling; POST revokes it."""
    game, trouble = ruling.game, ""
    if request.method == "POST":
        try:
            reason = request.POST.get("reason", "")
            revoke_free_ruling(
                game, by=request.actor, action_id=action_id(request), number=ruling.number, reason=reason
            )
            return redirect(request.path)
        except Refused as refusal:
            trouble = str(refusal)
    stands = ruling.position if ruling.position != ruling.verdict["position"] else ""
    context = {
        "ruling": ruling,
        "timely": best_of(kept, spoken()) if (kept := ruling.verdict.get("timely")) else [],
        "stands": board_of(stands, boards_at(ruling.facts), is_touched=False) if stands else "",
        "is_on_top": bool(lines_of_ruling(sheet(game), ruling.number)),
        "may_sign": may(request.actor, "rulings.sign", game.home),
        "trouble": trouble,
        **worded({**ruling.verdict, **boards(ruling.facts, ruling.verdict, spoken())}),
    }
    return render(request, "referee/free/ruling.html", {**_frame(game), **context}, status=400 if trouble else 200)


@gate("public.see")
def how_we_play(request: Request, club_id: str, free_id: str) -> HttpResponse:
    game = find.seen_free_game(club_id, free_id, request.actor)
    start = sheet(game).rules.read(sheet(game).start)
    played, seats = Played(game.rules, game.options), place_of(game).seats(full=False)
    has_two = any(len(colours) > 1 for colours, _name in seats)
    sections = [section(played, "", spoken(), start, has_two_colours=has_two)]
    return render(request, "referee/house_rules/page.html", {"place": place_of(game), "sections": sections})

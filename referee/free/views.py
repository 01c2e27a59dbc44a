"""Pages of a referee at a game outside every tournament: a claim about a throw of its record, or about one that nobody wrote
down; the ruling; how it is played."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from games.engine.rules.errors import GameError
from games.models import Game
from games.recording import find
from games.recording.game import sheet
from games.recording.on_phone import kept_on_phone
from games.recording.places import place_of
from games.recording.queries import throw_at
from referee.claims import typed
from referee.claims.queries import board_of, boards_at, note_on, worded
from referee.free import find as find_free
from referee.free.actions import BOARDS, MEASURES, TOO_MUCH, by_hand, facts_of, revoke_free_ruling, sign_free_ruling
from referee.free.queries import claimable, lines_of_ruling, rulings_of
from referee.house_rules.queries import section
from referee.judging.sheet import RULED, boards, page_data
from referee.models import FreeRuling
from referee.rulings.actions import verdict_on
from referee.rulings.queries import thrown_since
from referee.rulings.timely import timeliness
from tournament.core.access import gate, may
from tournament.core.errors import Refused, sentence_of, status_of
from tournament.core.languages import best_of, spoken
from tournament.core.pages.requests import Request, action_id, as_action_id
from tournament.core.whole_numbers import MOST_ID, whole_number
from tournament.stages.options import Played, how_played

MISTAKES = (Refused, GameError)
DECIDED = ("measure", "board", "words")


@gate("rulings.sign", find.free_game)
def claim(request: Request, game: Game) -> HttpResponse:
    """Choose a throw (`throw`), see what the rules say, sign it."""
    trouble = ""
    if request.method == "POST":
        said = {name: request.POST.get(name, "")[:1000] for name in (*DECIDED, "choice")}
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
    claimed = _claimed(request, game)
    context = {**_frame(game), **claimed, "rulings": rulings_of(game), "trouble": trouble or claimed.get("trouble", "")}
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
    facts, trouble = facts_of(game, thrown, request.GET.get("choice", "")[:20]), ""
    try:
        shown = page_data(facts, verdict_on(facts), spoken())
    except Refused as refusal:  # this piece cannot go back
        facts, trouble = {**facts, "choice": None}, str(refusal)
        shown = page_data(facts, verdict_on(facts), spoken())
    more = {
        "trouble": trouble,
        "may_go_back": shown["may_go_back"],
        "goes_back": facts["choice"] or _named(shown["may_go_back"], thrown.colour, shown["sent_back"]),
        "measures": [(measure.value, measure.label) for measure in MEASURES],
        "went_on": thrown_since(game, thrown.number),
        "timely": timeliness(game, thrown.number),
        "ruled": next((one.ruling for one in throws if one.throw.number == thrown.number), 0),
    }
    return {"throws": throws, "asked": thrown, **worded(shown), **more}


def _named(pieces: Sequence[str], mover: str, sent_back: str | None) -> str:
    """The piece that goes back, as a choice names it."""
    return next((one for one in pieces if sent_back in (mover + one, one.replace(":", ""))), "")


@gate("rulings.sign", find.free_game)
def judge(request: Request, game: Game) -> HttpResponse:
    """Judge what was entered by hand. On a phone without network the same Python answers (`referee.judging.sheet`)."""
    try:
        return JsonResponse(_page_data(game, typed.fields_of(request)))
    except MISTAKES as error:
        return JsonResponse({"error": sentence_of(error)}, status=status_of(error))


@kept_on_phone
@gate("rulings.sign", find.free_game)
def claim_by_hand(request: Request, game: Game) -> HttpResponse:
    """A throw that nobody wrote down, set up and tapped as at any table. POST signs, or only judges where scripts are off."""
    if request.method != "POST":
        return render(request, "referee/free/by_hand.html", _entered(game, {}))
    is_json, fields = request.content_type == "application/json", dict[str, str]()
    try:
        fields = typed.fields_of(request)
        if fields.get("to") == "judge":
            judged = worded(_page_data(game, fields))
            return render(request, "referee/free/by_hand.html", {**_entered(game, fields), **judged})
        done = sign_free_ruling(
            game,
            by=request.actor,
            action_id=as_action_id(fields.get("action_id", "")),
            facts=typed.facts_of(fields, Played(game.rules, game.options)),
            **{name: fields[name] for name in DECIDED if fields.get(name)},
        )
    except MISTAKES as error:
        status, sentence = status_of(error), sentence_of(error)
        if is_json:
            return JsonResponse({"error": sentence}, status=status)
        page = {**_entered(game, fields), "trouble": sentence}
        return render(request, "referee/free/by_hand.html", page, status=status)
    address = place_of(game).ruling(done.receipt["ruling"])
    return JsonResponse({"url": address}) if is_json else redirect(address)


def _page_data(game: Game, fields: Mapping[str, str]) -> dict[str, Any]:
    judged = by_hand(game, typed.facts_of(fields, Played(game.rules, game.options)))
    ruled = {**{name: fields.get(name) for name in RULED}, "went_on": False}
    if ruled["board"] not in (None, *BOARDS):
        raise TOO_MUCH()
    return page_data(judged.facts, judged.verdict, spoken(), ruled=ruled)


def _entered(game: Game, fields: Mapping[str, str]) -> dict[str, Any]:
    """The form of a claim as it was filled in; empty it shows the board as the record has it."""
    recorded, frame, played = sheet(game), _frame(game), Played(game.rules, game.options)
    position, here = (
        fields.get("position") or recorded.rules.write(recorded.position),
        [frame["place"].of, game.public_id],
    )
    seats = [{"public_id": one, "colour": one, "name": frame["names"][one]} for one in game.colours]
    return {
        **frame,
        "table": {"seats": seats, "neutral": played.neutral},
        "played": played,
        "rules_name": how_played(played),
        "options": json.dumps(played.options),
        "sign_at": reverse("free_claim_by_hand", args=here),
        "judge_at": reverse("free_judge", args=here),
        "fields": {"against": recorded.rules.view(recorded.position).to_move, **fields, "position": position},
        "board": (board := board_of(position, recorded.rules.own_boards)),
        "note": note_on(position, recorded.rules.own_boards) if board else "",
        "dice": range(1, 7),
        "two": (1, 2),
        "is_mauer": played.rules == "mauer",
        "is_six": position.startswith("6"),
        "measures": [(one.value, one.label) for one in MEASURES],
        "boards": [(one.value, one.label) for one in BOARDS],
        "weights": {},
    }


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

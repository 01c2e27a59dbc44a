"""A new claim, filled in at the table: what happened, the verdict at once, the signed ruling."""

import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.engine.rules.errors import GameError
from games.models import Game
from games.recording.game import sheet
from games.recording.on_phone import kept_on_phone
from games.recording.queries import last_throws, latest_game, throw_at
from games.recording.verdicts import RecordedThrow, judged
from referee.claims import at_table
from referee.claims.queries import board_of, note_on, worded
from referee.claims.typed import by_offence, decided_of, facts_of, fields_of, whole
from referee.judging.sheet import RULED, page_data
from referee.models import Board, Measure
from referee.offences.catalogue import offences_at, title_of
from referee.rulings import as_recorded, queries, sure
from referee.rulings.actions import NO_SUCH_RULING, referees, sign_ruling, verdict_on
from referee.rulings.goes_on import if_left_alone
from referee.rulings.recorded import as_it_runs, excluded_at
from referee.rulings.timely import timeliness
from tournament.core import find
from tournament.core.access import gate
from tournament.core.errors import Refused, sentence_of, status_of
from tournament.core.languages import spoken
from tournament.core.pages.requests import Request, as_action_id
from tournament.models import Table
from tournament.rounds.queries import table_view
from tournament.stages.options import how_played, played_at

MISTAKES = (Refused, GameError)
COMPARES = "compares"  # said by a page that shows what the record has; one of an older version cannot, its ruling does
MOST_THROWS = 16  # of the record, to choose from: more than can be claimed in time


@gate("rulings.sign", find.table)
def judge(request: Request, table: Table) -> HttpResponse:
    """Judge what was filled in. On a phone without network the same Python answers (`referee.judging.sheet`)."""
    try:
        answer = _page_data(table, fields_of(request))
    except MISTAKES as error:
        return JsonResponse({"error": sentence_of(error)}, status=status_of(error))
    return JsonResponse(answer)


@kept_on_phone
@gate("rulings.sign", find.table)
def claim(request: Request, table: Table) -> HttpResponse:
    """GET shows the form; POST signs, or only judges where scripts are off (`to` is judge)."""
    if request.method != "POST":
        page = _prefilled(table, whole(request.GET.get("throw", "")))
        return render(request, "referee/claims/claim.html", {**page, **_beside(request, table, page.get("asked"))})
    is_json = request.content_type == "application/json"
    fields: Mapping[str, str] = {}
    try:
        fields = fields_of(request)
        if fields.get("to") == "judge":
            return render(
                request,
                "referee/claims/claim.html",
                {**_again(request, table, fields), **worded(_page_data(table, fields))},
            )
        if not is_json and sure.is_to_be_asked(fields) and _is_exclusion(table, fields):
            return sure.asked(
                request, table, fields, reverse("claim", args=[table.tournament.public_id, table.public_id])
            )
        return _signed(request, table, fields, is_json=is_json)
    except MISTAKES as error:
        status, sentence = status_of(error), sentence_of(error)
        if is_json:
            return JsonResponse({"error": sentence}, status=status)
        page = {**_again(request, table, fields), "trouble": sentence}
        page["is_otherwise"] = getattr(error, "code", "") == "not_as_recorded"
        return render(request, "referee/claims/claim.html", page, status=status)


def _again(request: Request, table: Table, fields: Mapping[str, str]) -> dict[str, Any]:
    """The form as it was filled in, still about the same throw of the record."""
    game, number = latest_game(table), whole(fields.get("throw", ""))
    throw = throw_at(game, number) if game and number else None
    return {**_context(table, fields, game), "asked": throw, **_as_kept(table, throw), **_beside(request, table, throw)}


def _as_kept(table: Table, throw: RecordedThrow | None) -> dict[str, str]:
    """The throw as it is recorded, and what is said where another one is entered."""
    if throw is None:
        return {}
    kept = as_recorded.as_data(throw)
    seat = table.seats.filter(colour=throw.colour).values_list("entry__public_id", flat=True).first()
    return {"kept": json.dumps({**kept, "against": seat or ""}), "otherwise": as_recorded.sentence(kept)}


@gate("rulings.sign", find.table)
def beside(request: Request, table: Table) -> HttpResponse:
    """The part of the page of a claim that says what others have ruled, or are about to."""
    game = latest_game(table)
    throw = throw_at(game, whole(request.GET.get("throw", ""))) if game and request.GET.get("throw") else None
    context = {"tournament": table.tournament, "table": table, **_beside(request, table, throw)}
    if request.GET.get("known") == context["beside"].fingerprint:
        return HttpResponse(status=204)
    return render(request, "referee/claims/beside.html", context)


def _beside(request: Request, table: Table, throw: RecordedThrow | None) -> dict[str, Any]:
    about = throw.number if throw else None
    return {
        "about": about,
        "beside": at_table.beside(table, about, request.actor.account),
        "every": at_table.ASKED_EVERY,
    }


def _prefilled(table: Table, throw: int | None) -> dict[str, Any]:
    """The empty form, or filled with what the record of the game knows of the throw."""
    game = latest_game(table)
    claimed = throw_at(game, throw) if game else None
    if claimed is None:
        return _context(table, {}, game)
    roll = claimed.roll if isinstance(claimed.roll, int) else " ".join(map(str, claimed.roll))
    against = table.seats.filter(colour=claimed.colour).values_list("entry__public_id", flat=True).first()
    known = {
        "position": claimed.before,
        "roll": str(roll),
        "played": claimed.played,
        "touched": claimed.touched or "",
        "throw": str(claimed.number),
    }
    timely = timeliness(game, claimed.number) if game else None
    late: dict[str, str] = {
        "board": Board.AS_IS,
        "deviation": _("The move stays as it is, because the claim came too late."),
    }
    recorded = last_throws(sheet(game), MOST_THROWS) if game else ()
    more = {
        "asked": claimed,
        **_as_kept(table, claimed),
        "recorded": recorded,
        "went_on": queries.thrown_since(game, claimed.number),
        "runs": as_it_runs(game, claimed.number),
        "timely": timely,
        "by_turn": judged(claimed) if claimed.is_out_of_turn else None,
    }
    if claimed.is_out_of_turn:  # a rule about the table, not about a move
        code = "again" if claimed.last and claimed.last.throw.colour != claimed.colour else "turn"
        return {**_context(table, {"position": claimed.before}, game), **more, "thrower": against, "offence_code": code}
    return {
        **_context(
            table, {**known, "against": against or "", **({} if timely is None or timely.is_in_time else late)}, game
        ),
        **more,
    }


def _signed(request: Request, table: Table, fields: Mapping[str, str], *, is_json: bool) -> HttpResponse:
    tournament = table.tournament
    is_throw = fields.get("what") != "conduct"
    done = sign_ruling(
        tournament,
        by=request.actor,
        action_id=as_action_id(fields.get("action_id", "")),
        table_id=table.public_id,
        against=fields.get("against", ""),
        claimed_by=fields.get("claimed_by", ""),
        facts=facts_of(fields, played_at(table)) if is_throw else None,
        throw=whole(fields.get("throw", "")),
        is_otherwise=bool(fields.get("is_otherwise")) or (is_json and COMPARES not in fields),
        is_older=is_json and COMPARES not in fields,
        is_sure=bool(fields.get("is_sure")),
        **by_offence(table.tournament.club, decided_of(fields)),
    )
    at_table.is_gone(request.actor.account)
    address = reverse("ruling", args=[tournament.public_id, done.receipt["claim"]])
    return JsonResponse({"url": address}) if is_json else redirect(address)


def _is_exclusion(table: Table, fields: Mapping[str, str]) -> bool:
    return by_offence(table.tournament.club, decided_of(fields)).get("measure") == Measure.EXCLUSION


def _page_data(table: Table, fields: Mapping[str, str]) -> dict[str, Any]:
    """What the op `sheet` of the protocol answers."""
    facts, game, throw = facts_of(fields, played_at(table)), latest_game(table), whole(fields.get("throw", ""))
    if fields.get("board") and fields["board"] not in Board.values:
        raise NO_SUCH_RULING()
    now, then = as_it_runs(game, throw)
    ruled = {**{name: fields.get(name) for name in RULED}, "went_on": queries.thrown_since(game, throw) > 0}
    ruled |= {"now": now, "then": then}
    verdict = verdict_on(facts, excluded_at(table))
    shown = page_data(facts, verdict, spoken(), ruled=ruled)
    return {**shown, "position": shown["position"] or verdict["position"]}  # a page of an older version needs one


def _context(table: Table, fields: Mapping[str, str], game: Game | None) -> dict[str, Any]:
    view, tournament = table_view(table, full=True), table.tournament
    colours = [seat.colour for seat in view.seats]
    out = sheet(game).out_now if game else frozenset()
    still_in = [seat.colour for seat in view.seats if not seat.is_excluded and seat.colour not in out]
    position = fields.get("position") or _plausible(table, still_in if len(still_in) > 1 else colours)
    played = played_at(table)
    return {
        "tournament": tournament,
        "table": view,
        "round": table.round,
        "stage": table.round.stage,
        "played": played,
        "options": json.dumps(played.options),
        "sign_at": reverse("claim", args=[tournament.public_id, table.public_id]),
        "judge_at": reverse("judge", args=[tournament.public_id, table.public_id]),
        "rules_name": how_played(played),
        "fields": {"standing": position, **fields, "position": position},
        "board": (board := board_of(position, played.engine.own_boards)),
        "standing": board,
        "note": note_on(position, played.engine.own_boards) if board else "",
        "colours": colours,
        "weights": queries.weights_at(table),
        "dice": range(1, 7),
        "two": (1, 2),
        "is_mauer": played.rules == "mauer",
        "is_six": position.startswith("6"),
        "offences": [
            {**one, "title": title_of(one, spoken())}
            for one in sorted(offences_at(tournament.club, played.engine), key=lambda one: not one["is_frequent"])
        ],
        "if_left_alone": if_left_alone(game),
        "measures": Measure.choices,
        "boards": queries.BOARDS,
        "referees": referees(tournament),
        "at": "claim",
    }


def _plausible(table: Table, colours: list[str]) -> str:
    """The position that a game of these colours at this table starts from."""
    rules = played_at(table).engine
    board = None if rules.id in ("turnier", "mauer") else table.board.kind
    try:
        return rules.write(rules.start(colours=colours, board=board))
    except GameError:  # the rules do not allow this table: the seated colours all wait, on its own board
        waiting = " ".join(f"{colour}:B,B,B,B" for colour in colours)
        return f"{table.board.kind} {waiting} {colours[0]} 0"

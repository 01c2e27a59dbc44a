"""A new claim, standing at the table: what happened, the ruling at once, signed."""

import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from deploy.answers import sentence_of, status_of
from games.drawing import View, draw
from games.kept import kept_on_phone
from games.queries import last_throws, latest_game, throw_at, throwers_from
from games.recording import sheet
from games.rules import registry
from games.rules.errors import GameError
from games.verdicts import judged
from referee import queries
from referee.actions.rulings import referees, sign_ruling, verdict_on
from referee.books import offences_of
from referee.judging.book import explained
from referee.judging.sheet import shown
from referee.judging.table import in_time
from referee.models import Board, Measure
from referee.typed import decided_of, facts_of, fields_of, whole
from referee.views.home import language
from tournament import find
from tournament.access import gate
from tournament.errors import Refused
from tournament.models import Table
from tournament.queries_rounds import table_view
from tournament.views.requests import Request, as_action_id

MISTAKES = (Refused, GameError)
MOST_THROWS = 16  # of the record, to choose from: more than can be claimed in time


@gate("rulings.sign", find.table)
def judge(request: Request, table: Table) -> HttpResponse:
    """The one question that the page asks; on a phone without network the same Python answers it (`referee.judging.sheet`)."""
    try:
        found = _judged(table, fields_of(request))
    except MISTAKES as error:
        return JsonResponse({"error": sentence_of(error)}, status=status_of(error))
    return JsonResponse(found)


@kept_on_phone
@gate("rulings.sign", find.table)
def claim(request: Request, table: Table) -> HttpResponse:
    """GET shows the form; POST judges (`to` is judge: without a script) or signs."""
    if request.method != "POST":
        return render(request, "referee/claim.html", _first_shown(table, whole(request.GET.get("throw", ""))))
    is_json = request.content_type == "application/json"
    fields: Mapping[str, str] = {}
    try:
        fields = fields_of(request)
        if fields.get("to") == "judge":
            return render(request, "referee/claim.html", {**_shown(table, fields), **worded(_judged(table, fields))})
        return _signed(request, table, fields, is_json=is_json)
    except MISTAKES as error:
        status, sentence = status_of(error), sentence_of(error)
        if is_json:
            return JsonResponse({"error": sentence}, status=status)
        return render(request, "referee/claim.html", {**_shown(table, fields), "trouble": sentence}, status=status)


def _first_shown(table: Table, throw: int | None) -> dict[str, Any]:
    """From the record where there is one, with all that it knows of the throw."""
    game = latest_game(table)
    asked = throw_at(game, throw) if game else None
    if asked is None:
        return _shown(table, {})
    roll = asked.roll if isinstance(asked.roll, int) else " ".join(map(str, asked.roll))
    against = table.seats.filter(colour=asked.colour).values_list("entry__public_id", flat=True).first()
    known = {
        "position": asked.before,
        "roll": str(roll),
        "played": asked.played,
        "touched": asked.touched or "",
        "throw": asked.number,
    }
    is_in_time = in_time(throwers_from(game, asked.number)) if game else None
    late = {"board": Board.AS_IS, "deviation": _("The claim came too late.")}
    recorded = last_throws(sheet(game), MOST_THROWS) if game else ()
    shown = {
        "asked": asked,
        "recorded": recorded,
        "went_on": queries.thrown_since(game, asked.number),
        "is_in_time": is_in_time,
        "by_turn": judged(asked) if asked.is_out_of_turn else None,
    }
    if asked.is_out_of_turn:  # a rule about the table, not about a move
        code = "again" if asked.last and asked.last.throw.colour != asked.colour else "turn"
        return {**_shown(table, {"position": asked.before}), **shown, "thrower": against, "offence_code": code}
    return {**_shown(table, {**known, "against": against or "", **({} if is_in_time else late)}), **shown}


def _signed(request: Request, table: Table, fields: Mapping[str, str], *, is_json: bool) -> HttpResponse:
    stage, tournament = table.round.stage, table.tournament
    is_throw = fields.get("what") != "conduct"
    done = sign_ruling(
        tournament,
        by=request.actor,
        action_id=as_action_id(fields.get("action_id", "")),
        table_id=table.public_id,
        against=fields.get("against", ""),
        claimed_by=fields.get("claimed_by", ""),
        facts=facts_of(fields, stage.rules, stage.options) if is_throw else None,
        throw=whole(fields.get("throw", "")),
        **_by_offence(table, decided_of(fields)),
    )
    address = reverse("ruling", args=[tournament.public_id, done.receipt["claim"]])
    return JsonResponse({"url": address}) if is_json else redirect(address)


def _by_offence(table: Table, decided: dict[str, Any]) -> dict[str, Any]:
    """An offence brings its measure along, unless another was chosen."""
    if not decided.get("offence") or decided.get("measure"):
        return decided
    known = {one["code"]: one for one in offences_of(table.tournament.club)}
    if decided["offence"] not in known:
        raise Refused("no_such_offence", _("There is no such offence."))
    one = known[decided["offence"]]
    return {**decided, "measure": one["measure"], "points": one["points"]}


def _judged(table: Table, fields: Mapping[str, str]) -> dict[str, Any]:
    """The same as the op `sheet` of the protocol."""
    facts = facts_of(fields, table.round.stage.rules, table.round.stage.options)
    return shown(facts, verdict_on(facts), language())


def worded(verdict: Mapping[str, Any]) -> dict[str, Any]:
    """A kept verdict for a page, in the reader's language."""
    spoken = language()
    return {
        "title": verdict["title"][spoken],
        "words": verdict["words"][spoken],
        "verdict": verdict,
        "rules": explained(spoken, verdict["broken"]),
        "before": mark_safe(verdict["before"]),  # noqa: S308  (our drawing)
        "after": mark_safe(verdict["after"]),  # noqa: S308  (our drawing)
    }


def _shown(table: Table, fields: Mapping[str, str]) -> dict[str, Any]:
    view, tournament = table_view(table, full=True), table.tournament
    colours = [seat.colour for seat in view.seats]
    position = fields.get("position") or _plausible(table, colours)
    offences = offences_of(tournament.club)
    title = f"title_{language()}"
    return {
        "tournament": tournament,
        "table": view,
        "round": table.round,
        "stage": table.round.stage,
        "options": json.dumps(table.round.stage.options),
        "rules_name": registry.rule_class(table.round.stage.rules).names[language()],
        "fields": {"standing": position, **fields, "position": position},
        "board": (board := board_of(position)),
        "standing": board,
        "colours": colours,
        "weights": queries.weights_at(table),
        "dice": range(1, 7),
        "two": (1, 2),
        "is_mauer": table.round.stage.rules == "mauer",
        "offences": [{**one, "title": one[title]} for one in sorted(offences, key=lambda one: not one["is_frequent"])],
        "measures": Measure.choices,
        "boards": queries.BOARDS,
        "referees": referees(tournament),
        "at": "claim",
    }


def _plausible(table: Table, colours: list[str]) -> str:
    """The position that a game at this table starts from."""
    stage = table.round.stage
    rules = registry.rules(stage.rules, stage.options)
    board = None if stage.rules in ("turnier", "mauer") else table.board.kind
    try:
        return rules.write(rules.start(colours=colours, board=board))
    except GameError:  # an odd table: whoever sits there, on the board that stands there
        waiting = " ".join(f"{colour}:B,B,B,B" for colour in colours)
        return f"{table.board.kind} {waiting} {colours[0]} 0"


def board_of(position: str, *, is_touched: bool = True) -> SafeString:
    """`is_touched`: to be set up by tapping."""
    look = View(language=language(), with_numbers=True, is_focusable=is_touched)
    try:
        return mark_safe(draw(position, view=look))  # noqa: S308  (our drawing)
    except GameError:
        return SafeString("")

"""A claim without a move to judge, talked through at the table: what happened, about whom, three questions, what counts."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from games.engine.rules.errors import GameError
from games.recording.on_phone import kept_on_phone
from referee.claims.queries import found_at_table
from referee.claims.typed import by_offence, decided_of, fields_of
from referee.judging.incidents.asking import Asks
from referee.judging.incidents.register import known, question, stored
from referee.models import Measure
from referee.rulings import sure
from referee.rulings.actions import at_this_table, sign_ruling
from referee.rulings.one_a_throw import happened_already, ruled_before
from referee.rulings.recorded import by_record, in_play
from tournament.core import find
from tournament.core.access import gate
from tournament.core.errors import Refused, sentence_of, status_of
from tournament.core.languages import best_of, spoken
from tournament.core.pages.requests import Request, as_action_id
from tournament.core.refusals import NOT_AT_THIS_TABLE
from tournament.models import Table
from tournament.rounds.queries import table_view
from tournament.stages.options import how_played, played_at

MISTAKES = (Refused, GameError)
ANSWER = "a-"  # before the name of a question, in a form
Fields = Mapping[str, str]


@kept_on_phone
@gate("rulings.sign", find.table)
def incident(request: Request, table: Table) -> HttpResponse:
    """GET starts the talk; POST signs (`to` is sign, or JSON), else it asks on."""
    template = "referee/claims/incident.html"
    if request.method != "POST":
        return render(request, template, _context(table, {}))
    is_json = request.content_type == "application/json"
    fields: Fields = {}
    try:
        fields = fields_of(request)
        if is_json or fields.get("to") == "sign":
            if (
                not is_json
                and sure.is_to_be_asked(fields)
                and _decided(table, fields, is_older=False).get("measure") == Measure.EXCLUSION
            ):
                address = reverse("incident", args=[table.tournament.public_id, table.public_id])
                return sure.asked(request, table, fields, address, against=fields.get("who", ""))
            return _signed(request, table, fields, is_json=is_json)
        return render(request, template, _context(table, fields))
    except MISTAKES as error:
        status, sentence = status_of(error), sentence_of(error)
        if is_json:
            return JsonResponse({"error": sentence}, status=status)
        return render(request, template, {**_context(table, {}), "trouble": sentence}, status=status)


@gate("rulings.sign", find.table)
def ask(request: Request, table: Table) -> HttpResponse:
    """The next question, or what was found, as the op `table` of the protocol says it: for pages without an engine of their
    own."""
    try:
        fields = fields_of(request)
        code, colour = fields.get("incident", ""), _colour(table, fields)
        case = at_this_table(table, colour, _answers(fields))
        try:
            known_now = by_record(table)._asdict()
            already = _already(table, colour, code)
            return JsonResponse({"asks": None, "ruling": stored(code, case), "already": already, **known_now})
        except Asks as asks:
            return JsonResponse({"asks": question(asks), "ruling": None, **by_record(table)._asdict()})
    except MISTAKES as error:
        return JsonResponse({"error": sentence_of(error)}, status=status_of(error))


def _already(table: Table, colour: str, code: str) -> str:
    """What is said before the same is signed a second time."""
    standing = ruled_before(table, colour, code)
    return str(happened_already(standing)) if standing else ""


def _signed(request: Request, table: Table, fields: Fields, *, is_json: bool) -> HttpResponse:
    is_older = is_json and "to_throw" not in fields  # kept by a page that asked for what the record says
    done = sign_ruling(
        table.tournament,
        by=request.actor,
        action_id=as_action_id(fields.get("action_id", "")),
        table_id=table.public_id,
        against=fields.get("who", ""),
        incident={"code": fields.get("incident", ""), "answers": _answers(fields)},
        is_sure=bool(fields.get("is_sure")),
        shown=fields.get("to_throw"),
        is_older=is_older,
        is_again=bool(fields.get("is_again")),
        **_decided(table, fields, is_older=is_older),
    )
    address = reverse("ruling", args=[table.tournament.public_id, done.receipt["claim"]])
    return JsonResponse({"url": address}) if is_json else redirect(address)


def _decided(table: Table, fields: Fields, *, is_older: bool) -> dict[str, Any]:
    try:
        case = at_this_table(table, _colour(table, fields), _answers(fields), is_older=is_older)
        found = stored(fields.get("incident", ""), case)
    except (Asks, GameError):
        found = {"offence": ""}  # the action says what is wrong, or still open
    return by_offence(table.tournament.club, {"offence": found["offence"], **decided_of(fields)})


def _colour(table: Table, fields: Fields) -> str:
    seat = table.seats.filter(entry__public_id=fields.get("who", "")).first()
    if seat is None:
        raise NOT_AT_THIS_TABLE()
    return seat.colour


def _answers(fields: Fields) -> dict[str, str]:
    return {name.removeprefix(ANSWER): value for name, value in fields.items() if name.startswith(ANSWER) and value}


def _context(table: Table, fields: Fields) -> dict[str, Any]:
    view, played = table_view(table, full=True), played_at(table)
    asked, found = _talk(table, fields)
    there = in_play(table)
    return {
        "tournament": table.tournament,
        "table": view,
        "round": table.round,
        "stage": table.round.stage,
        "rules": played.rules,
        "options": json.dumps(played.options),
        "colours": json.dumps(there),
        "seats": [seat for seat in view.seats if seat.colour in there],
        "known": by_record(table)._asdict(),
        "rules_name": how_played(played),
        "incidents": [
            {"code": one.code, "title": one.title.said(spoken()), "about": one.about.said(spoken())}
            for one in known(played.engine)
        ],
        "fields": fields,
        "asked": asked,
        "found": found_at_table(found) if found else None,
        "already": _already(table, _colour(table, fields), fields["incident"]) if found else "",
        "at": "claim",
    }


def _talk(table: Table, fields: Fields) -> tuple[list[dict[str, Any]], dict[str, Any] | None]:
    """The questions answered so far with the next one, and what was found once all are answered."""
    if not fields.get("incident") or not fields.get("who"):
        return [], None
    colour, given, said = _colour(table, fields), _answers(fields), dict[str, str]()
    asked: list[dict[str, Any]] = []
    while True:
        try:
            return asked, stored(fields["incident"], at_this_table(table, colour, said))
        except Asks as asks:
            name = asks.question.name
            chosen = given.get(name, "")
            asked.append({"name": ANSWER + name, "chosen": chosen, **_in_words(question(asks))})
            if chosen not in asks.answers:
                return asked, None
            said[name] = chosen


def _in_words(asked: dict[str, Any]) -> dict[str, Any]:
    language = spoken()
    return {"text": best_of(asked["text"], language), "answers": list(_choices(asked, language))}


def _choices(asked: dict[str, Any], language: str) -> Iterator[tuple[str, str]]:
    for one in asked["answers"]:
        yield one["value"], best_of(one["text"], language)

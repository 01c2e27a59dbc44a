"""A round made by hand at the desk: start numbers typed at the tables, with what that does, until everybody sits."""

from collections.abc import Iterator
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.core import find
from tournament.core.access import gate
from tournament.core.pages.requests import Request, action_id
from tournament.core.refusals import UNFINISHED
from tournament.draw import report_words
from tournament.draw.actions import store_draft
from tournament.draw.by_hand import round_made
from tournament.draw.by_hand.round_made import Sheet
from tournament.draw.request import Basis, basis
from tournament.draw.seating.writing import request_data
from tournament.models import Stage
from tournament.people.names import full_name
from tournament.stages.options import FOUR, played_by

MOST_TABLES, SEATS = 500, 4


@gate("rounds.draw", find.stage)
def hand(request: Request, stage: Stage) -> HttpResponse:
    """`to`=take stores it as the draft. Until then the numbers stand only in the form."""
    now = basis(stage)
    made = round_made.sheet(now, _kinds(stage, now), list(_typed(request)), played_by(stage).neutral)
    if request.POST.get("to") == "take":
        return _store_as_draft(request, stage, now, made)
    context = {"tournament": stage.tournament, "stage": stage, "number": now.first, **_page_context(now, made)}
    return render(request, "draw/by_hand.html", context)


def _kinds(stage: Stage, now: Basis) -> dict[int, str]:
    """The kinds of the boards in the hall. Needed only with tables of three: they may get a board of another kind."""
    if played_by(stage).neutral:
        return {board.number: FOUR for board in now.request.boards}
    is_needed = any(board.kind == "6" for board in now.request.boards)
    return dict(stage.tournament.boards.values_list("number", "kind")) if is_needed else {}


def _typed(request: Request) -> Iterator[list[str]]:
    """The numbers typed, table by table, for as many tables as were sent."""
    post = request.POST
    for table in range(MOST_TABLES):
        if f"seat_{table}_0" not in post:
            return
        yield [post.get(f"seat_{table}_{seat}", "") for seat in range(SEATS)]


def _store_as_draft(request: Request, stage: Stage, now: Basis, made: Sheet) -> HttpResponse:
    if not made.is_whole:
        raise UNFINISHED()
    act: dict[str, Any] = {"by": request.actor, "action_id": action_id(request), "stage_id": stage.pk}
    drawn = round_made.drawn(now, made)
    done = store_draft(stage.tournament, made_from=now.fingerprint, drawn=drawn, **act)
    messages.success(request, _("The round is a draft now. Nobody sees it before you publish it."))
    return redirect("round", stage.tournament.public_id, done.receipt["rounds"][0])


def _page_context(now: Basis, made: Sheet) -> dict[str, Any]:
    people = {index: f"{entry.number} {full_name(entry.person)}" for index, entry in enumerate(now.field.entries)}
    names = {str(entry.number): full_name(entry.person) for entry in now.field.entries}
    tables = [
        (board.number, [(colour, number, names.get(number, "")) for colour, number in seats])
        for board, seats in made.tables
    ]
    return {
        "tables": tables,
        "unseated": [people[player] for player in made.figures.unseated],
        "unknown": made.unknown,
        "twice": made.twice,
        "against": list(_objections(made, people)),
        "said": _sentences(now, made) if made.is_whole else [],
        "is_whole": made.is_whole,
    }


def _objections(made: Sheet, people: dict[int, str]) -> Iterator[str]:
    """Objections to the tables as far as they are filled."""
    frames = _("%(one)s and %(other)s meet again."), _("%(one)s and %(other)s should sit apart, and share a table.")
    for frame, pairs in zip(frames, (sorted(made.figures.repeats), sorted(made.figures.wishes)), strict=True):
        for one, other in pairs:
            yield frame % {"one": people[one], "other": people[other]}


def _sentences(now: Basis, made: Sheet) -> list[report_words.Sentence]:
    drawn = round_made.drawn(now, made)
    names = {entry.pk: f"{entry.number} {full_name(entry.person)}" for entry in now.field.entries}
    return report_words.sentences(drawn.report, names, request_data(drawn.request, now.mode))

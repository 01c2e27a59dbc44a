"""A round made by hand at the desk: start numbers typed at the tables, with what that does, until everybody sits."""

from collections.abc import Iterator
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament import by_hand, draw_words, find
from tournament.access import gate
from tournament.actions.rounds import store_draft
from tournament.by_hand import Sheet
from tournament.errors import Refused
from tournament.lots import Basis, basis
from tournament.models import Stage
from tournament.names import full_name
from tournament.seating.writing import request_data
from tournament.views.requests import Request, action_id

MOST_TABLES, SEATS = 500, 4


@gate("rounds.draw", find.stage)
def hand(request: Request, stage: Stage) -> HttpResponse:
    """`to`=take: it becomes the draft. Before that nothing is kept but what stands in the form."""
    now = basis(stage)
    made = by_hand.sheet(now, _kinds(stage, now), list(_typed(request)))
    if request.POST.get("to") == "take":
        return _taken(request, stage, now, made)
    shown = {"tournament": stage.tournament, "stage": stage, "number": now.first, **_shown(now, made)}
    return render(request, "tournament/rounds/hand.html", shown)


def _kinds(stage: Stage, now: Basis) -> dict[int, str]:
    """Of the boards as they stand in the hall: tables of three alone may be sent to one of another kind."""
    is_needed = any(board.kind == "6" for board in now.request.boards)
    return dict(stage.tournament.boards.values_list("number", "kind")) if is_needed else {}


def _typed(request: Request) -> Iterator[list[str]]:
    """As far as there are tables in what was sent."""
    post = request.POST
    for table in range(MOST_TABLES):
        if f"seat_{table}_0" not in post:
            return
        yield [post.get(f"seat_{table}_{seat}", "") for seat in range(SEATS)]


def _taken(request: Request, stage: Stage, now: Basis, made: Sheet) -> HttpResponse:
    if not made.is_whole:
        raise Refused("unfinished", _("Somebody has no seat, or a table is not of three or four."))
    act: dict[str, Any] = {"by": request.actor, "action_id": action_id(request), "stage_id": stage.pk}
    drawn = by_hand.drawn(now, made)
    done = store_draft(stage.tournament, made_from=now.fingerprint, drawn=drawn, **act)
    messages.success(request, _("The round is a draft now. Nobody sees it before you publish it."))
    return redirect("round", stage.tournament.public_id, done.receipt["rounds"][0])


def _shown(now: Basis, made: Sheet) -> dict[str, Any]:
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
        "against": list(_against(made, people)),
        "said": _report(now, made) if made.is_whole else [],
        "is_whole": made.is_whole,
    }


def _against(made: Sheet, people: dict[int, str]) -> Iterator[str]:
    """What can be said against the tables as far as they are filled."""
    frames = _("%(one)s and %(other)s meet again."), _("%(one)s and %(other)s should sit apart, and share a table.")
    for frame, pairs in zip(frames, (made.figures.repeats, made.figures.wishes), strict=True):
        for one, other in sorted(pairs):
            yield frame % {"one": people[one], "other": people[other]}


def _report(now: Basis, made: Sheet) -> list[draw_words.Said]:
    drawn = by_hand.drawn(now, made)
    names = {entry.pk: f"{entry.number} {full_name(entry.person)}" for entry in now.field.entries}
    return draw_words.sentences(drawn.report, names, request_data(drawn.request, now.mode))

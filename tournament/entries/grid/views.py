"""The players' grid: every field of every entry, changed in place. Without a script it is a list that links to each player."""

import json
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.core import find
from tournament.core.access import gate
from tournament.core.errors import Refused
from tournament.core.pages.requests import Request, as_action_id
from tournament.core.refusals import UNREADABLE
from tournament.entries.grid.actions import MOST_CELLS, Cell, Left, edit_entries, remove_entries
from tournament.entries.grid.queries import grid
from tournament.models import Tournament

MOST_AT_ONCE = 50  # steps of one request, with no more than MOST_CELLS cells together; the page sends the others again
LONGEST = 2000  # characters of a cell


@gate("entries.change", find.tournament)
def players(request: Request, tournament: Tournament) -> HttpResponse:
    sought = " ".join(request.GET.get("q", "").split())[:80]
    context = {
        "tournament": tournament,
        "stream": tournament.stream,
        "grid": grid(tournament, sought=sought, sort=request.GET.get("sort", "")[:40]),
        "q": sought,
        "here": reverse("players", args=[tournament.public_id]),
        "player_page": reverse("player", args=[tournament.public_id]),
    }
    return render(request, "entries/grid/page.html", context)


@gate("entries.change", find.tournament)
def steps(request: Request, tournament: Tournament) -> HttpResponse:
    """JSON: steps that the page has kept, in order: cells changed, entries deleted. Each stands for itself and counts once."""
    is_json = request.content_type == "application/json"
    try:
        sent = _sent(request.body if is_json else b"")
    except Refused as refusal:
        return JsonResponse({"done": [], "trouble": str(refusal)}, status=refusal.status)
    done, refused = [], {}
    for key, body in sent:
        left = _step(request, tournament, key, body)
        if left:
            refused[key] = left
        else:
            done.append(key)
    return JsonResponse({"done": done, "refused": refused})


def _step(request: Request, tournament: Tournament, key: str, body: dict[str, Any]) -> dict[str, Any]:
    """What of a step was refused, nothing if all was done."""
    how: dict[str, Any] = {"by": request.actor, "action_id": key}
    cells = [Cell(**cell) for cell in body.get("cells", [])]
    try:
        if body.get("remove"):
            kept = remove_entries(tournament, entries=body["remove"], **how).result or []
            return {"trouble": " ".join(map(str, kept)), "cells": []} if kept else {}
        done = edit_entries(tournament, cells=cells, **how)
    except Refused as refusal:
        return {"trouble": str(refusal), "cells": [_plain(Left(cell, refusal)) for cell in cells]}
    if done.is_repeat and done.receipt.get("left"):
        return {"trouble": _("Some of it was not taken. Look at it again."), "cells": []}
    left = [_plain(one) for one in done.result or []]
    return {"trouble": left[0]["trouble"], "cells": left} if left else {}


def _plain(left: Left) -> dict[str, Any]:
    """As the page keeps it, with what stands there now, where that is why."""
    cell, now = left.cell, left.refusal.data.get("now")
    known = {"entry": cell.entry, "field": cell.field, "value": cell.value, "trouble": str(left.refusal)}
    return known | ({"now": now} if isinstance(now, str) else {})


def _sent(body: bytes) -> list[tuple[str, dict[str, Any]]]:
    """(id, step) of each."""
    try:
        steps = [(step["id"], step) for step in json.loads(body)["lines"][:MOST_AT_ONCE]]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UNREADABLE() from None
    if not all(isinstance(key, str) and as_action_id(key) and _is_step(step) for key, step in steps):
        raise UNREADABLE()
    return _as_many_as_go(steps)


def _as_many_as_go(steps: Sequence[tuple[str, dict[str, Any]]]) -> list[tuple[str, dict[str, Any]]]:
    """The first, and those after it as long as they are not too much for one request."""
    sizes = accumulate(len(step.get("cells", [])) + len(step.get("remove", [])) for _key, step in steps)
    return [step for n, (step, size) in enumerate(zip(steps, sizes, strict=True)) if not n or size <= MOST_CELLS]


def _is_step(step: dict[str, Any]) -> bool:
    cells, remove = step.get("cells", []), step.get("remove", [])
    if not isinstance(cells, list) or not isinstance(remove, list) or not (cells or remove):
        return False
    return all(map(_is_word, remove)) and all(isinstance(cell, dict) and _is_cell(cell) for cell in cells)


def _is_cell(cell: dict[str, Any]) -> bool:
    was = cell.get("was")
    named = [cell.get(name) for name in ("entry", "field", "value")]
    return (
        cell.keys() <= {"entry", "field", "value", "was"}
        and all(map(_is_word, named))
        and (was is None or _is_word(was))
    )


def _is_word(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST and "\0" not in value

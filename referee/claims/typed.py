"""Parse what a phone sends for a ruling: a form, or JSON that the phone keeps in its queue until it is answered."""

import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest

from referee.judging.sheet import FACTS
from referee.offences.catalogue import offences_of
from tournament.core.refusals import NO_SUCH_OFFENCE, UNREADABLE_REQUEST
from tournament.core.whole_numbers import whole_number
from tournament.models import Club
from tournament.stages.options import Played

DECIDED = ("measure", "board", "position", "deviation", "offence", "words", "second")
LONGEST = 4000


def fields_of(request: HttpRequest) -> dict[str, str]:
    """The fields that were sent, all of them text, from a form or from JSON."""
    if request.content_type != "application/json":
        return {key: value for key, value in request.POST.items() if isinstance(value, str)}
    try:
        sent = json.loads(request.body)
    except (ValueError, RecursionError):
        sent = None
    if not isinstance(sent, dict) or not all(isinstance(value, str) for value in sent.values()):
        raise UNREADABLE_REQUEST()
    if any("\0" in value or len(value) > LONGEST for value in sent.values()):
        raise UNREADABLE_REQUEST()
    return sent


def facts_of(fields: Mapping[str, str], played: Played) -> dict[str, Any]:
    """One throw as the protocol takes it. The rules come from the round, never from the phone."""
    facts: dict[str, Any] = {name: fields.get(name, "").strip() or None for name in FACTS}
    return {**facts, "rules": played.rules, "options": dict(played.options), "roll": _roll(fields.get("roll", ""))}


def _roll(text: str) -> int | list[int] | None:
    words = text.replace(",", " ").split()
    dice = [number for word in words if (number := whole_number(word, 9)) is not None]
    if not dice or len(dice) < len(words):
        return None
    return dice[0] if len(dice) == 1 else dice


def decided_of(fields: Mapping[str, str]) -> dict[str, Any]:
    """What the referee decided; `standing` is the position that they set up where they differ from the verdict."""
    decided: dict[str, Any] = {name: fields[name] for name in DECIDED if fields.get(name)}
    decided["position"] = fields.get("standing", "")
    if decided.get("measure") == "points":
        decided["points"] = whole(fields.get("points", "")) or 0
    return decided


def by_offence(club: Club, decided: dict[str, Any]) -> dict[str, Any]:
    """Take the measure from the chosen offence, unless another measure was chosen."""
    if not decided.get("offence") or decided.get("measure"):
        return decided
    known = {one["code"]: one for one in offences_of(club)}
    if decided["offence"] not in known:
        raise NO_SUCH_OFFENCE()
    one = known[decided["offence"]]
    return {**decided, "measure": one["measure"], "points": one["points"]}


def whole(text: str) -> int | None:
    return whole_number(text.strip(), 99_999)

"""What a phone sends for a ruling: by a form, or as JSON kept under its own id until it is answered."""

import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from referee.judging.sheet import FACTS
from tournament.errors import Refused

DECIDED = ("measure", "board", "position", "deviation", "offence", "words", "second")
LONGEST = 4000


def fields_of(request: HttpRequest) -> dict[str, str]:
    """All that is sent is text, whichever way it came."""
    if request.content_type != "application/json":
        return {key: value for key, value in request.POST.items() if isinstance(value, str)}
    try:
        said = json.loads(request.body)
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict) or not all(isinstance(value, str) for value in said.values()):
        raise Refused("unreadable", _("This could not be read."))
    if any("\0" in value or len(value) > LONGEST for value in said.values()):
        raise Refused("unreadable", _("This could not be read."))
    return said


def facts_of(fields: Mapping[str, str], rules: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """One throw as the protocol has it. By which rules it is judged the stage says, not the phone."""
    said: dict[str, Any] = {name: fields.get(name, "").strip() or None for name in FACTS}
    return {**said, "rules": rules, "options": dict(options), "roll": _roll(fields.get("roll", ""))}


def _roll(text: str) -> int | list[int] | None:
    words = text.replace(",", " ").split()
    if not all(word.isascii() and word.isdigit() and len(word) == 1 for word in words) or not words:
        return None
    dice = [int(word) for word in words]
    return dice[0] if len(dice) == 1 else dice


def decided_of(fields: Mapping[str, str]) -> dict[str, Any]:
    """What the referee decided; `standing` is the position that was set up for a ruling of one's own."""
    said: dict[str, Any] = {name: fields[name] for name in DECIDED if fields.get(name)}
    said["position"] = fields.get("standing", "")
    if said.get("measure") == "points":
        said["points"] = whole(fields.get("points", "")) or 0
    return said


def whole(text: str) -> int | None:
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None

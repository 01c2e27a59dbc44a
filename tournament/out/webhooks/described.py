"""Webhooks in the description of the API: the events, and what each is told by."""

from typing import Any

from tournament.core.story import WORDS
from tournament.out.webhooks.actions import TEST
from tournament.out.webhooks.sending import AREAS

ID = {"type": "string", "minLength": 1}
SIGNED = {
    "name": "Augengenau-Signature",
    "in": "header",
    "required": True,
    "description": "t=SECONDS,v1=HEX: HMAC-SHA256, keyed with the secret of the webhook, over SECONDS, a full stop and the body.",
    "schema": {"type": "string", "pattern": "^t=[0-9]+,v1=[0-9a-f]{64}$"},
}


def events() -> dict[str, str]:
    """Every event that a webhook can hear of, with the area that it belongs to."""
    return {
        code: area for code in sorted(WORDS) for area, (_about, prefixes) in AREAS.items() if code.startswith(prefixes)
    }


def webhooks() -> dict[str, Any]:
    """Parts of an OpenAPI 3.1 document."""
    return {"webhooks": {area: {"post": _told(area)} for area in AREAS} | {TEST: {"post": _told(TEST)}}}


def _told(area: str) -> dict[str, Any]:
    codes = [code for code, of in events().items() if of == area] or [TEST]
    words = "\n".join(f"- `{code}`: {WORDS[code]}" for code in codes if code in WORDS)
    return {
        "operationId": f"webhook_{area}",
        "summary": str(AREAS[area][0]) if area in AREAS else "a test, sent from the desk",
        "description": f"Told to the addresses that a club has named for it.\n\n{words}".strip(),
        "tags": ["webhooks"],
        "security": [],
        "parameters": [SIGNED],
        "requestBody": {"required": True, "content": {"application/json": {"schema": _message(area, codes)}}},
        "responses": {
            "2XX": {"description": "Heard. Any other answer, or none in five seconds, and it is sent again later."},
            "4XX": {"description": "Not heard: sent again after 10 seconds, 1 and 10 minutes, 1, 6 and 12 hours."},
        },
    }


def _message(area: str, codes: list[str]) -> dict[str, Any]:
    always: dict[str, Any] = {
        "id": {**ID, "description": "The same each time that it is sent."},
        "event": {"type": "string", "enum": codes},
        "at": {"type": "string", "format": "date-time"},
        "club": ID,
    }
    if area == TEST:
        return {"type": "object", "properties": always, "required": list(always)}
    here = {
        "tournament": ID,
        "seq": {"type": "integer", "minimum": 1, "description": "The running number in the log."},
        "hash": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
        "about": {"type": "object", "properties": _about(), "description": "What applies of them."},
    }
    return {"type": "object", "properties": always | here, "required": [*always, *here]}


def _about() -> dict[str, Any]:
    number, numbers = {"type": "integer"}, {"type": "array", "items": {"type": "integer"}}
    return {
        "stage": number,
        "round": number,
        "rounds": numbers,
        "table": number,
        "tables": numbers,
        "number": number,
        "entry": ID,
    }

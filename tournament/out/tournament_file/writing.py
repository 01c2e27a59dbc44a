"""Export a tournament as one JSON document, a row a line, with everything but secrets, for any program to read.

The same tournament gives the same bytes, on every machine and both databases.
"""

import base64
import json
from datetime import UTC, datetime, time, timedelta
from typing import Any, cast

from django.db import models, transaction
from django.utils.duration import duration_iso_string

from tournament.models import Entry, Tournament
from tournament.policy import parts as shape
from tournament.policy.parts import Part

NOBODY = 0  # the id of an entry that was drawn once and no longer exists
Row = dict[str, Any]
Numbers = dict[type[models.Model], dict[int, int]]  # ids in the document by primary key, for each model


def document(tournament: Tournament) -> dict[str, Any]:
    with transaction.atomic():  # a consistent state
        numbers: Numbers = {}
        rows = {part.name: _rows(part, tournament, numbers) for part in shape.parts()}
        return {
            "format": shape.FORMAT,
            "version": shape.VERSION,
            "club": {"name": tournament.club.name},
            "tournament": _row(shape.TOURNAMENT, Tournament.objects.get(pk=tournament.pk), numbers),
            **rows,
        }


def text(content: dict[str, Any]) -> str:
    return "{\n" + ",\n".join(f"{_json(name)}: {_value(value)}" for name, value in content.items()) + "\n}\n"


def _value(value: Any) -> str:
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(_json(row) for row in value) + "\n]"
    return _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _rows(part: Part, tournament: Tournament, numbers: Numbers) -> list[Row]:
    rows = list(part.rows(tournament))
    numbers[part.model] = {row.pk: number for number, row in enumerate(rows, 1)}
    return [{"id": numbers[part.model][row.pk], **_row(part, row, numbers)} for row in rows]


def _row(part: Part, row: models.Model, numbers: Numbers) -> Row:
    return {each.name: _field_value(part, each, row, numbers) for each in part.fields}


def _field_value(part: Part, each: "models.Field[Any, Any]", row: models.Model, numbers: Numbers) -> Any:
    value = getattr(row, each.attname)
    if each.is_relation:
        if each.related_model is Tournament:
            return value is not None
        return numbers.get(cast(type[models.Model], each.related_model), {}).get(value)
    if each.name in part.inside:
        value = part.inside[each.name](value, lambda entry: numbers[Entry].get(entry, NOBODY))
    return plain(value)


def plain(value: Any) -> Any:
    """Convert a value to plain JSON types in one way only. Keys are sorted, as databases keep them in different orders."""
    if isinstance(value, dict):
        return {str(name): plain(value[name]) for name in sorted(value, key=str)}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    if isinstance(value, time):
        return f"{value:%H:%M}"
    if isinstance(value, timedelta):
        return duration_iso_string(value)
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(bytes(value)).decode()
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)

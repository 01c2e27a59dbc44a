"""The JSON Schema of a tournament's document, derived from the models, so that the two cannot differ."""

from collections.abc import Collection
from functools import cache
from typing import Any

from django.db import models
from jsonschema import Draft202012Validator

from tournament.core.when import HOUR
from tournament.models import Club, Tournament
from tournament.models.ids import ALPHABET
from tournament.policy import parts as shape
from tournament.policy.parts import Part

DIALECT = "https://json-schema.org/draft/2020-12/schema"
MOMENT = {"type": "string", "format": "date-time", "description": "in UTC"}
NUMBER = {"type": "integer", "minimum": 1}
TYPES: "dict[type[models.Field[Any, Any]], dict[str, Any]]" = {
    models.BooleanField: {"type": "boolean"},
    models.DateTimeField: MOMENT,
    models.TimeField: {"type": "string", "pattern": HOUR, "description": "by the clock in the hall"},
    models.DateField: {"type": "string", "format": "date"},
    models.DurationField: {"type": "string", "format": "duration"},
    models.PositiveIntegerField: {"type": "integer", "minimum": 0},
    models.IntegerField: {"type": "integer"},
    models.BigIntegerField: {"type": "integer"},
    models.JSONField: {"type": ["object", "array"]},
}
# The file may come from anybody: ids must be safe in URLs, and names must not contain control characters.
ID = {"type": "string", "pattern": f"^[{ALPHABET}]{{12}}$", "maxLength": 12}
STEERING = "[\\u0000-\\u001f\\u007f-\\u009f\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]"
NAMES = ("name", "given_name", "family_name", "from_club", "family", "login", "guardian", "place")


@cache
def validator() -> Draft202012Validator:
    return Draft202012Validator(schema(), format_checker=Draft202012Validator.FORMAT_CHECKER)


def schema() -> dict[str, Any]:
    lists = {part.name: _list(part) for part in shape.parts()}
    properties = {
        "format": {"const": shape.FORMAT},
        "version": {"const": shape.VERSION},
        "club": _object({"name": _field(Club._meta.get_field("name"))}),
        "tournament": _object(_fields(shape.TOURNAMENT), _later(shape.TOURNAMENT)),
        **lists,
    }
    return {
        "$schema": DIALECT,
        "title": "A tournament of Augengenau",
        "description": "Rows refer to each other by their ids, which mean something in this document only.",
        **_object(properties),
    }


def _list(part: Part) -> dict[str, Any]:
    about = (part.model.__doc__ or "").strip().split("\n\n")[0]
    described = {} if about.startswith(f"{part.model.__name__}(") else {"description": " ".join(about.split())}
    return {"type": "array", **described, "items": _object({"id": NUMBER, **_fields(part)}, _later(part))}


def _later(part: Part) -> set[str]:
    """Fields added later, with a default in the database: older documents lack them."""
    return {each.name for each in part.fields if each.has_db_default()}


def _object(properties: dict[str, Any], later: Collection[str] = ()) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if name not in later],
        "additionalProperties": False,
    }


def _fields(part: Part) -> dict[str, Any]:
    return {each.name: _field(each) for each in part.fields}


def _field(each: Any) -> dict[str, Any]:
    schema = _reference(each) if each.is_relation else _plain(each)
    return _or_null(schema) if each.null and each.related_model is not Tournament else schema


def _reference(each: Any) -> dict[str, Any]:
    if each.related_model is Tournament:
        return {"type": "boolean", "description": "whether it is of the tournament itself"}
    listed = next((part.name for part in shape.parts() if part.model is each.related_model), None)
    if listed is None:
        return {"type": "null", "description": "does not travel"}
    return {**NUMBER, "description": f"id in {listed}"}


def _plain(each: Any) -> dict[str, Any]:
    kind = next((TYPES[cls] for cls in type(each).__mro__ if cls in TYPES), None)
    if kind is not None:
        return dict(kind)
    if each.name == "public_id":
        return dict(ID)
    schema: dict[str, Any] = {"type": "string", **({"not": {"pattern": STEERING}} if each.name in NAMES else {})}
    if each.choices:
        return {**schema, "enum": [*([""] if each.blank else []), *(str(value) for value, _name in each.flatchoices)]}
    return {**schema, "maxLength": each.max_length} if each.max_length else schema


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    if schema["type"] == "null":
        return schema
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    with_null = {**schema, "type": [*kinds, "null"]}
    return {**with_null, "enum": [*schema["enum"], None]} if "enum" in schema else with_null

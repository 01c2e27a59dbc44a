"""Response bodies that many endpoints share."""

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from rest_framework import serializers


class Receipt(serializers.Serializer[object]):
    """That an action was done, and as which entry of the log."""

    seq = serializers.IntegerField(help_text="The running number in the log: the version that open pages hear of.")
    hash = serializers.RegexField(
        "^[0-9a-f]{64}$",
        help_text="Of the log entry: whoever keeps it can prove that nothing before it was changed.",
    )


def _whole(about: str) -> Callable[[], serializers.IntegerField]:
    return lambda: serializers.IntegerField(help_text=about)


def _text(about: str) -> Callable[[], serializers.CharField]:
    return lambda: serializers.CharField(help_text=about)


# What an action answers besides (`answers` of `tournament.core.action`).
ANSWERED: dict[str, Callable[[], serializers.Field[Any, Any, Any, Any]]] = {
    "id": _text("Of what was made or changed."),
    "version": _whole("Its version now."),
    "number": _whole("The start number."),
    "numbers": _text("The first and the last start number."),
    "count": _whole("How many."),
    "left": _whole("How many were not changed."),
    "rounds": lambda: serializers.ListField(child=serializers.IntegerField(), help_text="What was drawn."),
    "round": _whole("What was changed."),
    "stage": _whole("Its number in addresses."),
    "table": _text("The id of the table."),
    "report": _whole("What confirms it."),
    "level": lambda: serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()), help_text="Who is level still, group by group."
    ),
    "penalty": _whole("Its number in addresses."),
    "call": _whole("Its number in addresses."),
    "claim": _whole("The number of the ruling in addresses."),
    "ruling": _whole("Which ruling about this claim it is: 1 for the first."),
    "game": _text("The id of the recorded game."),
    "club_before": lambda: serializers.CharField(
        allow_blank=True, help_text="Of which club it was, if that is another one: this alone is changed."
    ),
    "job": _text("The id of the work that goes on in the background."),
    "code": _text("Of the offence."),
    "also": lambda: serializers.ListField(
        child=serializers.IntegerField(), help_text="The stages that were changed along with it, by their numbers."
    ),
}
OTHERWISE: dict[str, dict[str, Callable[[], serializers.Field[Any, Any, Any, Any]]]] = {
    "group.added": {"id": _whole("Of the team or category.")},
}


GIVEN: dict[str, type[Receipt]] = {}  # by the code of the action, for each that an endpoint carries out


def receipt_of(does: Any) -> type[Receipt]:
    """The receipt of an action, with what it answers."""
    if does.action not in GIVEN:
        GIVEN[does.action] = _receipt(does.action, does.answers) if does.answers else Receipt
    return GIVEN[does.action]


def _receipt(code: str, answers: tuple[str, ...]) -> type[Receipt]:
    kinds = ANSWERED | OTHERWISE.get(code, {})
    name = "".join(word.capitalize() for word in re.split(r"[._]", code))
    return type(f"{name}Receipt", (Receipt,), {field: kinds[field]() for field in answers})


class Problem(serializers.Serializer[object]):
    """A refusal (RFC 9457): `code` is for programs, `title` for people, in the language asked for (Accept-Language)."""

    type = serializers.RegexField("^/problems/[a-z_]+/$", help_text="The address of the code, where it is explained.")
    title = serializers.CharField()
    status = serializers.IntegerField(min_value=400, max_value=599)
    code = serializers.RegexField("^[a-z_]+$")
    data = serializers.JSONField(  # type: ignore[assignment]  # of the refusal, not of the serializer
        required=False, help_text="What the refusal is about, by its code."
    )
    errors = serializers.JSONField(  # type: ignore[assignment]  # the same
        required=False, help_text="By field, where the request itself is not right."
    )


class Live(serializers.Serializer[object]):
    """Where to hear of changes: server-sent events that say "version n", never what changed."""

    path = serializers.CharField()
    seq = serializers.IntegerField()


@cache
def page_of(row: type[serializers.Serializer[object]]) -> type[serializers.Serializer[object]]:
    """`items` and the cursor of the next page."""
    fields = {
        "items": row(many=True),
        "next": serializers.CharField(allow_null=True, help_text="To be sent as `after`; null on the last page."),
    }
    return type(f"{row.__name__.removesuffix('Out')}Page", (serializers.Serializer,), fields)


@cache
def list_of(row: type[serializers.Serializer[object]]) -> type[serializers.Serializer[object]]:
    """`items`: all of them."""
    name = f"{row.__name__.removesuffix('Out')}List"
    return type(name, (serializers.Serializer,), {"items": row(many=True)})

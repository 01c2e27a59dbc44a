"""The fields of an entry in the API, derived from `tournament.entries.fields`."""

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from rest_framework import serializers

from tournament.core.api_common.strict import Input, Name, Text, Truth, Whole
from tournament.core.mail_addresses import require_sendable
from tournament.entries.actions import HIGHEST_NUMBER
from tournament.entries.details import is_required, most
from tournament.entries.fields import IN_LISTS, Field, Kind


class Address(serializers.EmailField):
    def get_validators(self) -> list[Any]:
        return [*super().get_validators(), require_sendable]


AnyField = serializers.Field[Any, Any, Any, Any]


def taken(field: Field, *, in_list: bool = False) -> AnyField:
    """The field of a request. In a list teams and categories are given by name, and the help text differs."""
    help_text = field.api_list_help if in_list else field.api_help
    more = {"help_text": help_text} if help_text else {}
    return _TAKEN[field.kind](field, **more)


def _text(kind: type[serializers.CharField]) -> Callable[..., AnyField]:
    def made(field: Field, **more: Any) -> AnyField:
        if not is_required(field):
            more |= {"required": False, "default": "", "allow_blank": True}
        return kind(max_length=most(field), **more)

    return made


_TAKEN: dict[Kind, Callable[..., AnyField]] = {
    Kind.NAME: _text(Name),
    Kind.GROUP: _text(Name),
    Kind.TEXT: _text(Text),
    Kind.EMAIL: _text(Address),
    Kind.TRUTH: lambda _field, **more: Truth(default=False, **more),
    Kind.NUMBER: lambda _field, **more: Whole(1, HIGHEST_NUMBER, allow_null=True, default=None, **more),
    Kind.BOARDS: lambda _field, **more: serializers.ListField(
        child=Whole(1, 100_000), max_length=300, default=list, **more
    ),
}


def given(field: Field, source: str = "") -> AnyField:
    more: dict[str, Any] = {"source": source} if source else {}
    if field.kind == Kind.TRUTH:
        return serializers.BooleanField(**more)
    if field.kind == Kind.NUMBER:
        return serializers.IntegerField(allow_null=True, **more)
    if field.kind == Kind.BOARDS:
        return serializers.ListField(child=serializers.IntegerField(), **more)
    return serializers.CharField(allow_blank=True, **more)


def seen(field: Field) -> AnyField:
    """The same where it depends on the reader: null for whoever may not read it."""
    made = given(field)
    made.allow_null = made.allow_null or not field.is_public or field.kind == Kind.GROUP
    return made


# No docstrings here: subclasses would inherit them as their description in the API.


class DetailsIn(Input):
    # The declared fields, after those of the class itself.
    declared: ClassVar[Iterable[Field]] = ()

    def get_fields(self) -> dict[str, AnyField]:
        return super().get_fields() | {field.name: taken(field) for field in self.declared}


class ListedIn(Input):
    # A person in a list: all fields of a list, before those of the class itself.
    def get_fields(self) -> dict[str, AnyField]:
        return {field.name: taken(field, in_list=True) for field in IN_LISTS} | super().get_fields()


class DetailsOut(serializers.Serializer[object]):
    # The declared fields, read from `found_under`, inserted after the field `after` of the class itself.
    declared: ClassVar[Iterable[Field]] = ()
    found_under: ClassVar = ""
    after: ClassVar = ""

    def get_fields(self) -> dict[str, AnyField]:
        own = list(super().get_fields().items())
        at = [name for name, _field in own].index(self.after) + 1 if self.after else 0
        made = [
            (field.name, given(field, f"{self.found_under}{field.name}" if self.found_under else ""))
            for field in self.declared
        ]
        return dict([*own[:at], *made, *own[at:]])

"""Input fields of the API without type coercion: 1 is not text, "1" is not a number, and an unknown field is an error."""

import re
from datetime import datetime, time
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournament.core import languages
from tournament.core.forms import clean_name
from tournament.core.when import HOUR

_WITH_OFFSET = re.compile(r"T.*(Z|[+-]\d\d:\d\d)$")
BIGGEST = 2**31 - 1  # of an integer column, in both databases


class Text(serializers.CharField):
    default_error_messages = {"invalid": _("This must be text.")}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class Name(Text):
    def to_internal_value(self, data: Any) -> str:
        return clean_name(super().to_internal_value(data))


class Whole(serializers.IntegerField):
    def __init__(self, least: int = 0, most: int = BIGGEST, **more: Any) -> None:
        super().__init__(min_value=least, max_value=most, **more)

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return int(super().to_internal_value(data))


class Moment(serializers.DateTimeField):
    """A day and a time with its UTC offset: the same moment in summer and winter and in every time zone."""

    default_error_messages = {"invalid": _("This must be a day and a time like 2026-11-21T18:30:00+01:00.")}

    def to_internal_value(self, data: Any) -> datetime:
        if not isinstance(data, str) or not _WITH_OFFSET.search(data):
            self.fail("invalid")
        return super().to_internal_value(data)


@extend_schema_field({"type": "string", "pattern": HOUR, "example": "14:00"})
class Hour(serializers.TimeField):
    """A time of day by the clock in the hall."""

    default_error_messages = {"invalid": _("This must be a time of day like 14:00.")}

    def __init__(self, **more: Any) -> None:
        super().__init__(format="%H:%M", input_formats=["%H:%M"], **more)

    def to_internal_value(self, data: Any) -> time:
        if not isinstance(data, str) or not re.fullmatch(HOUR, data):
            self.fail("invalid")
        return super().to_internal_value(data)


class Truth(serializers.BooleanField):
    def to_internal_value(self, data: Any) -> bool:
        if type(data) is not bool:
            self.fail("invalid", input=data)
        return data


class Choice(serializers.ChoiceField):
    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str) or data not in self.choices:
            self.fail("invalid_choice", input=str(data)[:60])
        return data


class Language(Choice):
    """One of the languages of the product."""

    def __init__(self, **more: Any) -> None:
        super().__init__(languages.codes(), **more)


@extend_schema_field({"type": ["string", "integer", "boolean"]})
class OptionValue(serializers.JSONField):
    """What an option of the rules can be."""


class Input(serializers.Serializer[object]):
    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict) and (unknown := [key for key in data if key not in self.fields]):
            raise serializers.ValidationError({str(key)[:60]: [_("There is no such field.")] for key in unknown[:20]})
        return super().to_internal_value(data)


class Nothing(Input):
    """An action that needs no more than its address."""


class Versioned(Input):
    version = Whole(1, required=False, help_text="The version that you looked at. An If-Match header says the same.")

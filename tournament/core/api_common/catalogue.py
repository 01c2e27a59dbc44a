"""What can be refused, as a list for programs."""

from typing import ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.core import problems
from tournament.core.api_common.base import Endpoint
from tournament.core.api_common.receipts import list_of


class RefusalOut(serializers.Serializer[object]):
    code = serializers.RegexField("^[a-z_]+$")
    type = serializers.CharField(source="address", help_text="The address that a problem names.")
    statuses = serializers.ListField(child=serializers.IntegerField())
    titles = serializers.ListField(
        child=serializers.CharField(),
        source="sentences",
        help_text="As it may be said, in the language asked for, with … for what differs.",
    )


class Problems(Endpoint):
    """Everything that can be refused, by code."""

    gates: ClassVar = {"GET": "public.see"}
    gives: ClassVar = {"GET": list_of(RefusalOut)}

    def get(self, request: Request) -> Response:
        return self.answer(request, {"items": problems.catalogue().values()})

"""Lists for spreadsheets, and a whole tournament as its document."""

from typing import Any, ClassVar

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request

from tournament import exports
from tournament.api.base import TournamentEndpoint
from tournament.document import writing
from tournament.document.anonymous import without_names


class ListQuery(serializers.Serializer):
    what = serializers.ChoiceField(choices=list(exports.LISTS), default="entries")
    kind = serializers.ChoiceField(choices=list(exports.KINDS), default=exports.CSV)
    names = serializers.ChoiceField(
        choices=["own", "public"], default="own", help_text="public: as everybody sees them."
    )


class DocumentQuery(serializers.Serializer):
    names = serializers.ChoiceField(choices=["all", "none"], default="all", help_text="none: nobody can be recognised.")


class Lists(TournamentEndpoint):
    """A list as CSV or XLSX: players, tables, results, standings, end result."""

    gates: ClassVar = {"GET": "data.export"}
    asks: ClassVar = {"GET": ListQuery}
    file_type = ", ".join(exports.KINDS.values())

    def get(self, request: Request, **_address: Any) -> HttpResponse:
        asked = self.asked(request)
        reader = exports.eyes(self.actor(request), is_for_all=asked["names"] == "public")
        content = exports.file(self.tournament, asked["what"], asked["kind"], reader)
        return HttpResponse(content, content_type=exports.KINDS[asked["kind"]])


class Document(TournamentEndpoint):
    """The whole tournament with its log, as it can be taken in elsewhere."""

    gates: ClassVar = {"GET": "data.export"}
    asks: ClassVar = {"GET": DocumentQuery}
    file_type = "application/json"
    limit = "work"

    def get(self, request: Request, **_address: Any) -> HttpResponse:
        content = writing.document(self.tournament)
        if self.asked(request)["names"] == "none":
            content = without_names(content)
        return HttpResponse(writing.text(content), content_type="application/json")

"""Exports in the API: lists for spreadsheets, and the document of a whole tournament."""

from typing import Any, ClassVar

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request

from tournament.core.api_common.base import TournamentEndpoint
from tournament.out import lists
from tournament.out.tournament_file import writing
from tournament.out.tournament_file.anonymous import without_names


class ListQuery(serializers.Serializer[object]):
    what = serializers.ChoiceField(choices=list(lists.LISTS), default="entries")
    kind = serializers.ChoiceField(choices=list(lists.KINDS), default=lists.CSV)
    names = serializers.ChoiceField(
        choices=["own", "public"], default="own", help_text="public: as everybody sees them."
    )


class DocumentQuery(serializers.Serializer[object]):
    names = serializers.ChoiceField(choices=["all", "none"], default="all", help_text="none: nobody can be recognised.")


class Lists(TournamentEndpoint):
    """A list as CSV or XLSX: players, tables, results, standings, end result."""

    gates: ClassVar = {"GET": "data.export"}
    asks: ClassVar = {"GET": ListQuery}
    file_type = ", ".join(lists.KINDS.values())

    def get(self, request: Request, **_address: Any) -> HttpResponse:
        query = self.asked(request)
        reader = lists.eyes(self.actor(request), is_for_all=query["names"] == "public")
        content = lists.file(self.tournament, query["what"], query["kind"], reader)
        name = f"{lists.stem(self.tournament)}-{query['what']}.{query['kind']}"
        return _file(content, lists.content_type(query["kind"]), name)


class Document(TournamentEndpoint):
    """The whole tournament with its log, as it can be taken in elsewhere."""

    gates: ClassVar = {"GET": "data.export"}
    asks: ClassVar = {"GET": DocumentQuery}
    file_type = "application/json"
    limit = "work"

    def get(self, request: Request, **_address: Any) -> HttpResponse:
        content, stem = writing.document(self.tournament), lists.stem(self.tournament)
        if self.asked(request)["names"] == "none":
            content, stem = without_names(content), "tournament-without-names"
        return _file(writing.text(content).encode(), "application/json", f"{stem}.json")


def _file(content: bytes, kind: str, name: str) -> HttpResponse:
    return HttpResponse(content, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})

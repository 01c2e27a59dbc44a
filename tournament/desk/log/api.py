"""Who did what when: the log of a tournament over the API."""

from typing import ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.core import story
from tournament.core.api_common.base import TournamentEndpoint
from tournament.core.api_common.pages import PageQuery, page
from tournament.core.api_common.receipts import page_of
from tournament.core.api_common.strict import Choice


class LogOut(serializers.Serializer[object]):
    seq = serializers.IntegerField()
    code = serializers.CharField()
    at = serializers.DateTimeField()
    what = serializers.CharField()
    words = serializers.CharField(allow_blank=True)
    who = serializers.CharField()
    role = serializers.CharField(allow_blank=True)
    hash = serializers.CharField()


class LogQuery(PageQuery):
    code = serializers.CharField(required=False, max_length=60, help_text="Or how it begins: entry.")
    sort = Choice(["-seq", "seq"], required=False, default="-seq")


class Log(TournamentEndpoint):
    """What was done, the latest first."""

    gates: ClassVar = {"GET": "log.see"}
    asks: ClassVar = {"GET": LogQuery}
    gives: ClassVar = {"GET": page_of(LogOut)}

    def get(self, request: Request, tournament_id: str) -> Response:
        rows = self.tournament.stream.log.prefetch_related("texts")
        query = self.asked(request)
        if "code" in query:
            rows = rows.filter(code__startswith=query["code"])
        listing = page(rows, query, mark="seq", order=(query["sort"],), row=lambda entry: entry)
        lines = story.told(self.tournament, listing["items"])
        items = [{**vars(line), "code": entry.code} for entry, line in zip(listing["items"], lines, strict=True)]
        return self.answer(request, {**listing, "items": items})

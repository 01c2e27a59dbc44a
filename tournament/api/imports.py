"""A tournament from its document."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.actions.documents import take_in
from tournament.api.base import ClubEndpoint
from tournament.api.receipts import Receipt
from tournament.document import shape
from tournament.document.reading import LARGEST


class AsItCame(BaseParser):
    """Every byte counts: the document brings its own checks."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> bytes:
        return bytes(stream.read(LARGEST + 1))  # one more than is taken, so that reading it says so


class DocumentIn(serializers.Serializer):
    """The document as it was written; docs/tournament-document.schema.json says the rest."""

    format = serializers.ChoiceField(choices=[shape.FORMAT])


class DocumentImport(ClubEndpoint):
    """Tournaments that come from elsewhere."""

    gates: ClassVar = {"POST": "tournament.create"}
    takes: ClassVar = {"POST": DocumentIn}
    gives: ClassVar = {"POST": Receipt}
    status: ClassVar = {"POST": 201}
    parser_classes: ClassVar = [AsItCame]
    limit = "work"

    def post(self, request: Request, club_id: str) -> Response:
        """Take one in from its document, with its log; all of it or nothing."""
        raw = request.data if isinstance(request.data, bytes) else b""  # no body is not read at all
        return self.done(request, take_in, self.club, raw=raw)

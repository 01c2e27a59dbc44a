"""Import a tournament from its document over the API."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.core.api_common.base import ClubEndpoint
from tournament.core.api_common.receipts import receipt_of
from tournament.out.tournament_file.actions import take_in, take_in_bytes
from tournament.out.tournament_file.reading import LARGEST
from tournament.policy import parts as shape


class AsItCame(BaseParser):
    """A parser that returns the raw body: the document is hashed and parsed by the action."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        return bytes(stream.read(LARGEST + 1))  # one byte more than allowed, so that `reading` refuses it as too large


class DocumentIn(serializers.Serializer[object]):
    """The document as it was written; docs/tournament-document.schema.json says the rest."""

    format = serializers.ChoiceField(choices=[shape.FORMAT])


class DocumentImport(ClubEndpoint):
    """Tournaments that come from elsewhere."""

    gates: ClassVar = {"POST": "tournament.create"}
    takes: ClassVar = {"POST": DocumentIn}
    gives: ClassVar = {"POST": receipt_of(take_in_bytes)}
    status: ClassVar = {"POST": 201}
    located = "../../../../tournaments/{id}/"
    parser_classes = [AsItCame]
    limit = "work"

    def post(self, request: Request, club_id: str) -> Response:
        """Take one in from its document, with its log; all of it or nothing."""
        raw = request.data if isinstance(request.data, bytes) else b""  # without a body DRF does not call the parser
        return self.done(request, take_in, self.club, raw=raw)

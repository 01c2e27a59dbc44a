"""A list of people looked at and taken in, over the API."""

from typing import ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.core.api_common.base import TournamentEndpoint
from tournament.core.api_common.bearer import page_request
from tournament.core.api_common.strict import Choice, Input, Text
from tournament.entries.actions import AT_FIRST, MOST_ENTRIES
from tournament.entries.api import MOST_LETTERS
from tournament.entries.imports import heads, reading
from tournament.entries.imports import text as lists
from tournament.entries.imports.cells import SAID
from tournament.entries.serializers import DetailsOut, ListedIn


class PersonIn(ListedIn):
    person = Text(
        max_length=16, allow_blank=True, default="", help_text="Of the club's address book, as a preview found."
    )


class ImportIn(Input):
    people: serializers.ListSerializer[object] = serializers.ListSerializer(child=PersonIn(), max_length=MOST_ENTRIES)
    state = Choice([str(state) for state in AT_FIRST], default="registered")


class ListIn(Input):
    text = Text(max_length=MOST_LETTERS, trim_whitespace=False, help_text="CSV, or a name in each line.")


class ImportLineOut(DetailsOut):
    """With a `problem` it cannot be entered; with a `likeness` somebody has to decide. The rest is what import takes."""

    declared, found_under, after = SAID, "details.", "family_name"
    line = serializers.IntegerField()
    given_name = serializers.CharField(allow_blank=True)
    family_name = serializers.CharField(allow_blank=True)
    person = serializers.CharField(allow_blank=True)
    problem = serializers.CharField(allow_blank=True)
    likeness = serializers.CharField(allow_blank=True)
    alike = serializers.CharField(allow_blank=True)
    near = serializers.CharField(
        allow_blank=True,
        help_text="Somebody of the address book whose name is written otherwise: for `person`, if it is they.",
    )
    nearly = serializers.CharField(allow_blank=True, help_text="And how they are called there.")
    left = serializers.ListField(
        child=serializers.CharField(), help_text="What was read and is not kept: a telephone number, unknown words."
    )
    doubt = serializers.CharField(allow_blank=True, help_text="Why it may be no name: `numbers`, `sentence`.")


class PreviewOut(serializers.Serializer[object]):
    columns = serializers.ListField(child=serializers.CharField(allow_blank=True))
    lines = ImportLineOut(many=True)


class ListPreview(TournamentEndpoint):
    """Look at a list before it is entered: what each line would become, what is wrong with it, whom it reminds of."""

    gates: ClassVar = {"POST": "entries.change"}
    takes: ClassVar = {"POST": ListIn}
    gives: ClassVar = {"POST": PreviewOut}
    is_written = False

    def post(self, request: Request, tournament_id: str) -> Response:
        text = self.said(request)["text"]
        try:
            is_file = any(separator in text for separator in ";\t,")
            sheet = lists.read(text, is_file=is_file, known=heads.of_people())
            preview = reading.preview(page_request(request).actor, self.tournament, sheet)
        except lists.ListError as error:
            raise reading.refusal(error) from error
        return self.answer(request, {"columns": preview.sheet.columns, "lines": preview.lines})

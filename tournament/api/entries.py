"""Who is entered and who is there: the actions of the door and of the list."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament import importing, lists
from tournament.actions import groups
from tournament.actions.entries import AT_FIRST, HIGHEST_NUMBER, MOST_ENTRIES, add_entry
from tournament.api.base import EntryEndpoint, TournamentEndpoint
from tournament.api.pages import PageQuery, page
from tournament.api.receipts import Receipt, page_of
from tournament.api.strict import Choice, Input, Name, Text, Truth, Versioned, Whole
from tournament.errors import Refused
from tournament.models import Entry
from tournament.models.events import EntryState
from tournament.queries import entry_line
from tournament.wishes import weights

MOST_LETTERS = 300_000


class EntryIn(Input):
    given_name = Name(max_length=80)
    family_name = Name(max_length=80, required=False, default="", allow_blank=True)
    is_minor = Truth(default=False)
    is_hidden = Truth(default=False, help_text="The name is not shown in public.")
    state = Choice([str(state) for state in AT_FIRST], default="registered", help_text="A walk-in is present at once.")
    number = Whole(1, HIGHEST_NUMBER, required=False, allow_null=True, help_text="Else the next free one.")


class NameIn(Versioned):
    given_name = Name(max_length=80)
    family_name = Name(max_length=80, required=False, default="", allow_blank=True)


class Substitute(NameIn):
    is_minor = Truth(default=False)
    is_hidden = Truth(default=False)
    person = Text(
        max_length=16, allow_blank=True, default="", help_text="Of the club's address book, as a preview found."
    )


class PersonChange(NameIn):
    """The whole name; of what everybody may read of it what is left out stays."""

    is_minor = Truth(required=False)
    is_hidden = Truth(required=False)
    shows_full_name = Truth(required=False, help_text="Everybody may read the whole name, as this player allows.")


class Reason(Versioned):
    reason = Text(max_length=500)


class NumberIn(Versioned):
    number = Whole(1, HIGHEST_NUMBER)


class RenumberIn(Input):
    by_surname = Truth(default=False, help_text="Else in the order of entry.")


class PaidIn(Input):
    is_paid = Truth()


class WishesIn(Versioned):
    """All of it: what is left out is taken away."""

    team_id = Whole(1, allow_null=True, default=None)
    category_id = Whole(1, allow_null=True, default=None)
    from_club = Name(max_length=60, allow_blank=True, default="")
    family = Name(max_length=60, allow_blank=True, default="", help_text="One word for all who would rather sit apart.")
    fixed_boards = serializers.ListField(child=Whole(1, 100_000), max_length=300, default=list)
    note = Text(max_length=300, allow_blank=True, default="")


class WishesOut(serializers.Serializer):
    team_id = serializers.IntegerField(allow_null=True)
    category_id = serializers.IntegerField(allow_null=True)
    from_club = serializers.CharField(allow_blank=True)
    family = serializers.CharField(allow_blank=True)
    fixed_boards = serializers.ListField(child=serializers.IntegerField())
    note = serializers.CharField(allow_blank=True)
    is_minor = serializers.BooleanField(source="person.is_minor")
    is_hidden = serializers.BooleanField(source="person.is_hidden")
    version = serializers.IntegerField()


class PersonIn(Input):
    given_name = Name(max_length=80)
    family_name = Name(max_length=80, allow_blank=True, default="")
    number = Whole(1, HIGHEST_NUMBER, allow_null=True, default=None)
    is_minor = Truth(default=False)
    is_hidden = Truth(default=False)
    is_paid = Truth(default=False)
    team = Name(max_length=60, allow_blank=True, default="", help_text="By name; a new one is made.")
    category = Name(max_length=60, allow_blank=True, default="")
    from_club = Name(max_length=60, allow_blank=True, default="")
    family = Name(max_length=60, allow_blank=True, default="")
    person = Text(
        max_length=16, allow_blank=True, default="", help_text="Of the club's address book, as a preview found."
    )


class ImportIn(Input):
    people = PersonIn(many=True, max_length=MOST_ENTRIES)
    state = Choice([str(state) for state in AT_FIRST], default="registered")


class ListIn(Input):
    text = Text(max_length=MOST_LETTERS, trim_whitespace=False, help_text="CSV, or a name in each line.")


class ImportLineOut(serializers.Serializer):
    """With a `problem` it cannot be entered; with a `likeness` somebody has to decide. The rest is what import takes."""

    line = serializers.IntegerField()
    given_name = serializers.CharField(allow_blank=True)
    family_name = serializers.CharField(allow_blank=True)
    number = serializers.IntegerField(allow_null=True)
    is_minor = serializers.BooleanField()
    is_paid = serializers.BooleanField()
    person = serializers.CharField(allow_blank=True)
    problem = serializers.CharField(allow_blank=True)
    likeness = serializers.CharField(allow_blank=True)
    alike = serializers.CharField(allow_blank=True)
    near = serializers.CharField(
        allow_blank=True,
        help_text="Somebody of the address book whose name is written otherwise: for `person`, if it is they.",
    )
    nearly = serializers.CharField(allow_blank=True, help_text="And how they are called there.")


class PreviewOut(serializers.Serializer):
    columns = serializers.ListField(child=serializers.CharField(allow_blank=True))
    lines = ImportLineOut(many=True)


class EntryOut(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    number = serializers.IntegerField()
    name = serializers.CharField(help_text="As you may see it: in full for those who work here.")
    state = serializers.ChoiceField(choices=EntryState.choices)
    is_withdrawn = serializers.BooleanField()
    is_paid = serializers.BooleanField(allow_null=True, help_text="For those who work here; else null.")
    version = serializers.IntegerField()


def _row(entry: Entry, *, full: bool) -> dict[str, Any]:
    line = vars(entry_line(entry, full=full))
    return line if full else {**line, "is_paid": None}


class Entries(TournamentEndpoint):
    """Everybody who is entered, by start number."""

    gates: ClassVar = {"GET": "public.see", "POST": "entries.change"}
    takes: ClassVar = {"POST": EntryIn}
    asks: ClassVar = {"GET": PageQuery}
    gives: ClassVar = {"GET": page_of(EntryOut), "POST": Receipt}
    status: ClassVar = {"POST": 201}

    def get(self, request: Request, tournament_id: str) -> Response:
        full = self.is_full(request)
        rows = self.tournament.entries.select_related("person")
        found = page(
            rows, self.asked(request), mark="number", order=("number",), row=lambda entry: _row(entry, full=full)
        )
        return self.answer(request, found)

    def post(self, request: Request, tournament_id: str) -> Response:
        """Enter somebody, with the next start number or a wished one."""
        return self.done(request, add_entry, self.tournament, **self.said(request))


class OneEntry(EntryEndpoint):
    """Somebody who is entered."""

    gates: ClassVar = {"GET": "public.see"}
    gives: ClassVar = {"GET": EntryOut}

    def get(self, request: Request, tournament_id: str, entry_id: str) -> Response:
        return self.answer(request, _row(self.entry, full=self.is_full(request)))


class Wishes(EntryEndpoint):
    """What is known about somebody besides the name: where they belong, where they can sit."""

    gates: ClassVar = {"GET": "entries.change"}
    gives: ClassVar = {"GET": WishesOut}

    def get(self, request: Request, tournament_id: str, entry_id: str) -> Response:
        return self.answer(request, self.entry)


class ListPreview(TournamentEndpoint):
    """Look at a list before it is entered: what each line would become, what is wrong with it, whom it reminds of."""

    gates: ClassVar = {"POST": "entries.change"}
    takes: ClassVar = {"POST": ListIn}
    gives: ClassVar = {"POST": PreviewOut}
    is_written = False

    def post(self, request: Request, tournament_id: str) -> Response:
        text = self.said(request)["text"]
        try:
            found = importing.preview(self.tournament, lists.read(text, is_file=any(sign in text for sign in ";\t,")))
        except lists.ListError as error:
            raise Refused(f"list_{error.code}", importing.sentence(error)) from error
        return self.answer(request, {"columns": found.sheet.columns, "lines": found.lines})


class GroupOut(serializers.Serializer):
    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()


class CategoryOut(GroupOut):
    is_separate = serializers.BooleanField(help_text="Ranked apart from the others.")
    quota = serializers.IntegerField(help_text="At least so many of it go on.")


class WeightsIn(Input):
    """How much the draw keeps apart who is of one; 0: not at all."""

    team = Whole(0, groups.MOST_WEIGHT)
    family = Whole(0, groups.MOST_WEIGHT)
    club = Whole(0, groups.MOST_WEIGHT)


class GroupsOut(serializers.Serializer):
    teams = GroupOut(many=True)
    categories = CategoryOut(many=True)
    team_best = serializers.IntegerField(help_text="So many of a team count.")
    weights = WeightsIn()


class GroupRulesIn(Input):
    team_best = Whole(1, groups.MOST_WEIGHT)
    weights = WeightsIn()


class GroupReceipt(Receipt):
    id = serializers.IntegerField(required=False)


class GroupIn(Input):
    kind = Choice(list(groups.KINDS))
    name = Name(max_length=60)


class OneGroupIn(Input):
    kind = Choice(list(groups.KINDS))
    group_id = Whole(1)


class CategoryFields(Input):
    is_separate = Truth()
    quota = Whole(0, MOST_ENTRIES)


class GroupChange(OneGroupIn):
    name = Name(max_length=60)
    fields = CategoryFields(required=False, help_text="Of a category.")  # type: ignore[assignment]


class GroupFill(Input):
    kind = Choice(list(groups.KINDS))
    group_id = Whole(1, allow_null=True, help_text="null: into none.")
    entries = serializers.ListField(child=Text(max_length=16), max_length=MOST_ENTRIES, help_text="Their ids.")


class Groups(TournamentEndpoint):
    """Teams and categories, how teams are counted, and what the draw keeps apart."""

    gates: ClassVar = {"GET": "public.see", "POST": "entries.change"}
    takes: ClassVar = {"POST": GroupIn}
    gives: ClassVar = {"GET": GroupsOut, "POST": GroupReceipt}
    status: ClassVar = {"POST": 201}

    def get(self, request: Request, tournament_id: str) -> Response:
        here = self.tournament
        shown = {"teams": here.teams.all(), "categories": here.categories.all()}
        return self.answer(request, {**shown, "team_best": here.team_best, "weights": weights(here)})

    def post(self, request: Request, tournament_id: str) -> Response:
        """A new team or category."""
        return self.done(request, groups.add_group, self.tournament, **self.said(request))

"""Entries in the API: people entered one by one, listed, shown; their wishes and contacts."""

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.core.access import may
from tournament.core.actors import Actor
from tournament.core.api_common.base import EntryEndpoint, TournamentEndpoint
from tournament.core.api_common.bearer import page_request
from tournament.core.api_common.pages import PageQuery, page
from tournament.core.api_common.receipts import page_of, receipt_of
from tournament.core.api_common.strict import Choice, Input, Name, Text, Truth, Versioned, Whole
from tournament.entries.actions import AT_FIRST, HIGHEST_NUMBER, add_entry
from tournament.entries.details import value
from tournament.entries.fields import CONTACT, FIELDS, WISHES, Field, Kind
from tournament.entries.queries import entry_line
from tournament.entries.serializers import DetailsIn, DetailsOut, seen
from tournament.models import Entry
from tournament.models.events import EntryState
from tournament.people.names import entry_name

MOST_LETTERS = 300_000
WISHED = tuple(
    field for field in WISHES if field.kind != Kind.GROUP
)  # WishesIn takes teams and categories by their ids


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


class WishesIn(DetailsIn, Versioned):
    """All of it: what is left out is taken away."""

    declared = WISHED
    team_id = Whole(1, allow_null=True, default=None)
    category_id = Whole(1, allow_null=True, default=None)


class WishesOut(DetailsOut):
    declared, after = WISHED, "category_id"
    team_id = serializers.IntegerField(allow_null=True)
    category_id = serializers.IntegerField(allow_null=True)
    is_minor = serializers.BooleanField(source="person.is_minor")
    is_hidden = serializers.BooleanField(source="person.is_hidden")
    version = serializers.IntegerField()


class ContactIn(DetailsIn, Versioned):
    """All of it: what is left out is taken away."""

    declared = CONTACT


class ContactOut(DetailsOut):
    declared = CONTACT
    version = serializers.IntegerField(help_text="Of the entry.")


# What an entry says besides number, name and state; contacts have an address of their own.
TOLD = tuple(field for field in FIELDS if not field.is_private and field.name not in ("number", "is_paid"))


class EntryOut(serializers.Serializer[object]):
    id = serializers.CharField(source="public_id")
    number = serializers.IntegerField()
    name = serializers.CharField(help_text="As you may see it: in full for those who work here.")
    state = serializers.ChoiceField(choices=EntryState.choices)
    is_withdrawn = serializers.BooleanField()
    is_paid = serializers.BooleanField(allow_null=True, help_text="For those who work here; else null.")
    team_id = serializers.IntegerField(allow_null=True)
    category_id = serializers.IntegerField(allow_null=True)
    version = serializers.IntegerField()

    def get_fields(self) -> dict[str, Any]:
        """Null is what the reader may not see."""
        return super().get_fields() | {field.name: seen(field) for field in TOLD}


SORTS = {
    "number": ("number",),
    "-number": ("-number",),
    "name": ("person__family_name", "person__given_name", "number"),
}


class EntryQuery(PageQuery):
    state = Choice(EntryState.values, required=False)
    team_id = serializers.IntegerField(required=False, min_value=1)
    category_id = serializers.IntegerField(required=False, min_value=1)
    q = serializers.CharField(required=False, max_length=80, help_text="Part of the name, as you may see it.")
    sort = Choice(list(SORTS), required=False, default="number", help_text="By name: for those who work here.")


def _row(entry: Entry, reader: Actor, *, full: bool) -> dict[str, Any]:
    """As the reader may see it."""
    tournament = entry.tournament
    told = {field.name: _told(entry, field) if may(reader, field.sees, tournament) else None for field in TOLD}
    line = vars(entry_line(entry, full=full))
    groups = {"team_id": entry.team_id, "category_id": entry.category_id}
    return {**told, **line, **groups, "is_paid": entry.is_paid if full else None}


def _told(entry: Entry, field: Field) -> Any:
    found = value(entry, field)
    return (str(found) if found else None) if field.kind == Kind.GROUP else found


WITH = ("person", "team", "category", "tournament__club")


def _called(rows: QuerySet[Entry], words: str, *, full: bool) -> list[int]:
    """Looked for in the names as the reader sees them: a search tells no more than the list."""
    wanted = words.casefold()
    return [entry.pk for entry in rows if wanted in entry_name(entry, full=full).casefold()]


class Entries(TournamentEndpoint):
    """Everybody who is entered, by start number."""

    gates: ClassVar = {"GET": "public.see", "POST": "entries.change"}
    takes: ClassVar = {"POST": EntryIn}
    asks: ClassVar = {"GET": EntryQuery}
    gives: ClassVar = {"GET": page_of(EntryOut), "POST": receipt_of(add_entry)}
    status: ClassVar = {"POST": 201}
    located = "{id}/"

    def get(self, request: Request, tournament_id: str) -> Response:
        full, reader, query = self.is_full(request), page_request(request).actor, self.asked(request)
        if query["sort"] == "name" and not full:
            raise serializers.ValidationError({"sort": [_("Names are sorted for those who work here.")]})
        named = {name: query[name] for name in ("state", "team_id", "category_id") if name in query}
        rows = self.tournament.entries.filter(**named).select_related(*WITH)
        if "q" in query:
            rows = rows.filter(pk__in=_called(rows, query["q"], full=full))
        order = SORTS[query["sort"]]
        found = page(rows, query, mark="number", order=order, row=lambda entry: _row(entry, reader, full=full))
        return self.answer(request, found)

    def post(self, request: Request, tournament_id: str) -> Response:
        """Enter somebody, with the next start number or a wished one."""
        return self.done(request, add_entry, self.tournament, **self.said(request))


class OneEntry(EntryEndpoint):
    """Somebody who is entered."""

    gates: ClassVar = {"GET": "public.see"}
    gives: ClassVar = {"GET": EntryOut}

    def get(self, request: Request, tournament_id: str, entry_id: str) -> Response:
        return self.answer(request, _row(self.entry, page_request(request).actor, full=self.is_full(request)))


class Wishes(EntryEndpoint):
    """What is known about somebody besides the name: where they belong, where they can sit."""

    gates: ClassVar = {"GET": "entries.change"}
    gives: ClassVar = {"GET": WishesOut}

    def get(self, request: Request, tournament_id: str, entry_id: str) -> Response:
        return self.answer(request, self.entry)


class Contact(EntryEndpoint):
    """How somebody can be reached, and who answers for a child."""

    gates: ClassVar = {"GET": "entries.change"}
    gives: ClassVar = {"GET": ContactOut}

    def get(self, request: Request, tournament_id: str, entry_id: str) -> Response:
        known = {field.name: value(self.entry, field) for field in CONTACT}
        return self.answer(request, {**known, "version": self.entry.version})

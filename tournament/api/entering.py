"""Entering oneself, and whether and until when one can."""

from typing import Any, ClassVar

from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament import guard
from tournament.actions.entering import enter_oneself, set_entering
from tournament.actions.entries import MOST_ENTRIES
from tournament.api.base import TournamentEndpoint
from tournament.api.receipts import Receipt
from tournament.api.strict import Input, Moment, Name, Text, Truth, Versioned, Whole
from tournament.errors import Refused
from tournament.links import entry_token
from tournament.places import free_places, waiting

_FIELDS = (
    "takes_entries",
    "entry_opens_at",
    "entry_closes_at",
    "is_open_to_all",
    "places",
    "has_waiting_list",
    "version",
)


class EnteringIn(Versioned):
    takes_entries = Truth(help_text="Everybody can enter by themselves.")
    opens_at = Moment(allow_null=True, default=None)
    closes_at = Moment(allow_null=True, default=None)
    places = Whole(0, MOST_ENTRIES, default=0, help_text="0: as many as come.")
    has_waiting_list = Truth(default=False, help_text="Where those go for whom there is no place.")


class EnteringOut(serializers.Serializer):
    takes_entries = serializers.BooleanField()
    opens_at = serializers.DateTimeField(source="entry_opens_at", allow_null=True)
    closes_at = serializers.DateTimeField(source="entry_closes_at", allow_null=True)
    is_open = serializers.BooleanField(source="is_open_to_all", help_text="Now.")
    places = serializers.IntegerField(help_text="0: as many as come.")
    has_waiting_list = serializers.BooleanField()
    free = serializers.IntegerField(allow_null=True, help_text="null: as many as come.")
    waiting = serializers.IntegerField(help_text="How many are on the waiting list.")
    version = serializers.IntegerField()


class Entering(TournamentEndpoint):
    """Whether everybody can enter by themselves, until when, and for how many there is a place."""

    gates: ClassVar = {"GET": "public.see", "PUT": "tournament.change"}
    takes: ClassVar = {"PUT": EnteringIn}
    gives: ClassVar = {"GET": EnteringOut, "PUT": Receipt}

    def get(self, request: Request, tournament_id: str) -> Response:
        here = self.tournament
        shown = {field: getattr(here, field) for field in _FIELDS}
        return self.answer(request, {**shown, "free": free_places(here), "waiting": len(waiting(here))})

    def put(self, request: Request, tournament_id: str) -> Response:
        """Open or closed. With more places than before, those who wait move up."""
        return self.done(request, set_entering, self.tournament, **self.said(request))


class SelfEntryIn(Input):
    given_name = Name(max_length=80)
    family_name = Name(max_length=80, required=False, default="", allow_blank=True)
    is_minor = Truth(default=False)
    guardian = Name(max_length=160, required=False, default="", allow_blank=True, help_text="For somebody under 16.")
    is_hidden = Truth(default=False)
    email = serializers.EmailField(max_length=254, required=False, default="", allow_blank=True)
    note = Text(max_length=300, required=False, default="", allow_blank=True)


LEAST_KEY = 16  # signs: by a key that can be guessed somebody would be told another's link


class SelfEntryReceipt(Receipt):
    number = serializers.IntegerField(required=False)
    link = serializers.CharField(help_text="The private link: whoever has it is this player.")


class SelfEntry(TournamentEndpoint):
    """For everybody, while the organiser takes entries."""

    gates: ClassVar = {"POST": "entry.self"}
    takes: ClassVar = {"POST": SelfEntryIn}
    gives: ClassVar = {"POST": SelfEntryReceipt}
    status: ClassVar = {"POST": 201}

    def post(self, request: Request, tournament_id: str) -> Response:
        """Enter oneself: registered, or on the waiting list."""
        said, key = self.said(request), self.action_id(request)
        if key is not None and len(key) < LEAST_KEY:
            raise Refused("bad_key", _("This Idempotency-Key is too short: the private link comes again by it."))
        guard.take(guard.entering_door(request._request))
        said["language"] = "en" if get_language() == "en" else "de"
        return self._with_link(self.done(request, enter_oneself, self.tournament, **said))

    def _with_link(self, answer: Response) -> Response:
        """Not part of the receipt that is kept: nobody finds a link in the log."""
        entry = self.tournament.entries.get(public_id=answer.data["id"])
        data: dict[str, Any] = {
            **answer.data,
            "link": reverse("entry_link", args=[entry.public_id, entry_token(entry)]),
        }
        return Response(data, answer.status_code)

"""People entering themselves in the API, and the settings for it."""

from typing import ClassVar

from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.core import guard
from tournament.core.api_common.base import TournamentEndpoint
from tournament.core.api_common.receipts import receipt_of
from tournament.core.api_common.strict import Moment, Truth, Versioned, Whole
from tournament.core.languages import spoken
from tournament.core.links import entry_token
from tournament.core.refusals import SHORT_KEY
from tournament.entries.actions import MOST_ENTRIES
from tournament.entries.fields import OWN
from tournament.entries.serializers import DetailsIn
from tournament.entries.signup.actions import enter_oneself, set_entering
from tournament.entries.waiting_list.places import free_places, waiting

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


class EnteringOut(serializers.Serializer[object]):
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
    gives: ClassVar = {"GET": EnteringOut, "PUT": receipt_of(set_entering)}

    def get(self, request: Request, tournament_id: str) -> Response:
        here = self.tournament
        settings = {field: getattr(here, field) for field in _FIELDS}
        return self.answer(request, {**settings, "free": free_places(here), "waiting": len(waiting(here))})

    def put(self, request: Request, tournament_id: str) -> Response:
        """Open or closed. With more places than before, those who wait move up."""
        return self.done(request, set_entering, self.tournament, **self.said(request))


class SelfEntryIn(DetailsIn):
    declared = OWN


LEAST_KEY = 16  # characters: repeating a request whose key was guessed would return another person's link


class SelfEntryReceipt(receipt_of(enter_oneself)):  # type: ignore[misc]  # made from what the action answers
    link = serializers.CharField(help_text="The private link: whoever has it is this player.")


class SelfEntry(TournamentEndpoint):
    """For everybody, while the organiser takes entries."""

    gates: ClassVar = {"POST": "entry.self"}
    takes: ClassVar = {"POST": SelfEntryIn}
    gives: ClassVar = {"POST": SelfEntryReceipt}
    status: ClassVar = {"POST": 201}
    located = "../{id}/"

    def post(self, request: Request, tournament_id: str) -> Response:
        """Enter oneself: registered, or on the waiting list."""
        fields, key = self.said(request), self.action_id(request)
        if key is not None and len(key) < LEAST_KEY:
            raise SHORT_KEY()
        guard.take(guard.entering_door(request._request))
        fields["language"] = spoken()
        return self._with_link(self.done(request, enter_oneself, self.tournament, **fields))

    def _with_link(self, answer: Response) -> Response:
        """Add the private link to the response only: the receipt is stored in the log."""
        entry = self.tournament.entries.get(public_id=answer.data["id"])
        answer.data = {**answer.data, "link": reverse("entry_link", args=[entry.public_id, entry_token(entry)])}
        return answer

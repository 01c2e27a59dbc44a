"""Back to before a step, and entering oneself."""

from typing import Any, ClassVar

from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament import guard
from tournament.actions.entering import enter_oneself
from tournament.actions.undo import undo_to
from tournament.api.base import TournamentEndpoint
from tournament.api.receipts import Receipt
from tournament.api.strict import Input, Name, Text, Truth, Whole
from tournament.errors import Refused
from tournament.links import entry_token


class KeptStateOut(serializers.Serializer):
    to = serializers.IntegerField(source="seq", help_text="The line of the log after which things stood so.")
    code = serializers.CharField(help_text="The step that was taken then.")


class KeptStatesOut(serializers.Serializer):
    seen = serializers.IntegerField(help_text="The last line of the log: to be sent along.")
    items = KeptStateOut(many=True)


class UndoIn(Input):
    to = Whole(0)
    seen = Whole(0)


class Undo(TournamentEndpoint):
    """The states that are kept, the latest first."""

    gates: ClassVar = {"GET": "tournament.change", "POST": "tournament.change"}
    takes: ClassVar = {"POST": UndoIn}
    gives: ClassVar = {"GET": KeptStatesOut, "POST": Receipt}

    def get(self, request: Request, tournament_id: str) -> Response:
        steps = self.tournament.snapshots.defer("rows").exclude(seq=self.tournament.stream.seq)
        return self.answer(request, {"seen": self.tournament.stream.seq, "items": steps})

    def post(self, request: Request, tournament_id: str) -> Response:
        """Back to one of them. What was done since is undone with it."""
        return self.done(request, undo_to, self.tournament, **self.said(request))


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

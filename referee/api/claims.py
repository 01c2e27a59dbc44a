"""Claims and their rulings: judged, signed, replaced, revoked. By which rules a throw is judged the stage says."""

from functools import cached_property
from typing import Any, ClassVar

from django.utils.translation import get_language
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.engine import LONGEST as LONGEST_POSITION
from games.api.engine import RollField
from referee import find
from referee.actions.rulings import LONGEST, revoke_ruling, sign_ruling, supersede_ruling, verdict_on
from referee.api.rulings import RulingOut
from referee.judging.sheet import FACTS
from referee.models import Board, Claim, Measure
from referee.queries import ruling_lines
from tournament.actions.penalties import MOST_POINTS
from tournament.api.base import TableEndpoint, TournamentEndpoint
from tournament.api.receipts import Receipt
from tournament.api.strict import Choice, Input, Text, Whole
from tournament.models import Table


class FactsIn(Input):
    position = Text(max_length=LONGEST_POSITION, help_text="Before the throw.")
    roll = RollField(help_text="A number, or a list of two where two dice are thrown.")
    played = Text(max_length=80)
    touched = Text(max_length=20, required=False, allow_null=True)
    choice = Text(max_length=20, required=False, allow_null=True)


class VerdictOut(serializers.Serializer):
    verdict = serializers.CharField()
    broken = serializers.ListField(child=serializers.IntegerField(), help_text="The rules broken, by number.")
    sent_back = serializers.JSONField()
    move = serializers.JSONField()
    position = serializers.CharField(help_text="That stands.")
    permitted = serializers.ListField(child=serializers.CharField())
    title = serializers.DictField(child=serializers.CharField(), help_text="In German and English.")
    words = serializers.DictField(help_text="Why, in German and English.")


class DecidedIn(Input):
    measure = Choice(Measure.values, required=False)
    points = Whole(0, MOST_POINTS, required=False)
    board = Choice(Board.values, required=False, help_text="What becomes of the game.")
    position = Text(max_length=LONGEST_POSITION, required=False, help_text="With board other: from which it goes on.")
    deviation = Text(max_length=LONGEST, required=False, help_text="Why this is not what the rules say.")
    offence = Text(max_length=40, required=False, help_text="Of the club's list, by its code.")
    words = Text(max_length=LONGEST, required=False)
    second = Text(max_length=16, required=False, help_text="The id of another referee who was asked.")


class SignIn(DecidedIn):
    against = Text(max_length=16, help_text="The id of the entry.")
    claimed_by = Text(max_length=16, required=False)
    facts = FactsIn(required=False, allow_null=True, help_text="Of a throw; without them it is conduct.")
    throw = Whole(1, required=False, allow_null=True, help_text="Its number, if the game is recorded.")


class SupersedeIn(DecidedIn):
    seen = Whole(1, help_text="The `ruling` that was looked at.")


class RevokeIn(Input):
    seen = Whole(1)
    reason = Text(max_length=LONGEST)


class RulingReceipt(Receipt):
    claim = serializers.IntegerField(required=False)
    ruling = serializers.IntegerField(required=False)


class OneRulingOut(RulingOut):
    ruling = serializers.IntegerField(help_text="Which one of this claim counts: what the next write has `seen`.")


def _facts(table: Table, said: dict[str, Any]) -> dict[str, Any]:
    stage = table.round.stage
    return {name: said.get(name) for name in FACTS} | {"rules": stage.rules, "options": dict(stage.options)}


class Sheet(TableEndpoint):
    """What the rules say about a throw at this table. Nothing is kept."""

    gates: ClassVar = {"POST": "rulings.sign"}
    takes: ClassVar = {"POST": FactsIn}
    gives: ClassVar = {"POST": VerdictOut}
    limit = "engine"

    def post(self, request: Request, **_address: Any) -> Response:
        return self.answer(request, verdict_on(_facts(self.table, self.said(request))))


class Sign(TableEndpoint):
    """A claim with its ruling."""

    gates: ClassVar = {"POST": "rulings.sign"}
    takes: ClassVar = {"POST": SignIn}
    gives: ClassVar = {"POST": RulingReceipt}
    status: ClassVar = {"POST": 201}

    def post(self, request: Request, **_address: Any) -> Response:
        """What follows is done at once: points off, exclusion, the word to the desk."""
        said = self.said(request)
        facts = said.pop("facts", None)
        said["facts"] = _facts(self.table, facts) if facts else None
        return self.done(request, sign_ruling, self.tournament, table_id=self.table.public_id, **said)


class ClaimEndpoint(TournamentEndpoint):
    @cached_property
    def claim(self) -> Claim:
        return find.claim(self.kwargs["tournament_id"], self.kwargs["number"])

    def thing(self) -> Any:
        return self.claim and self.tournament


class OneRuling(ClaimEndpoint):
    """A claim with the ruling that counts, or counted last."""

    gates: ClassVar = {"GET": "rulings.see"}
    gives: ClassVar = {"GET": OneRulingOut}

    def get(self, request: Request, **_address: Any) -> Response:
        language = "en" if get_language() == "en" else "de"
        lines = ruling_lines(self.tournament, language, full=self.is_full(request), entry=self.claim.against)
        line = next(line for line in lines if line.number == self.claim.number)
        return self.answer(request, {**vars(line), "ruling": self.claim.rulings.first().number})


class Supersede(ClaimEndpoint):
    """Another ruling in the place of the one that counts."""

    gates: ClassVar = {"POST": "rulings.sign"}
    takes: ClassVar = {"POST": SupersedeIn}
    gives: ClassVar = {"POST": RulingReceipt}

    def post(self, request: Request, **_address: Any) -> Response:
        """What followed from the one before is undone first."""
        said = self.said(request)
        return self.done(request, supersede_ruling, self.tournament, number=self.claim.number, **said)


class Revoke(ClaimEndpoint):
    """A ruling taken back."""

    gates: ClassVar = {"POST": "rulings.sign"}
    takes: ClassVar = {"POST": RevokeIn}
    gives: ClassVar = {"POST": Receipt}

    def post(self, request: Request, **_address: Any) -> Response:
        """What followed from it is undone."""
        return self.done(request, revoke_ruling, self.tournament, number=self.claim.number, **self.said(request))

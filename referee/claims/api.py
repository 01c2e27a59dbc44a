"""A throw at a table judged over the API, and the ruling about it signed. The round says what a throw is judged by."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.learning.api import LONGEST as LONGEST_POSITION
from games.learning.api import RollField
from games.recording.queries import latest_game
from referee.claims.serializers import READINGS, ReadingOut, RuledOut
from referee.judging.sheet import FACTS
from referee.rulings.actions import sign_ruling, verdict_on
from referee.rulings.one_a_throw import ruling_on
from referee.rulings.recorded import excluded_at
from referee.rulings.serializers import DecidedIn
from tournament.core.api_common.base import TableEndpoint
from tournament.core.api_common.receipts import receipt_of
from tournament.core.api_common.strict import Input, Text, Truth, Whole
from tournament.models import Table
from tournament.stages.options import played_at


class FactsIn(Input):
    position = Text(max_length=LONGEST_POSITION, help_text="Before the throw.")
    roll = RollField(help_text="A number, or a list of two where two dice are thrown.")
    played = Text(max_length=80)
    touched = Text(max_length=20, required=False, allow_null=True)
    choice = Text(max_length=20, required=False, allow_null=True)


class SheetIn(FactsIn):
    throw = Whole(1, required=False, allow_null=True, help_text="Its number, if the game is recorded.")


class VerdictOut(RuledOut):
    position = serializers.CharField(help_text="That stands.")
    permitted = serializers.ListField(child=serializers.CharField())
    title = serializers.DictField(child=serializers.CharField(), help_text="In German and English.")
    words = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()), help_text="Why, in German and English."
    )
    readings = ReadingOut(many=True, help_text=READINGS)
    ruled = serializers.IntegerField(
        allow_null=True, help_text="The ruling in force about that throw: to rule otherwise, replace it."
    )


class IncidentIn(Input):
    code = Text(max_length=40, help_text="What happened, as the op `incidents` of the engine lists it.")
    answers = serializers.DictField(
        child=Text(max_length=20), help_text="To the questions that the op `table` of the engine asks, by their names."
    )


class SignIn(DecidedIn):
    against = Text(max_length=16, help_text="The id of the entry.")
    claimed_by = Text(max_length=16, required=False)
    facts = FactsIn(required=False, allow_null=True, help_text="Of a throw; without them it is conduct.")
    incident = IncidentIn(
        required=False,
        allow_null=True,
        help_text="Of something else that happened at the table; `against` is the player it is about.",
    )
    throw = Whole(1, required=False, allow_null=True, help_text="Its number, if the game is recorded.")
    is_otherwise = Truth(
        default=False, help_text="These facts are not as the record has them. Without it that is the answer."
    )
    is_again = Truth(
        default=False,
        help_text="The same incident happened with the same player once more. Without it the ruling in force is the answer.",
    )


def _facts(table: Table, sent: dict[str, Any]) -> dict[str, Any]:
    played = played_at(table)
    return {name: sent.get(name) for name in FACTS} | {"rules": played.rules, "options": dict(played.options)}


class Sheet(TableEndpoint):
    """What the rules say about a throw at this table. Nothing is kept."""

    gates: ClassVar = {"POST": "rulings.sign"}
    takes: ClassVar = {"POST": SheetIn}
    gives: ClassVar = {"POST": VerdictOut}
    limit = "engine"

    def post(self, request: Request, **_address: Any) -> Response:
        sent = self.said(request)
        game, throw = latest_game(self.table), sent.pop("throw", None)
        ruled = ruling_on(game, throw) if game and throw else None
        verdict = verdict_on(_facts(self.table, sent), excluded_at(self.table))
        return self.answer(request, {**verdict, "ruled": ruled.claim.number if ruled else None})


class Sign(TableEndpoint):
    """A claim with its ruling. A recorded throw has one in force: the second is refused and names the first."""

    gates: ClassVar = {"POST": "rulings.sign"}
    takes: ClassVar = {"POST": SignIn}
    gives: ClassVar = {"POST": receipt_of(sign_ruling)}
    status: ClassVar = {"POST": 201}
    located = "../../../rulings/{claim}/"

    def post(self, request: Request, **_address: Any) -> Response:
        """What follows is done at once: points off, exclusion, the word to the desk."""
        sent = self.said(request)
        facts = sent.pop("facts", None)
        sent["facts"] = _facts(self.table, facts) if facts else None
        return self.done(request, sign_ruling, self.tournament, table_id=self.table.public_id, **sent)

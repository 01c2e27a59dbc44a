"""Rulings over the API: listed, shown, replaced, revoked."""

from functools import cached_property
from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from games.learning.api import LONGEST as LONGEST_POSITION
from games.learning.api import RollField
from referee.claims import find
from referee.models import Claim
from referee.rulings.actions import LONGEST, revoke_ruling, supersede_ruling
from referee.rulings.queries import ruling_lines
from referee.rulings.serializers import DecidedIn, OneRulingOut, RulingOut
from tournament.core.api_common.base import TournamentEndpoint
from tournament.core.api_common.receipts import list_of, receipt_of
from tournament.core.api_common.strict import Input, Text, Whole
from tournament.core.languages import spoken


class Rulings(TournamentEndpoint):
    """The claims of a tournament, each with the ruling that counts, the latest first."""

    gates: ClassVar = {"GET": "rulings.see"}
    gives: ClassVar = {"GET": list_of(RulingOut)}

    def get(self, request: Request, tournament_id: str) -> Response:
        language = spoken()
        return self.answer(request, {"items": ruling_lines(self.tournament, language, full=self.is_full(request))})


class CorrectedIn(Input):
    position = Text(max_length=LONGEST_POSITION, help_text="Before the throw.")
    roll = RollField(help_text="A number, or a list of two where two dice are thrown.")
    played = Text(max_length=80)
    touched = Text(max_length=20, required=False, allow_null=True)
    choice = Text(max_length=20, required=False, allow_null=True)


class SupersedeIn(DecidedIn):
    seen = Whole(1, help_text="The `ruling` that was looked at.")
    facts = CorrectedIn(required=False, allow_null=True, help_text="Of the throw, if they were taken down wrongly.")


class RevokeIn(Input):
    seen = Whole(1)
    reason = Text(max_length=LONGEST)


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
        language = spoken()
        lines = ruling_lines(self.tournament, language, full=self.is_full(request), entry=self.claim.against)
        line = next(line for line in lines if line.number == self.claim.number)
        return self.answer(request, {**vars(line), "ruling": self.claim.rulings.latest("number").number})


class Supersede(ClaimEndpoint):
    """Another ruling in the place of the one that counts."""

    gates: ClassVar = {"POST": "rulings.sign"}
    takes: ClassVar = {"POST": SupersedeIn}
    gives: ClassVar = {"POST": receipt_of(supersede_ruling)}

    def post(self, request: Request, **_address: Any) -> Response:
        """What followed from the one before is undone first."""
        sent = self.said(request)
        return self.done(request, supersede_ruling, self.tournament, number=self.claim.number, **sent)


class Revoke(ClaimEndpoint):
    """A ruling taken back."""

    gates: ClassVar = {"POST": "rulings.sign"}
    takes: ClassVar = {"POST": RevokeIn}
    gives: ClassVar = {"POST": receipt_of(revoke_ruling)}

    def post(self, request: Request, **_address: Any) -> Response:
        """What followed from it is undone."""
        return self.done(request, revoke_ruling, self.tournament, number=self.claim.number, **self.said(request))

"""The account and the token of a request, and the tournaments that the account works for."""

from typing import ClassVar, cast

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.core.api_common.base import Endpoint
from tournament.core.api_common.bearer import page_request
from tournament.core.api_common.receipts import list_of, receipt_of
from tournament.core.api_common.strict import Nothing
from tournament.core.errors import Refused
from tournament.entries import queries
from tournament.models.tokens import Scope, Token
from tournament.out.tokens.actions import revoke_token
from tournament.setup.serializers import TournamentOut


class MeOut(serializers.Serializer[object]):
    login = serializers.CharField()
    scope = serializers.ChoiceField(choices=Scope.choices, allow_null=True, help_text="Of the token; null without one.")
    token = serializers.CharField(allow_null=True, help_text="What the token is called.")
    only_for = serializers.CharField(
        allow_blank=True, help_text="The id of the one club or tournament where the token counts; empty: all."
    )
    expires_at = serializers.DateTimeField(allow_null=True)


class Me(Endpoint):
    """Who I am here."""

    gates: ClassVar = {"GET": "account.own"}
    gives: ClassVar = {"GET": MeOut}

    def get(self, request: Request) -> Response:
        token = cast(Token | None, request.auth)
        return self.answer(
            request,
            {
                "login": page_request(request).actor.signed_in_account.login,
                "scope": token.scope if token else None,
                "token": token.name if token else None,
                "only_for": token.only_for if token else "",
                "expires_at": token.expires_at if token else None,
            },
        )


class MyTournaments(Endpoint):
    """The tournaments that I work for."""

    gates: ClassVar = {"GET": "account.own"}
    gives: ClassVar = {"GET": list_of(TournamentOut)}

    def get(self, request: Request) -> Response:
        mine = list(queries.tournaments_of(self.actor(request)).select_related("club", "stream"))
        return self.answer(request, {"items": mine})


class MyToken(Endpoint):
    """The token that this request is made with."""

    gates: ClassVar = {"DELETE": "account.own"}
    takes: ClassVar = {"DELETE": Nothing}
    gives: ClassVar = {"DELETE": receipt_of(revoke_token)}

    def delete(self, request: Request) -> Response:
        """Take this token back: whoever has it can do nothing with it any more."""
        if request.auth is None:
            raise Refused("no_token", _("This request was made without a token."))
        return self.done(request, revoke_token, None, token_id=request.auth.pk)

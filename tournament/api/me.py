"""Who a token acts for, and what that account works for."""

from typing import ClassVar

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament import queries
from tournament.actions.tokens import revoke_token
from tournament.api.base import Endpoint
from tournament.api.receipts import Receipt, list_of
from tournament.api.strict import Nothing
from tournament.api.tournaments import TournamentOut
from tournament.errors import Refused
from tournament.models.tokens import Scope


class MeOut(serializers.Serializer):
    login = serializers.CharField()
    scope = serializers.ChoiceField(choices=Scope.choices, allow_null=True, help_text="Of the token; null without one.")
    token = serializers.CharField(allow_null=True, help_text="What the token is called.")
    expires_at = serializers.DateTimeField(allow_null=True)


class Me(Endpoint):
    """Who I am here."""

    gates: ClassVar = {"GET": "account.own"}
    gives: ClassVar = {"GET": MeOut}

    def get(self, request: Request) -> Response:
        token = request.auth
        return self.answer(
            request,
            {
                "login": request._request.actor.account.login,
                "scope": token.scope if token else None,
                "token": token.name if token else None,
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
    gives: ClassVar = {"DELETE": Receipt}

    def delete(self, request: Request) -> Response:
        """Take this token back: whoever has it can do nothing with it any more."""
        if request.auth is None:
            raise Refused("no_token", _("This request was made without a token."))
        return self.done(request, revoke_token, None, token_id=request.auth.pk)

"""Authentication of programs: `Authorization: Bearer …` with a token of somebody's account."""

from dataclasses import replace
from datetime import timedelta
from typing import cast

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request as ApiRequest

from tournament.core.actors import Request
from tournament.models import Account, Token
from tournament.models.ids import token_hash

NOTED_EVERY = timedelta(minutes=5)  # reading must not cost a write each time, nor wait for others' writes


class TokenAuthentication(BaseAuthentication):
    def authenticate(self, request: ApiRequest) -> tuple[Account, Token] | None:
        kind, _space, secret = get_authorization_header(request).partition(b" ")
        if kind.lower() != b"bearer":
            return None
        token = Token.objects.alive().select_related("account").filter(token_hash=_hash(secret)).first()
        if token is None:
            raise AuthenticationFailed(_("This token does not exist, has ended or was taken back."))
        now = timezone.now()
        if token.used_at is None or token.used_at < now - NOTED_EVERY:
            Token.objects.filter(pk=token.pk).update(used_at=now)
        asking = page_request(request)
        asking.actor = replace(
            asking.actor, account=token.account, scope=token.scope, only_for=token.only_for, seen_roles={}
        )
        return token.account, token

    def authenticate_header(self, request: ApiRequest) -> str:
        return "Bearer"


def page_request(request: ApiRequest) -> Request:
    """Django's own request, which has the `actor`; DRF wraps it."""
    return cast(Request, request._request)


def _hash(secret: bytes) -> str:
    return token_hash(secret.strip().decode("latin-1"))

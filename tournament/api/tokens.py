"""A program proves who it acts for: `Authorization: Bearer …`, a token of somebody's account."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from tournament.accounts import token_hash
from tournament.models import Token

NOTED_EVERY = timedelta(minutes=5)  # reading must not cost a write each time, nor wait for others' writes


class TokenAuthentication(BaseAuthentication):
    def authenticate(self, request: Request) -> tuple[Any, Token] | None:
        kind, _space, secret = get_authorization_header(request).partition(b" ")
        if kind.lower() != b"bearer":
            return None
        token = Token.objects.alive().select_related("account").filter(token_hash=_hash(secret)).first()
        if token is None:
            raise AuthenticationFailed(_("This token does not exist, has ended or was taken back."))
        now = timezone.now()
        if token.used_at is None or token.used_at < now - NOTED_EVERY:
            Token.objects.filter(pk=token.pk).update(used_at=now)
        asking = request._request
        asking.actor = replace(asking.actor, account=token.account, scope=token.scope, seen_roles={})
        return token.account, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


def _hash(secret: bytes) -> str:
    return token_hash(secret.strip().decode("latin-1"))

"""Tokens for programs and devices: made in the account, each for one use, and taken back."""

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.accounts import token_hash
from tournament.actions.core import Write, action
from tournament.errors import Refused
from tournament.models import Token
from tournament.models.ids import secret_token

MOST = 50  # of one account, alive at a time


@action("token.made", needs="account.own")
def make_token(write: Write, _installation: None, *, name: str, scope: str, days: int) -> str:
    """The secret: shown once, kept only as a hash."""
    account = write.by.account
    assert account is not None, "whoever owns an account has one"
    if Token.objects.alive().filter(account=account).count() >= MOST:
        raise Refused("too_many_tokens", _("No more than %(most)d tokens: take some back first.") % {"most": MOST})
    secret = secret_token()
    until = timezone.now() + timedelta(days=days)
    token = Token.objects.create(
        account=account, name=name, scope=scope, token_hash=token_hash(secret), expires_at=until
    )
    write.log(token=token.pk, scope=scope, days=days)
    return secret


@action("token.revoked", needs="account.own")
def revoke_token(write: Write, _installation: None, *, token_id: int) -> None:
    """Ends at once. Somebody takes back own tokens only."""
    token = Token.objects.filter(pk=token_id, account=write.by.account, revoked_at=None).first()
    if token is None:
        raise Refused("no_such_token", _("This token is taken back already."))
    token.revoked_at = timezone.now()
    token.save(update_fields=["revoked_at"])
    write.log(token=token.pk)

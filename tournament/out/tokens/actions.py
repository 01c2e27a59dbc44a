"""API tokens for programs and devices: create and revoke them."""

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.action import Write, action
from tournament.core.actors import Actor
from tournament.core.errors import Refused
from tournament.entries.queries import clubs_of, tournaments_of
from tournament.models import Token
from tournament.models.ids import secret_token, token_hash

PREFIX = "augengenau_"  # so that whoever looks for leaked secrets recognises one
MOST = 50  # valid tokens of one account


def places_of(actor: Actor) -> dict[str, str]:
    """The clubs and tournaments for which a token can be, by public id with their names."""
    clubs = {club.public_id: club.name for club in clubs_of(actor)}
    return clubs | {one.public_id: f"{one.name}, {one.club.name}" for one in tournaments_of(actor)}


@action("token.made", needs="account.own")
def make_token(write: Write, _installation: None, *, name: str, scope: str, days: int, only_for: str = "") -> str:
    """Create a token and return its secret. Only the hash is stored, so it is shown once. `only_for`: the public id of a club or
    tournament in which the account works."""
    account = write.by.account
    assert account is not None, "whoever owns an account has one"
    if Token.objects.alive().filter(account=account).count() >= MOST:
        raise Refused("too_many_tokens", _("No more than %(most)d tokens: take some back first.") % {"most": MOST})
    if only_for and only_for not in places_of(write.by):
        raise Refused("no_such_place", _("You have no role in this club or tournament."))
    secret = PREFIX + secret_token()
    until = timezone.now() + timedelta(days=days)
    token = Token.objects.create(
        account=account, name=name, scope=scope, only_for=only_for, token_hash=token_hash(secret), expires_at=until
    )
    write.log(token=token.pk, scope=scope, days=days)
    if only_for:
        write.log(only_for=only_for)
    return secret


@action("token.revoked", needs="account.own")
def revoke_token(write: Write, _installation: None, *, token_id: int) -> None:
    """Revoke a token of one's own account, at once."""
    token = Token.objects.filter(pk=token_id, account=write.by.account, revoked_at=None).first()
    if token is None:
        raise Refused("no_such_token", _("This token is taken back already."))
    token.revoked_at = timezone.now()
    token.save(update_fields=["revoked_at"])
    write.log(token=token.pk)

"""Accounts, roles and invitations. The first organiser comes by the link in the terminal, everybody else by an invitation."""

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.access import RUNNING
from tournament.core.action import Done, Write, action
from tournament.core.actors import ANONYMOUS, SYSTEM, Actor
from tournament.core.errors import NotAllowed, Refused
from tournament.core.refusals import LINK_ENDED, LINK_USED, LOGIN_TAKEN
from tournament.models import Account, Club, Grant, Invitation, Role, Tournament
from tournament.models.ids import secret_token, token_hash
from tournament.people.clubs import adopt_clubs, create_club

FIRST_LINK_HOLDS = timedelta(days=1)
INVITATION_HOLDS = timedelta(days=14)

# The roles that each role may hand out: none above its own.
GRANTABLE: dict[str, tuple[str, ...]] = {
    "system": tuple(Role.values),
    Role.ADMIN: tuple(Role.values),
    Role.ORGANISER: (Role.VIEWER, Role.DESK, Role.REFEREE),
}


def first_organiser_link() -> str | None:
    """Make the one-time link for the first account, and revoke older ones. None if there is an account already."""
    if Account.objects.exists():
        return None
    return f"/link/{make_first_link(None, by=SYSTEM).result}/"


@action("first_link.made", needs="link.make_first")
def make_first_link(write: Write, _installation: None) -> str:
    Invitation.objects.filter(club=None, used_at=None, revoked_at=None).update(revoked_at=timezone.now())
    token = secret_token()
    until = timezone.now() + FIRST_LINK_HOLDS
    Invitation.objects.create(token_hash=token_hash(token), role=Role.ADMIN, expires_at=until)
    return token


def make_first_account(
    invitation: Invitation, *, login: str, email: str, password: str, club_name: str, action_id: str | None
) -> Account:
    """Create the account, its club and its admin role in one transaction. Sent again by somebody else it makes and opens
    nothing, so nobody is signed in by a repeat."""
    with transaction.atomic():
        done = use_first_link(
            None, by=ANONYMOUS, action_id=action_id, invitation=invitation, login=login, email=email, password=password
        )
        account = done.result
        if account is None:
            raise LINK_USED()
        create_club(None, by=Actor(account), name=club_name, admin=account)
        if Club.objects.exclude(grants__role=Role.ADMIN).exists():
            adopt_clubs(None, by=Actor(account), admin=account)
    return account


@action("first_link.used", needs="link.use", answers=("account",))
def use_first_link(
    write: Write, _installation: None, *, invitation: Invitation, login: str, email: str, password: str
) -> Account:
    _lock_open(invitation)
    if Account.objects.exists():
        raise Refused("not_first", _("There is an account already. Sign in, or ask for an invitation."))
    account = _new_account(login, email, password, is_operator=True)
    _mark_used(invitation, account)
    write.log(account=account.public_id)
    write.answer(account=account.public_id)
    return account


@action("invitation.made", needs="role.grant", answers=("invitation",))
def invite(write: Write, owner: Club | Tournament, *, role: str) -> str:
    """Create an invitation and return its token. Only the token's hash is stored, so it cannot be shown again."""
    _require_grantable(write, owner, role)
    token = secret_token()
    invitation = Invitation.objects.create(
        token_hash=token_hash(token),
        club=owner if isinstance(owner, Club) else owner.club,
        tournament=owner if isinstance(owner, Tournament) else None,
        role=role,
        created_by=write.by.account,
        expires_at=timezone.now() + INVITATION_HOLDS,
    )
    write.log(role=role, invitation=invitation.pk)
    write.answer(invitation=invitation.pk)
    return token


@action("invitation.revoked", needs="role.grant")
def revoke_invitation(write: Write, owner: Club | Tournament, *, invitation_id: int | None) -> None:
    unused = Invitation.objects.filter(used_at=None, revoked_at=None, **_owned_by(owner))
    invitation = unused.filter(pk=invitation_id or 0).first()
    if invitation is None:
        raise Refused("no_such_invitation", _("This invitation is used or gone already."))
    _require_grantable(write, owner, invitation.role)
    Invitation.objects.filter(pk=invitation.pk).update(revoked_at=timezone.now())
    write.log(invitation=invitation.pk)


def accept_as_new(invitation: Invitation, *, login: str, email: str, password: str, action_id: str | None) -> Account:
    """Create the account and give it the invitation's role, in one transaction."""
    with transaction.atomic():
        _require_open(invitation, Invitation.objects.all())
        account = _new_account(login, email, password)
        accept(invitation, by=Actor(account), action_id=action_id)
    return account


def accept(invitation: Invitation, *, by: Actor, action_id: str | None) -> Done[Grant]:
    """Whoever repeats it is told the same; whoever sends the same id as somebody else comes too late."""
    done = use_invitation(invitation.tournament or invitation.club, by=by, action_id=action_id, invitation=invitation)
    if done.is_repeat and not Invitation.objects.filter(pk=invitation.pk, used_by=by.account).exists():
        raise LINK_USED()
    return done


@action("invitation.used", needs="link.use")
def use_invitation(write: Write, owner: Club | Tournament, *, invitation: Invitation) -> Grant:
    _lock_open(invitation)
    account = write.by.account
    assert account is not None, "the invitation page signs in first"
    grant, _made = Grant.objects.get_or_create(
        account=account, club=invitation.club, tournament=invitation.tournament, role=invitation.role
    )
    _mark_used(invitation, account)
    write.log(account=account.public_id, role=invitation.role, invitation=invitation.pk)
    return grant


@action("role.removed", needs="role.grant")
def remove_grant(write: Write, owner: Club | Tournament, *, grant_id: int | None) -> None:
    """Remove a role, and revoke the unused invitations that its holder made here."""
    grant = Grant.objects.select_related("account").filter(pk=grant_id or 0, **_owned_by(owner)).first()
    if grant is None:
        raise Refused("no_such_role", _("This role is gone already."))
    _require_grantable(write, owner, grant.role)
    if grant.role == Role.ADMIN and Grant.objects.filter(club=grant.club, role=Role.ADMIN).count() == 1:
        raise Refused("last_admin", _("A club keeps at least one admin."))
    write.log(account=grant.account.public_id, role=grant.role)
    unused = Invitation.objects.filter(used_at=None, revoked_at=None, **_owned_by(owner))
    unused.filter(created_by=grant.account).update(revoked_at=timezone.now())
    grant.delete()


@action("password.changed", needs="account.own", secret=("here",))
def change_password(
    write: Write, _installation: None, *, account: Account, password: str, here: str = "", ends_tokens: bool = True
) -> int:
    """Everybody who got in by the old one is out, but for the session `here`. Says how many tokens ended."""
    fresh = Account.objects.select_for_update().get(pk=account.pk)
    if fresh.password != account.password:  # a link, or the old password, proves this once
        raise Refused("password_changed", _("The password was changed in the meantime. Sign in with the new one."))
    account.set_password(password)
    account.save(update_fields=["password"])
    return _leave(write, account, here, ends_tokens=ends_tokens)


@action("second_factor.on", needs="account.own", secret=("here",))
def turn_on_second_factor(
    write: Write,
    _installation: None,
    *,
    account: Account,
    totp_secret: str,
    step: int,
    recovery_hashes: list[str],
    here: str = "",
    ends_tokens: bool = True,
) -> int:
    account.totp_secret, account.totp_last_step = totp_secret, step
    account.recovery_hashes = recovery_hashes
    account.save(update_fields=["totp_secret", "totp_last_step", "recovery_hashes"])
    return _leave(write, account, here, ends_tokens=ends_tokens)


@action("second_factor.off", needs="account.own", secret=("here",))
def turn_off_second_factor(
    write: Write, _installation: None, *, account: Account, here: str = "", ends_tokens: bool = True
) -> int:
    if club := wanting_club(account):
        raise Refused(
            "factor_wanted",
            _("%(club)s wants a second factor of whoever runs its tournaments: it stays on.") % {"club": club.name},
        )
    account.totp_secret, account.recovery_hashes = "", []
    account.save(update_fields=["totp_secret", "recovery_hashes"])
    return _leave(write, account, here, ends_tokens=ends_tokens)


@action("account.left_elsewhere", needs="account.own", secret=("here",))
def sign_out_elsewhere(
    write: Write, _installation: None, *, account: Account, here: str, ends_tokens: bool = True
) -> int:
    return _leave(write, account, here, ends_tokens=ends_tokens)


@action("account.signed_out", needs="account.close")
def sign_out(write: Write, _installation: None, *, account: Account, ends_tokens: bool = True) -> int:
    """Everywhere; devices that were known have to prove themselves again."""
    return _leave(write, account, ends_tokens=ends_tokens)


@action("account.closed", needs="account.close")
def close_account(write: Write, _installation: None, *, account: Account) -> None:
    """Nobody signs in with it, and no program works for it; what it invited to and nobody has used ends. What it did stays."""
    account.is_active = False
    account.save(update_fields=["is_active"])
    handed_out = Invitation.objects.filter(created_by=account, used_at=None, revoked_at=None)
    handed_out.update(revoked_at=timezone.now())
    _leave(write, account)


@action("account.opened", needs="account.close")
def open_account(write: Write, _installation: None, *, account: Account) -> None:
    account.is_active = True
    account.save(update_fields=["is_active"])
    write.log(account=account.public_id)


def _leave(write: Write, account: Account, here: str = "", *, ends_tokens: bool = True) -> int:
    """All sessions and devices but those of the session `here`; live streams end with their session. How many tokens ended."""
    account.devices.exclude(sessions__session_key=here).delete()
    account.sessions.exclude(session_key=here).delete()
    alive = account.tokens.filter(revoked_at=None)
    ended = alive.update(revoked_at=timezone.now()) if ends_tokens else 0
    write.log(account=account.public_id, tokens=ended)
    return ended


def wanting_club(account: Account) -> Club | None:
    """A club that demands a second factor from this account, if there is one."""
    running = Grant.objects.filter(account=account, role__in=RUNNING)
    return Club.objects.filter(wants_second_factor=True, pk__in=running.values("club")).order_by("name").first()


def _owned_by(owner: Club | Tournament) -> dict[str, Club | Tournament | None]:
    return {"tournament": owner} if isinstance(owner, Tournament) else {"club": owner, "tournament": None}


def _lock_open(invitation: Invitation) -> None:
    """Check again under a row lock that the link is open: of two simultaneous uses only one may succeed."""
    _require_open(invitation, Invitation.objects.select_for_update())


def _require_open(invitation: Invitation, among: QuerySet[Invitation]) -> None:
    """As it stands now, not as it was read."""
    fresh = among.get(pk=invitation.pk)
    if not fresh.is_open:
        raise LINK_USED() if fresh.used_at else LINK_ENDED()


def _mark_used(invitation: Invitation, account: Account) -> None:
    Invitation.objects.filter(pk=invitation.pk).update(used_by=account, used_at=timezone.now())


def _new_account(login: str, email: str, password: str, *, is_operator: bool = False) -> Account:
    if Account.objects.named(login) is not None:
        raise LOGIN_TAKEN()
    if email and Account.objects.filter(email__iexact=email).exists():
        raise Refused("email_taken", _("This e-mail address belongs to another account. Sign in with it instead."))
    account = Account(login=login, email=email, is_operator=is_operator)
    account.set_password(password)
    try:
        with transaction.atomic():
            account.save()
    except IntegrityError:  # somebody else took the login at the same moment
        raise LOGIN_TAKEN() from None
    return account


def _require_grantable(write: Write, owner: Club | Tournament, role: str) -> None:
    fits = (role == Role.ADMIN) == isinstance(owner, Club)
    if not fits or role not in GRANTABLE.get(write.role, ()):
        raise NotAllowed("role_too_high", _("You cannot give or take this role."), role=role)

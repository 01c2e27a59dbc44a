"""Who becomes somebody: the first organiser by the link in the terminal, everybody else by an invitation."""

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.access import RUNNING
from tournament.accounts import token_hash
from tournament.actions.clubs import adopt_clubs, create_club
from tournament.actions.core import Done, Write, action
from tournament.actors import ANONYMOUS, SYSTEM, Actor
from tournament.errors import NotAllowed, Refused
from tournament.models import Account, Club, Grant, Invitation, Role, Tournament
from tournament.models.ids import secret_token

FIRST_LINK_HOLDS = timedelta(days=1)
INVITATION_HOLDS = timedelta(days=14)

# Who may hand out which role: nobody one above their own.
GRANTABLE: dict[str, tuple[str, ...]] = {
    "system": tuple(Role.values),
    Role.ADMIN: tuple(Role.values),
    Role.ORGANISER: (Role.VIEWER, Role.DESK, Role.REFEREE),
}


def first_organiser_link() -> str | None:
    """The path that makes the first account, once; None when there is an account already. Older links end."""
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
    """The account, its club and the admin's grant: all of them or none."""
    with transaction.atomic():
        done = use_first_link(
            None, by=ANONYMOUS, action_id=action_id, invitation=invitation, login=login, email=email, password=password
        )
        account = done.result or Account.objects.get(public_id=done.receipt["account"])
        if done.result is not None:
            create_club(None, by=Actor(account), name=club_name, admin=account)
            if Club.objects.exclude(grants__role=Role.ADMIN).exists():
                adopt_clubs(None, by=Actor(account), admin=account)
    return account


@action("first_link.used", needs="link.use", secret=("password",))
def use_first_link(
    write: Write, _installation: None, *, invitation: Invitation, login: str, email: str, password: str
) -> Account:
    _take(invitation)
    if Account.objects.exists():
        raise Refused("not_first", _("There is an account already. Sign in, or ask for an invitation."))
    account = _new_account(login, email, password, is_operator=True)
    _used(invitation, account)
    write.log(account=account.public_id)
    write.answer(account=account.public_id)
    return account


@action("invitation.made", needs="role.grant")
def invite(write: Write, owner: Club | Tournament, *, role: str) -> str:
    """The secret of the link: given out once, kept only as a hash."""
    _may_hand_out(write, owner, role)
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
    invitation = Invitation.objects.filter(pk=invitation_id, used_at=None, revoked_at=None, **_of(owner)).first()
    if invitation is None:
        raise Refused("no_such_invitation", _("This invitation is used or gone already."))
    _may_hand_out(write, owner, invitation.role)
    Invitation.objects.filter(pk=invitation.pk).update(revoked_at=timezone.now())
    write.log(invitation=invitation.pk)


def accept_as_new(invitation: Invitation, *, login: str, email: str, password: str, action_id: str | None) -> Account:
    """A new account that holds what the invitation says: both or neither."""
    with transaction.atomic():
        account = _new_account(login, email, password)
        accept(invitation, by=Actor(account), action_id=action_id)
    return account


def accept(invitation: Invitation, *, by: Actor, action_id: str | None) -> Done[Grant]:
    return use_invitation(invitation.tournament or invitation.club, by=by, action_id=action_id, invitation=invitation)


@action("invitation.used", needs="link.use")
def use_invitation(write: Write, owner: Club | Tournament, *, invitation: Invitation) -> Grant:
    _take(invitation)
    account = write.by.account
    assert account is not None, "the invitation page signs in first"
    grant, _made = Grant.objects.get_or_create(
        account=account, club=invitation.club, tournament=invitation.tournament, role=invitation.role
    )
    _used(invitation, account)
    write.log(account=account.public_id, role=invitation.role, invitation=invitation.pk)
    return grant


@action("role.removed", needs="role.grant")
def remove_grant(write: Write, owner: Club | Tournament, *, grant_id: int | None) -> None:
    """What its holder handed out here and nobody has used yet ends with it."""
    grant = Grant.objects.select_related("account").filter(pk=grant_id, **_of(owner)).first()
    if grant is None:
        raise Refused("no_such_role", _("This role is gone already."))
    _may_hand_out(write, owner, grant.role)
    if grant.role == Role.ADMIN and Grant.objects.filter(club=grant.club, role=Role.ADMIN).count() == 1:
        raise Refused("last_admin", _("A club keeps at least one admin."))
    write.log(account=grant.account.public_id, role=grant.role)
    handed_out = Invitation.objects.filter(created_by=grant.account, used_at=None, revoked_at=None, **_of(owner))
    handed_out.update(revoked_at=timezone.now())
    grant.delete()


@action("password.changed", needs="account.own", secret=("password",))
def change_password(write: Write, _installation: None, *, account: Account, password: str) -> None:
    account.set_password(password)
    account.save(update_fields=["password"])
    write.log(account=account.public_id)


@action("second_factor.on", needs="account.own", secret=("totp_secret", "recovery_hashes"))
def turn_on_second_factor(
    write: Write, _installation: None, *, account: Account, totp_secret: str, step: int, recovery_hashes: list[str]
) -> None:
    account.totp_secret, account.totp_last_step = totp_secret, step
    account.recovery_hashes = recovery_hashes
    account.save(update_fields=["totp_secret", "totp_last_step", "recovery_hashes"])
    write.log(account=account.public_id)


@action("second_factor.off", needs="account.own")
def turn_off_second_factor(write: Write, _installation: None, *, account: Account) -> None:
    if club := wanting_club(account):
        words = _("%(club)s wants a second factor of whoever runs its tournaments: it stays on.")
        raise Refused("factor_wanted", words % {"club": club.name})
    account.totp_secret, account.recovery_hashes = "", []
    account.save(update_fields=["totp_secret", "recovery_hashes"])
    write.log(account=account.public_id)


@action("account.signed_out", needs="account.close")
def sign_out(write: Write, _installation: None, *, account: Account) -> None:
    """Everywhere; devices that were known have to prove themselves again."""
    account.sessions.all().delete()
    account.devices.all().delete()
    write.log(account=account.public_id)


@action("account.closed", needs="account.close")
def close_account(write: Write, _installation: None, *, account: Account) -> None:
    """Nobody signs in with it, and no program works for it. What it did stays."""
    account.is_active = False
    account.save(update_fields=["is_active"])
    account.sessions.all().delete()
    account.tokens.filter(revoked_at=None).update(revoked_at=timezone.now())
    write.log(account=account.public_id)


@action("account.opened", needs="account.close")
def open_account(write: Write, _installation: None, *, account: Account) -> None:
    account.is_active = True
    account.save(update_fields=["is_active"])
    write.log(account=account.public_id)


def wanting_club(account: Account) -> Club | None:
    """One that wants this account's second factor."""
    running = Grant.objects.filter(account=account, role__in=RUNNING)
    return Club.objects.filter(wants_second_factor=True, pk__in=running.values("club")).order_by("name").first()


def _of(owner: Club | Tournament) -> dict[str, Club | Tournament | None]:
    return {"tournament": owner} if isinstance(owner, Tournament) else {"club": owner, "tournament": None}


def _take(invitation: Invitation) -> None:
    """Look again, under the lock: of two who use a link at once, one is first."""
    fresh = Invitation.objects.select_for_update().get(pk=invitation.pk)
    if not fresh.is_open:
        raise Refused("link_ended", _("This link has been used or has ended. Ask for a new one."))


def _used(invitation: Invitation, account: Account) -> None:
    Invitation.objects.filter(pk=invitation.pk).update(used_by=account, used_at=timezone.now())


def _new_account(login: str, email: str, password: str, *, is_operator: bool = False) -> Account:
    if Account.objects.named(login) is not None:
        raise Refused("login_taken", _("Somebody signs in by this name already. Choose another."))
    if email and Account.objects.filter(email__iexact=email).exists():
        raise Refused("email_taken", _("This e-mail address belongs to another account. Sign in with it instead."))
    account = Account(login=login, email=email, is_operator=is_operator)
    account.set_password(password)
    try:
        with transaction.atomic():
            account.save()
    except IntegrityError:  # somebody else, in the same moment
        raise Refused("login_taken", _("Somebody signs in by this name already. Choose another.")) from None
    return account


def _may_hand_out(write: Write, owner: Club | Tournament, role: str) -> None:
    fits = (role == Role.ADMIN) == isinstance(owner, Club)
    if not fits or role not in GRANTABLE.get(write.role, ()):
        raise NotAllowed("role_too_high", _("You cannot give or take this role."), role=role)

"""Signing in: check the password and the second factor, remember the device.

Accounts and roles are written by tournament.people.actions; tournament.core.guard limits how often somebody may guess.
"""

import hashlib
import secrets
import threading
import time
import unicodedata
from importlib import import_module
from typing import Any

import pyotp
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth import login as start_session
from django.contrib.auth.backends import BaseBackend
from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.signals import user_logged_in
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.db import close_old_connections, transaction
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import rotate_token
from django.urls import reverse
from django.utils import timezone

from tournament.core import guard, security_log
from tournament.core.session_times import BEGAN, CONFIRMED, SEEN
from tournament.models import Account, Grant, KnownDevice, Round
from tournament.models.ids import ALPHABET, secret_token, token_hash
from tournament.models.stages import RoundState
from tournament.people.sessions import DEVICE

Nobody = AnonymousUser
DEVICE_COOKIE = f"{settings.HOST_ONLY}device"
DEVICE_DAYS = 365
PENDING = "second_step"  # session key: the account whose password was right and whose code is still missing
PENDING_SECONDS = 300
_HASHING = threading.BoundedSemaphore(2)  # hashing is slow on purpose: at most two at a time


class PasswordToken(PasswordResetTokenGenerator):
    """A password reset token: ends with its use, with any change of the password, and after a day."""

    key_salt = "tournament.accounts.PasswordToken"


password_token = PasswordToken()


class Backend(BaseBackend):
    """Only loads the account of a session. Passwords are checked by `check_login`, which limits guesses."""

    def get_user(self, user_id: Any) -> Account | None:
        return Account.objects.filter(pk=user_id, is_active=True).first()


def recovery_hash(account: Account, code: str) -> str:
    """Hash a recovery code, slowly on purpose: it is short enough to be guessed from a stolen hash. All codes of an account
    share one salt, so that a check hashes only once."""
    return hashlib.scrypt(code.encode(), salt=account.public_id.encode(), n=2**14, r=8, p=1, dklen=32).hex()


def check_login(request: HttpRequest, login: str, password: str) -> Account | None:
    """The account, if name and password are right. Raises Locked after too many wrong attempts."""
    account = Account.objects.by_login(login)
    doors = _password_doors(request, account, login)
    guard.take(*doors)
    seen = {"account": account.public_id if account else "unknown", "network": guard.came_from(request)}
    if not password_is_right(account, password):
        security_log.note("password.wrong", **seen)
        return None
    guard.give_back(*doors)
    security_log.note("password.right", **seen)
    return account


def _password_doors(request: HttpRequest, account: Account | None, login: str) -> list[guard.Door]:
    device_id = _proven_device(request, account)
    if device_id is not None:
        return [guard.account_door(login, device_id)]
    if account is not None and request.user == account:
        return [guard.own_door(account.pk)]
    return [guard.account_door(_guessed_at(account, login), None), guard.network_door(request)]


def _guessed_at(account: Account | None, word: str) -> str:
    """The name, however it was typed; an address for itself: else it would be seen by the tries which name it belongs to."""
    word = unicodedata.normalize("NFC", word)
    return account.login if account and "@" not in word else word


def password_is_right(account: Account | None, password: str) -> bool:
    """Takes equally long if there is no such account, so that timing does not reveal which names exist."""
    with _HASHING:
        if account is None:
            make_password(password)
            return False
        return check_password(password, account.password)


def begin(request: HttpRequest, account: Account) -> bool:
    """Sign in after the right password, or remember that the second factor is still missing. True if signed in."""
    if not account.has_second_factor:
        enter(request, account)
        return True
    request.session.cycle_key()
    until, proof = int(time.time()) + PENDING_SECONDS, account.get_session_auth_hash()
    request.session[PENDING] = {"account": account.pk, "until": until, "proof": proof}
    return False


def pending(request: HttpRequest) -> Account | None:
    """Who owes the code, as long as the password that was given is still theirs."""
    waiting = request.session.get(PENDING)
    if not waiting or waiting["until"] < time.time():
        return None
    account = Account.objects.filter(pk=waiting["account"], is_active=True).first()
    is_proven = account is not None and account.get_session_auth_hash() == waiting.get("proof")
    return account if is_proven else None


def enter(request: HttpRequest, account: Account) -> None:
    request.session.pop(PENDING, None)
    if request.user.is_authenticated:  # for a repeated sign-in Django would keep the session key
        request.session.cycle_key()
    start_session(request, account, backend="tournament.people.signing_in.Backend")
    request.session[CONFIRMED] = int(time.time())


@receiver(user_logged_in)
def _set_session_times(request: HttpRequest, **_signal: object) -> None:
    request.session[BEGAN] = request.session[SEEN] = int(time.time())


def confirm(request: HttpRequest) -> None:
    """Note that the password was given again, and change the session key."""
    request.session.cycle_key()
    rotate_token(request)
    request.session[CONFIRMED] = int(time.time())


def check_code(account: Account, code: str, request: HttpRequest | None = None) -> bool:
    """Check a code of the authenticator or a recovery code; each works once. Raises Locked after too many wrong ones."""
    door = guard.code_door(account.pk, _proven_device(request, account) if request else None)
    guard.take(door)
    code = code.replace(" ", "").replace("-", "").lower()
    way = "app" if _use_totp(account, code) else "recovery" if _use_recovery(account, code) else ""
    security_log.note("code.right" if way else "code.wrong", account=account.public_id, way=way or "none")
    if not way:
        return False
    guard.give_back(door)
    return True


def totp_step(secret: str, code: str) -> int | None:
    """The number of the half minute a code belongs to: this one or a neighbour, as clocks differ. None if wrong."""
    if not (code.isascii() and code.isdigit()):
        return None
    now = int(time.time()) // 30
    totp = pyotp.TOTP(secret)
    return next((now + d for d in (0, -1, 1) if secrets.compare_digest(totp.at((now + d) * 30), code)), None)


def _use_totp(account: Account, code: str) -> bool:
    if not account.totp_secret:
        return False
    step = totp_step(account.totp_secret, code)
    fresh = Account.objects.filter(pk=account.pk, totp_last_step__lt=step or 0)
    return step is not None and bool(fresh.update(totp_last_step=step))


def _use_recovery(account: Account, code: str) -> bool:
    if not account.recovery_hashes:
        return False
    with _HASHING:
        used = recovery_hash(account, code)
    with transaction.atomic():
        locked = Account.objects.select_for_update().get(pk=account.pk)
        left = [one for one in locked.recovery_hashes if one != used]
        if len(left) == len(locked.recovery_hashes):
            return False
        locked.recovery_hashes = left
        locked.save(update_fields=["recovery_hashes"])
        return True


def new_recovery_codes() -> list[str]:
    """Ten codes of 59 bits each, for signing in without the phone."""
    return ["".join(secrets.choice(ALPHABET) for _ in range(12)) for _ in range(10)]


def known_device(request: HttpRequest, account: Account | None) -> KnownDevice | None:
    token = request.COOKIES.get(DEVICE_COOKIE, "")
    if account is None or not token:
        return None
    return KnownDevice.objects.filter(account=account, token_hash=token_hash(token)).first()


def _proven_device(request: HttpRequest, account: Account | None) -> int | None:
    """The device of this account that asks: by its cookie, or by the session it is signed in with."""
    device = known_device(request, account)
    if device is not None:
        return device.pk
    is_in = account is not None and request.user == account
    return request.session.get(DEVICE) if is_in else None


def remember_device(request: HttpRequest, response: HttpResponse, account: Account) -> None:
    """Tie the new session to this browser's device, with a cookie, and end the browser's older sessions."""
    device, called = known_device(request, account), browser_name(request.headers.get("User-Agent", ""))
    if device is not None:
        KnownDevice.objects.filter(pk=device.pk).update(used_at=timezone.now(), called=called)
        device.sessions.exclude(session_key=request.session.session_key).delete()
        request.session[DEVICE] = device.pk
        return
    token = secret_token()
    made = KnownDevice.objects.create(account=account, token_hash=token_hash(token), called=called)
    request.session[DEVICE] = made.pk
    response.set_cookie(
        DEVICE_COOKIE,
        token,
        max_age=DEVICE_DAYS * 24 * 3600,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )


def browser_name(agent: str) -> str:
    """ "Firefox, Android": enough to tell one's devices apart. Order matters: a User-Agent also names related browsers."""
    browsers = {"Firefox": "Firefox", "Edg": "Edge", "OPR": "Opera", "Chrome": "Chrome", "Safari": "Safari"}
    systems = {"Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows", "Mac OS": "Mac"}
    names = (next((name for word, name in kind.items() if word in agent), "") for kind in (browsers, systems))
    return ", ".join(filter(None, (*names, "Linux" if "Linux" in agent and "Android" not in agent else "")))


def standing_of(session: str) -> tuple[Any, ...]:
    """The session's account and roles, to notice when they change; empty if nobody is signed in."""
    close_old_connections()
    try:
        request = HttpRequest()
        request.session = import_module(settings.SESSION_ENGINE).SessionStore(session)
        account = get_user(request)
        if not account.is_authenticated:
            return ()
        return account.pk, *Grant.objects.filter(account=account.pk).order_by("pk").values_list("pk", "role")
    finally:
        close_old_connections()


def begins_at(account: Account) -> str:
    """The page after signing in. Who is a referee and nothing else stands on the floor of the tournament at once, of several on
    that of the only one in play."""
    grants = list(Grant.objects.filter(account=account).select_related("tournament"))
    if any(grant.role != "referee" or grant.tournament is None for grant in grants):
        return "desk"
    there = [grant.tournament for grant in grants if grant.tournament and not grant.tournament.deleted_at]
    if len(there) > 1:
        in_play = Round.objects.filter(stage__tournament__in=there, state=RoundState.PUBLISHED)
        ids = set(in_play.values_list("stage__tournament", flat=True))
        there = [one for one in there if one.pk in ids]
    return reverse("referee", args=[there[0].public_id]) if len(there) == 1 else "desk"

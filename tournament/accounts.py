"""Signing in: the password, the second factor, the device that is known afterwards.

Who is invited to be somebody is written by tournament.actions.accounts; how often may be guessed is tournament.guard's.
"""

import hashlib
import secrets
import threading
import time
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
from django.contrib.sessions.backends.base import SessionBase
from django.db import close_old_connections, transaction
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import rotate_token
from django.utils import timezone

from tournament import guard, watch
from tournament.models import Account, Grant, KnownDevice
from tournament.models.ids import ALPHABET, secret_token
from tournament.sessions import DEVICE

Nobody = AnonymousUser
DEVICE_COOKIE = f"{settings.HOST_ONLY}device"
DEVICE_DAYS = 365
PENDING = "second_step"  # session: who has given the password and owes the code
CONFIRMED = "confirmed_at"  # session: when the password was last given
BEGAN, SEEN = "began_at", "seen_at"  # session: when somebody signed in, and (within the hour) was there last
PENDING_SECONDS = 300
CONFIRMED_SECONDS = 900
LONGEST = 14 * 24 * 3600  # a session, from signing in: the weeks before the day, and the day
IDLE = 3 * 24 * 3600  # a session that nobody uses
NOTED_EVERY = 3600  # being there must not cost a write each time
_HASHING = threading.BoundedSemaphore(2)  # a password check is costly on purpose: never many at once


class PasswordToken(PasswordResetTokenGenerator):
    """For somebody who forgot the password: ends with its use, with any change of the password, and after a day."""

    key_salt = "tournament.accounts.PasswordToken"


password_token = PasswordToken()


class Backend(BaseBackend):
    """Only finds the account of a session: passwords are checked here, where guesses are counted."""

    def get_user(self, user_id: Any) -> Account | None:
        return Account.objects.filter(pk=user_id, is_active=True).first()


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def recovery_hash(account: Account, code: str) -> str:
    """Slow on purpose: a code that people type is short enough to be tried out by whoever has stolen its hash. One salt
    for all codes of an account, so that checking one costs once."""
    return hashlib.scrypt(code.encode(), salt=account.public_id.encode(), n=2**14, r=8, p=1, dklen=32).hex()


def check_login(request: HttpRequest, login: str, password: str) -> Account | None:
    """The account, if name and password are right. Raises Locked after too many wrong ones."""
    account = Account.objects.by_login(login)
    device = known_device(request, account)
    name = account.login if account else login
    doors = [guard.account_door(name, device.pk if device else None), guard.network_door(request)]
    guard.take(*doors)
    seen = {"account": account.public_id if account else "unknown", "network": guard.network(request)}
    if not password_is_right(account, password):
        watch.note("password.wrong", **seen)
        return None
    guard.give_back(*doors)
    watch.note("password.right", **seen)
    return account


def password_is_right(account: Account | None, password: str) -> bool:
    """Takes as long for a name that does not exist."""
    with _HASHING:
        if account is None:
            make_password(password)
            return False
        return check_password(password, account.password)


def begin(request: HttpRequest, account: Account) -> bool:
    """After the right password: in, unless the second factor is still owed. Says whether it is in."""
    if not account.has_second_factor:
        enter(request, account)
        return True
    request.session.cycle_key()
    request.session[PENDING] = {"account": account.pk, "until": int(time.time()) + PENDING_SECONDS}
    return False


def pending(request: HttpRequest) -> Account | None:
    waiting = request.session.get(PENDING)
    if not waiting or waiting["until"] < time.time():
        return None
    return Account.objects.filter(pk=waiting["account"], is_active=True).first()


def enter(request: HttpRequest, account: Account) -> None:
    request.session.pop(PENDING, None)
    if request.user.is_authenticated:  # signed in once more: Django would keep the key
        request.session.cycle_key()
    start_session(request, account, backend="tournament.accounts.Backend")
    request.session[CONFIRMED] = int(time.time())


@receiver(user_logged_in)
def _begun(request: HttpRequest, **_said: object) -> None:
    request.session[BEGAN] = request.session[SEEN] = int(time.time())


def confirm(request: HttpRequest) -> None:
    """The password was given once more: the session goes on, under another key."""
    request.session.cycle_key()
    rotate_token(request)
    request.session[CONFIRMED] = int(time.time())


def has_ended(session: SessionBase) -> bool:
    """Too old, or not used for too long."""
    now = int(time.time())
    began, seen = session.setdefault(BEGAN, now), session.setdefault(SEEN, now)
    if now - seen >= NOTED_EVERY:
        session[SEEN] = now
    return bool(now - began >= LONGEST or now - seen >= IDLE)


def end_other_sessions(request: HttpRequest, account: Account) -> None:
    account.sessions.exclude(session_key=request.session.session_key).delete()


def was_confirmed_lately(request: HttpRequest) -> bool:
    return request.session.get(CONFIRMED, 0) > time.time() - CONFIRMED_SECONDS


def check_code(account: Account, code: str) -> bool:
    """A code of the authenticator, or one of the recovery codes; each counts once. Raises Locked after too many wrong."""
    door = guard.code_door(account.pk)
    guard.take(door)
    code = code.replace(" ", "").replace("-", "").lower()
    way = "app" if _use_totp(account, code) else "recovery" if _use_recovery(account, code) else ""
    watch.note("code.right" if way else "code.wrong", account=account.public_id, way=way or "none")
    if not way:
        return False
    guard.give_back(door)
    return True


def totp_step(secret: str, code: str) -> int | None:
    """The half minute a code belongs to: this one or a neighbour, since clocks differ."""
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
        left = [kept for kept in locked.recovery_hashes if kept != used]
        if len(left) == len(locked.recovery_hashes):
            return False
        locked.recovery_hashes = left
        locked.save(update_fields=["recovery_hashes"])
        return True


def new_recovery_codes() -> list[str]:
    """Ten of them, 59 bits each, for the day the phone is lost."""
    return ["".join(secrets.choice(ALPHABET) for _ in range(12)) for _ in range(10)]


def known_device(request: HttpRequest, account: Account | None) -> KnownDevice | None:
    token = request.COOKIES.get(DEVICE_COOKIE, "")
    if account is None or not token:
        return None
    return KnownDevice.objects.filter(account=account, token_hash=token_hash(token)).first()


def remember_device(request: HttpRequest, response: HttpResponse, account: Account) -> None:
    """The session that has just begun is this browser's only one."""
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
    """ "Firefox, Android": enough to tell one's own devices apart. Each browser also names those it descends from."""
    browsers = {"Firefox": "Firefox", "Edg": "Edge", "OPR": "Opera", "Chrome": "Chrome", "Safari": "Safari"}
    systems = {"Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows", "Mac OS": "Mac"}
    found = (next((name for word, name in kind.items() if word in agent), "") for kind in (browsers, systems))
    return ", ".join(filter(None, (*found, "Linux" if "Linux" in agent and "Android" not in agent else "")))


def standing_of(session: str) -> tuple[Any, ...]:
    """Who holds this session and the roles they have, to be compared with a moment ago; nothing for nobody."""
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

"""The people around a club: accounts that sign in, their rights, and the people who play."""

import unicodedata
from importlib import import_module
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import connection, models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from tournament.models.ids import public_id


class Club(models.Model):
    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    name = models.CharField(_("name of the club"), max_length=120)
    wants_second_factor = models.BooleanField(default=False)  # of those who run it or one of its tournaments
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.name


class AccountManager(BaseUserManager["Account"]):
    def get_by_natural_key(self, username: str | None) -> "Account":
        return self.get(login__iexact=username)

    def by_login(self, word: str) -> "Account | None":
        """By name or e-mail address, as people type it: ignores case and spaces around it."""
        word = word.strip()
        found = self.named(word) or ("@" in word and self.filter(email__iexact=word).first())
        return found if found and found.is_active else None

    def named(self, login: str) -> "Account | None":
        """Ignores case in any alphabet. SQLite does so only for a to z: there the other letters are compared here."""
        login = unicodedata.normalize("NFC", login)
        found = self.filter(login__iexact=login).first()
        if found or login.isascii() or connection.vendor != "sqlite":
            return found
        same = (pk for pk, name in self.values_list("pk", "login") if name.casefold() == login.casefold())
        return self.filter(pk=next(same, 0)).first()


class Account(AbstractBaseUser):
    """Somebody who signs in. What they may do stands in their grants."""

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    login = models.CharField(_("name to sign in with"), max_length=80)
    email = models.EmailField(_("e-mail address"), blank=True)
    is_active = models.BooleanField(default=True)
    is_operator = models.BooleanField(default=False)  # runs this installation; sees no names by that
    created_at = models.DateTimeField(default=timezone.now)
    totp_secret = models.CharField(max_length=64, blank=True)
    totp_last_step = models.BigIntegerField(default=0)  # a code is valid once
    recovery_hashes = models.JSONField(default=list)

    USERNAME_FIELD = "login"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []
    objects = AccountManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("login"), name="account_login_once"),
            models.UniqueConstraint(Lower("email"), name="account_email_once", condition=~models.Q(email="")),
        ]

    def __str__(self) -> str:
        return self.login

    @property
    def has_second_factor(self) -> bool:
        return bool(self.totp_secret)

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """Sessions end with the password they began with, and with the second factor."""
        proof = f"{self.password} {self.totp_secret}"
        return salted_hmac("tournament.session", proof, secret=secret, algorithm="sha256").hexdigest()


class Role(models.TextChoices):
    """From the least to the most. A club admin is one of the club; the others belong to one tournament."""

    VIEWER = "viewer", _("viewer")
    DESK = "desk", _("desk")
    REFEREE = "referee", _("referee")
    ORGANISER = "organiser", _("organiser")
    ADMIN = "admin", _("club admin")


_CLUB_OR_TOURNAMENT = models.Q(role="admin", tournament=None) | (~models.Q(role="admin") & ~models.Q(tournament=None))


class Grant(models.Model):
    """An account holds a role: in a whole club (admin) or in one tournament."""

    account = models.ForeignKey(Account, models.CASCADE, related_name="grants")
    club = models.ForeignKey(Club, models.CASCADE, related_name="grants")
    tournament = models.ForeignKey("Tournament", models.CASCADE, null=True, related_name="grants")
    role = models.CharField(max_length=12, choices=Role.choices)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "club", "tournament", "role"], name="grant_once"),
            models.UniqueConstraint(
                fields=["account", "club"], name="club_grant_once", condition=models.Q(tournament=None)
            ),
            models.CheckConstraint(condition=_CLUB_OR_TOURNAMENT, name="grant_admin_of_club_only"),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} {self.role} {self.tournament_id or self.club_id}"


class Invitation(models.Model):
    """A link that makes its holder somebody: once, until it ends or is taken back. The first of all has no club."""

    token_hash = models.CharField(max_length=64, unique=True)
    club = models.ForeignKey(Club, models.CASCADE, null=True, related_name="invitations")
    tournament = models.ForeignKey("Tournament", models.CASCADE, null=True, related_name="invitations")
    role = models.CharField(max_length=12, choices=Role.choices)
    created_by = models.ForeignKey(Account, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    used_by = models.ForeignKey(Account, models.SET_NULL, null=True, related_name="+")
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=_CLUB_OR_TOURNAMENT, name="invitation_admin_of_club_only")]

    def __str__(self) -> str:
        return f"{self.role} {self.tournament_id or self.club_id}"

    @property
    def is_open(self) -> bool:
        return self.used_at is None and self.revoked_at is None and self.expires_at > timezone.now()


WINDOW = 15 * 60  # seconds in which wrong guesses are counted together


class GuessCount(models.Model):
    """Wrong guesses at one door within one window; counted in the database so that no two requests miscount."""

    key = models.CharField(max_length=80)
    window = models.BigIntegerField()
    count = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["key", "window"], name="guess_once_a_window")]

    def __str__(self) -> str:
        return f"{self.key} {self.count}"


class KnownDevice(models.Model):
    """A browser that an account has signed in with: others' wrong guesses do not lock it out."""

    account = models.ForeignKey(Account, models.CASCADE, related_name="devices")
    token_hash = models.CharField(max_length=64, unique=True)
    called = models.CharField(max_length=40, blank=True)  # "Firefox, Android", as the browser said last
    created_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.account_id}"


class Session(AbstractBaseSession):
    """A browser that is signed in. It ends with its device and its account."""

    account = models.ForeignKey(Account, models.CASCADE, null=True, related_name="sessions")
    device = models.ForeignKey(KnownDevice, models.CASCADE, null=True, related_name="sessions")

    @classmethod
    def get_session_store_class(cls) -> Any:
        return import_module(settings.SESSION_ENGINE).SessionStore


class Person(models.Model):
    """Somebody the club knows. How the name is shown to whom is decided in one place alone."""

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="people")
    given_name = models.CharField(_("first name"), max_length=80)
    family_name = models.CharField(_("surname"), max_length=80, blank=True)
    is_minor = models.BooleanField(_("under 16"), default=False)
    is_hidden = models.BooleanField(_("hide the name in public"), default=False)
    shows_full_name = models.BooleanField(_("full name in public"), default=False)
    merged_into = models.ForeignKey("self", models.SET_NULL, null=True, related_name="merged")  # the same, known twice
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["club", "family_name", "given_name"])]

    def __str__(self) -> str:
        return f"{self.pk}"

    def everywhere(self) -> "models.QuerySet[Person]":
        """Every row of this human being: somebody known twice is protected under both names."""
        first = self.merged_into_id or self.pk
        return Person.objects.filter(models.Q(pk=first) | models.Q(merged_into=first))

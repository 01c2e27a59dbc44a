"""Tokens with which programs and devices act for somebody, through the API."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Scope(models.TextChoices):
    """What a token may at most; its account must hold the role as well."""

    READ = "read", _("read only")
    DESK = "desk", _("desk")
    REFEREE = "referee", _("referee")
    ORGANISER = "organiser", _("organiser")


class TokenQuerySet(models.QuerySet["Token"]):
    def alive(self) -> "TokenQuerySet":
        now = timezone.now()
        return self.filter(revoked_at=None, expires_at__gt=now, account__is_active=True)


class Token(models.Model):
    """One for each program and device, so that a lost phone costs one token. Only the secret's hash is kept. `only_for`: the
    public id of the one club or tournament where it counts; empty for wherever its account works."""

    account = models.ForeignKey("Account", models.CASCADE, related_name="tokens")
    name = models.CharField(_("program or device"), max_length=80)
    scope = models.CharField(_("may at most"), max_length=10, choices=Scope.choices)
    only_for = models.CharField(_("only for"), max_length=16, blank=True, db_default="", default="")
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    objects = TokenQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.account_id} {self.scope}"

    @property
    def has_ended(self) -> bool:
        return self.expires_at <= timezone.now()

"""What the hall screen of a tournament shows."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.events import Tournament


class Screen(models.Model):
    """`shows`: codes of `tournament.screens`, in turn; none named: whatever fits the moment."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="screen")
    shows = models.JSONField(default=list)
    seconds = models.PositiveIntegerField(_("seconds a page"), default=12)
    words = models.CharField(_("a line for everybody"), max_length=160, blank=True)
    is_night = models.BooleanField(_("dark: nothing but the time"), default=False)
    version = models.PositiveIntegerField(default=1)

    def __str__(self) -> str:
        return f"{self.tournament_id}"

"""What the hall screens of a tournament show, and notices of its own."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.events import Tournament


class Screen(models.Model):
    """One of the screens in the hall; each has its own address. `shows`: codes of `tournament.hall.screen.panels` that it shows
    now, in turn, whatever the moment is; none named: the programme of the moment. `programme`: such codes by phase
    (`tournament.hall.screen.phases`); a phase that is not named there has its usual programme."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="screens")
    number = models.PositiveIntegerField(default=1, db_default=1)
    name = models.CharField(_("name of the screen"), max_length=40, blank=True, default="", db_default="")
    shows = models.JSONField(default=list)
    programme = models.JSONField(default=dict, db_default={})
    seconds = models.PositiveIntegerField(_("seconds a page"), default=12)
    words = models.CharField(_("a line for everybody"), max_length=160, blank=True)
    is_night = models.BooleanField(_("dark: nothing but the time"), default=False)
    step = models.PositiveIntegerField(default=0, db_default=0)  # of the ceremony, from 1 on; 0: none is held
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("tournament", "number"), name="a_screen_a_number"),)

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.number}"


class Notice(models.Model):
    """What the organisers want to say or show on the screens, with a picture of the club if they like: a panel of its own."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="notices")
    number = models.PositiveIntegerField()
    title = models.CharField(_("heading"), max_length=80)
    words = models.TextField(_("text"), max_length=400, blank=True)
    picture = models.CharField(max_length=64, blank=True)  # the name of a kept file
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("tournament", "number"), name="a_notice_a_number"),)

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.number}"

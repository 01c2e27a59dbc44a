"""What a club counts together over several tournaments."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.core import clock as steady
from tournament.models.events import Tournament
from tournament.models.ids import public_id
from tournament.models.people import Club


class SeasonCounts(models.TextChoices):
    RANKS = "ranks", _("points for the final rank")
    POINTS = "points", _("the points of the tournaments themselves")


class Season(models.Model):
    """Only the choice is kept; the ranking is computed from the tournaments' results."""

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="seasons")
    name = models.CharField(_("name of the season"), max_length=80)
    counts = models.CharField(_("what counts"), max_length=8, choices=SeasonCounts.choices, default=SeasonCounts.RANKS)
    worth = models.JSONField(default=list)  # of the final ranks, best first; ranks behind get the last
    best = models.PositiveIntegerField(default=0)  # how many tournaments count; 0: all
    tournaments = models.ManyToManyField(Tournament, related_name="seasons")
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=steady.now)

    class Meta:
        ordering = ["-created_at", "pk"]

    def __str__(self) -> str:
        return self.name

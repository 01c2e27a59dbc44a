"""How a club plays: kinds of tournament of its own."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.ids import public_id
from tournament.models.people import Club


class OwnPreset(models.Model):
    """The stages of a tournament as the club plays it, to begin the next one with."""

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="presets")
    name = models.CharField(_("name"), max_length=80)
    stages = models.JSONField(default=list)  # the fields of each, in order
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="preset_name_once")]

    def __str__(self) -> str:
        return self.name

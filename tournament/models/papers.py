"""How a club's paper looks."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.people import Club

PLUM = "#4d2a86"


class Letterhead(models.Model):
    """`logo` is a kept file: a picture that we wrote ourselves, whatever was uploaded."""

    club = models.OneToOneField(Club, models.CASCADE, related_name="letterhead")
    logo = models.CharField(max_length=64, blank=True)
    colour = models.CharField(_("colour"), max_length=7, default=PLUM)
    version = models.PositiveIntegerField(default=1)

    def __str__(self) -> str:
        return self.colour

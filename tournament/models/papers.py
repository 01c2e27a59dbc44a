"""How a club's paper looks."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.people import Club

PLUM = "#4d2a86"


class Letterhead(models.Model):
    """`logo`, `background` and `signature` (of certificates) are kept files: pictures that we wrote ourselves, whatever was
    uploaded."""

    club = models.OneToOneField(Club, models.CASCADE, related_name="letterhead")
    logo = models.CharField(max_length=64, blank=True)
    background = models.CharField(max_length=64, blank=True, default="", db_default="")
    signature = models.CharField(max_length=64, blank=True, default="", db_default="")
    colour = models.CharField(_("colour"), max_length=7, default=PLUM)
    version = models.PositiveIntegerField(default=1)

    def __str__(self) -> str:
        return self.colour

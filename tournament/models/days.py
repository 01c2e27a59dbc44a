"""On which days this installation was at work, by the machine's date."""

from django.db import models


class SeenDay(models.Model):
    """`seconds` are counted by the ticks of the machine, up to what a day needs to have held (`tournament.core.days`)."""

    day = models.DateField(unique=True)
    seconds = models.PositiveIntegerField(default=0)
    is_confirmed = models.BooleanField(default=False)  # by whoever runs the installation

    def __str__(self) -> str:
        return self.day.isoformat()

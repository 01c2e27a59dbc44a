"""The state of a tournament before a step that somebody may want to undo."""

from django.db import models

from tournament.core import clock as steady
from tournament.models.events import Tournament


class Snapshot(models.Model):
    """`seq` is the last line of the log that had been written by then; `code` the step that followed."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="snapshots")
    seq = models.BigIntegerField()
    code = models.CharField(max_length=60)
    rows = models.BinaryField()  # a JSON document, compressed
    made_at = models.DateTimeField(default=steady.now)

    class Meta:
        ordering = ["-seq"]
        constraints = [models.UniqueConstraint(fields=["tournament", "seq"], name="snapshot_once")]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.seq}"

"""What was done: one chain of entries for each tournament, each club and the installation. Rows are added, never changed."""

from collections.abc import Collection
from typing import Any

from django.db import models

from tournament import steady
from tournament.models.ids import public_id, secret_token


class Stream(models.Model):
    """The head of a chain. Whoever writes locks this row first: it is the one lock that guards the truth.

    `seq` is also the version that open pages and caches compare.
    """

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    club = models.OneToOneField("Club", models.CASCADE, null=True, related_name="stream")
    tournament = models.OneToOneField("Tournament", models.CASCADE, null=True, related_name="stream")
    seq = models.BigIntegerField(default=0)
    head = models.CharField(max_length=64, default="0" * 64)
    salt = models.CharField(max_length=64, default=secret_token)  # so that fingerprints give no name away
    written_at = models.DateTimeField(null=True)  # of the last entry: the next one is not earlier

    def __str__(self) -> str:
        return f"{self.public_id} {self.seq}"

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Collection[Any]) -> "Stream":
        """Whoever looks at a head, to read on or to write, hears how late it was for whoever wrote last."""
        found = super().from_db(db, field_names, values)
        if written_at := found.__dict__.get("written_at"):  # it may be deferred
            steady.at_least(written_at)
        return found


class LogEntry(models.Model):
    """One action. `data` holds ids, numbers and codes only; names and free text are in LogText, where they can be erased."""

    stream = models.ForeignKey(Stream, models.PROTECT, related_name="log")
    seq = models.BigIntegerField()
    action_id = models.CharField(max_length=64)
    fingerprint = models.CharField(max_length=64)
    code = models.CharField(max_length=60)
    data = models.JSONField()
    receipt = models.JSONField()
    actor = models.CharField(max_length=40)
    role = models.CharField(max_length=12)
    via = models.CharField(max_length=12)
    recorded_at = models.DateTimeField(default=steady.now)
    prev = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["stream", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["stream", "seq"], name="log_seq_once"),
            models.UniqueConstraint(fields=["stream", "action_id"], name="log_action_once"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.code}"


class LogText(models.Model):
    """Words of an entry. The chain holds a salted hash of them; erasing empties text and salt, and the chain stays whole."""

    entry = models.ForeignKey(LogEntry, models.PROTECT, related_name="texts")
    key = models.CharField(max_length=40)
    text = models.TextField()
    salt = models.CharField(max_length=32)
    erased_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["entry", "key"], name="log_text_once")]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.key}"

"""What was done: one chain of entries for each tournament, each club and the installation. Rows are added, never changed."""

from collections.abc import Collection
from typing import Any

from django.db import models

from tournament.core import clock as steady
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
    # Key of the fingerprints, so that they reveal no name. After a change it begins with the entry's number: "57.…".
    salt = models.CharField(max_length=64, default=secret_token)
    written_at = models.DateTimeField(null=True)  # of the last entry: the next one is not earlier
    # Whether lines of the log bind the rows (`tournament.core.bound`). Not yet, where older versions wrote them.
    is_bound = models.BooleanField(default=True, db_default=False)

    def __str__(self) -> str:
        return f"{self.public_id} {self.seq}"

    @property
    def forgotten(self) -> int:
        """The number of the last entry whose fingerprint was made with a salt that is gone."""
        line, dot, _salt = self.salt.partition(".")
        return int(line) if dot else 0

    def change_salt(self) -> None:
        """From now on no guess can be tested against the fingerprints of the entries so far."""
        self.salt = f"{self.seq}.{secret_token()}"
        self.save(update_fields=["salt"])

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Collection[Any], **more: Any) -> "Stream":
        """Loading a head, to read on or to write, also moves our clock on to the time of the last entry."""
        found = super().from_db(db, field_names, values, **more)
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
    # What it wrote into other tables, as JSON. (For a bare None SQLite would build the table anew, without its triggers.)
    bound = models.TextField(null=True, default=None, db_default=models.Value(None))  # noqa: DJ001  (null: nothing bound)

    class Meta:
        ordering = ["stream", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["stream", "seq"], name="log_seq_once"),
            models.UniqueConstraint(fields=["stream", "action_id"], name="log_action_once"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.code}"


class LogKey(models.Model):
    """The salt of a word that an entry binds. Erasing the word deletes it: nobody can test guesses any more."""

    entry = models.ForeignKey(LogEntry, models.PROTECT, related_name="keys")
    name = models.CharField(max_length=80, db_index=True)  # of the value: "Person.17.given_name"
    salt = models.CharField(max_length=32)

    def __str__(self) -> str:
        return f"{self.entry_id} {self.name}"


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

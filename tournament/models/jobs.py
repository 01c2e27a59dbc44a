"""Background jobs. The row is the source of truth: it is written in the transaction of its cause."""

import uuid
from datetime import timedelta
from typing import Any

from django.db import models
from django.db.models import Q

from tournament.core import clock as steady


class JobState(models.TextChoices):
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


LONGEST_WAITS: dict[str, int] = {}  # seconds before another try, by kind
OPEN_STATES = (JobState.QUEUED, JobState.RUNNING)


class JobQuerySet(models.QuerySet["Job"]):
    def open(self) -> "JobQuerySet":
        return self.filter(state__in=OPEN_STATES)

    def due(self) -> "JobQuerySet":
        """Only failed jobs wait: one that was not tried yet is due even if the clock of the machine that made it was ahead, and
        one that waits for a date that its last try cannot have meant."""
        return self.filter(
            Q(due_at__lte=steady.now()) | Q(attempts=0) | _dated_ahead(), state=JobState.QUEUED
        ).order_by("due_at", "created_at")

    def of_the_last(self, span: timedelta) -> "JobQuerySet":
        """Without jobs dated by a clock that was ahead by more than BRIDGED: they might count as the latest for a year."""
        now = steady.now()
        return self.filter(created_at__gt=now - span, created_at__lte=now + steady.BRIDGED)


def _dated_ahead() -> Q:
    """Waits for longer than any try of its kind does: the clock was ahead when the last one failed."""
    now, ahead = steady.now(), Q()
    for longest in set(LONGEST_WAITS.values()):
        kinds = [kind for kind, seconds in LONGEST_WAITS.items() if seconds == longest]
        ahead |= Q(kind__in=kinds, due_at__gt=now + timedelta(seconds=longest))
    return ahead


class Job(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=60)
    queue = models.CharField(max_length=20)
    key = models.CharField(max_length=120)  # while a job with this key is open, no other one is made
    args = models.JSONField(default=dict)
    club = models.ForeignKey("Club", models.CASCADE, null=True, related_name="jobs")
    tournament = models.ForeignKey("Tournament", models.CASCADE, null=True, related_name="jobs")
    created_by = models.ForeignKey("Account", models.SET_NULL, null=True, related_name="+")
    state = models.CharField(max_length=10, choices=JobState.choices, default=JobState.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    attempts = models.PositiveIntegerField(default=0)
    claim = models.CharField(max_length=32, blank=True)  # token of the worker that has it: only it may finish
    is_cancelling = models.BooleanField(default=False)
    error = models.TextField(blank=True)
    result = models.JSONField(null=True)
    created_at = models.DateTimeField(default=steady.now)
    due_at = models.DateTimeField(default=steady.now)
    sent_at = models.DateTimeField(null=True)  # handed to Celery, where there is one
    seen_at = models.DateTimeField(null=True)  # the last heartbeat of its worker
    ended_at = models.DateTimeField(null=True)

    objects = JobQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "key"], name="job_open_once", condition=Q(state__in=OPEN_STATES)),
        ]
        indexes = [models.Index(fields=["state", "due_at"])]

    def __str__(self) -> str:
        return f"{self.kind} {self.state}"

    @property
    def outcome(self) -> dict[str, Any]:
        """What the job returned; nothing until it is done."""
        return dict(self.result or {})

"""Work that is done in the background. The row is the truth: it is written with its cause, in one transaction."""

import uuid
from datetime import timedelta

from django.db import models
from django.db.models import Q

from tournament import steady


class JobState(models.TextChoices):
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


OPEN_STATES = (JobState.QUEUED, JobState.RUNNING)


class JobQuerySet(models.QuerySet["Job"]):
    def open(self) -> "JobQuerySet":
        return self.filter(state__in=OPEN_STATES)

    def due(self) -> "JobQuerySet":
        """Only what failed waits: whatever was not tried yet is due, also by a clock that is behind the one that made it."""
        is_due = Q(due_at__lte=steady.now()) | Q(attempts=0)
        return self.filter(is_due, state=JobState.QUEUED).order_by("due_at", "created_at")

    def of_the_last(self, span: timedelta) -> "JobQuerySet":
        """Without those of a clock that was wrong by more than is bridged: they would be the last ones for a year."""
        now = steady.now()
        return self.filter(created_at__gt=now - span, created_at__lte=now + steady.BRIDGED)


class Job(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=60)
    queue = models.CharField(max_length=20)
    key = models.CharField(max_length=120)  # the same work asked for twice is one job while it is open
    args = models.JSONField(default=dict)
    club = models.ForeignKey("Club", models.CASCADE, null=True, related_name="jobs")
    tournament = models.ForeignKey("Tournament", models.CASCADE, null=True, related_name="jobs")
    created_by = models.ForeignKey("Account", models.SET_NULL, null=True, related_name="+")
    state = models.CharField(max_length=10, choices=JobState.choices, default=JobState.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    attempts = models.PositiveIntegerField(default=0)
    claim = models.CharField(max_length=32, blank=True)  # who works on it now: only they may finish it
    is_cancelling = models.BooleanField(default=False)
    error = models.TextField(blank=True)
    result = models.JSONField(null=True)
    created_at = models.DateTimeField(default=steady.now)
    due_at = models.DateTimeField(default=steady.now)
    sent_at = models.DateTimeField(null=True)  # handed to Celery, where there is one
    seen_at = models.DateTimeField(null=True)  # the last sign of life of whoever works on it
    ended_at = models.DateTimeField(null=True)

    objects = JobQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "key"], name="job_open_once", condition=Q(state__in=OPEN_STATES)),
        ]
        indexes = [models.Index(fields=["state", "due_at"])]

    def __str__(self) -> str:
        return f"{self.kind} {self.state}"

"""What was reported of a table, and the one result that counts. Earlier and differing reports stay as they were."""

from django.db import models

from tournament import steady
from tournament.models.events import Entry
from tournament.models.stages import Stage, Table


class ReportSource(models.TextChoices):
    DESK = "desk"
    TABLE = "table"
    REFEREE = "referee"
    RECORD = "record"


class Report(models.Model):
    """What one source says: for every seat the place, and the count where the board was counted."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="reports")
    source = models.CharField(max_length=10, choices=ReportSource.choices)
    actor = models.CharField(max_length=40)
    places = models.JSONField()  # by colour: {"Y": {"place": 1, "counted": 120}}; place 0: did not come
    is_abandoned = models.BooleanField(default=False)  # given up: everybody shares the first place
    position = models.CharField(max_length=120, blank=True)  # the board as the clock found it
    reported_at = models.DateTimeField(default=steady.now)
    set_aside_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.table_id} {self.source}"


class Result(models.Model):
    """A confirmed result; of a table's, all but the newest are superseded."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="results")
    report = models.ForeignKey(Report, models.PROTECT, related_name="results")
    confirmed_at = models.DateTimeField(default=steady.now)
    confirmed_by = models.CharField(max_length=40)
    superseded_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table"], name="one_confirmed_result", condition=models.Q(superseded_at=None)
            )
        ]

    def __str__(self) -> str:
        return f"{self.table_id}"


class ResultSeat(models.Model):
    """How somebody did at a table: whom it counted for stays readable, whatever happens to the seats afterwards."""

    result = models.ForeignKey(Result, models.CASCADE, related_name="seats")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="results")
    colour = models.CharField(max_length=1)
    place = models.PositiveIntegerField()  # 0: did not come
    counted = models.IntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["result", "entry"], name="entry_once_a_result"),
            models.UniqueConstraint(fields=["result", "colour"], name="colour_once_a_result"),
        ]

    def __str__(self) -> str:
        return f"{self.place}"


class Penalty(models.Model):
    """Points off the overall score of a stage."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="penalties")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="penalties")
    points = models.PositiveIntegerField()
    given_at = models.DateTimeField(default=steady.now)
    revoked_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.points}"


class ThrowOff(models.Model):
    """A tie settled by the die: turn after turn, who threw what."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="throw_offs")
    throws = models.JSONField()  # [{entry: value}, …]
    thrown_at = models.DateTimeField(default=steady.now)

    def __str__(self) -> str:
        return f"{self.pk}"


class Declined(models.Model):
    """Somebody who would have gone on and will not: the place moves up."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="declined")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="declined")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stage", "entry"], name="declined_once")]

    def __str__(self) -> str:
        return f"{self.entry_id}"

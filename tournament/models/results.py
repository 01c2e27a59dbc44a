"""What was reported of a table, and the one result that counts. Earlier and differing reports stay as they were."""

from django.db import models
from django.db.models import Value

from tournament.core import clock as steady
from tournament.models.counting import counts
from tournament.models.events import Entry, Tournament
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
    position = models.CharField(max_length=120, blank=True)  # of the board when the time was over
    seat = models.CharField(max_length=1, blank=True, default="", db_default="")  # the colour of who reports, if known
    # names of others for whom the phone that reports could have done so as well
    held = models.JSONField(default=list, db_default=Value([], models.JSONField()))
    reported_at = models.DateTimeField(default=steady.now)
    set_aside_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.table_id} {self.source}"


class ResultQuerySet(models.QuerySet["Result"]):
    def of(self, tournament: Tournament) -> "ResultQuerySet":
        return self.filter(table__round__stage__tournament=tournament)

    def counting(self) -> "ResultQuerySet":
        return self.filter(counts())


class Result(models.Model):
    """A confirmed result; of a table's, all but the newest are superseded."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="results")
    report = models.ForeignKey(Report, models.PROTECT, related_name="results")
    confirmed_at = models.DateTimeField(default=steady.now)
    confirmed_by = models.CharField(max_length=40)
    superseded_at = models.DateTimeField(null=True)

    objects = ResultQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table"], name="one_confirmed_result", condition=counts())]

    def __str__(self) -> str:
        return f"{self.table_id}"


class ResultSeatQuerySet(models.QuerySet["ResultSeat"]):
    def counting(self) -> "ResultSeatQuerySet":
        return self.filter(counts("result__"))

    def played(self) -> "ResultSeatQuerySet":
        """The seats of those who came, in the results that count."""
        return self.counting().filter(place__gt=0)


class ResultSeat(models.Model):
    """How somebody did at a table: whom it counted for stays readable, whatever happens to the seats afterwards."""

    result = models.ForeignKey(Result, models.CASCADE, related_name="seats")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="results")
    colour = models.CharField(max_length=1)
    place = models.PositiveIntegerField()  # 0: did not come
    counted = models.IntegerField(null=True)

    objects = ResultSeatQuerySet.as_manager()

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

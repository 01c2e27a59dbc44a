"""From the stage to the seat: what is planned, what is drawn, who sits where with which colour."""

from datetime import timedelta
from functools import cache
from typing import Any, TypedDict

from django.conf import settings
from django.db import models
from django.db.models import Value
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from tournament.core import clock as steady
from tournament.models.counting import counts
from tournament.models.events import Entry, Tournament
from tournament.models.ids import public_id, secret_token


class Board(models.Model):
    """A board that really stands in the hall; its kind is its number of seats, "4" or "6"."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="boards")
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=1, choices=[("4", _("for four")), ("6", _("six-sided, for three"))])
    is_assumed = models.BooleanField(default=False)  # the hall's boards were not entered: a draw made it

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="board_number_once")]

    def __str__(self) -> str:
        return f"{self.number}"


class StageKind(models.TextChoices):
    ALL = "all", _("all rounds drawn at once")
    NEXT = "next", _("round by round")
    SWISS = "swiss", _("Swiss")
    KNOCKOUT = "knockout", _("knock-out")
    FINAL = "final", _("final")
    SMALL_FINAL = "small_final", _("small final")
    TEAM_FINAL = "team_final", _("team final over several boards")


FINALS = (StageKind.FINAL, StageKind.SMALL_FINAL)
ENDS = (*FINALS, StageKind.TEAM_FINAL)  # nobody goes on to another stage from these


# The names that presets give, which everybody reads in their own language.
ROUNDS, FINAL = _("Preliminary rounds"), _("Final")
SMALL_FINAL, KNOCKOUT = _("Small final"), _("Knock-out")


def called(name: str) -> str:
    """The name of a stage in the reader's language, if a preset gave it; one that somebody typed stays as it is."""
    return str(_given(tuple(code for code, _name in settings.LANGUAGES)).get(name, name))


@cache
def _given(codes: tuple[str, ...]) -> dict[str, Any]:
    """What the names are in each language."""
    found: dict[str, Any] = {}
    for code in codes:
        with override(code):
            found |= {str(name): name for name in (ROUNDS, FINAL, SMALL_FINAL, KNOCKOUT)}
    return found


class Stage(models.Model):
    """Rounds that belong together: one way to draw, one scheme of points, one set of rules."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="stages")
    position = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=StageKind.choices)
    name = models.CharField(_("name"), max_length=80)
    rules = models.CharField(_("rules"), max_length=20)
    options = models.JSONField(default=dict)  # of the rules: what is not as the book has it
    planned_rounds = models.PositiveIntegerField(_("rounds"), default=1)
    minutes = models.PositiveIntegerField(_("minutes a round"), default=0)  # 0: no clock
    # Minutes of the first rounds, where each has its own.
    lengths = models.JSONField(default=list, db_default=Value([], models.JSONField()))
    scheme = models.JSONField(default=dict)  # points, best results, tie-breaks
    unfinished = models.CharField(max_length=10, blank=True)  # how a board is counted when the time is over
    size = models.PositiveIntegerField(default=0)  # how many players or teams enter it from the stage before; 0: all
    going_on = models.PositiveIntegerField(default=0)  # of each table, in a knock-out
    threes_first = models.BooleanField(default=True)
    seed = models.CharField(max_length=64, default=secret_token)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["tournament", "position"], name="stage_position_once")]

    def __str__(self) -> str:
        return self.name

    @property
    def called(self) -> str:
        return called(self.name)

    def minutes_of(self, number: int) -> int:
        """The length of a round: its own where one was announced."""
        return self.lengths[number - 1] if number <= len(self.lengths) else self.minutes


class RoundState(models.TextChoices):
    DRAFT = "draft", _("draft")
    PUBLISHED = "published", _("published")
    CLOSED = "closed", _("closed")


class RoundQuerySet(models.QuerySet["Round"]):
    def drafts(self) -> "RoundQuerySet":
        return self.filter(state=RoundState.DRAFT)

    def public(self) -> "RoundQuerySet":
        """Those that everybody may see: published or closed."""
        return self.exclude(state=RoundState.DRAFT)


class Round(models.Model):
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=RoundState.choices, default=RoundState.DRAFT)
    request = models.JSONField(default=dict)  # the input of the draw, stored with its first round,
    report = models.JSONField(default=dict)  # and so is the quality it reached
    options = models.JSONField(
        default=dict, db_default=Value({}, models.JSONField())
    )  # of the stage, when it was published
    minutes = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField(null=True)
    paused_at = models.DateTimeField(null=True)
    paused_for = models.DurationField(default=timedelta)  # all pauses that are over
    extra_seconds = models.IntegerField(default=0)
    drawn_at = models.DateTimeField(default=steady.now)
    closed_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)

    objects = RoundQuerySet.as_manager()

    class Meta:
        ordering = ["stage", "number"]
        constraints = [models.UniqueConstraint(fields=["stage", "number"], name="round_number_once")]

    def __str__(self) -> str:
        return f"{self.number}"

    @property
    def tournament(self) -> Tournament:
        return self.stage.tournament

    @property
    def is_played(self) -> bool:
        """At least one table has a report."""
        return self.tables.filter(reports__isnull=False).exists()


class InLog(TypedDict):
    stage: int
    round: int
    table: int


class TableQuerySet(models.QuerySet["Table"]):
    def of(self, tournament: Tournament) -> "TableQuerySet":
        return self.filter(round__stage__tournament=tournament)

    def confirmed(self) -> "TableQuerySet":
        return self.filter(counts("results__"), results__isnull=False)

    def unconfirmed(self) -> "TableQuerySet":
        return self.exclude(pk__in=self.confirmed().values("pk"))


class Table(models.Model):
    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    number = models.PositiveIntegerField()
    board = models.ForeignKey(Board, models.PROTECT, related_name="tables")
    extra_seconds = models.IntegerField(default=0)
    problem = models.TextField(blank=True)  # somebody at the table says that something is wrong
    version = models.PositiveIntegerField(default=1)
    witnesses: str  # all three only set by `tournament.rounds.actions.table_in`
    has_result: bool
    has_reports: bool

    objects = TableQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="table_number_once"),
            models.UniqueConstraint(fields=["round", "board"], name="board_one_table_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.number}"

    @property
    def tournament(self) -> Tournament:
        return self.round.stage.tournament

    @property
    def in_log(self) -> "InLog":
        """Where it stands, as log entries name it."""
        return {"stage": self.round.stage.position, "round": self.round.number, "table": self.number}


class Seat(models.Model):
    """An entry at a table, with a colour; `order` is the order of turns."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="seats")
    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="seats")
    colour = models.CharField(max_length=1)
    order = models.PositiveIntegerField()
    seed = models.PositiveIntegerField(null=True)  # in knock-outs and finals: 1 is the best
    has_chosen = models.BooleanField(default=False)  # this colour, in a final

    class Meta:
        ordering = ["order"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="entry_one_seat_a_round"),
            models.UniqueConstraint(fields=["table", "colour"], name="colour_once_a_table"),
            models.UniqueConstraint(fields=["table", "order"], name="order_once_a_table"),
            models.CheckConstraint(condition=models.Q(colour__in=["Y", "G", "R", "K", "B", "W"]), name="seat_colour"),
            models.CheckConstraint(condition=models.Q(order__lt=4), name="seat_order"),
        ]

    def __str__(self) -> str:
        return f"{self.colour}"

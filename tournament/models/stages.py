"""From the stage to the seat: what is planned, what is drawn, who sits where with which colour."""

from datetime import timedelta

from django.db import models
from django.db.models import Value
from django.utils.translation import gettext_lazy as _

from tournament import steady
from tournament.models.events import Entry, Tournament
from tournament.models.ids import public_id, secret_token


class Board(models.Model):
    """A board that really stands in the hall; its kind is its number of seats, "4" or "6"."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="boards")
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=1, choices=[("4", _("for four")), ("6", _("six-sided, for three"))])
    is_assumed = models.BooleanField(default=False)  # nobody named the boards of the hall: as many as a draw needs

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


class Stage(models.Model):
    """Rounds that belong together: one way to draw, one scheme of points, one set of rules."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="stages")
    position = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=StageKind.choices)
    name = models.CharField(_("name"), max_length=80)
    rules = models.CharField(_("rules"), max_length=20)
    options = models.JSONField(default=dict)  # of the rules
    planned_rounds = models.PositiveIntegerField(_("rounds"), default=1)
    minutes = models.PositiveIntegerField(_("minutes a round"), default=0)  # 0: no clock
    # Minutes of the first rounds, where each has its own.
    lengths = models.JSONField(default=list, db_default=Value([], models.JSONField()))
    scheme = models.JSONField(default=dict)  # points, best results, tie-breaks
    unfinished = models.CharField(max_length=10, blank=True)  # how a board is counted that the clock ended
    size = models.PositiveIntegerField(default=0)  # how many, or how many teams, come into it from before; 0: everybody
    going_on = models.PositiveIntegerField(default=0)  # of each table, in a knock-out
    threes_first = models.BooleanField(default=True)
    seed = models.CharField(max_length=64, default=secret_token)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["tournament", "position"], name="stage_position_once")]

    def __str__(self) -> str:
        return self.name

    def minutes_of(self, number: int) -> int:
        """Of a round: its own length where one was announced."""
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
    request = models.JSONField(default=dict)  # what it was drawn from: kept with the first round of a draw,
    report = models.JSONField(default=dict)  # and so is what the draw reached
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
        """Something was reported already, of one table at least."""
        return self.tables.filter(reports__isnull=False).exists()


class TableQuerySet(models.QuerySet["Table"]):
    def of(self, tournament: Tournament) -> "TableQuerySet":
        return self.filter(round__stage__tournament=tournament)

    def confirmed(self) -> "TableQuerySet":
        return self.filter(results__superseded_at=None, results__isnull=False)

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
    def in_log(self) -> dict[str, int]:
        """Where it stands, as lines of the log say it."""
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

"""A recorded game: its lines, as they were entered. Positions are never stored, they are what a replay of the lines gives."""

from typing import Any

from django.db import models

from tournament import steady
from tournament.models import Stream, Table, Tournament
from tournament.models.ids import public_id


class Game(models.Model):
    """What is recorded at a table. It has a stream of its own: who watches it hears every throw, the hall does not."""

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    table = models.ForeignKey(Table, models.CASCADE, related_name="games")
    stream = models.OneToOneField(Stream, models.PROTECT, related_name="game")
    rules = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    colours = models.CharField(max_length=6)  # who plays, clockwise
    board = models.CharField(max_length=1)
    version = models.PositiveIntegerField(default=0)  # the number of lines
    opened_at = models.DateTimeField(default=steady.now)

    known_lines: tuple[Any, ...] = ()  # that were read for this object (games.recording)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.public_id

    @property
    def tournament(self) -> Tournament:
        return self.table.round.stage.tournament


class LineKind(models.TextChoices):
    OPENING = "opening"  # a throw for the first move
    BEGINS = "begins"  # who begins, where those throws were not recorded
    THROW = "throw"
    BACK = "back"  # this throw and all after it are taken back; without a number: the last entry that stands
    RULED = "ruled"  # a referee set the position
    EXCLUDED = "excluded"


class Line(models.Model):
    """One line of the record. Rows are added, never changed; the log of the game's stream holds the same."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="lines")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=LineKind.choices)
    number = models.PositiveIntegerField(null=True)  # of a throw, or of the one that is taken back
    colour = models.CharField(max_length=1, blank=True)
    roll = models.CharField(max_length=3, blank=True)  # "6", with two dice "2,5"
    played = models.CharField(max_length=40, blank=True)
    touched = models.CharField(max_length=4, blank=True)
    position = models.CharField(max_length=120, blank=True)
    ruling = models.PositiveIntegerField(default=0, db_default=0)  # the number of the one that made it; 0: none
    entered_at = models.DateTimeField(default=steady.now)

    class Meta:
        ordering = ["seq"]
        constraints = [models.UniqueConstraint(fields=["game", "seq"], name="line_seq_once")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.seq} {self.kind}"


class Chance(models.Model):
    """How often each colour wins from a position of the game, out of so many games played on from there. Derived: made anew
    whenever it is missing."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="chances")
    seq = models.PositiveIntegerField()  # of the line after which the pieces stood so
    wins = models.JSONField()  # per thousand, by colour

    class Meta:
        ordering = ["seq"]
        constraints = [models.UniqueConstraint(fields=["game", "seq"], name="chance_once")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.seq}"

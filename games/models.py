"""A recorded game: its lines, as they were entered. A position is stored only where a referee set it, else a replay of the lines
gives it.

It is played at a table of a round, or it is a free one, outside every tournament.
"""

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.core import clock
from tournament.core.circle import Circle
from tournament.models import Club, Person, Stream, Table, Tournament
from tournament.models.ids import public_id


class FreeGame(models.Model):
    """A game outside every tournament. It counts for nothing but the club's memory."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="free_games")
    name = models.CharField(_("what it is called"), max_length=60, blank=True)
    played_on = models.DateField()
    is_shown = models.BooleanField(_("everybody may watch"), default=False)
    is_dropped = models.BooleanField(default=False)  # begun by mistake: in no list any more
    places = models.JSONField(default=list)  # the colours as they came in, the first one first; empty until it is over
    ended_at_line = models.PositiveIntegerField(default=0)  # of its record, which may have grown since
    version = models.PositiveIntegerField(default=1)

    game: "Game"

    class Meta:
        ordering = ["-played_on", "-pk"]

    def __str__(self) -> str:
        return f"{self.pk}"

    @property
    def is_over(self) -> bool:
        """Not so if something was entered after its end."""
        return bool(self.places) and self.ended_at_line == self.game.version


class FreeSeat(models.Model):
    """Who plays it, with one colour or with two. A neutral colour is nobody's."""

    free = models.ForeignKey(FreeGame, models.CASCADE, related_name="seats")
    person = models.ForeignKey(Person, models.PROTECT, related_name="free_seats")
    number = models.PositiveIntegerField()  # by which somebody is called whose name is not said
    colours = models.CharField(max_length=2)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["free", "number"], name="free_number_once"),
            models.UniqueConstraint(fields=["free", "person"], name="free_person_once"),
            models.UniqueConstraint(fields=["free", "colours"], name="free_colours_once"),
        ]

    def __str__(self) -> str:
        return f"{self.free_id} {self.colours}"


class Game(models.Model):
    """What is recorded of a game. It has a stream of its own: who watches it hears every throw, the hall does not."""

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    table = models.ForeignKey(Table, models.CASCADE, null=True, related_name="games")
    free = models.OneToOneField(FreeGame, models.CASCADE, null=True, default=None, db_default=None, related_name="game")
    stream = models.OneToOneField(Stream, models.PROTECT, related_name="game")
    rules = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    colours = models.CharField(max_length=6)  # who plays, clockwise
    board = models.CharField(max_length=1)
    version = models.PositiveIntegerField(default=0)  # the number of lines
    opened_at = models.DateTimeField(default=clock.now)

    known_lines: tuple[Any, ...] = ()  # those already read for this object (games.recording.game)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(table=None, free__isnull=False) | models.Q(table__isnull=False, free=None),
                name="game_at_table_or_free",
            )
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def home(self) -> Tournament | Circle:
        """Where rights on it are granted."""
        return Circle(self.free.club) if self.free else self.at_table.tournament

    @property
    def first_throwers(self) -> str:
        """Who throws for the first move: each player once, for the first of their colours."""
        if self.free is None:
            return self.colours
        firsts = {seat.colours[0] for seat in self.free.seats.all()}
        return "".join(colour for colour in self.colours if colour in firsts)

    @property
    def at_table(self) -> Table:
        """For games that are known not to be free."""
        assert self.table is not None, "a free game"
        return self.table

    @property
    def tournament(self) -> Tournament:
        """The same."""
        return self.at_table.tournament


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
    entered_at = models.DateTimeField(default=clock.now)

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

"""Calls for a referee, claims with their rulings, appeals, rulings about free games, and what a club says differently in its list
of offences.

A claim says what happened; its facts are stored as they were judged. A ruling is never edited: it is replaced by a newer one
or revoked.
"""

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Game
from tournament.core import clock
from tournament.core.circle import Circle
from tournament.models import Account, Club, Entry, Penalty, Table, Tournament
from tournament.models.ids import public_id

APPEAL_MINUTES = 30


class Terms(models.Model):
    """What a tournament says differently about its rulings."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="terms")
    appeal_minutes = models.PositiveIntegerField(default=APPEAL_MINUTES)

    def __str__(self) -> str:
        return f"{self.tournament_id}"


class Call(models.Model):
    """A table wants a referee."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="calls")
    called_at = models.DateTimeField(default=clock.now)
    taken_by = models.ForeignKey(Account, models.SET_NULL, null=True, related_name="+")
    taken_at = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["table"], name="one_open_call", condition=models.Q(done_at=None))
        ]

    def __str__(self) -> str:
        return f"{self.table_id}"


class AtTable(models.Model):
    """A referee has the page of a claim open. Decides nothing: it only tells the other referees."""

    account = models.OneToOneField(Account, models.CASCADE, related_name="+")
    table = models.ForeignKey(Table, models.CASCADE, related_name="+")
    throw = models.PositiveIntegerField(null=True)  # of the record
    seen_at = models.DateTimeField(default=clock.now)

    def __str__(self) -> str:
        return f"{self.account_id}"


class Claim(models.Model):
    """What is said against whom: a throw that the engine judged, or (without a throw) conduct."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="claims")
    number = models.PositiveIntegerField()
    table = models.ForeignKey(Table, models.PROTECT, related_name="claims")
    against = models.ForeignKey(Entry, models.PROTECT, related_name="claims_against")
    by = models.ForeignKey(Entry, models.PROTECT, null=True, related_name="claims_made")  # None: the referee saw it
    colour = models.CharField(max_length=1)  # of the player it is against
    game = models.ForeignKey(Game, models.SET_NULL, null=True, related_name="claims")  # where it was recorded,
    throw = models.PositiveIntegerField(null=True)  # and which throw of it
    facts = models.JSONField(default=dict)  # rules, options, position, roll, touched, played, choice; empty: conduct
    verdict = models.JSONField(default=dict)  # as it was judged, in words in every language of that time
    is_in_time = models.BooleanField(null=True)  # None: not recorded, so nobody counted the throws since
    photo = models.CharField(max_length=64, blank=True)  # of the board, a kept file
    made_at = models.DateTimeField(default=clock.now)

    class Meta:
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="claim_number_once")]

    def __str__(self) -> str:
        return f"{self.number}"


class Measure(models.TextChoices):
    """What the player gets for it."""

    NOTE = "note", _("noted")
    WARNING = "warning", _("warning")
    POINTS = "points", _("points off")
    EXCLUSION = "exclusion", _("exclusion")


class Board(models.TextChoices):
    """What becomes of the game."""

    VERDICT = "verdict", _("goes on by the verdict")
    AS_IS = "as_is", _("goes on as it stands")
    OTHER = "other", _("goes on from another position")
    REPLAY = "replay", _("is played again")


class RulingQuerySet(models.QuerySet["Ruling"]):
    def newest(self) -> "RulingQuerySet":
        """The latest ruling of each claim, even if it is revoked."""
        return self.filter(superseded_at=None)

    def in_force(self) -> "RulingQuerySet":
        return self.newest().filter(revoked_at=None)


class Ruling(models.Model):
    claim = models.ForeignKey(Claim, models.CASCADE, related_name="rulings")
    number = models.PositiveIntegerField()  # of this claim
    # The recorded throw that it decides, so that the database keeps one ruling in force a throw. Empty where no throw is
    # recorded, and for one that an older version let stand beside a newer one.
    game = models.ForeignKey(Game, models.SET_NULL, null=True, related_name="+")
    throw = models.PositiveIntegerField(null=True)
    # Corrected: what was judged in the place of the claim's facts and verdict. Empty: those of the claim.
    facts = models.JSONField(default=dict, db_default={})
    verdict = models.JSONField(default=dict, db_default={})
    measure = models.CharField(max_length=10, choices=Measure.choices, default=Measure.NOTE)
    points = models.PositiveIntegerField(default=0)
    board = models.CharField(max_length=10, choices=Board.choices, default=Board.VERDICT)
    position = models.CharField(max_length=160, blank=True)  # that stands
    deviation = models.TextField(blank=True)  # why the ruling is not the verdict
    offence = models.CharField(max_length=40, blank=True)
    words = models.TextField(blank=True)
    penalty = models.ForeignKey(Penalty, models.SET_NULL, null=True, related_name="rulings")
    signed_by = models.ForeignKey(Account, models.PROTECT, null=True, related_name="rulings")
    second = models.ForeignKey(Account, models.PROTECT, null=True, related_name="+")  # another referee who was asked
    signed_at = models.DateTimeField(default=clock.now)
    appeal_until = models.DateTimeField()
    superseded_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    revoked_because = models.TextField(blank=True)
    # Of the two sides at the table, "against" and "by": whether they accept it, and when they were shown it.
    heard = models.JSONField(default=dict, db_default={})

    objects = RulingQuerySet.as_manager()

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["claim", "number"], name="ruling_number_once"),
            models.UniqueConstraint(
                fields=["claim"], name="one_ruling_in_force", condition=models.Q(superseded_at=None)
            ),
            models.UniqueConstraint(
                fields=["game", "throw"],
                name="one_ruling_a_throw",
                condition=models.Q(superseded_at=None, revoked_at=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.claim_id}.{self.number}"

    @property
    def is_in_force(self) -> bool:
        return self.superseded_at is None and self.revoked_at is None

    @property
    def judged(self) -> dict[str, Any]:
        """The facts of the throw that this ruling decides; empty: conduct."""
        facts: dict[str, Any] = self.facts or self.claim.facts
        return facts

    @property
    def found(self) -> dict[str, Any]:
        """The verdict on them."""
        verdict: dict[str, Any] = self.verdict or self.claim.verdict
        return verdict


class Appeal(models.Model):
    """A player does not accept a ruling. One other referee decides, or a panel of which two must agree."""

    ruling = models.OneToOneField(Ruling, models.CASCADE, related_name="appeal")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="appeals")
    words = models.TextField()
    made_at = models.DateTimeField(default=clock.now)
    needed = models.PositiveIntegerField(default=1)  # votes that agree
    is_upheld = models.BooleanField(null=True)  # None: open
    decided_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.ruling_id}"


class Vote(models.Model):
    appeal = models.ForeignKey(Appeal, models.CASCADE, related_name="votes")
    account = models.ForeignKey(Account, models.PROTECT, related_name="+")
    upholds = models.BooleanField()
    words = models.TextField(blank=True)
    cast_at = models.DateTimeField(default=clock.now)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["appeal", "account"], name="vote_once")]

    def __str__(self) -> str:
        return f"{self.appeal_id}"


class FreeRuling(models.Model):
    """What was ruled about a throw of a game outside every tournament, recorded or entered by hand: there is nothing to lose but
    the move, so a warning is the most that somebody gets. Never edited; revoked, and signed anew."""

    game = models.ForeignKey(Game, models.PROTECT, related_name="free_rulings")
    number = models.PositiveIntegerField()
    colour = models.CharField(max_length=1)  # of the player it is against
    throw = models.PositiveIntegerField(null=True)  # of the record; None: entered by hand
    facts = models.JSONField()
    verdict = models.JSONField()
    is_in_time = models.BooleanField(null=True)  # None: not recorded, so nobody counted the throws since
    measure = models.CharField(max_length=10, choices=Measure.choices, default=Measure.NOTE)
    board = models.CharField(max_length=10, choices=Board.choices, default=Board.VERDICT)
    position = models.CharField(max_length=160, blank=True)  # that stands; empty: what was played since stands
    words = models.TextField(blank=True)
    signed_by = models.ForeignKey(Account, models.PROTECT, null=True, related_name="+")
    signed_at = models.DateTimeField(default=clock.now)
    revoked_at = models.DateTimeField(null=True)
    revoked_because = models.TextField(blank=True)

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="free_ruling_number_once"),
            models.UniqueConstraint(
                fields=["game", "throw"], name="free_throw_ruled_once", condition=models.Q(revoked_at=None)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.number}"

    @property
    def home(self) -> Tournament | Circle:
        return self.game.home


class Offence(models.Model):
    """An offence as the club has it: in the place of the shipped one with this code, or its own."""

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="offences")
    code = models.CharField(max_length=40)
    rule = models.PositiveIntegerField(_("rule"), null=True, blank=True)
    titles = models.JSONField(default=dict, db_default={})  # by language
    measure = models.CharField(_("measure"), max_length=10, choices=Measure.choices, default=Measure.NOTE)
    points = models.PositiveIntegerField(_("points off"), default=0)
    is_frequent = models.BooleanField(_("among the first ten"), default=False)
    is_left_out = models.BooleanField(_("leave out"), default=False)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "code"], name="offence_code_once")]

    def __str__(self) -> str:
        return self.code

    def as_data(self) -> dict[str, Any]:
        names = ("code", "rule", "titles", "measure", "points", "is_frequent", "is_left_out", "version")
        return {name: getattr(self, name) for name in names}

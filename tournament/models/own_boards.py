"""A board that a club really owns, where ours is a reconstruction."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.people import Club


class BoardKind(models.TextChoices):
    SIX_SEATS = "6", _("six-seat board")
    WALLS = "M", _("board with walls")


class OwnBoard(models.Model):
    """`text` is a line as `games.engine.rules.own_board` reads it; empty after the club has taken it back."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="own_boards")
    kind = models.CharField(max_length=1, choices=BoardKind.choices)
    text = models.TextField(blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["club", "kind"], name="one_board_of_a_kind"),)

    def __str__(self) -> str:
        return self.kind

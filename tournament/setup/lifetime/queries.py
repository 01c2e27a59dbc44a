"""The deleted tournaments of a club that can still be taken back."""

from django.db.models import QuerySet

from tournament.core import clock
from tournament.models import Club, Tournament
from tournament.models.events import DELETED_FOR
from tournament.setup.lifetime.actions import NOT_DELETED


def deleted_in(club: Club) -> "QuerySet[Tournament]":
    """The one deleted last first."""
    kept = club.tournaments.filter(deleted_at__gte=clock.now() - DELETED_FOR)
    return kept.select_related("club", "stream").order_by("-deleted_at")


def deleted_of(club: Club, public_id: str) -> Tournament:
    found = deleted_in(club).filter(public_id=public_id).first()
    if found is None:
        raise NOT_DELETED()
    return found

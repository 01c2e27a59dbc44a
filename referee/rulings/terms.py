"""The time limit for appeals in a tournament."""

from referee.models import APPEAL_MINUTES, Terms
from tournament.models import Tournament


def appeal_minutes(tournament: Tournament) -> int:
    terms = Terms.objects.filter(tournament=tournament).first()
    return terms.appeal_minutes if terms else APPEAL_MINUTES

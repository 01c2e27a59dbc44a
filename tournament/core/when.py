"""When a tournament begins and how long it will take: as text for pages and papers, as datetimes for calendars."""

from datetime import UTC, datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.models import Stage, Tournament
from tournament.setup import planning

HOUR = r"^([01][0-9]|2[0-3]):[0-5][0-9]$"  # the format in files and in the API


def told(tournament: Tournament) -> str:
    """The day, with the hour if it is known."""
    day = date_format(tournament.played_on, "DATE_FORMAT")
    if tournament.begins_at is None:
        return day
    return _("%(day)s, %(hour)s") % {"day": day, "hour": f"{tournament.begins_at:%H:%M}"}


def when_and_where(tournament: Tournament) -> str:
    return ", ".join(filter(None, (told(tournament), tournament.place)))


def begins(tournament: Tournament) -> datetime | None:
    if tournament.begins_at is None:
        return None
    return timezone.make_aware(datetime.combine(tournament.played_on, tournament.begins_at)).astimezone(UTC)


def length(tournament: Tournament, players: int) -> timedelta:
    """The wizard's estimate, from the rounds as they are planned; zero if none are."""
    expected = max(players, tournament.places, planning.EXPECTED)
    parts = [_part(stage) for stage in tournament.stages.all()]
    return timedelta(minutes=planning.schedule(parts, expected).minutes)


def _part(stage: Stage) -> planning.Part:
    return planning.Part(
        stage.kind,
        stage.name,
        stage.rules,
        stage.planned_rounds,
        stage.minutes,
        stage.size,
        stage.going_on,
        tuple(stage.lengths),
        stage.options,
    )

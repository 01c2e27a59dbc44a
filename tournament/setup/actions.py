"""Create a tournament; change its name, date and place, how its tables are numbered, and what makes a result count."""

from datetime import date, time
from typing import Any

from django.utils.translation import gettext as _

from tournament.core import clock
from tournament.core.action import Write, action
from tournament.core.errors import Refused
from tournament.entries.actions import show
from tournament.models import Club, Stream, Tournament
from tournament.models.events import Witnesses

MOST_QUIET = 60  # minutes


@action("tournament.created", needs="tournament.create", answers=("id",))
def create_tournament(
    write: Write,
    club: Club,
    *,
    name: str,
    played_on: date,
    begins_at: time | None = None,
    place: str = "",
    is_listed: bool = True,
) -> Tournament:
    about = {"name": name, "played_on": played_on, "begins_at": begins_at, "place": place, "is_listed": is_listed}
    tournament = Tournament.objects.create(club=club, **about)
    Stream.objects.create(tournament=tournament)
    write.log(tournament=tournament.public_id)
    _log(write, tournament)
    write.answer(id=tournament.public_id)
    return tournament


@action("tournament.changed", needs="tournament.change", answers=("id", "version"))
def change_tournament(
    write: Write,
    tournament: Tournament,
    *,
    name: str,
    played_on: date,
    begins_at: time | None,
    place: str,
    is_listed: bool,
    version: int | None = None,
) -> Tournament:
    tournament.refresh_from_db()
    write.same_version(tournament, version)
    tournament.name, tournament.played_on, tournament.is_listed = name, played_on, is_listed
    tournament.begins_at, tournament.place = begins_at, place
    tournament.version += 1
    tournament.save(update_fields=["name", "played_on", "begins_at", "place", "is_listed", "version"])
    _log(write, tournament)
    write.answer(id=tournament.public_id, version=tournament.version)
    return tournament


@action("tournament.numbering_set", needs="tournament.change", answers=("version",))
def set_numbering(
    write: Write, tournament: Tournament, *, numbers_apart: bool, version: int | None = None
) -> Tournament:
    """Whether tables have numbers of their own, apart from their boards. Holds for what is drawn from now on."""
    tournament.refresh_from_db()
    write.same_version(tournament, version)
    tournament.numbers_apart = numbers_apart
    tournament.version += 1
    tournament.save(update_fields=["numbers_apart", "version"])
    write.log(numbers_apart=numbers_apart)
    write.answer(version=tournament.version)
    return tournament


@action("tournament.witnesses_set", needs="tournament.change", answers=("version",))
def set_witnesses(
    write: Write, tournament: Tournament, *, witnesses: str, quiet_minutes: int = 5, version: int | None = None
) -> Tournament:
    """What is enough for a result. Reports that stand already count by it too once the next report comes or the time is over,
    which begins now: until now they stood where silence did not count, or counted later."""
    tournament.refresh_from_db()
    write.same_version(tournament, version)
    if witnesses not in Witnesses.values:
        raise Refused("witnesses", _("Choose what is enough for a result."))
    if not 1 <= quiet_minutes <= MOST_QUIET:
        raise Refused("quiet_minutes", _("Between 1 and %(most)d minutes, please.") % {"most": MOST_QUIET})
    if (tournament.witnesses, tournament.quiet_minutes) != (witnesses, quiet_minutes):
        tournament.quiet_since = clock.now()
    tournament.witnesses, tournament.quiet_minutes = witnesses, quiet_minutes
    tournament.version += 1
    tournament.save(update_fields=["witnesses", "quiet_minutes", "quiet_since", "version"])
    write.log(witnesses=witnesses, quiet_minutes=quiet_minutes)
    write.answer(version=tournament.version)
    return tournament


@action("tournament.minors_set", needs="tournament.change", answers=("version",))
def set_for_minors(
    write: Write, tournament: Tournament, *, is_for_minors: bool, version: int | None = None
) -> Tournament:
    """A tournament for children: whoever is entered, now and later, is under 16. Taken back, nobody becomes less protected."""
    tournament.refresh_from_db()
    write.same_version(tournament, version)
    tournament.is_for_minors = is_for_minors
    tournament.version += 1
    tournament.save(update_fields=["is_for_minors", "version"])
    if is_for_minors:
        for entry in tournament.entries.filter(person__is_minor=False).select_related("person"):
            show(entry.person, is_minor=True)
    write.log(is_for_minors=is_for_minors)
    write.answer(version=tournament.version)
    return tournament


def _log(write: Write, tournament: Tournament) -> None:
    """Log the tournament's data; an empty time or place is left out."""
    hour: dict[str, Any] = {"begins_at": f"{tournament.begins_at:%H:%M}"} if tournament.begins_at else {}
    place = {"place": tournament.place} if tournament.place else {}
    write.log(
        played_on=tournament.played_on.isoformat(),
        is_listed=tournament.is_listed,
        texts={"name": tournament.name, **place},
        **hour,
    )

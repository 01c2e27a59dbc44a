from datetime import date, time
from typing import Any

from tournament.actions.core import Write, action
from tournament.models import Club, Stream, Tournament


@action("tournament.created", needs="tournament.create")
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


@action("tournament.changed", needs="tournament.change")
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


def _log(write: Write, tournament: Tournament) -> None:
    """What is not said leaves no trace."""
    more: dict[str, Any] = {"begins_at": f"{tournament.begins_at:%H:%M}"} if tournament.begins_at else {}
    where = {"place": tournament.place} if tournament.place else {}
    write.log(
        played_on=tournament.played_on.isoformat(),
        is_listed=tournament.is_listed,
        texts={"name": tournament.name, **where},
        **more,
    )

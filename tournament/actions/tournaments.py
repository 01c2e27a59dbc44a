from datetime import date

from tournament.actions.core import Write, action
from tournament.models import Club, Stream, Tournament


@action("tournament.created", needs="tournament.create")
def create_tournament(write: Write, club: Club, *, name: str, played_on: date, is_listed: bool = True) -> Tournament:
    tournament = Tournament.objects.create(club=club, name=name, played_on=played_on, is_listed=is_listed)
    Stream.objects.create(tournament=tournament)
    write.log(
        tournament=tournament.public_id, played_on=played_on.isoformat(), is_listed=is_listed, texts={"name": name}
    )
    write.answer(id=tournament.public_id)
    return tournament


@action("tournament.changed", needs="tournament.change")
def change_tournament(
    write: Write, tournament: Tournament, *, name: str, played_on: date, is_listed: bool, version: int | None = None
) -> Tournament:
    tournament.refresh_from_db()
    write.same_version(tournament, version)
    tournament.name, tournament.played_on, tournament.is_listed = name, played_on, is_listed
    tournament.version += 1
    tournament.save(update_fields=["name", "played_on", "is_listed", "version"])
    write.log(played_on=played_on.isoformat(), is_listed=is_listed, texts={"name": name})
    write.answer(id=tournament.public_id, version=tournament.version)
    return tournament

"""Import a tournament from its document."""

import hashlib

from tournament.core.action import Done, Write, action
from tournament.core.actors import Actor
from tournament.models import Club, Tournament
from tournament.out.tournament_file import reading


def take_in(club: Club, *, by: Actor, raw: bytes, action_id: str | None = None) -> Done[Tournament]:
    """Import a tournament with its own log, which continues here. The import itself is logged in the club's log. What is another
    one then is the club, if it is: the receipt names the one before."""
    return take_in_bytes(club, by=by, raw=raw, digest=hashlib.sha256(raw).hexdigest(), action_id=action_id)


@action("tournament.taken_in", needs="tournament.create", secret=("raw",), answers=("id", "club_before"))
def take_in_bytes(write: Write, club: Club, *, raw: bytes, digest: str) -> Tournament:
    content = reading.read(raw)
    tournament = reading.take_in(club, content)
    write.log(tournament=tournament.public_id, texts={"name": tournament.name})
    before = content["club"]["name"]
    write.answer(id=tournament.public_id, club_before="" if before == club.name else before)
    return tournament

"""A tournament that comes from elsewhere, as a document."""

import hashlib

from tournament.actions.core import Done, Write, action
from tournament.actors import Actor
from tournament.document import reading
from tournament.models import Club, Tournament


def take_in(club: Club, *, by: Actor, raw: bytes, action_id: str | None = None) -> Done[Tournament]:
    """With its own log, which goes on here; that it came is written into the club's."""
    return _take_in(club, by=by, raw=raw, digest=hashlib.sha256(raw).hexdigest(), action_id=action_id)


@action("tournament.taken_in", needs="tournament.create", secret=("raw",))
def _take_in(write: Write, club: Club, *, raw: bytes, digest: str) -> Tournament:
    tournament = reading.take_in(club, reading.read(raw))
    write.log(
        tournament=tournament.public_id,
        file=digest,
        texts={"name": tournament.name},
    )
    write.answer(id=tournament.public_id)
    return tournament

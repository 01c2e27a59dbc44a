"""The games outside every tournament, on the page of the club: apart from what its tournaments count."""

from games.free.queries import Memory, memory
from tournament.club.cards import Card
from tournament.models import Club


def find(club: Club, full: bool) -> Memory | None:
    remembered = memory(club, full=full)
    return remembered if remembered.lines else None


CARD = Card("games/free/card.html", find)

"""Cards that other apps add to the page of a club, behind what the club remembers of its tournaments."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tournament.models import Club


@dataclass(frozen=True)
class Card:
    """`find` gives the template's context, or None for no card; its argument says whether names are shown in full."""

    template: str
    find: Callable[[Club, bool], Any]


@dataclass(frozen=True)
class Shown:
    template: str
    shows: Any


CARDS: list[Card] = []


def cards_of(club: Club, *, full: bool) -> list[Shown]:
    found = ((card.template, card.find(club, full)) for card in CARDS)
    return [Shown(template, shows) for template, shows in found if shows is not None]

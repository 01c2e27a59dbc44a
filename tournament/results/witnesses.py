"""Who stands behind a report, and when reports are enough for a result. One link alone confirms nothing.

Enough are two seats, each by the own link of its player; somebody in office (a referee, or whoever recorded the game) beside
a seat; two in office. The link on a table's slip is a witness for the desk alone, however many browsers open it: whoever sits
there may hold it beside an own link, and a referee can hold every one. A browser that could have said the other one too (a
family's phone with the links of two players, also if it has opened so many since that one of the two is forgotten; an own link
where a referee is signed in) is one witness. So are own links that were opened under two names of this machine: a browser has
other cookies for each, so that one cannot be told from two. Left out: storing anything, and the desk, whose word alone is
enough. Not seen: that two browsers belong to the same person.
"""

from collections.abc import Collection
from enum import Enum
from itertools import combinations
from typing import NamedTuple

from tournament.core.actors import OWN_LINK, are_one_phone, are_under_two_names


class Kind(Enum):
    SEAT = "seat"
    SLIP = "slip"
    OFFICE = "office"


class Voice(NamedTuple):
    """A report. `held`: the actors in whose name the same browser could have reported as well, which phone it was, and under
    which name of this machine it asked."""

    source: str
    actor: str
    held: Collection[str] = ()

    @property
    def kind(self) -> Kind:
        if self.source != "table":
            return Kind.OFFICE
        return Kind.SEAT if self.actor.startswith(OWN_LINK) else Kind.SLIP


def are_enough(voices: Collection[Voice]) -> bool:
    """Of reports that say the same."""
    return any(_are_two(one, other) for one, other in combinations(voices, 2))


def _are_two(one: Voice, other: Voice) -> bool:
    if one.actor == other.actor or are_one_phone(one, other) or are_under_two_names(one, other):
        return False
    return Kind.SLIP not in (one.kind, other.kind)

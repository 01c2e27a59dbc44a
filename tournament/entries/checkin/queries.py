"""What the check-in pages show."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy

from tournament.models import Entry, Tournament
from tournament.models.events import EntryState
from tournament.people.duplicates import folded
from tournament.people.names import full_name

CALLED_OUT = 6  # this few missing players are named, to be called out
EXPECTED = (EntryState.REGISTERED, EntryState.PRESENT, EntryState.ABSENT)


@dataclass(frozen=True)
class Guest:
    """A row of the check-in page; names in full, for the desk only."""

    public_id: str
    number: int
    name: str
    state: str
    is_paid: bool
    is_minor: bool
    version: int
    club: str
    family: str
    team: str

    @property
    def is_expected(self) -> bool:
        return self.state in EXPECTED

    @property
    def label(self) -> str:
        return str(EntryState(self.state).label)


@dataclass(frozen=True)
class Party:
    """Those who come together: a team, a family, a club. `key` is what the button of the whole party sends."""

    key: str
    kind: str
    name: str
    guests: tuple[Guest, ...]

    @property
    def missing(self) -> tuple[Guest, ...]:
        return tuple(one for one in self.guests if one.state == EntryState.REGISTERED)

    @property
    def here(self) -> int:
        return sum(one.state == EntryState.PRESENT for one in self.guests)


KINDS = {"team": gettext_lazy("team"), "family": gettext_lazy("family"), "club": gettext_lazy("club")}


@dataclass(frozen=True)
class Page:
    """A page of the list: from which start number to which, and how many of them are missing."""

    rows: tuple[Guest, ...]

    @property
    def first(self) -> int:
        return self.rows[0].number

    @property
    def last(self) -> int:
        return self.rows[-1].number

    @property
    def missing(self) -> int:
        return sum(one.state == EntryState.REGISTERED for one in self.rows)


ON_A_PAGE = 36  # at 1280 × 800 two columns of 18


@dataclass(frozen=True)
class Door:
    """`rows`: those expected who match the search; the counts are of everybody."""

    rows: tuple[Guest, ...]
    waiting: tuple[Guest, ...]
    out: tuple[Guest, ...]
    here: int
    missing: int
    absent: int
    unpaid: int
    is_anybody_entered: bool
    missing_names: tuple[tuple[int, str], ...] = ()  # empty if there are more than CALLED_OUT

    parties: tuple[Party, ...] = ()

    @property
    def pages(self) -> list[Page]:
        return [Page(self.rows[n : n + ON_A_PAGE]) for n in range(0, len(self.rows), ON_A_PAGE)]

    @property
    def expected(self) -> int:
        return self.here + self.missing + self.absent


def guest(entry: Entry) -> Guest:
    return Guest(
        entry.public_id,
        entry.number,
        full_name(entry.person),
        entry.state,
        entry.is_paid,
        entry.person.is_minor,
        entry.version,
        entry.from_club,
        entry.family,
        entry.team.name if entry.team else "",
    )


def door(tournament: Tournament, *, sought: str = "", show: str = "") -> Door:
    guests = [guest(entry) for entry in tournament.entries.select_related("person", "team").order_by("number")]
    matching = [one for one in guests if fits(one, sought)]
    states = [one.state for one in guests]
    missing = [(one.number, one.name) for one in guests if one.state == EntryState.REGISTERED]
    return Door(
        tuple(one for one in matching if one.is_expected and _is_shown(one, show)),
        tuple(one for one in matching if one.state == EntryState.WAITING),
        tuple(one for one in matching if one.state in (EntryState.WITHDRAWN, EntryState.EXCLUDED)),
        here=states.count(EntryState.PRESENT),
        missing=len(missing),
        absent=states.count(EntryState.ABSENT),
        unpaid=sum(one.is_expected and not one.is_paid for one in guests),
        is_anybody_entered=bool(guests),
        missing_names=tuple(missing) if len(missing) <= CALLED_OUT else (),
        parties=tuple(parties([one for one in guests if one.is_expected])),
    )


def parties(guests: Sequence[Guest]) -> Iterator[Party]:
    """Of two and more; those of whom somebody is missing first."""
    found: dict[tuple[str, str], list[Guest]] = defaultdict(list)
    for one in guests:
        for kind, name in (("team", one.team), ("family", one.family), ("club", one.club)):
            if name:
                found[kind, name].append(one)
    several = [
        Party(f"{kind}:{name}", kind, name, tuple(all_of)) for (kind, name), all_of in found.items() if len(all_of) > 1
    ]
    yield from sorted(several, key=lambda party: (not party.missing, list(KINDS).index(party.kind), folded(party.name)))


def fits(one: Guest, sought: str) -> bool:
    """Whether a player matches a search: by start number, public id, or beginnings of names in any spelling."""
    if not sought or sought in (str(one.number), one.public_id):
        return True
    words = folded(sought).split()
    name = folded(one.name).split()
    return bool(words) and all(any(part.startswith(word) for part in name) for word in words)


def _is_shown(one: Guest, show: str) -> bool:
    if show == "missing":
        return one.state == EntryState.REGISTERED
    return show != "unpaid" or not one.is_paid

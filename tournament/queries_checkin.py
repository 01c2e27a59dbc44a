"""Who is here: what the pages at the door show."""

from dataclasses import dataclass

from tournament.duplicates import folded
from tournament.models import Entry, Tournament
from tournament.models.events import EntryState
from tournament.names import full_name

CALLED_OUT = 6
EXPECTED = (EntryState.REGISTERED, EntryState.PRESENT, EntryState.ABSENT)


@dataclass(frozen=True)
class Guest:
    """A row at the door; names in full, for the desk only."""

    public_id: str
    number: int
    name: str
    state: str
    is_paid: bool
    is_minor: bool
    version: int

    @property
    def is_expected(self) -> bool:
        return self.state in EXPECTED

    @property
    def label(self) -> str:
        return str(EntryState(self.state).label)


@dataclass(frozen=True)
class Door:
    """`rows`: those expected that fit what is sought; the counts are of everybody."""

    rows: tuple[Guest, ...]
    waiting: tuple[Guest, ...]
    out: tuple[Guest, ...]
    here: int
    missing: int
    absent: int
    unpaid: int
    is_anybody_entered: bool
    missing_names: tuple[tuple[int, str], ...] = ()  # where they are few enough to be called out

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
    )


def door(tournament: Tournament, *, sought: str = "", show: str = "") -> Door:
    guests = [guest(entry) for entry in tournament.entries.select_related("person").order_by("number")]
    fitting = [one for one in guests if fits(one, sought)]
    states = [one.state for one in guests]
    missing = [(one.number, one.name) for one in guests if one.state == EntryState.REGISTERED]
    return Door(
        tuple(one for one in fitting if one.is_expected and _is_shown(one, show)),
        tuple(one for one in fitting if one.state == EntryState.WAITING),
        tuple(one for one in fitting if one.state in (EntryState.WITHDRAWN, EntryState.EXCLUDED)),
        here=states.count(EntryState.PRESENT),
        missing=len(missing),
        absent=states.count(EntryState.ABSENT),
        unpaid=sum(one.is_expected and not one.is_paid for one in guests),
        is_anybody_entered=bool(guests),
        missing_names=tuple(missing) if len(missing) <= CALLED_OUT else (),
    )


def fits(one: Guest, sought: str) -> bool:
    """By start number, by the code of a private link, or by the beginnings of names, whichever way they are spelled."""
    if not sought or sought in (str(one.number), one.public_id):
        return True
    words = folded(sought).split()
    name = folded(one.name).split()
    return bool(words) and all(any(part.startswith(word) for part in name) for word in words)


def _is_shown(one: Guest, show: str) -> bool:
    if show == "missing":
        return one.state == EntryState.REGISTERED
    return show != "unpaid" or not one.is_paid

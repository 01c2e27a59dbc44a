"""What pages read, beyond plain filters: frozen facts, no queries left to the template."""

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from tournament.actors import Actor
from tournament.models import Club, Entry, Grant, LogEntry, Tournament
from tournament.models.events import OUT, EntryState
from tournament.names import entry_name


@dataclass(frozen=True)
class EntryLine:
    public_id: str
    number: int
    name: str
    is_withdrawn: bool
    version: int
    state: str
    is_paid: bool


def entry_lines(tournament: Tournament, *, full: bool) -> list[EntryLine]:
    """Everybody who is entered, by start number; the names as the reader may see them."""
    entries = tournament.entries.select_related("person").order_by("number")
    return [entry_line(entry, full=full) for entry in entries]


def entry_line(entry: Entry, *, full: bool) -> EntryLine:
    is_withdrawn = entry.state == EntryState.WITHDRAWN
    name = entry_name(entry, full=full)
    return EntryLine(entry.public_id, entry.number, name, is_withdrawn, entry.version, str(entry.state), entry.is_paid)


@dataclass(frozen=True)
class Heads:
    """How many there are: `missing` are registered and have not come yet."""

    playing: int
    present: int
    missing: int
    waiting: int


def heads(tournament: Tournament) -> Heads:
    counted = dict(tournament.entries.order_by().values_list("state").annotate(n=Count("pk")))
    playing = sum(n for state, n in counted.items() if state not in OUT)
    present, missing = counted.get(EntryState.PRESENT, 0), counted.get(EntryState.REGISTERED, 0)
    return Heads(playing, present, missing, counted.get(EntryState.WAITING, 0))


def clubs_of(actor: Actor) -> QuerySet[Club]:
    """The clubs in which the actor has any role."""
    return Club.objects.filter(grants__account=actor.account).distinct().order_by("name")


def tournaments_of(actor: Actor) -> QuerySet[Tournament]:
    """Those that the actor works for: all of a club as its admin, single ones otherwise."""
    grants = Grant.objects.filter(account=actor.account)
    mine = Q(club__in=grants.filter(tournament=None).values("club"))
    mine |= Q(pk__in=grants.exclude(tournament=None).values("tournament"))
    return with_counts(Tournament.objects.filter(mine).select_related("club"))


def with_counts(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    playing = ~Q(entries__state__in=OUT)
    # Counting groups, and grouping forgets the order of the model.
    return tournaments.annotate(players=Count("entries", filter=playing)).order_by(*Tournament._meta.ordering)


def story(tournament: Tournament) -> QuerySet[LogEntry]:
    return tournament.stream.log.prefetch_related("texts").order_by("-seq")

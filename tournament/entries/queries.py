"""Queries about entries for pages. They return frozen data, so that templates do not query."""

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from tournament.core.actors import Actor
from tournament.core.refusals import NO_SUCH_ENTRY
from tournament.models import Club, Entry, Grant, LogEntry, Tournament
from tournament.models.events import OUT, EntryState
from tournament.people.names import entry_name
from tournament.stages.progress import with_progress


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
    """All entries by start number; names in full or as everybody may see them."""
    entries = tournament.entries.select_related("person").order_by("number")
    return [entry_line(entry, full=full) for entry in entries]


def entry_line(entry: Entry, *, full: bool) -> EntryLine:
    is_withdrawn = entry.state == EntryState.WITHDRAWN
    name = entry_name(entry, full=full)
    return EntryLine(entry.public_id, entry.number, name, is_withdrawn, entry.version, str(entry.state), entry.is_paid)


def entry_in_full(tournament: Tournament, entry_id: str) -> Entry:
    """An entry with its person and contact, for the desk."""
    entry = tournament.entries.select_related("person", "contact", "team").filter(public_id=entry_id).first()
    if entry is None:
        raise NO_SUCH_ENTRY()
    return entry


@dataclass(frozen=True)
class Heads:
    """Counts of players: `missing` are registered and have not come yet."""

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
    mine = Club.objects.filter(grants__account=actor.account)
    if actor.only_for:
        mine = mine.filter(Q(public_id=actor.only_for) | Q(tournaments__public_id=actor.only_for))
    return mine.distinct().order_by("name")


def tournaments_of(actor: Actor) -> QuerySet[Tournament]:
    """The tournaments that the actor works for: all of a club as its admin, otherwise single ones."""
    grants = Grant.objects.filter(account=actor.account)
    mine = Q(club__in=grants.filter(tournament=None).values("club"))
    mine |= Q(pk__in=grants.exclude(tournament=None).values("tournament"))
    if actor.only_for:
        mine &= Q(public_id=actor.only_for) | Q(club__public_id=actor.only_for)
    return with_progress(with_counts(Tournament.objects.standing().filter(mine).select_related("club")))


_COUNTS = {"players": Count("entries", filter=~Q(entries__state__in=OUT))}


def with_counts(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    # An aggregate groups the rows, and Django drops the model's default ordering when grouping.
    return tournaments.annotate(**_COUNTS).order_by(*Tournament._meta.ordering or ())


def story(tournament: Tournament) -> QuerySet[LogEntry]:
    return tournament.stream.log.prefetch_related("texts").order_by("-seq")

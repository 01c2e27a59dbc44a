"""A club over the years: coming and past tournaments, seasons, records, colours, all computed from confirmed results.

In public only tournaments listed on the start page count, and people are named as `names.club_name` allows. Expensive results
are cached; the keys contain the log heads of all tournaments that they were computed from.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core.access import sees_full_names
from tournament.core.actors import SYSTEM, Actor
from tournament.core.cache import Kept
from tournament.core.find import seasons_of
from tournament.core.languages import colour
from tournament.finals.end_result import final_ranking, is_over
from tournament.models import Club, Person, ResultSeat, Season, Seat, Stage, Tournament
from tournament.people.names import club_name, entry_name
from tournament.stages import schemes
from tournament.standings.queries import courses_of
from tournament.standings.ranking import figures, memory
from tournament.standings.ranking.memory import Played
from tournament.standings.ranking.model import PARTS, Scheme, Table
from tournament.standings.ranking.model import Seat as Scored
from tournament.standings.ranking.points import table_parts

ROUNDS = 1000  # more than any stage has: `position * ROUNDS + round` orders the rounds of all stages by time


@dataclass(frozen=True)
class Remembered:
    """Statistics of some tournaments, by primary keys; merged people count as one."""

    records: tuple[memory.Record, ...]
    colours: tuple[memory.Chances, ...]
    orders: tuple[memory.Chances, ...]
    winners: Mapping[int, tuple[int, ...]]


_remembered: Kept[Remembered] = Kept(most=16)
_awarded: Kept[list[memory.Record]] = Kept(most=64)
_ended: Kept[list[tuple[int, int]]] = Kept(most=256)


def events_of(club: Club, *, full: bool) -> QuerySet[Tournament]:
    """The tournaments that the reader may see, the latest first."""
    events = club.tournaments.standing().select_related("stream", "club")
    return events if full else events.filter(is_listed=True)


def remembered(club: Club, events: Sequence[Tournament]) -> Remembered:
    key = (club.pk, club.stream.head, tuple((event.pk, event.stream.head) for event in events))
    return _remembered.get(key, partial(_remember, events))


def _remember(events: Sequence[Tournament]) -> Remembered:
    played = played_in(events)
    return Remembered(
        records=tuple(memory.records(played)),
        colours=tuple(memory.chances(played, lambda seat: seat.colour)),
        orders=tuple(memory.chances(played, lambda seat: str(seat.order + 1))),
        winners={event.pk: tuple(who for who, rank in ended(event) if rank == 1) for event in events},
    )


def ended(event: Tournament) -> list[tuple[int, int]]:
    """(person, final rank) of all who have a rank; empty until the tournament is over."""
    head = (event.pk, event.stream.head, event.club.stream.head)
    return _ended.get(head, partial(_final_ranks, event))


def _final_ranks(event: Tournament) -> list[tuple[int, int]]:
    if not is_over(event):
        return []
    lines = [line for line in final_ranking(event, SYSTEM) if line.rank is not None]
    same = counted_as(line.person for line in lines)
    return [(same.get(line.person, line.person), line.rank or 0) for line in lines]


def counted_as(people: Iterable[int]) -> dict[int, int]:
    """Maps merged people to the person that they count as."""
    merged = Person.objects.filter(pk__in=set(people)).exclude(merged_into=None)
    return {pk: into for pk, into in merged.values_list("pk", "merged_into") if into is not None}


def played_in(events: Iterable[Tournament]) -> list[Played]:
    order = {event.pk: n for n, event in enumerate(sorted(events, key=lambda event: (event.played_on, event.pk)))}
    stages = {stage.pk: stage for stage in Stage.objects.filter(tournament__in=list(order))}
    schemes_of = {pk: schemes.of_stage(stage) for pk, stage in stages.items()}
    turns = dict(_turn_orders(order))
    tables: dict[tuple[int, ...], list[Any]] = defaultdict(list)
    for stage, round_, number, table, *seat in _result_seats(order):
        tables[stage, round_, number, table].append(seat)
    return [
        Played(
            event=order[stages[stage].tournament_id],
            round=stages[stage].position * ROUNDS + round_,
            table=table,
            person=same or person,
            colour=colour,
            order=turns.get((table, entry), 0),
            place=place,
            size=len(seats),
            parts=parts,
            most=_most_parts(schemes_of[stage], len(seats)),
        )
        for (stage, round_, number, table), seats in tables.items()
        for (entry, place, _counted, colour, person, same), parts in zip(
            seats,
            _worth(schemes_of[stage], Table(round_, number, tuple(Scored(*seat[:3]) for seat in seats))),
            strict=True,
        )
    ]


def _result_seats(events: Iterable[int]) -> Iterable[tuple[Any, ...]]:
    """Everybody's place at every table, as plain values: model instances would be slow for years of results."""
    rows = ResultSeat.objects.played()
    rows = rows.filter(result__table__round__stage__tournament__in=list(events)).order_by("result", "pk")
    table = ("round__stage", "round__number", "number", "pk")
    seat = ("entry", "place", "counted", "colour", "entry__person", "entry__person__merged_into")
    return rows.values_list(*(f"result__table__{name}" for name in table), *seat)


def _turn_orders(events: Iterable[int]) -> Iterable[tuple[tuple[int, int], int]]:
    seats = Seat.objects.filter(round__stage__tournament__in=list(events)).order_by()
    return (((table, entry), order) for table, entry, order in seats.values_list("table", "entry", "order"))


def _worth(scheme: Scheme, table: Table) -> Sequence[int]:
    return table_parts(scheme, table) if len(table.seats) in (3, 4) else [0] * len(table.seats)


def _most_parts(scheme: Scheme, size: int) -> int:
    if scheme.by_count or size not in (3, 4):
        return 0
    return (scheme.four if size == 4 else scheme.three)[0] * PARTS


@dataclass(frozen=True)
class EventLine:
    event: Tournament
    winners: tuple[str, ...]


@dataclass(frozen=True)
class RecordLine:
    """`who`: the holders, with the tournament where it was one."""

    title: str
    value: str
    who: tuple[str, ...]


@dataclass(frozen=True)
class ClubView:
    coming: tuple[Tournament, ...]
    past: tuple[EventLine, ...]
    records: tuple[RecordLine, ...]
    colours: tuple["ChanceView", ...]
    orders: tuple["ChanceView", ...]
    seasons: tuple[Season, ...]


def club_view(club: Club, *, full: bool) -> ClubView:
    events = list(events_of(club, full=full))
    today = timezone.localdate()
    statistics = remembered(club, events)
    holders = {holder.person for record in statistics.records for holder in record.holders}
    names = names_of(holders | {who for winners in statistics.winners.values() for who in winners}, full=full)
    in_time = sorted(events, key=lambda event: (event.played_on, event.pk))
    return ClubView(
        coming=tuple(event for event in in_time if event.played_on >= today and not statistics.winners[event.pk]),
        past=tuple(
            EventLine(event, tuple(names[who] for who in statistics.winners[event.pk]))
            for event in reversed(in_time)
            if event.played_on < today or statistics.winners[event.pk]
        ),
        records=tuple(_record(record, names, in_time) for record in statistics.records),
        colours=tuple(ChanceView(each, _colour_names(each)) for each in statistics.colours),
        orders=tuple(ChanceView(each, _order_names(each)) for each in statistics.orders),
        seasons=tuple(seasons_of(club, full=full)),
    )


def names_of(people: Iterable[int], *, full: bool) -> dict[int, str]:
    return {person.pk: club_name(person, full=full) for person in Person.objects.filter(pk__in=set(people))}


TITLES = {
    "events": lambda: _("Most tournaments played"),
    "wins": lambda: _("Most tables won"),
    "wins_in_one": lambda: _("Most tables won in one tournament"),
    "row": lambda: _("Most tables won one after the other"),
    "share": lambda: _("Largest share of all points in one tournament"),
    "climber": lambda: _("Climbed most ranks"),
    "seconds": lambda: _("Always second"),
    "thirds": lambda: _("Unluckiest third"),
    "colours": lambda: _("Won with the most colours"),
    "comebacks": lambda: _("From last to first in the next round"),
}
MOST_NAMED = 5


def _record(record: memory.Record, names: Mapping[int, str], events: Sequence[Tournament]) -> RecordLine:
    value = figures.percent(record.value, _) if record.code == "share" else str(record.value)
    who = [
        names[holder.person] + (f" ({events[holder.event].name})" if holder.event is not None else "")
        for holder in record.holders[:MOST_NAMED]
    ]
    more = len(record.holders) - len(who)
    if more:
        who.append(ngettext("%(n)s more", "%(n)s more", more) % {"n": more})
    return RecordLine(TITLES[record.code](), value, tuple(who))


@dataclass(frozen=True)
class ChanceView:
    chances: memory.Chances
    names: Mapping[str, str]

    @property
    def lines(self) -> list[tuple[str, int, str, str, int]]:
        """(name, tables, wins, share as text, share)"""
        return [
            (
                self.names[one.key],
                one.tables,
                figures.points(one.wins),
                figures.percent(one.share, _),
                one.share,
            )
            for one in self.chances.lines
        ]


def _colour_names(chances: memory.Chances) -> dict[str, str]:
    return {line.key: colour(line.key) for line in chances.lines}


def _order_names(chances: memory.Chances) -> dict[str, str]:
    return {line.key: _("throws as number %(n)s") % {"n": line.key} for line in chances.lines}


def awards_of(tournament: Tournament, reader: Actor) -> list[RecordLine]:
    """The awards of one tournament, with the names that the reader may see."""
    main = tournament.stages.filter(size=0).order_by("-position").first()
    if main is None:
        return []
    entries = {entry.pk: entry for entry in tournament.entries.select_related("person")}
    person = {pk: entry.person.merged_into_id or entry.person_id for pk, entry in entries.items()}
    full = sees_full_names(reader, tournament)
    names = {person[pk]: entry_name(entry, full=full) for pk, entry in entries.items()}
    main.tournament = tournament
    ranks = {person[entry]: course for entry, course in courses_of(main)}
    records = _awarded.get(
        (tournament.pk, tournament.stream.head), lambda: memory.awards(played_in([tournament]), ranks)
    )
    return [_record(record, names, ()) for record in records]

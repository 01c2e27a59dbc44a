"""A club over the years: what is coming and what was, seasons, records, colours. Everything is computed from confirmed results.

In public only tournaments on the start page count, for everything, and people are named as `names.club_name` allows. What
is dear is kept by the heads of all logs that it was made from.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.rules.wording import colour_name
from tournament import schemes
from tournament.actors import SYSTEM, Actor
from tournament.kept import Kept
from tournament.models import Club, Person, ResultSeat, Season, SeasonCounts, Seat, Stage, Tournament
from tournament.names import club_name, entry_name, sees_full_names
from tournament.queries_final import final_ranking, is_over
from tournament.queries_standings import courses_of, kept_lines
from tournament.standings import memory, wording
from tournament.standings.memory import Played
from tournament.standings.model import PARTS, Scheme, Table
from tournament.standings.model import Seat as Scored
from tournament.standings.points import table_parts
from tournament.standings.teams import season, worth_of

ROUNDS = 1000  # more than any stage has: stage and round make one number in the order of time


@dataclass(frozen=True)
class Remembered:
    """Of some tournaments, by the keys of tournaments and people; whoever is known twice counts as one."""

    records: tuple[memory.Record, ...]
    colours: tuple[memory.Chances, ...]
    orders: tuple[memory.Chances, ...]
    winners: Mapping[int, tuple[int, ...]]


_remembered: Kept[Remembered] = Kept(most=16)
_awarded: Kept[list[memory.Record]] = Kept(most=64)
_ended: Kept[list[tuple[int, int]]] = Kept(most=256)


def events_of(club: Club, *, full: bool) -> QuerySet[Tournament]:
    """All that the reader may know of, the latest first."""
    events = club.tournaments.select_related("stream", "club")
    return events if full else events.filter(is_listed=True)


def seasons_of(club: Club, *, full: bool) -> QuerySet[Season]:
    """In public those of which a tournament is shown."""
    return club.seasons.all() if full else club.seasons.filter(tournaments__is_listed=True).distinct()


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
    """Person and final rank of all who have one; nobody while something is still to be played."""
    head = (event.pk, event.stream.head, event.club.stream.head)
    return _ended.get(head, partial(_end, event))


def _end(event: Tournament) -> list[tuple[int, int]]:
    if not is_over(event):
        return []
    lines = [line for line in final_ranking(event, SYSTEM) if line.rank is not None]
    same = _same(line.person for line in lines)
    return [(same.get(line.person, line.person), line.rank or 0) for line in lines]


def _same(people: Iterable[int]) -> dict[int, int]:
    """Whoever is known twice, to the one that stands for both."""
    merged = Person.objects.filter(pk__in=set(people)).exclude(merged_into=None)
    return dict(merged.values_list("pk", "merged_into"))


def played_in(events: Iterable[Tournament]) -> list[Played]:
    order = {event.pk: n for n, event in enumerate(sorted(events, key=lambda event: (event.played_on, event.pk)))}
    stages = {stage.pk: stage for stage in Stage.objects.filter(tournament__in=list(order))}
    schemes_of = {pk: schemes.of_stage(stage) for pk, stage in stages.items()}
    turns = dict(_turns(order))
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
            most=_most(schemes_of[stage], len(seats)),
        )
        for (stage, round_, number, table), seats in tables.items()
        for (entry, place, _counted, colour, person, same), parts in zip(
            seats,
            _worth(schemes_of[stage], Table(round_, number, tuple(Scored(*seat[:3]) for seat in seats))),
            strict=True,
        )
    ]


def _result_seats(events: Iterable[int]) -> Iterable[tuple[Any, ...]]:
    """Everybody's place at every table; bare values, because over the years there are many."""
    rows = ResultSeat.objects.filter(result__superseded_at=None, place__gt=0)
    rows = rows.filter(result__table__round__stage__tournament__in=list(events)).order_by("result", "pk")
    table = ("round__stage", "round__number", "number", "pk")
    seat = ("entry", "place", "counted", "colour", "entry__person", "entry__person__merged_into")
    return rows.values_list(*(f"result__table__{name}" for name in table), *seat)


def _turns(events: Iterable[int]) -> Iterable[tuple[tuple[int, int], int]]:
    seats = Seat.objects.filter(round__stage__tournament__in=list(events)).order_by()
    return (((table, entry), order) for table, entry, order in seats.values_list("table", "entry", "order"))


def _worth(scheme: Scheme, table: Table) -> Sequence[int]:
    return table_parts(scheme, table) if len(table.seats) in (3, 4) else [0] * len(table.seats)


def _most(scheme: Scheme, size: int) -> int:
    if scheme.by_count or size not in (3, 4):
        return 0
    return (scheme.four if size == 4 else scheme.three)[0] * PARTS


@dataclass(frozen=True)
class EventLine:
    event: Tournament
    winners: tuple[str, ...]


@dataclass(frozen=True)
class RecordLine:
    """`title` says what it is, `who` who holds it and where."""

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
    found = remembered(club, events)
    wanted = {holder.person for record in found.records for holder in record.holders}
    names = _names(wanted | {who for winners in found.winners.values() for who in winners}, full=full)
    in_time = sorted(events, key=lambda event: (event.played_on, event.pk))
    return ClubView(
        coming=tuple(event for event in in_time if event.played_on >= today and not found.winners[event.pk]),
        past=tuple(
            EventLine(event, tuple(names[who] for who in found.winners[event.pk]))
            for event in reversed(in_time)
            if event.played_on < today or found.winners[event.pk]
        ),
        records=tuple(_record(record, names, in_time) for record in found.records),
        colours=tuple(ChanceView(each, _colour_names(each)) for each in found.colours),
        orders=tuple(ChanceView(each, _order_names(each)) for each in found.orders),
        seasons=tuple(seasons_of(club, full=full)),
    )


def _names(people: Iterable[int], *, full: bool) -> dict[int, str]:
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
    language = "en" if get_language() == "en" else "de"
    value = wording.value("share", record.value, language) if record.code == "share" else str(record.value)
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
        """Key, tables, wins, share in words, share."""
        language = "en" if get_language() == "en" else "de"
        return [
            (
                self.names[one.key],
                one.tables,
                wording.points(one.wins),
                wording.value("share", one.share, language),
                one.share,
            )
            for one in self.chances.lines
        ]


def _colour_names(chances: memory.Chances) -> dict[str, str]:
    language = "en" if get_language() == "en" else "de"
    return {line.key: colour_name(line.key, language) for line in chances.lines}


def _order_names(chances: memory.Chances) -> dict[str, str]:
    return {line.key: _("throws as number %(n)s") % {"n": line.key} for line in chances.lines}


@dataclass(frozen=True)
class SeasonRow:
    """`cells`: for each tournament the points, and whether they count."""

    rank: int
    name: str
    points: str
    cells: tuple[tuple[str, bool], ...]
    why: str


@dataclass(frozen=True)
class SeasonView:
    season: Season
    events: tuple[Tournament, ...]  # that are over, in the order of time
    waiting: tuple[Tournament, ...]  # chosen, and not over yet
    rows: tuple[SeasonRow, ...]


def season_view(season_: Season, *, full: bool) -> SeasonView:
    chosen = season_.tournaments.select_related("stream", "club__stream").order_by("played_on", "pk")
    events = [event for event in chosen if full or event.is_listed]
    over = [event for event in events if ended(event)]
    results = [_once(_season_results(season_, event)) for event in over]
    lines = season(results, season_.best)
    names = _names((line.person for line in lines), full=full)
    own = [dict(result) for result in results]
    rows = []
    for line in lines:
        counting = {event for event, _points in line.events}
        cells = [
            (wording.points(result[line.person]) if line.person in result else "", n in counting)
            for n, result in enumerate(own)
        ]
        rows.append(SeasonRow(line.rank, names[line.person], wording.points(line.points), tuple(cells), _why(line)))
    return SeasonView(season_, tuple(over), tuple(event for event in events if event not in over), tuple(rows))


def _once(results: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Who came under both names to one tournament, after they were joined, counts with the better result."""
    best: dict[int, int] = {}
    for person, points in results:
        best[person] = max(points, best.get(person, 0))
    return list(best.items())


def _season_results(season_: Season, event: Tournament) -> list[tuple[int, int]]:
    """Person and twelfths of points."""
    if season_.counts == SeasonCounts.RANKS:
        return [(person, worth_of(rank, season_.worth or [0]) * PARTS) for person, rank in ended(event)]
    own: dict[int, int] = defaultdict(int)
    for stage in Stage.objects.filter(tournament=event, size=0):  # finals are for some; what everybody plays counts
        for line in kept_lines(stage):
            if line.rank is not None:
                own[line.player.id] += line.parts
    people = dict(event.entries.values_list("pk", "person"))
    same = _same(people.values())
    return [(same.get(people[entry], people[entry]), parts) for entry, parts in own.items()]


def _why(line: Any) -> str:
    said = " + ".join(wording.points(points) for _event, points in line.events)
    if line.played > len(line.events):
        return _("The best %(n)d of %(played)d: %(sum)s") % {
            "n": len(line.events),
            "played": line.played,
            "sum": said,
        }
    return said


def awards_of(tournament: Tournament, reader: Actor) -> list[RecordLine]:
    """Small honours of one tournament, under the names that it shows."""
    main = tournament.stages.filter(size=0).order_by("-position").first()
    if main is None:
        return []
    entries = {entry.pk: entry for entry in tournament.entries.select_related("person")}
    person = {pk: entry.person.merged_into_id or entry.person_id for pk, entry in entries.items()}
    full = sees_full_names(reader, tournament)
    names = {person[pk]: entry_name(entry, full=full) for pk, entry in entries.items()}
    main.tournament = tournament
    ranks = {person[entry]: course for entry, course in courses_of(main)}
    found = _awarded.get((tournament.pk, tournament.stream.head), lambda: memory.awards(played_in([tournament]), ranks))
    return [_record(record, names, ()) for record in found]

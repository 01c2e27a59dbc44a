"""From the database to the standings: confirmed results in, lines with reasons out. Computed, never stored."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Exists, OuterRef, Sum

from tournament.core.cache import Kept
from tournament.models import Entry, Penalty, ResultSeat, Seat, Stage
from tournament.models import ThrowOff as Thrown
from tournament.models.events import EntryState
from tournament.models.stages import RoundState
from tournament.stages import schemes
from tournament.standings.ranking.model import Facts, Line, Player, Scheme, Status, Table, ThrowOff
from tournament.standings.ranking.model import Seat as Scored
from tournament.standings.ranking.rank import standings

_STATUS: dict[str, Status] = {EntryState.WITHDRAWN: "withdrawn", EntryState.EXCLUDED: "excluded"}
ABOUT = 6  # what is read of everybody, before the stages in which they have a seat
_PLAYS = (EntryState.PRESENT, EntryState.ABSENT)
Ranks = Mapping[int, int | None]  # by entry
_earlier: Kept[Ranks] = Kept(most=64)  # some 250 kB each at 250 players


def stage_lines(stage: Stage, *, up_to: int | None = None, facts: Facts | None = None) -> list[Line]:
    """The standings of a stage, after a round if one is named. `facts`: all of the stage, where they are known."""
    facts = facts or stage_facts(stage)
    return standings(facts if up_to is None else until(facts, up_to), schemes.of_stage(stage))


def until(facts: Facts, number: int) -> Facts:
    """As things stood after a round."""
    return replace(facts, tables=tuple(table for table in facts.tables if table.round <= number))


def after_each_round(stage: Stage, facts: Facts, newest: Callable[[Stage], list[Line]]) -> list[Ranks]:
    """The ranks after every round that has results. Those after the last round are the current ones: `newest` gives their
    lines, usually from the cache."""
    scheme, last = schemes.of_stage(stage), max((table.round for table in facts.tables), default=0)
    earlier = [_ranks_then(until(facts, number), scheme) for number in range(1, last)]
    return [*earlier, _ranks(newest(stage))] if last else []


def _ranks_then(facts: Facts, scheme: Scheme) -> Ranks:
    """Cached under all that they are computed from: a result of the last round changes nothing in the rounds before it."""
    throws = tuple(tuple(tuple(turn.items()) for turn in off.throws) for off in facts.throw_offs)
    key = (facts.players, facts.tables, throws, tuple(facts.carried.items()), scheme)
    return _earlier.get(key, lambda: _ranks(standings(facts, scheme)))


def _ranks(lines: list[Line]) -> Ranks:
    return {line.player.id: line.rank for line in lines}


def stage_facts(stage: Stage) -> Facts:
    return facts_of([stage])[stage.pk]


def facts_of(stages: Sequence[Stage]) -> dict[int, Facts]:
    """By stage, of one tournament: four queries however many there are."""
    tables, penalties, offs = _tables(stages), _penalties(stages), _throw_offs(stages)
    people, found = _people(stages), {}
    for n, stage in enumerate(stages):
        seated = {row[0] for row in people if row[ABOUT + n]}
        seated |= {seat.player for table in tables[stage.pk] for seat in table.seats}
        players = tuple(_players(stage, people, seated, penalties))
        found[stage.pk] = Facts(players, tuple(tables[stage.pk]), tuple(offs[stage.pk]))
    return found


def _tables(stages: Sequence[Stage]) -> dict[int, list[Table]]:
    """Without players who did not come: the size of a table is the number of those who were there."""
    rows = ResultSeat.objects.played().filter(result__table__round__stage__in=stages)
    seats: dict[tuple[int, int, int], list[Scored]] = defaultdict(list)
    where = ("result__table__round__stage", "result__table__round__number", "result__table__number")
    for stage, number, table, *seat in rows.order_by("pk").values_list(*where, "entry_id", "place", "counted"):
        seats[stage, number, table].append(Scored(*seat))
    tables: dict[int, list[Table]] = defaultdict(list)
    for (stage, number, table), scored in sorted(seats.items()):
        tables[stage].append(Table(number, table, tuple(scored)))
    return tables


def _people(stages: Sequence[Stage]) -> list[tuple[Any, ...]]:
    """Everybody, and for each of the stages whether they have a seat in a public round of it."""
    entries = Entry.objects.filter(tournament_id__in={stage.tournament_id for stage in stages}).order_by("number")
    seats = Seat.objects.filter(entry=OuterRef("pk")).exclude(round__state=RoundState.DRAFT)
    seated = {f"is_seated_{n}": Exists(seats.filter(round__stage=stage)) for n, stage in enumerate(stages)}
    about = ("pk", "number", "state", "category__name", "team__name", "public_id")
    return list(entries.annotate(**seated).values_list(*about, *seated))


def _players(
    stage: Stage, people: list[tuple[Any, ...]], seated: set[int], penalties: Mapping[tuple[int, int], int]
) -> Iterator[Player]:
    """Everybody who has played or was seated, and in a stage that everybody plays those present too."""
    for pk, number, state, category, team, lot, *_seated in people:
        if pk in seated or (not stage.size and state in _PLAYS):
            penalty = penalties.get((stage.pk, pk), 0)
            yield Player(pk, number, category or "", team or "", _STATUS.get(state, "playing"), penalty, lot)


def _penalties(stages: Sequence[Stage]) -> dict[tuple[int, int], int]:
    """By stage and entry."""
    given = Penalty.objects.filter(stage__in=stages, revoked_at=None).order_by().values_list("stage", "entry")
    return {(stage, entry): points for stage, entry, points in given.annotate(points=Sum("points"))}


def _throw_offs(stages: Sequence[Stage]) -> dict[int, list[ThrowOff]]:
    offs: dict[int, list[ThrowOff]] = defaultdict(list)
    rows = Thrown.objects.filter(stage__in=stages).order_by("thrown_at", "pk")
    for stage, off in rows.values_list("stage", "throws"):
        offs[stage].append(ThrowOff(tuple({int(who): value for who, value in turn.items()} for turn in off)))
    return offs

"""From the database to the standings: confirmed results in, lines with reasons out. Computed, never stored."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Sum

from tournament import schemes
from tournament.models import Entry, Penalty, ResultSeat, Seat, Stage
from tournament.models import ThrowOff as Thrown
from tournament.models.events import EntryState
from tournament.models.stages import RoundState
from tournament.standings.model import Facts, Line, Player, Status, Table, ThrowOff
from tournament.standings.model import Seat as Scored
from tournament.standings.ranking import standings

_STATUS: dict[str, Status] = {EntryState.WITHDRAWN: "withdrawn", EntryState.EXCLUDED: "excluded"}
_PLAYS = (EntryState.PRESENT, EntryState.ABSENT)


def stage_lines(stage: Stage, *, up_to: int | None = None) -> list[Line]:
    """The standings of a stage, after a round if one is named."""
    return standings(stage_facts(stage, up_to=up_to), schemes.of_stage(stage))


def after_each_round(stage: Stage) -> list[list[Line]]:
    """The standings after every round that has results, from one look at the database."""
    facts, scheme = stage_facts(stage), schemes.of_stage(stage)
    last = max((table.round for table in facts.tables), default=0)
    return [
        standings(replace(facts, tables=tuple(table for table in facts.tables if table.round <= number)), scheme)
        for number in range(1, last + 1)
    ]


def stage_facts(stage: Stage, *, up_to: int | None = None) -> Facts:
    return facts_of([stage], up_to=up_to)[stage.pk]


def facts_of(stages: Sequence[Stage], *, up_to: int | None = None) -> dict[int, Facts]:
    """By stage, of one tournament: five queries however many there are."""
    tables, penalties, seated, offs = _tables(stages, up_to), _penalties(stages), _seated(stages), _throw_offs(stages)
    people = _people(stages)
    for stage, own in tables.items():
        seated[stage] |= {seat.player for table in own for seat in table.seats}
    return {
        stage.pk: Facts(
            tuple(_players(stage, people, seated[stage.pk], penalties)), tuple(tables[stage.pk]), tuple(offs[stage.pk])
        )
        for stage in stages
    }


def _tables(stages: Sequence[Stage], up_to: int | None) -> dict[int, list[Table]]:
    """Who did not come has not played: a table is as large as those who were there."""
    rows = ResultSeat.objects.filter(result__table__round__stage__in=stages, result__superseded_at=None, place__gt=0)
    if up_to is not None:
        rows = rows.filter(result__table__round__number__lte=up_to)
    seats: dict[tuple[int, int, int], list[Scored]] = defaultdict(list)
    where = ("result__table__round__stage", "result__table__round__number", "result__table__number")
    for stage, number, table, *seat in rows.order_by("pk").values_list(*where, "entry_id", "place", "counted"):
        seats[stage, number, table].append(Scored(*seat))
    found: dict[int, list[Table]] = defaultdict(list)
    for (stage, number, table), its in sorted(seats.items()):
        found[stage].append(Table(number, table, tuple(its)))
    return found


def _people(stages: Sequence[Stage]) -> list[tuple[Any, ...]]:
    entries = Entry.objects.filter(tournament_id__in={stage.tournament_id for stage in stages}).order_by("number")
    return list(entries.values_list("pk", "number", "state", "category__name", "team__name", "public_id"))


def _players(
    stage: Stage, people: list[tuple[Any, ...]], seated: set[int], penalties: Mapping[tuple[int, int], int]
) -> Iterator[Player]:
    """Whoever has played or was seated; in a stage that everybody plays, whoever is there too."""
    for pk, number, state, category, team, lot in people:
        if pk in seated or (not stage.size and state in _PLAYS):
            penalty = penalties.get((stage.pk, pk), 0)
            yield Player(pk, number, category or "", team or "", _STATUS.get(state, "playing"), penalty, lot)


def _penalties(stages: Sequence[Stage]) -> dict[tuple[int, int], int]:
    """By stage and entry."""
    given = Penalty.objects.filter(stage__in=stages, revoked_at=None).order_by().values_list("stage", "entry")
    return {(stage, entry): points for stage, entry, points in given.annotate(points=Sum("points"))}


def _seated(stages: Sequence[Stage]) -> dict[int, set[int]]:
    """In rounds that everybody may see."""
    found: dict[int, set[int]] = defaultdict(set)
    seats = Seat.objects.filter(round__stage__in=stages).exclude(round__state=RoundState.DRAFT)
    for stage, entry in seats.order_by().values_list("round__stage", "entry").distinct():
        found[stage].add(entry)
    return found


def _throw_offs(stages: Sequence[Stage]) -> dict[int, list[ThrowOff]]:
    found: dict[int, list[ThrowOff]] = defaultdict(list)
    kept = Thrown.objects.filter(stage__in=stages).order_by("thrown_at", "pk")
    for stage, off in kept.values_list("stage", "throws"):
        found[stage].append(ThrowOff(tuple({int(who): value for who, value in turn.items()} for turn in off)))
    return found

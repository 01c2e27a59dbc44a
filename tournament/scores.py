"""From the database to the standings: confirmed results in, lines with reasons out. Computed, never stored."""

from collections import defaultdict
from dataclasses import replace

from django.db.models import Sum

from tournament import schemes
from tournament.models import Entry, ResultSeat, Seat, Stage
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
    tables = _tables(stage, up_to)
    played = {seat.player for table in tables for seat in table.seats}
    return Facts(_players(stage, played), tables, _throw_offs(stage))


def _tables(stage: Stage, up_to: int | None) -> tuple[Table, ...]:
    """Who did not come has not played: a table is as large as those who were there."""
    rows = ResultSeat.objects.filter(result__table__round__stage=stage, result__superseded_at=None, place__gt=0)
    if up_to is not None:
        rows = rows.filter(result__table__round__number__lte=up_to)
    found: dict[tuple[int, int], list[Scored]] = defaultdict(list)
    columns = ("result__table__round__number", "result__table__number", "entry_id", "place", "counted")
    for number, table, entry, place, counted in rows.order_by("pk").values_list(*columns):
        found[number, table].append(Scored(entry, place, counted))
    return tuple(Table(number, table, tuple(seats)) for (number, table), seats in sorted(found.items()))


def _players(stage: Stage, played: set[int]) -> tuple[Player, ...]:
    """Whoever has played or was seated; in a stage that everybody plays, whoever is there too."""
    sums = stage.penalties.filter(revoked_at=None).order_by().values_list("entry").annotate(points=Sum("points"))
    penalties = dict(sums)
    entries = Entry.objects.filter(tournament_id=stage.tournament_id).order_by("number")
    seated = played | _seated(stage)
    return tuple(
        Player(pk, number, status=_STATUS.get(state, "playing"), penalty=penalties.get(pk, 0))
        for pk, number, state in entries.values_list("pk", "number", "state")
        if pk in seated or (not stage.size and state in _PLAYS)
    )


def _seated(stage: Stage) -> set[int]:
    seats = Seat.objects.filter(round__stage=stage).exclude(round__state=RoundState.DRAFT)
    return set(seats.order_by().values_list("entry", flat=True).distinct())


def _throw_offs(stage: Stage) -> tuple[ThrowOff, ...]:
    kept = stage.throw_offs.order_by("thrown_at", "pk").values_list("throws", flat=True)
    return tuple(ThrowOff(tuple({int(who): value for who, value in turn.items()} for turn in off)) for off in kept)

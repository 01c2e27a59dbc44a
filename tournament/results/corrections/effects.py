"""What a correction would do, before it is done: ranks, who goes on, and what was drawn from the old standings."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.db.models import Q

from tournament.core.chain import canonical
from tournament.core.errors import Refused
from tournament.draw.seating.model import SeatingError
from tournament.models import Round, Stage, Table
from tournament.models.stages import RoundState, StageKind
from tournament.results.places import checked
from tournament.stages import schemes
from tournament.standings.qualifying import advanced, cut_of_lines, source_of
from tournament.standings.ranking import model
from tournament.standings.ranking.places import Places
from tournament.standings.ranking.rank import standings
from tournament.standings.scores import stage_facts
from tournament.standings.team_final import team_cut

Move = tuple[int, int | None, int | None]  # entry, rank before, rank after


@dataclass(frozen=True)
class Effect:
    """`moves`: whose rank changes. `drawn` and `played`: rounds drawn from the old standings, not yet or already played."""

    moves: tuple[Move, ...]
    cut_in: tuple[int, ...]
    cut_out: tuple[int, ...]
    drawn: tuple[Round, ...]
    played: tuple[Round, ...]
    fingerprint: str


def effect_of(table: Table, places: Places) -> Effect:
    """Refuses impossible places, as the correction itself does."""
    stage = table.round.stage
    scheme = schemes.of_stage(stage)
    colours = dict(table.seats.order_by("order").values_list("colour", "entry"))
    scored = _scored(table, colours, checked(list(colours), places, scheme))
    facts = stage_facts(stage)
    before = standings(facts, scheme)
    after = standings(replace(facts, tables=_with_table(facts.tables, scored)), scheme)
    old, new = _going_on(table, before, None), _going_on(table, after, scored)
    later = _built_on(table.round, is_other=old != new)
    moves = _moves(before, after)
    return Effect(
        moves,
        cut_in=tuple(sorted(_everybody(new) - _everybody(old))),
        cut_out=tuple(sorted(_everybody(old) - _everybody(new))),
        drawn=tuple(round_ for round_ in later if not _is_begun(round_)),
        played=tuple(round_ for round_ in later if _is_begun(round_)),
        fingerprint=_fingerprint(moves, old, new, later),
    )


def _scored(table: Table, entries: Mapping[str, int], places: Places) -> model.Table:
    """The corrected table in the form that the standings are computed from."""
    there = [(entries[colour], seat["place"], seat["counted"]) for colour, seat in places.items() if seat["place"]]
    return model.Table(table.round.number, table.number, tuple(model.Seat(*seat) for seat in there))


def _with_table(tables: tuple[model.Table, ...], new: model.Table) -> tuple[model.Table, ...]:
    others = [table for table in tables if (table.round, table.number) != (new.round, new.number)]
    return tuple(sorted([*others, new], key=lambda table: (table.round, table.number)))


def _moves(before: Iterable[model.Line], after: Iterable[model.Line]) -> tuple[Move, ...]:
    """Those whose rank changes, best first."""
    was = {line.player.id: line.rank for line in before}
    now = [(line.player.id, was.get(line.player.id), line.rank) for line in after]
    return tuple(move for move in now if move[1] != move[2])


GoingOn = dict[int, list[int]]  # entries by the stage that they go into, in seed order; undecided stages are left out


def _going_on(table: Table, lines: list[model.Line], scored: model.Table | None) -> GoingOn:
    stage = table.round.stage
    if stage.kind == StageKind.KNOCKOUT:
        return {stage.pk: _out_of_round(table.round, scored)}
    behind = stage.tournament.stages.filter(position__gt=stage.position, size__gt=0)
    return {each.pk: _qualified(each, stage, lines) for each in behind if source_of(each) == stage}


def _qualified(stage: Stage, source: Stage, lines: list[model.Line]) -> list[int]:
    if stage.kind == StageKind.TEAM_FINAL:
        return [line.player.id for team in team_cut(stage, lines).through for line in team.members]
    return [line.player.id for line in cut_of_lines(stage, source, lines, stage.size).through]


def _out_of_round(round_: Round, scored: model.Table | None) -> list[int]:
    instead = {scored.number: [(seat.player, seat.place) for seat in scored.seats]} if scored else None
    try:
        return list(advanced(round_, instead).through)
    except (Refused, SeatingError):
        return []


def _built_on(round_: Round, *, is_other: bool) -> list[Round]:
    """The rounds that were drawn from these standings. If the same people go on, only Swiss rounds are."""
    stage = round_.stage
    after = Q(stage=stage, number__gt=round_.number)
    later = Q(stage__position__gt=stage.position, stage__tournament_id=stage.tournament_id)
    condition = Q()
    if stage.kind == StageKind.SWISS or (stage.kind == StageKind.KNOCKOUT and is_other):
        condition |= after
    if is_other:
        condition |= later
    rounds = Round.objects.select_related("stage").order_by("stage__position", "number")
    return list(rounds.filter(condition)) if condition else []


def _is_begun(round_: Round) -> bool:
    return round_.state == RoundState.CLOSED or round_.started_at is not None or round_.is_played


def _everybody(going: GoingOn) -> set[int]:
    return {entry for entries in going.values() for entry in entries}


def _fingerprint(moves: tuple[Move, ...], old: GoingOn, new: GoingOn, later: list[Round]) -> str:
    """A hash of everything that is shown: if it differs on confirming, the effect has changed since somebody looked at it."""
    rounds = [[round_.pk, round_.state, _is_begun(round_)] for round_ in later]
    facts = [[list(move) for move in moves], sorted(old.items()), sorted(new.items()), rounds]
    return hashlib.sha256(canonical(facts)).hexdigest()

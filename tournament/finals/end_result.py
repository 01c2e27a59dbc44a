"""The end result of a whole tournament, across its stages: first the final, then the small final, then those who lost in a
knock-out (the later, the better), then everybody else by the standings before it.

The ranking is cached for each state of the tournament, without names: those depend on the reader.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournament.core.access import sees_full_names
from tournament.core.actors import Actor
from tournament.core.cache import Kept
from tournament.models import Entry, ResultSeat, Round, Stage, Tournament
from tournament.models.events import EntryState
from tournament.models.stages import FINALS, RoundState, StageKind, called
from tournament.people.names import entry_name
from tournament.rounds.queries import step_now
from tournament.stages import schemes
from tournament.standings.ranking.model import Line
from tournament.standings.ranking.rank import standings
from tournament.standings.scores import facts_of


class Reason(NamedTuple):
    """What decided the rank: the stage, in a knock-out also the round, and the place or rank there."""

    stage: str
    round: int
    place: int


@dataclass(frozen=True)
class FinalLine:
    """`rank` is None for the excluded, who are listed last."""

    entry: int
    public_id: str
    person: int
    number: int
    name: str
    rank: int | None
    is_shared: bool
    status: str
    why: str


Group = tuple[list[int], Reason]
_groups: Kept[list[Group]] = Kept(most=64)


def final_ranking(tournament: Tournament, reader: Actor) -> list[FinalLine]:
    """Empty before the first result; without categories that are ranked separately. Provisional until `is_over`."""
    groups = _groups.get((tournament.public_id, tournament.stream.head), lambda: list(_ranked(tournament)))
    entries = Entry.objects.filter(tournament=tournament).select_related("person", "category").in_bulk()
    full = sees_full_names(reader, tournament)
    lines, rank = [], 1
    for members, reason in groups:
        here = [entries[pk] for pk in members if not _is_apart(entries[pk])]
        for entry in here:
            is_out = entry.state == EntryState.EXCLUDED
            lines.append(_line(entry, None if is_out else rank, len(here) > 1, reason, full=full))
        rank += sum(entry.state != EntryState.EXCLUDED for entry in here)
    return sorted(lines, key=lambda line: line.rank is None)


def _is_apart(entry: Entry) -> bool:
    return entry.category is not None and entry.category.is_separate


def is_over(tournament: Tournament) -> bool:
    return step_now(tournament).code == "done"


def nobody_enters(tournament: Tournament) -> bool:
    """Over, and no round is open: asked for everybody who is entered, so the cheap question comes first."""
    rounds = Round.objects.filter(stage__tournament=tournament)
    is_played = rounds.filter(state=RoundState.CLOSED).exists() and not rounds.exclude(state=RoundState.CLOSED).exists()
    return is_played and is_over(tournament)


def _line(entry: Entry, rank: int | None, is_shared: bool, reason: Reason, *, full: bool) -> FinalLine:
    return FinalLine(
        entry=entry.pk,
        public_id=entry.public_id,
        person=entry.person_id,
        number=entry.number,
        name=entry_name(entry, full=full),
        rank=rank,
        is_shared=is_shared and rank is not None,
        status=entry.state,
        why=_why(reason),
    )


def _why(reason: Reason) -> str:
    said = {**reason._asdict(), "stage": called(reason.stage)}
    if reason.round:
        return _("%(stage)s, round %(round)d: place %(place)d at the table") % said
    return _("%(stage)s: rank %(place)d") % said


def _ranked(tournament: Tournament) -> Iterator[Group]:
    """Groups of entries that share a rank, best first; each entry is ranked by the most important stage it has a result in."""
    placed: set[int] = set()
    # A team final ranks teams: its players keep the rank that the other stages gave them.
    stages = list(tournament.stages.exclude(kind=StageKind.TEAM_FINAL).order_by("position"))
    facts = facts_of(stages)
    lines = {stage.pk: standings(facts[stage.pk], schemes.of_stage(stage)) for stage in stages}
    before = _ranks_before(stages, lines)
    for stage in sorted((stage for stage in stages if facts[stage.pk].tables), key=_importance):
        for members, reason in _groups_of_stage(stage, lines[stage.pk], before):
            new = [pk for pk in members if pk not in placed]
            placed.update(new)
            if new:
                yield new, reason


def _importance(stage: Stage) -> tuple[bool, bool, int]:
    """Sort key of a stage: the final, then the small final, then all others, the latest first."""
    return stage.kind not in FINALS, stage.kind == StageKind.SMALL_FINAL, -stage.position


def _ranks_before(stages: list[Stage], lines: dict[int, list[Line]]) -> dict[int, int]:
    """The rank in the last stage before all finals: it orders players with the same place in the same knock-out round."""
    rounds = [stage for stage in stages if stage.kind not in (StageKind.KNOCKOUT, *FINALS)]
    if not rounds:
        return {}
    return {line.player.id: line.rank for line in lines[rounds[-1].pk] if line.rank is not None}


def _groups_of_stage(stage: Stage, lines: list[Line], before: dict[int, int]) -> Iterator[Group]:
    if stage.kind == StageKind.KNOCKOUT:
        yield from _groups_of_knockout(stage, before)
        return
    groups: dict[int, list[int]] = {}
    for line in lines:
        groups.setdefault(line.rank or 0, []).append(line.player.id)
    excluded = groups.pop(0, [])
    yield from ((members, Reason(stage.name, 0, rank)) for rank, members in sorted(groups.items()))
    if excluded:
        yield excluded, Reason(stage.name, 0, len(groups) + 1)


def _groups_of_knockout(stage: Stage, before: dict[int, int]) -> Iterator[Group]:
    """From the last round to the first; within a round by the place at the table, then by the standings before."""
    seats = ResultSeat.objects.counting().filter(result__table__round__stage=stage)
    seats = seats.exclude(result__table__round__state=RoundState.DRAFT)
    rows = seats.values_list("result__table__round__number", "place", "entry")
    groups: dict[tuple[int, int, int], list[int]] = {}
    for number, place, entry in rows:
        groups.setdefault((-number, place or 9, before.get(entry, 0)), []).append(entry)
    for (number, place, _rank), members in sorted(groups.items()):
        yield sorted(members), Reason(stage.name, -number, place)

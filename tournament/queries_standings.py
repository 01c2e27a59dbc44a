"""Standings as pages, paper and API show them: ranks, points, every value that decided, and why in words.

Computed once for each state of the tournament and kept by the head of its log, so that nothing stale can be shown. Names
are put in afresh for each reader: whoever is hidden now is hidden at once.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from django.utils.translation import get_language

from tournament import schemes
from tournament.actors import Actor
from tournament.errors import Refused
from tournament.fields import cut_for, seeds_for, source_of
from tournament.kept import Kept
from tournament.models import Entry, Stage, Stream
from tournament.models.stages import StageKind
from tournament.names import entry_name, sees_full_names
from tournament.scores import after_each_round, stage_lines
from tournament.seating.model import SeatingError
from tournament.standings import wording
from tournament.standings.cut import Cut
from tournament.standings.model import Line, Single
from tournament.standings.wording import Language
from tournament.team_final import foremost, team_cut

T = TypeVar("T")
_lines: Kept[list[Line]] = Kept(most=64)
_history: Kept[list[list[Line]]] = Kept(most=16)


@dataclass(frozen=True)
class StandingLine:
    """`values` by criterion, as they are shown; only those that were needed to part somebody. `is_apart`: of a category
    that is ranked apart."""

    entry: int
    public_id: str
    number: int
    name: str
    is_apart: bool
    rank: int | None
    is_shared: bool
    status: str
    points: str
    penalty: int
    singles: tuple[Single, ...]
    values: Mapping[str, str]
    why: tuple[str, ...]


@dataclass(frozen=True)
class StandingsView:
    stage: Stage
    after_round: int | None
    seq: int
    criteria: tuple[tuple[str, str], ...]  # id and name, in the order in which they count
    lines: tuple[StandingLine, ...]


def standings_of(stage: Stage, reader: Actor, language: str | None = None, up_to: int | None = None) -> StandingsView:
    """The standings of a stage, after a round if one is named, with the names that the reader may see."""
    stream, lines = _kept(_lines, _lines_of, stage, up_to)
    words, criteria = language_of(language), schemes.of_stage(stage).breaks
    people, lots = _Names(stage, full=sees_full_names(reader, stage.tournament)), _places_by_lot(lines)
    shown = tuple(_line(line, people, criteria, words, lots) for line in lines)
    named = tuple((name, wording.name(name, words)) for name in criteria)
    return StandingsView(stage, up_to, stream.seq, named, shown)


def kept_lines(stage: Stage, up_to: int | None = None) -> list[Line]:
    """The bare lines, for whoever needs no names."""
    return _kept(_lines, _lines_of, stage, up_to)[1]


def _lines_of(stage: Stage, up_to: int | None) -> list[Line]:
    return stage_lines(stage, up_to=up_to)


class _Moved(Exception):
    """Something was written while the lines were computed: they may be of two states."""


def _kept(store: Kept[T], compute: Callable[..., T], stage: Stage, *key: Any) -> tuple[Stream, T]:
    """What was computed and the head of the log that it belongs to. In a storm of writes the third try stands by itself:
    it waits for no other thread, whose try may fail, and is not kept."""
    for _try in range(2):
        stream = Stream.objects.get(tournament_id=stage.tournament_id)
        asked = partial(_computed, compute, stage.pk, key, stream)
        try:
            return stream, store.get((stage.pk, stream.head, *key), asked)
        except _Moved:
            continue
    return Stream.objects.get(tournament_id=stage.tournament_id), compute(Stage.objects.get(pk=stage.pk), *key)


def _computed(compute: Callable[..., T], stage: int, key: tuple[Any, ...], stream: Stream) -> T:
    found = compute(Stage.objects.get(pk=stage), *key)
    if Stream.objects.values_list("head", flat=True).get(pk=stream.pk) != stream.head:
        raise _Moved
    return found


def language_of(language: str | None = None) -> Language:
    """The one asked for, or the reader's."""
    return "de" if (language or get_language() or "de").startswith("de") else "en"


class _Names:
    """Everybody's entry and the name for this reader, in one query."""

    def __init__(self, stage: Stage, *, full: bool) -> None:
        entries = Entry.objects.filter(tournament_id=stage.tournament_id).select_related("person", "category")
        self.entries = {entry.pk: entry for entry in entries}
        self.names = {pk: entry_name(entry, full=full) for pk, entry in self.entries.items()}


def _places_by_lot(lines: list[Line]) -> dict[int, int]:
    """What a lot says to anybody: who came first among those whom nothing else parted. Its number means nothing."""
    groups: dict[Hashable, list[Line]] = defaultdict(list)
    for line in lines:
        if "lot" in line.values:
            groups[frozenset((name, value) for name, value in line.values.items() if name != "lot")].append(line)
    drawn = [sorted(group, key=lambda line: -line.values["lot"]) for group in groups.values()]
    return {line.player.id: place for group in drawn for place, line in enumerate(group, 1)}


def _line(
    line: Line, people: _Names, criteria: tuple[str, ...], language: Language, lots: Mapping[int, int]
) -> StandingLine:
    entry = people.entries[line.player.id]
    values = {name: wording.value(name, line.values[name], language) for name in criteria if name in line.values}
    if line.player.id in lots:
        values["lot"] = f"{lots[line.player.id]}."
    return StandingLine(
        entry=entry.pk,
        public_id=entry.public_id,
        number=entry.number,
        name=people.names[entry.pk],
        is_apart=entry.category is not None and entry.category.is_separate,
        rank=line.rank,
        is_shared=line.is_shared,
        status=line.player.status,
        points=wording.points(line.parts),
        penalty=line.player.penalty,
        singles=line.singles,
        values=values,
        why=tuple(wording.why(line, people.names, criteria, language)),
    )


@dataclass(frozen=True)
class Climb:
    """Somebody's rank after each round, for a plot."""

    entry: int
    number: int
    name: str
    ranks: tuple[int | None, ...]


def climbs(stage: Stage, reader: Actor) -> list[Climb]:
    """In the order of the standings now."""
    people = _Names(stage, full=sees_full_names(reader, stage.tournament))
    return [Climb(pk, people.entries[pk].number, people.names[pk], ranks) for pk, ranks in courses_of(stage)]


def courses_of(stage: Stage) -> list[tuple[int, tuple[int | None, ...]]]:
    """The same without names: each entry with its rank after each round."""
    rounds = _kept(_history, after_each_round, stage)[1]
    ranks = [{line.player.id: line.rank for line in lines} for lines in rounds]
    order = [line.player.id for line in kept_lines(stage)]
    return [(entry, tuple(after.get(entry) for after in ranks)) for entry in order]


@dataclass(frozen=True)
class CutView:
    """Who goes on into a stage, by entry: `through` in seed order; among `tied` there are `open_places` to settle.

    `waiting_for`: why it is not decided yet, as code, sentence and data.
    """

    through: tuple[int, ...] = ()
    tied: tuple[int, ...] = ()
    open_places: int = 0
    passed_over: tuple[int, ...] = ()
    waiting_for: Mapping[str, Any] = field(default_factory=dict)


def _team_cut_view(stage: Stage, source: Stage) -> CutView:
    """Of the teams that are passed over, everybody who would have counted."""
    found, through = team_cut(stage, stage_lines(source)), []
    waiting: dict[str, Any] = {}
    try:
        through = seeds_for(stage, source)
    except Refused as error:
        waiting = {"code": error.code, "sentence": str(error), **error.data}
    tied = tuple(line.player.id for line in foremost(found.tied))
    passed_over = tuple(line.player.id for team in found.passed_over for line in team.members)
    return CutView(tuple(through), tied, found.open_places, passed_over, waiting)


def cut_of(stage: Stage) -> CutView:
    """Of a final, or any stage that not everybody plays."""
    source = source_of(stage)
    if source is None or not stage.size:
        return CutView()
    if stage.kind == StageKind.TEAM_FINAL:
        return _team_cut_view(stage, source)
    shown = Cut((), (), 0, ()) if source.kind == StageKind.KNOCKOUT else cut_for(stage, source)
    through = tuple(line.player.id for line in shown.through)
    waiting: dict[str, Any] = {}
    try:
        through = tuple(seeds_for(stage, source))
    except (Refused, SeatingError) as error:
        waiting = {"code": error.code, "sentence": str(error), **error.data}
    return CutView(
        through,
        tuple(line.player.id for line in shown.tied),
        shown.open_places,
        tuple(line.player.id for line in shown.passed_over),
        waiting,
    )

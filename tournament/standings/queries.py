"""Standings as pages, paper and API show them: ranks, points, every value that decided, and why in words.

Computed once for each state of the tournament and cached under the head of its log, so that nothing stale is shown. Names
are filled in anew for each reader, so that a player who is hidden now is hidden at once.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any, TypeVar

from django.utils.translation import get_language, gettext

from tournament.core.access import sees_full_names
from tournament.core.actors import Actor
from tournament.core.cache import Kept
from tournament.core.errors import Refused
from tournament.core.refusals import by_draw
from tournament.draw.seating.model import SeatingError
from tournament.models import Entry, Stage, Stream
from tournament.models.stages import ENDS, StageKind
from tournament.people.names import entry_name
from tournament.stages import schemes
from tournament.standings.qualifying import came_with_plan, cut_for, seeds_for, source_of
from tournament.standings.ranking import share, wording
from tournament.standings.ranking.breaks import BREAKS
from tournament.standings.ranking.cut import Cut
from tournament.standings.ranking.figures import points
from tournament.standings.ranking.model import Facts, Line, Single
from tournament.standings.ranking.saying import Say
from tournament.standings.scores import Ranks, after_each_round, facts_of, stage_facts, stage_lines
from tournament.standings.team_final import foremost, team_cut

T = TypeVar("T")
_lines: Kept[list[Line]] = Kept(most=64)
_history: Kept[list[Ranks]] = Kept(most=16)
_own_facts: Kept[Facts] = Kept(most=64)
_facts: Kept[dict[int, tuple[Stage, Facts]]] = Kept(most=32)


@dataclass(frozen=True)
class StandingLine:
    """`values` by criterion, as they are shown; only those that were needed to separate somebody. `is_apart`: in a
    category that is ranked apart."""

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
    about_share: str  # what the share of the tables' points is, where it is compared


def standings_of(stage: Stage, reader: Actor, *, up_to: int | None = None) -> StandingsView:
    """The standings of a stage, after a round if one is named, with the names that the reader may see and in their
    language."""
    stream, lines = _cached(_lines, _lines_of, stage, up_to)
    scheme, say = schemes.of_stage(stage), cache(gettext)  # the same few words in thousands of sentences
    criteria = scheme.breaks
    people, drawn = _Names(stage, full=sees_full_names(reader, stage.tournament)), _drawn_places(lines, criteria)
    rows = tuple(_line(line, people, criteria, drawn.get(line.player.id, {}), say) for line in lines)
    named = tuple((name, wording.name(name, say)) for name in criteria)
    return StandingsView(stage, up_to, stream.seq, named, rows, share.about(scheme, say))


def kept_lines(stage: Stage, up_to: int | None = None) -> list[Line]:
    """The cached lines, without names."""
    return _cached(_lines, _lines_of, stage, up_to)[1]


def kept_facts(stage: Stage) -> Facts:
    """What the standings are computed from, cached."""
    return _cached(_own_facts, lambda _stage, facts: facts, stage)[1]


def _lines_of(stage: Stage, facts: Facts, up_to: int | None) -> list[Line]:
    return stage_lines(stage, up_to=up_to, facts=facts)


class _Changed(Exception):
    """The tournament changed while its lines were computed, so that they may mix two states."""


def _cached(store: Kept[T], compute: Callable[..., T], stage: Stage, *key: Any) -> tuple[Stream, T]:
    """The value and the log it belongs to. If writes have spoilt two tries, the third computes it directly: it waits for no
    other thread, whose try may fail, and is not cached."""
    for attempt in range(2):
        stream = _known_stream(stage) if attempt == 0 else None
        stream = stream or Stream.objects.get(tournament_id=stage.tournament_id)
        try:
            return stream, store.get((stage.pk, stream.head, *key), partial(_computed, compute, stage, key, stream))
        except _Changed:
            continue
    stream, fresh = Stream.objects.get(tournament_id=stage.tournament_id), Stage.objects.get(pk=stage.pk)
    return stream, compute(fresh, stage_facts(fresh), *key)


def _known_stream(stage: Stage) -> Stream | None:
    """The head under which the stage was read, where it came with the whole plan of a state (`rounds.queries.now`)."""
    return stage.tournament.stream if came_with_plan(stage) else None


def _computed(compute: Callable[..., T], stage: Stage, key: tuple[Any, ...], stream: Stream) -> T:
    found = _facts.get((stream.pk, stream.head), partial(_read, stage, stream))
    return compute(*found[stage.pk], *key)


def _read(stage: Stage, stream: Stream) -> dict[int, tuple[Stage, Facts]]:
    """Every stage of the tournament with its facts, as things stand at this head."""
    stages, known = Stage.objects.filter(tournament_id=stage.tournament_id), _known_stream(stage)
    is_of_this = known is not None and known.head == stream.head  # else a write has overtaken the reader: it is older
    read = list(stage.tournament.stages.all() if is_of_this else stages)
    facts = facts_of(read)
    if Stream.objects.values_list("head", flat=True).get(pk=stream.pk) != stream.head:
        raise _Changed
    return {each.pk: (each, facts[each.pk]) for each in read}


class _Names:
    """Everybody's entry and the name for this reader, in one query."""

    def __init__(self, stage: Stage, *, full: bool) -> None:
        entries = Entry.objects.filter(tournament_id=stage.tournament_id).select_related("person", "category")
        self.entries = {entry.pk: entry for entry in entries}
        self.names = {pk: entry_name(entry, full=full) for pk, entry in self.entries.items()}


def _drawn_places(lines: list[Line], criteria: tuple[str, ...]) -> dict[int, dict[str, str]]:
    """By player and tie-break, what is shown for a lot: the place drawn among those equal before, as its value means nothing."""
    places: dict[int, dict[str, str]] = defaultdict(dict)
    for code in criteria:
        if BREAKS[code].is_drawn:
            for group in _equal_but_for(code, lines):
                for place, line in enumerate(sorted(group, key=lambda line: -line.values[code]), 1):
                    places[line.player.id][code] = f"{place}."
    return places


def _equal_but_for(code: str, lines: list[Line]) -> Iterable[list[Line]]:
    groups: dict[Hashable, list[Line]] = defaultdict(list)
    for line in lines:
        if code in line.values:
            groups[frozenset((name, value) for name, value in line.values.items() if name != code)].append(line)
    return groups.values()


def _line(line: Line, people: _Names, criteria: tuple[str, ...], drawn: Mapping[str, str], say: Say) -> StandingLine:
    entry = people.entries[line.player.id]
    values = {name: wording.value(name, line.values[name], say) for name in criteria if name in line.values}
    return StandingLine(
        entry=entry.pk,
        public_id=entry.public_id,
        number=entry.number,
        name=people.names[entry.pk],
        is_apart=entry.category is not None and entry.category.is_separate,
        rank=line.rank,
        is_shared=line.is_shared,
        status=line.player.status,
        points=points(line.parts),
        penalty=line.player.penalty,
        singles=line.singles,
        values={**values, **drawn},
        why=tuple(wording.why(line, people.names, criteria, say)),
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
    rounds = _cached(_history, partial(after_each_round, newest=kept_lines), stage)[1]
    order = [line.player.id for line in kept_lines(stage)]
    return [(entry, tuple(after.get(entry) for after in rounds)) for entry in order]


@dataclass(frozen=True)
class CutView:
    """Who goes on into a stage, by entry: `through` in seed order; the `tied` compete for `open_places`.

    `waiting_for`: why it is not decided yet, as code, sentence and data.
    """

    through: tuple[int, ...] = ()
    tied: tuple[int, ...] = ()
    open_places: int = 0
    passed_over: tuple[int, ...] = ()
    waiting_for: Mapping[str, Any] = field(default_factory=dict)


def _team_cut_view(stage: Stage, source: Stage) -> CutView:
    """For a team final; `passed_over` are those members of passed-over teams who would have counted."""
    cut, through = team_cut(stage, kept_lines(source)), []
    waiting: dict[str, Any] = {}
    try:
        through = seeds_for(stage, source, kept_lines)
    except Refused as error:
        waiting = {"code": error.code, "sentence": str(error), **error.data}
    tied = tuple(line.player.id for line in foremost(cut.tied))
    passed_over = tuple(line.player.id for team in cut.passed_over for line in team.members)
    return CutView(tuple(through), tied, cut.open_places, passed_over, waiting)


def cut_of(stage: Stage) -> CutView:
    """The cut into a final, or into any stage that not everybody plays."""
    source = source_of(stage)
    if source is None or not stage.size:
        return CutView()
    if stage.kind == StageKind.TEAM_FINAL:
        return _team_cut_view(stage, source)
    cut = Cut((), (), 0, ()) if source.kind == StageKind.KNOCKOUT else cut_for(stage, source, kept_lines)
    through = tuple(line.player.id for line in cut.through)
    waiting: dict[str, Any] = {}
    try:
        through = tuple(seeds_for(stage, source, kept_lines))
    except (Refused, SeatingError) as error:
        waiting = {"code": error.code, "sentence": str(by_draw(error)), **error.data}
    return CutView(
        through,
        tuple(line.player.id for line in cut.tied),
        cut.open_places,
        tuple(line.player.id for line in cut.passed_over),
        waiting,
    )


_cuts: Kept[CutView] = Kept(most=32)


def kept_cut(final: Stage) -> CutView:
    """Cached for each state of the tournament and each language."""
    key = (final.pk, final.tournament.stream.head, get_language() or "")
    return _cuts.get(key, lambda: cut_of(final))


def next_stage(stages: list[Stage], stage: Stage) -> Stage | None:
    """The stage that takes the best of this one."""
    if stage.kind in (StageKind.KNOCKOUT, *ENDS):
        return None
    beside = (StageKind.SMALL_FINAL, StageKind.TEAM_FINAL)
    later = [other for other in stages if other.position > stage.position and other.kind not in beside]
    return later[0] if later and later[0].size else None


def deciding(view: StandingsView) -> list[tuple[str, str]]:
    """The criteria that separate anybody: a column of equal values, such as throws before the first throw-off, says nothing."""
    return [
        (key, name)
        for key, name in view.criteria
        if len({line.values[key] for line in view.lines if key in line.values}) > 1
    ]

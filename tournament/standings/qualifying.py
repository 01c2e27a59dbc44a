"""Who plays a stage: everybody present, the best of the stage before, or those who advance from a knock-out round."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _

from tournament.core.errors import Refused
from tournament.core.refusals import ABSENT, RESULTS_MISSING, ROUND_OPEN, TIE_AT_CUT
from tournament.draw.seating.knockout import Advance, advance, small_final
from tournament.draw.seating.model import Dice
from tournament.finals.bracket.onward import onward
from tournament.models import Category, Declined, Entry, ResultSeat, Round, Stage, ThrowOff, Tournament
from tournament.models.events import GONE, EntryState
from tournament.models.stages import ENDS, FINALS, RoundState, StageKind
from tournament.standings import team_final
from tournament.standings.ranking.cut import Cut, cut
from tournament.standings.ranking.model import Line
from tournament.standings.scores import stage_lines

LAST_TABLE = 4
Lines = Callable[[Stage], list[Line]]


@dataclass(frozen=True)
class Field:
    """Who plays, in seed order where there are seeds; `lucky` were drawn by lot among the losers."""

    entries: tuple[Entry, ...]
    is_seeded: bool
    lucky: tuple[int, ...] = ()


def field_of(stage: Stage, lines_of: Lines = stage_lines) -> Field:
    """Who is seated next. Refuses, with their numbers, if players who qualified are absent: nobody is passed over silently.
    Pages pass a `lines_of` that reads the standings from the cache."""
    if stage.kind == StageKind.KNOCKOUT and (last := last_round(stage)) is not None:
        going = advanced(last)
        return Field(_present(stage, going.through), is_seeded=True, lucky=going.lucky)
    return Field(*_first_field(stage, lines_of))


def is_for_all(stage: Stage) -> bool:
    """Whoever is there plays it: nothing before it decides."""
    return not stage.size and stage.kind not in (StageKind.KNOCKOUT, StageKind.TEAM_FINAL)


def _first_field(stage: Stage, lines_of: Lines = stage_lines) -> tuple[tuple[Entry, ...], bool]:
    source = None if is_for_all(stage) else source_of(stage)
    if stage.kind == StageKind.TEAM_FINAL or (stage.size and source is not None):
        return _present(stage, seeds_for(stage, source, lines_of)), stage.kind != StageKind.TEAM_FINAL
    present = list(stage.tournament.entries.present().select_related("person").order_by("number"))
    if stage.kind == StageKind.KNOCKOUT:
        present.sort(key=lambda entry: _lot(stage, entry.public_id))
    return tuple(present), stage.kind in (StageKind.KNOCKOUT, *FINALS)


def _lot(stage: Stage, entry: str) -> bytes:
    """A sort key from the seed: it gives the order of a knock-out that is the first stage."""
    return sha256(f"{stage.seed}\0seeds\0{entry}".encode()).digest()


def _present(stage: Stage, pks: Collection[int]) -> tuple[Entry, ...]:
    entries = Entry.objects.select_related("person").in_bulk(pks)
    away = [entries[pk].number for pk in pks if entries[pk].state != EntryState.PRESENT]
    if away:
        raise ABSENT({"numbers": ", ".join(map(str, away))}, numbers=away)
    return tuple(entries[pk] for pk in pks)


def source_of(stage: Stage) -> Stage | None:
    """The stage that decides who comes into this one."""
    # The knock-out adds up no points for teams.
    without = (*ENDS, StageKind.KNOCKOUT) if stage.kind == StageKind.TEAM_FINAL else ENDS
    before = [one for one in stage.tournament.stages.all() if one.position < stage.position and one.kind not in without]
    return max(before, key=lambda one: one.position, default=None)


def settled_in(stage: Stage) -> Stage:
    """The stage that stores the throw-offs and lots about a stage: the one before it, as they decide who comes into it, but
    a played final stores those for its own first place."""
    last = last_round(stage) if stage.kind in (StageKind.FINAL, StageKind.TEAM_FINAL) else None
    if last is not None and (last.state == RoundState.CLOSED or stage.kind == StageKind.TEAM_FINAL):
        return stage
    return source_of(stage) or stage


def seeds_for(stage: Stage, source: Stage | None, lines_of: Lines = stage_lines) -> list[int]:
    """The entries that come into the stage, best first, in a team final board by board; refused while that is
    undecided. Pages pass a `lines_of` that reads the standings from the cache."""
    if source is None:
        raise Refused("no_rounds_before", _("A team final needs rounds before it that decide which teams play it."))
    if not is_over(source) or any(one.state == RoundState.PUBLISHED for one in source.rounds.all()):
        raise Refused("stage_open", _("%(name)s is not over yet.") % {"name": source.called})
    if source.kind == StageKind.KNOCKOUT:
        return _out_of_knockout(stage, source)
    lines = lines_of(source)
    if stage.kind == StageKind.TEAM_FINAL:
        return team_final.seated(stage, lines)
    seeds = _through(stage, source, lines, stage.size)
    if stage.kind == StageKind.SMALL_FINAL:
        upper = set(_through(stage, source, lines, final_size(stage)))
        return [seed for seed in seeds if seed not in upper]
    return seeds


def _out_of_knockout(stage: Stage, source: Stage) -> list[int]:
    last = last_round(source)
    if last is None:
        return [entry.pk for entry in _first_field(source)[0]]
    going = advanced(last)
    return list(small_final(going) if stage.kind == StageKind.SMALL_FINAL else going.through)


def _through(stage: Stage, source: Stage, lines: Sequence[Line], places: int) -> list[int]:
    result = cut_of_lines(stage, source, lines, places)
    if not result.is_settled:
        tied = [line.player.number for line in result.tied]
        raise TIE_AT_CUT({"numbers": ", ".join(map(str, tied))}, tied=tied, places=result.open_places)
    return [line.player.id for line in result.through]


def cut_for(stage: Stage, source: Stage, lines_of: Lines = stage_lines) -> Cut:
    return cut_of_lines(stage, source, lines_of(source), stage.size)


def cut_of_lines(stage: Stage, source: Stage, lines: Sequence[Line], places: int) -> Cut:
    """Who advances from the source into the stage. Those who decline are passed over; categories ranked apart do not
    compete."""
    kinds = FINALS if stage.kind in FINALS else (stage.kind,)
    declined = _declined(stage, kinds, source.position)
    categories = categories_of(stage)
    apart = {category.name for category in categories if category.is_separate}
    quota = {category.name: category.quota for category in categories if category.quota}
    return cut([line for line in lines if line.player.category not in apart], places, declined=declined, quota=quota)


def _declined(stage: Stage, kinds: Collection[str], after: int) -> set[int]:
    """Who will not play any stage of these kinds after a position."""
    if came_with_plan(stage):
        prefetch_related_objects([stage.tournament], "stages__declined")
        later = [one for one in stage.tournament.stages.all() if one.kind in kinds and one.position > after]
        return {row.entry_id for one in later for row in one.declined.all()}
    rows = Declined.objects.filter(stage__tournament_id=stage.tournament_id, stage__kind__in=kinds)
    return set(rows.filter(stage__position__gt=after).values_list("entry", flat=True))


def came_with_plan(stage: Stage) -> bool:
    """Whether the stage was read together with the whole plan of a state (`rounds.queries.now`)."""
    known = stage.tournament if Stage.tournament.is_cached(stage) else None
    return "stages" in getattr(known, "_prefetched_objects_cache", ())


def categories_of(stage: Stage) -> list[Category]:
    """By name; kept where the whole plan is."""
    if came_with_plan(stage):
        prefetch_related_objects([stage.tournament], "categories")
    return list(stage.tournament.categories.all())


def separate_categories(tournament: Tournament) -> set[str]:
    """The categories that are ranked by themselves."""
    return set(tournament.categories.filter(is_separate=True).values_list("name", flat=True))


def final_size(stage: Stage) -> int:
    finals = [one for one in stage.tournament.stages.all() if one.kind == StageKind.FINAL]
    return min(finals, key=lambda one: one.position).size if finals else LAST_TABLE


def is_over(stage: Stage) -> bool:
    """Whether nothing is left to be drawn; the last round may still be open."""
    if stage.kind in ENDS:
        return last_round(stage) is not None
    if stage.kind == StageKind.KNOCKOUT:
        return _knockout_is_over(stage)
    return len(_public(stage)) >= stage.planned_rounds


def _knockout_is_over(stage: Stage) -> bool:
    """Whether those who advance fit the next stage, or one table."""
    last, target = last_round(stage), next_size(stage)
    if last is None:
        present = stage.tournament.entries.present().count()
        return 0 < min(stage.size or present, present) <= target
    if last.tables.count() == 1:
        return True
    return last.state == RoundState.CLOSED and len(advanced(last).through) <= target


def next_size(stage: Stage) -> int:
    """How many players the next stage takes; 0 if there is none, so that the last table decides."""
    beside = (StageKind.SMALL_FINAL, StageKind.TEAM_FINAL)
    later = [one for one in stage.tournament.stages.all() if one.position > stage.position and one.kind not in beside]
    following = min(later, key=lambda one: one.position, default=None)
    return following.size or LAST_TABLE if following else 0


def last_round(stage: Stage) -> Round | None:
    return max(_public(stage), key=lambda one: one.number, default=None)


def _public(stage: Stage) -> list[Round]:
    """Those that everybody may see; asks nothing where the rounds came along with the stage."""
    return [one for one in stage.rounds.all() if one.state != RoundState.DRAFT]


def advanced(round_: Round, instead: Mapping[int, "Placed"] | None = None) -> Advance:
    """Who advances from a closed knock-out round: the best of each table, filled up with losers drawn by lot. `instead`:
    tables as they would be after a correction."""
    stage = round_.stage
    if round_.state != RoundState.CLOSED:
        raise ROUND_OPEN({"number": round_.number})
    tables = {**placed(round_), **(instead or {})}
    open_ties = [tie for table in tables.values() for tie in table_ties(table, stage)]
    if open_ties:
        raise Refused("tie_at_table", _("A tie decides who goes on: settle it by a throw-off."), tied=open_ties)
    top = stage.going_on or 2
    able = _able_to_advance(stage, [entry for table in tables.values() for entry, _place in table])
    ranked = [
        [entry for entry, _place in _by_throw(tables[number], stage) if entry in able]
        for number in _by_strength(round_, tables)
    ]
    return advance(ranked, _seeded(ranked, top), top=top, dice=Dice(stage.seed, f"losers of round {round_.number}"))


def _by_strength(round_: Round, tables: Collection[int]) -> list[int]:
    """The tables in the order of their best seed, which the winner takes over."""
    best: dict[int, int] = {}
    for number, seed in round_.seats.order_by("seed").values_list("table__number", "seed"):
        best.setdefault(number, seed or 0)
    return sorted(tables, key=lambda number: (best.get(number, 0), number))


def _seeded(ranked: Sequence[Sequence[int]], top: int) -> list[int]:
    """The players in the order of their new seeds, which the bracket gives (why: `bracket.onward`), then the losers table
    by table."""
    first = [
        ranked[table - 1][place - 1] for table, place in onward(len(ranked), top) if place <= len(ranked[table - 1])
    ]
    return first + [entry for table in ranked for entry in table[top:]]


def _able_to_advance(stage: Stage, entries: Collection[int]) -> set[int]:
    declined = Declined.objects.filter(stage__tournament_id=stage.tournament_id, stage__position__gte=stage.position)
    staying = Entry.objects.filter(pk__in=entries).exclude(state__in=GONE).exclude(pk__in=declined.values("entry"))
    return set(staying.values_list("pk", flat=True))


Placed = list[tuple[int, int]]


def placed(round_: Round) -> dict[int, Placed]:
    """By table the entries with their places, best first; those who did not come are left out."""
    missing = list(round_.tables.unconfirmed().values_list("number", flat=True))
    if missing:
        raise RESULTS_MISSING({"tables": ", ".join(map(str, missing))}, tables=missing)
    rows = ResultSeat.objects.played().filter(result__table__round=round_)
    tables: dict[int, Placed] = {}
    for table, entry, place in rows.order_by("place", "pk").values_list("result__table__number", "entry", "place"):
        tables.setdefault(table, []).append((entry, place))
    return dict(sorted(tables.items()))


def table_ties(table: Placed, stage: Stage) -> list[list[int]]:
    """Groups of players with equal places of whom only some advance and whom no throw-off has separated."""
    top = stage.going_on or 2
    keys = [(place, throw_key(stage, entry, table)) for entry, place in table]
    order = sorted(keys)
    if len(table) <= top or order[top - 1] != order[top]:
        return []
    return [[entry for (entry, _place), key in zip(table, keys, strict=True) if key == order[top]]]


def _by_throw(table: Placed, stage: Stage) -> Placed:
    return sorted(table, key=lambda seat: (seat[1], throw_key(stage, seat[0], table)))


def throw_key(stage: Stage, entry: int, table: Placed) -> list[int]:
    """A sort key for players of a table who share a place: their latest throw-off, then the lot if the scheme has it."""
    place = dict(table)[entry]
    sharing = {str(other) for other, its in table if its == place}
    if len(sharing) == 1:
        return []
    lot = []
    if "lot" in stage.scheme["breaks"]:
        lot = [int.from_bytes(_lot(stage, Entry.objects.get(pk=entry).public_id)[:6], "big")]
    for off in ThrowOff.objects.filter(stage=stage).order_by("-thrown_at", "-pk"):
        if sharing <= off.throws[0].keys():
            return [-turn.get(str(entry), 0) for turn in off.throws] + lot
    return lot

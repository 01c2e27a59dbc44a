"""Who plays a stage: everybody present, the best of the stage before, or those whom a knock-out round lets go on."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from django.utils.translation import gettext as _

from tournament import team_final
from tournament.bracket.onward import onward
from tournament.errors import Refused
from tournament.models import Declined, Entry, ResultSeat, Round, Stage, ThrowOff, Tournament
from tournament.models.events import GONE, EntryState
from tournament.models.stages import RoundState, StageKind
from tournament.scores import stage_lines
from tournament.seating.knockout import Advance, advance, small_final
from tournament.seating.model import Dice
from tournament.standings.cut import Cut, cut
from tournament.standings.model import Line

FINALS = (StageKind.FINAL, StageKind.SMALL_FINAL)
ENDS = (*FINALS, StageKind.TEAM_FINAL)  # nobody comes on from them
LAST_TABLE = 4


@dataclass(frozen=True)
class Field:
    """Who plays, in seed order where there are seeds; `lucky` were drawn among the losers."""

    entries: tuple[Entry, ...]
    is_seeded: bool
    lucky: tuple[int, ...] = ()


def field_of(stage: Stage) -> Field:
    """Who is seated next. Whoever should play and is not there is named: nobody is passed over silently."""
    if stage.kind == StageKind.KNOCKOUT and (last := last_round(stage)) is not None:
        going = advanced(last)
        return Field(_present(stage, going.through), is_seeded=True, lucky=going.lucky)
    return Field(*_first_field(stage))


def _first_field(stage: Stage) -> tuple[tuple[Entry, ...], bool]:
    source = source_of(stage)
    if stage.kind == StageKind.TEAM_FINAL or (stage.size and source is not None):
        return _present(stage, seeds_for(stage, source)), stage.kind != StageKind.TEAM_FINAL
    present = list(stage.tournament.entries.present().select_related("person").order_by("number"))
    if stage.kind == StageKind.KNOCKOUT:
        present.sort(key=lambda entry: _lot(stage, entry.public_id))
    return tuple(present), stage.kind in (StageKind.KNOCKOUT, *FINALS)


def _lot(stage: Stage, entry: str) -> bytes:
    """The order of a knock-out that nothing was played before."""
    return sha256(f"{stage.seed}\0seeds\0{entry}".encode()).digest()


def _present(stage: Stage, wanted: Collection[int]) -> tuple[Entry, ...]:
    found = Entry.objects.select_related("person").in_bulk(wanted)
    away = [found[pk].number for pk in wanted if found[pk].state != EntryState.PRESENT]
    if away:
        raise Refused(
            "absent",
            _("Not here: numbers %(numbers)s. Check them in, or note that they decline.")
            % {"numbers": ", ".join(map(str, away))},
            numbers=away,
        )
    return tuple(found[pk] for pk in wanted)


def source_of(stage: Stage) -> Stage | None:
    """The stage that decides who comes into this one."""
    before = stage.tournament.stages.filter(position__lt=stage.position).exclude(kind__in=ENDS)
    if stage.kind == StageKind.TEAM_FINAL:
        before = before.exclude(kind=StageKind.KNOCKOUT)  # it adds up no points
    return before.order_by("-position").first()


def settled_in(stage: Stage) -> Stage:
    """Where throws and lots are kept that decide a stage: with the one before it, for who comes into it; a final that is
    played keeps those for its first place itself."""
    last = last_round(stage) if stage.kind in (StageKind.FINAL, StageKind.TEAM_FINAL) else None
    if last is not None and (last.state == RoundState.CLOSED or stage.kind == StageKind.TEAM_FINAL):
        return stage
    return source_of(stage) or stage


def seeds_for(stage: Stage, source: Stage | None) -> list[int]:
    """The entries that come into the stage, best first, in a team final board by board; refused while that is open."""
    if source is None:
        raise Refused("no_rounds_before", _("A team final needs rounds before it that decide which teams play it."))
    if not is_over(source) or source.rounds.filter(state=RoundState.PUBLISHED).exists():
        raise Refused("stage_open", _("%(name)s is not over yet.") % {"name": source.name})
    if source.kind == StageKind.KNOCKOUT:
        return _out_of_knockout(stage, source)
    lines = stage_lines(source)
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
    found = cut_of_lines(stage, source, lines, places)
    if not found.is_settled:
        tied = [line.player.number for line in found.tied]
        raise Refused(
            "tie_at_cut",
            _("Numbers %(numbers)s are level across the cut: settle it by a throw-off or a lot.")
            % {"numbers": ", ".join(map(str, tied))},
            tied=tied,
            places=found.open_places,
        )
    return [line.player.id for line in found.through]


def cut_for(stage: Stage, source: Stage) -> Cut:
    return cut_of_lines(stage, source, stage_lines(source), stage.size)


def cut_of_lines(stage: Stage, source: Stage, lines: Sequence[Line], places: int) -> Cut:
    """Who of the source goes on into the stage; those who decline are passed over, and whoever is ranked apart is not
    among them."""
    kinds = FINALS if stage.kind in FINALS else (stage.kind,)
    here = Declined.objects.filter(stage__tournament_id=stage.tournament_id, stage__kind__in=kinds)
    declined = set(here.filter(stage__position__gt=source.position).values_list("entry", flat=True))
    categories = list(stage.tournament.categories.all())
    apart = {category.name for category in categories if category.is_separate}
    quota = {category.name: category.quota for category in categories if category.quota}
    return cut([line for line in lines if line.player.category not in apart], places, declined=declined, quota=quota)


def separate_categories(tournament: Tournament) -> set[str]:
    """Those whose members are ranked by themselves."""
    return set(tournament.categories.filter(is_separate=True).values_list("name", flat=True))


def final_size(stage: Stage) -> int:
    final = stage.tournament.stages.filter(kind=StageKind.FINAL).first()
    return final.size if final else LAST_TABLE


def is_over(stage: Stage) -> bool:
    """Whether nothing is left to be drawn; the last round may still be open."""
    if stage.kind in ENDS:
        return last_round(stage) is not None
    if stage.kind == StageKind.KNOCKOUT:
        return _knockout_is_over(stage)
    return stage.rounds.public().count() >= stage.planned_rounds


def _knockout_is_over(stage: Stage) -> bool:
    """When those who go on fit the stage behind it, or one table."""
    last, target = last_round(stage), next_size(stage)
    if last is None:
        present = stage.tournament.entries.present().count()
        return 0 < min(stage.size or present, present) <= target
    if last.tables.count() == 1:
        return True
    return last.state == RoundState.CLOSED and len(advanced(last).through) <= target


def next_size(stage: Stage) -> int:
    """How many the stage behind takes; 0 where there is none, and the last table decides."""
    beside = (StageKind.SMALL_FINAL, StageKind.TEAM_FINAL)
    behind = stage.tournament.stages.filter(position__gt=stage.position).exclude(kind__in=beside)
    found = behind.order_by("position").first()
    return found.size or LAST_TABLE if found else 0


def last_round(stage: Stage) -> Round | None:
    return stage.rounds.public().order_by("-number").first()


def advanced(round_: Round, instead: Mapping[int, "Placed"] | None = None) -> Advance:
    """Who goes on from a closed round of a knock-out: the best of each table, filled up with drawn losers. `instead`:
    tables as they would be after a correction."""
    stage = round_.stage
    if round_.state != RoundState.CLOSED:
        raise Refused("round_open", _("Round %(number)d is not closed yet.") % {"number": round_.number})
    tables = {**placed(round_), **(instead or {})}
    open_ties = [tie for table in tables.values() for tie in table_ties(table, stage)]
    if open_ties:
        raise Refused("tie_at_table", _("A tie decides who goes on: settle it by a throw-off."), tied=open_ties)
    top = stage.going_on or 2
    able = _able(stage, [entry for table in tables.values() for entry, _place in table])
    ranked = [
        [entry for entry, _place in _by_throw(tables[number], stage) if entry in able]
        for number in _by_strength(round_, tables)
    ]
    return advance(ranked, _seeded(ranked, top), top=top, dice=Dice(stage.seed, f"losers of round {round_.number}"))


def _by_strength(round_: Round, tables: Collection[int]) -> list[int]:
    """The tables by their best seed: whoever wins takes it over."""
    best: dict[int, int] = {}
    for number, seed in round_.seats.order_by("seed").values_list("table__number", "seed"):
        best.setdefault(number, seed or 0)
    return sorted(tables, key=lambda number: (best.get(number, 0), number))


def _seeded(ranked: Sequence[Sequence[int]], top: int) -> list[int]:
    """In the order of the new seeds, as the bracket shows the way (and why so: `bracket.onward`); the losers behind, table
    by table."""
    first = [
        ranked[table - 1][place - 1] for table, place in onward(len(ranked), top) if place <= len(ranked[table - 1])
    ]
    return first + [entry for table in ranked for entry in table[top:]]


def _able(stage: Stage, entries: Collection[int]) -> set[int]:
    declined = Declined.objects.filter(stage__tournament_id=stage.tournament_id, stage__position__gte=stage.position)
    staying = Entry.objects.filter(pk__in=entries).exclude(state__in=GONE).exclude(pk__in=declined.values("entry"))
    return set(staying.values_list("pk", flat=True))


Placed = list[tuple[int, int]]


def placed(round_: Round) -> dict[int, Placed]:
    """By table the entries with their places, best first; those who did not come are left out."""
    missing = list(round_.tables.unconfirmed().values_list("number", flat=True))
    if missing:
        raise Refused(
            "results_missing",
            _("Results are missing: tables %(tables)s.") % {"tables": ", ".join(map(str, missing))},
            tables=missing,
        )
    rows = ResultSeat.objects.filter(result__table__round=round_, result__superseded_at=None, place__gt=0)
    tables: dict[int, Placed] = {}
    for table, entry, place in rows.order_by("place", "pk").values_list("result__table__number", "entry", "place"):
        tables.setdefault(table, []).append((entry, place))
    return dict(sorted(tables.items()))


def table_ties(table: Placed, stage: Stage) -> list[list[int]]:
    """Those level with each other of whom only some go on, and whom no throw-off has parted."""
    top = stage.going_on or 2
    keys = [(place, throw_key(stage, entry, table)) for entry, place in table]
    order = sorted(keys)
    if len(table) <= top or order[top - 1] != order[top]:
        return []
    return [[entry for (entry, _place), key in zip(table, keys, strict=True) if key == order[top]]]


def _by_throw(table: Placed, stage: Stage) -> Placed:
    return sorted(table, key=lambda seat: (seat[1], throw_key(stage, seat[0], table)))


def throw_key(stage: Stage, entry: int, table: Placed) -> list[int]:
    """What parts those of the table who share a place: the latest throw-off among them, then the lot if it may."""
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

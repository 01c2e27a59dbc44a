"""The bracket of a tournament as pages and paper show it: the drawn rounds, the planned rounds after them, and the texts for
both. Cached for each state of the tournament, without names: `BracketWords` adds those for each reader.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, cast

from django.utils.translation import gettext as _

from tournament.core.cache import Kept
from tournament.core.errors import Refused
from tournament.draw.seating.model import SeatingError
from tournament.finals.bracket.model import Box, Bracket, Kind, Part, Played, Slot
from tournament.finals.bracket.plan import bracket
from tournament.models import Entry, ResultSeat, Round, Seat, Stage, Tournament
from tournament.models.stages import FINALS, RoundState, StageKind, called
from tournament.people.names import entry_name, numbered
from tournament.standings.qualifying import advanced, seeds_for, source_of
from tournament.standings.queries import kept_lines

KINDS = (StageKind.KNOCKOUT, *FINALS)


class _CachedBracket(NamedTuple):
    """`names`: of the stages, by kind; `has_standings`: another stage is played before the finals."""

    bracket: Bracket
    names: Mapping[str, str]
    has_standings: bool


_brackets: Kept[_CachedBracket] = Kept(most=32)


def bracket_of(tournament: Tournament) -> Bracket:
    """No columns if the tournament has no knock-out or final."""
    return _cached(tournament).bracket


def _cached(tournament: Tournament) -> _CachedBracket:
    return _brackets.get((tournament.public_id, tournament.stream.head), lambda: _compute(tournament))


def final_stages(tournament: Tournament) -> list[Stage]:
    """The knock-outs and finals that the tournament ends with."""
    stages: list[Stage] = []
    for stage in tournament.stages.exclude(kind=StageKind.TEAM_FINAL).order_by("position"):
        stage.tournament = tournament
        stages = [*stages, stage] if stage.kind in KINDS else []
    return stages


def _compute(tournament: Tournament) -> _CachedBracket:
    stages = final_stages(tournament)
    if not stages:
        return _CachedBracket(Bracket(()), {}, has_standings=False)
    parts = [Part(cast(Kind, stage.kind), stage.size, stage.going_on or 2) for stage in stages]
    rounds = _rounds(stages)
    seated = _seated([round_ for own in rounds for round_ in own])
    played = {at: [_played(round_, seated[round_.pk]) for round_ in own] for at, own in enumerate(rounds)}
    players = tournament.entries.playing().count()
    planned = bracket(parts, players, seeds=_seeds(stages, played), played=played)
    names = {str(stage.kind): stage.name for stage in stages}
    return _CachedBracket(planned, names, has_standings=source_of(stages[0]) is not None)


def _rounds(stages: Sequence[Stage]) -> list[list[Round]]:
    """The public rounds of each stage."""
    by_stage: dict[int, list[Round]] = {stage.pk: [] for stage in stages}
    by_id = {stage.pk: stage for stage in stages}
    for round_ in Round.objects.public().filter(stage__in=stages).defer("request", "report").order_by("number"):
        round_.stage = by_id[round_.stage_id]
        by_stage[round_.stage_id].append(round_)
    return list(by_stage.values())


def _seeds(stages: Sequence[Stage], played: Mapping[int, Sequence[Played]]) -> list[int]:
    """Who comes into the first stage, or into both finals: as drawn, else from the standings once they are settled."""
    seeds: list[int] = []
    source: Stage | None = None
    for at, stage in enumerate(stages):
        if played[at]:
            seeds += played[at][0].seeds
        else:
            source = source or source_of(stage)
            if source is None or not stage.size:
                break
            try:
                seeds += seeds_for(stage, source, kept_lines)
            except (Refused, SeatingError):
                break
        if stage.kind == StageKind.KNOCKOUT:
            break  # later stages are filled from the knock-out
    return seeds


@dataclass
class _Seated:
    """A round: (player, place) by table, and (seed, player) of everybody."""

    tables: dict[int, list[tuple[int, int | None]]] = field(default_factory=dict)
    seeds: list[tuple[int, int]] = field(default_factory=list)


def _seated(rounds: Sequence[Round]) -> dict[int, _Seated]:
    results = ResultSeat.objects.counting().filter(result__table__round__in=rounds)
    rows = results.values_list("result__table__round", "entry", "place")
    places = {(pk, entry): place for pk, entry, place in rows}
    by_round = {round_.pk: _Seated() for round_ in rounds}
    seats = Seat.objects.filter(round__in=rounds).order_by("table__number", "seed", "order")
    for pk, table, entry, seed in seats.values_list("round", "table__number", "entry", "seed"):
        by_round[pk].tables.setdefault(table, []).append((entry, places.get((pk, entry))))
        by_round[pk].seeds.append((seed or 0, entry))
    return by_round


def _played(round_: Round, seated: _Seated) -> Played:
    tables, seeds = seated.tables, seated.seeds
    known = Played(list(tables.values()), [entry for _seed, entry in sorted(seeds)], numbers=list(tables))
    if round_.stage.kind != StageKind.KNOCKOUT or round_.state != RoundState.CLOSED:
        return known
    try:
        going = advanced(round_)
    except (Refused, SeatingError):
        return known
    return replace(known, onward=going.through, lucky=going.lucky, out=going.out)


class BracketWords:
    """The texts of a bracket. Without a tournament: for an empty sheet."""

    def __init__(self, tournament: Tournament | None, *, full: bool = False) -> None:
        self._names: dict[int, str] = {}
        self._numbers: dict[int, int] = {}
        self._stages: Mapping[str, str] = {}
        self.has_standings = False
        if tournament is None:
            return
        for entry in Entry.objects.filter(tournament=tournament).select_related("person"):
            self._names[entry.pk] = numbered(entry.number, entry_name(entry, full=full))
            self._numbers[entry.pk] = entry.number
        cached = _cached(tournament)
        self._stages, self.has_standings = cached.names, cached.has_standings

    def column(self, boxes: Sequence[Box]) -> str:
        """The heading over the tables of one round."""
        if boxes[0].kind != "knockout":
            return " · ".join(dict.fromkeys(self._stage(box) for box in boxes))
        return _("Round %(n)d") % {"n": boxes[0].column + 1}

    def _stage(self, box: Box) -> str:
        usual = {"knockout": _("Knock-out"), "final": _("Final"), "small_final": _("Small final")}
        return called(self._stages.get(box.kind, usual[box.kind]))

    def heading(self, box: Box) -> str:
        table = _("Table %(n)d") % {"n": box.number}
        if box.kind == "knockout":
            return table
        return self._stage(box) if box.number == 1 else f"{self._stage(box)}, {table}"

    def seat(self, slot: Slot) -> str:
        if slot.player is not None:
            return self._names.get(slot.player, "")
        data = {"n": slot.origin.number, "table": slot.origin.table}
        if slot.origin.kind == "lucky":
            return _("Drawn loser %(n)d") % data
        if slot.origin.kind == "seed":
            return (_("Rank %(n)d") if self.has_standings else _("Place %(n)d of the draw")) % data
        sentences = {
            1: _("Winner of table %(table)d"),
            2: _("Second of table %(table)d"),
            3: _("Third of table %(table)d"),
            4: _("Fourth of table %(table)d"),
        }
        return sentences[slot.origin.number] % data if slot.origin.number in sentences else ""

    def number(self, slot: Slot) -> int | None:
        """The start number of whoever sits there."""
        return None if slot.player is None else self._numbers.get(slot.player)

    def mark(self, slot: Slot) -> str:
        drawn = _("drawn") if slot.origin.kind == "lucky" and slot.player is not None else ""
        place = "–" if slot.place == 0 else f"{slot.place}." if slot.place else ""
        return " · ".join(filter(None, (place, drawn)))  # the place first: it stays if there is room for one only

    def seats(self, box: Box) -> list[tuple[Slot, str, str, bool]]:
        """(slot, text, mark, goes on) for each seat of a table."""
        return [(slot, self.seat(slot), self.mark(slot), box.goes_on(slot)) for slot in box.slots]

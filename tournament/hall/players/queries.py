"""Everything about one player of a tournament: tables, colours, opponents, points, and the rank after every round."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tournament.core.access import sees_full_names
from tournament.core.actors import Actor
from tournament.finals.end_result import final_ranking
from tournament.models import Entry, ResultSeat, Seat, Stage
from tournament.models.stages import RoundState, StageKind
from tournament.people.names import entry_name
from tournament.standings.queries import StandingLine, courses_of, standings_of
from tournament.standings.ranking.figures import points


@dataclass(frozen=True)
class Game:
    """One game of the player. `place`: None while the table has no result, 0 if they did not come."""

    round: int
    table: int
    colour: str
    against: tuple[tuple[int, str], ...]  # start number and name
    place: int | None
    points: str


@dataclass(frozen=True)
class Opponent:
    """Somebody met at a table: how often, and of the games with a result, how often the player came before and behind."""

    number: int
    name: str
    times: int
    before: int
    behind: int


@dataclass(frozen=True)
class Part:
    """A player's games in one stage; `ranks`: after each round; `of`: how many players were ranked."""

    name: str
    line: StandingLine | None
    games: tuple[Game, ...]
    ranks: tuple[int | None, ...]
    of: int


@dataclass(frozen=True)
class PlayerView:
    number: int
    name: str
    state: str
    end: str  # the reason of the rank in the end result
    rank: int | None
    parts: tuple[Part, ...]
    opponents: tuple[Opponent, ...]


def player_of(entry: Entry, reader: Actor) -> PlayerView:
    tournament = entry.tournament
    full, seats = sees_full_names(reader, tournament), _seats(entry)
    ending = next((line for line in final_ranking(tournament, reader) if line.entry == entry.pk), None)
    return PlayerView(
        number=entry.number,
        name=entry_name(entry, full=full),
        state=str(entry.state),
        end=ending.why if ending else "",
        rank=ending.rank if ending else None,
        parts=tuple(_parts(entry, seats, reader, full=full)),
        opponents=_opponents(entry, seats, full=full),
    )


def _opponents(entry: Entry, seats: list[Seat], *, full: bool) -> tuple[Opponent, ...]:
    """Whom the player met most often first."""
    scored = ResultSeat.objects.counting().filter(result__table__in=[seat.table_id for seat in seats], place__gt=0)
    places = {(table, one): place for table, one, place in scored.values_list("result__table", "entry", "place")}
    met: dict[int, list[tuple[int, int]]] = defaultdict(list)  # own place and theirs, where both are known
    people: dict[int, Entry] = {}
    for seat in seats:
        for other in seat.table.seats.all():
            if other.entry_id != entry.pk:
                people[other.entry_id] = other.entry
                own, theirs = places.get((seat.table_id, entry.pk)), places.get((seat.table_id, other.entry_id))
                met[other.entry_id].append((own, theirs) if own and theirs else (0, 0))
    lines = [
        Opponent(
            people[pk].number,
            entry_name(people[pk], full=full),
            len(games),
            sum(own < theirs for own, theirs in games),
            sum(own > theirs for own, theirs in games),
        )
        for pk, games in met.items()
    ]
    return tuple(sorted(lines, key=lambda one: (-one.times, one.number)))


def _parts(entry: Entry, seats: list[Seat], reader: Actor, *, full: bool) -> list[Part]:
    """The stages that the player had a seat in, in the order played."""
    parts = []
    for stage in {seat.round.stage_id: seat.round.stage for seat in seats}.values():
        stage.tournament = entry.tournament
        lines = standings_of(stage, reader).lines
        line = next((one for one in lines if one.entry == entry.pk), None)
        ranks = dict(courses_of(stage)).get(entry.pk, ())
        games = [_game(seat, line, full=full) for seat in seats if seat.round.stage_id == stage.pk]
        is_ranked = stage.kind != StageKind.TEAM_FINAL  # a team final ranks teams
        parts.append(Part(stage.called, line if is_ranked else None, tuple(games), ranks, len(lines)))
    return parts


def _seats(entry: Entry) -> list[Seat]:
    seats = Seat.objects.filter(entry=entry).exclude(round__state=RoundState.DRAFT)
    seats = seats.select_related("round__stage", "table").prefetch_related("table__seats__entry__person")
    return list(seats.order_by("round__stage__position", "round__number"))


def _game(seat: Seat, line: StandingLine | None, *, full: bool) -> Game:
    others = [other.entry for other in seat.table.seats.all() if other.entry_id != seat.entry_id]
    singles = line.singles if line else ()
    single = next((one for one in singles if one.round == seat.round.number), None)
    return Game(
        round=seat.round.number,
        table=seat.table.number,
        colour=seat.colour,
        against=tuple((other.number, entry_name(other, full=full)) for other in others),
        place=single.place if single else None,
        points=points(single.parts) if single else "",
    )


@dataclass(frozen=True)
class Crossing:
    """A player's table in one round: whom they met, by start number, and the place (None: no result, 0: did not come)."""

    round: int
    table: int
    place: int | None
    against: tuple[int, ...]


@dataclass(frozen=True)
class CrossLine:
    line: StandingLine
    rounds: tuple[Crossing | None, ...]  # None: sat out, or not drawn yet


@dataclass(frozen=True)
class CrossTable:
    """Who met whom in a stage, in the order of its standings."""

    stage: Stage
    numbers: tuple[int, ...]
    lines: tuple[CrossLine, ...] = field(default=())


def cross_table(stage: Stage, reader: Actor) -> CrossTable:
    seats = Seat.objects.filter(round__stage=stage).exclude(round__state=RoundState.DRAFT)
    rows = list(seats.values_list("round__number", "table__number", "table", "entry", "entry__number"))
    scored = ResultSeat.objects.counting().filter(result__table__round__stage=stage)
    places = {(table, one): place for table, one, place in scored.values_list("result__table", "entry", "place")}
    at_table: dict[int, list[int]] = defaultdict(list)
    for _round, _table, table, _entry, number in rows:
        at_table[table].append(number)
    found: dict[int, dict[int, Crossing]] = defaultdict(dict)
    for round_, shown, table, entry, number in rows:
        others = tuple(sorted(other for other in at_table[table] if other != number))
        found[entry][round_] = Crossing(round_, shown, places.get((table, entry)), others)
    numbers = tuple(sorted({row[0] for row in rows}))
    lines = standings_of(stage, reader).lines
    return CrossTable(stage, numbers, tuple(_cross_lines(lines, numbers, found)))


def _cross_lines(
    lines: Iterable[StandingLine], numbers: tuple[int, ...], found: Mapping[int, Mapping[int, Crossing]]
) -> Iterable[CrossLine]:
    for line in lines:
        own = found.get(line.entry, {})
        yield CrossLine(line, tuple(own.get(number) for number in numbers))

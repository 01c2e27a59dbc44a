"""Everything about one player of a tournament: tables, colours, opponents, points, and the rank after every round."""

from dataclasses import dataclass

from tournament.actors import Actor
from tournament.models import Entry, Seat
from tournament.models.stages import RoundState, StageKind
from tournament.names import entry_name, sees_full_names
from tournament.queries_final import final_ranking
from tournament.queries_standings import StandingLine, courses_of, standings_of
from tournament.standings import wording


@dataclass(frozen=True)
class Game:
    """A seat taken: `place` is None while the table has no result, 0 for somebody who did not come."""

    round: int
    table: int
    colour: str
    against: tuple[tuple[int, str], ...]  # start number and name
    place: int | None
    points: str


@dataclass(frozen=True)
class Part:
    """What somebody did in one stage; `ranks` after each round, among so many."""

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


def player_of(entry: Entry, reader: Actor) -> PlayerView:
    tournament = entry.tournament
    full = sees_full_names(reader, tournament)
    ending = next((line for line in final_ranking(tournament, reader) if line.entry == entry.pk), None)
    return PlayerView(
        number=entry.number,
        name=entry_name(entry, full=full),
        state=str(entry.state),
        end=ending.why if ending else "",
        rank=ending.rank if ending else None,
        parts=tuple(_parts(entry, reader, full=full)),
    )


def _parts(entry: Entry, reader: Actor, *, full: bool) -> list[Part]:
    """Of the stages in which there was a seat, in the order played."""
    found = []
    seats = _seats(entry)
    for stage in {seat.round.stage_id: seat.round.stage for seat in seats}.values():
        stage.tournament = entry.tournament
        lines = standings_of(stage, reader).lines
        line = next((one for one in lines if one.entry == entry.pk), None)
        ranks = dict(courses_of(stage)).get(entry.pk, ())
        games = [_game(seat, line, full=full) for seat in seats if seat.round.stage_id == stage.pk]
        is_ranked = stage.kind != StageKind.TEAM_FINAL  # there the teams are
        found.append(Part(stage.name, line if is_ranked else None, tuple(games), ranks, len(lines)))
    return found


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
        points=wording.points(single.parts) if single else "",
    )

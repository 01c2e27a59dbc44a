"""Whom a device belongs to, as it says itself by start numbers (`?me=12,31`): what they look for first, with public names only.

Asked for one person at a time, so nothing here goes through the whole field: a hall of phones asks at once after every change.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournament.core.actors import ANONYMOUS
from tournament.core.errors import Refused
from tournament.core.languages import colour
from tournament.core.whole_numbers import MOST_ID, whole_number
from tournament.draw.seating.model import SeatingError
from tournament.entries.queries import EntryLine, entry_line
from tournament.finals.end_result import FinalLine, final_ranking, is_over
from tournament.models import Entry, ResultSeat, Round, Seat, Stage, Table, Tournament
from tournament.models.events import GONE, OUT
from tournament.models.stages import ENDS, RoundState, StageKind
from tournament.rounds.queries import SeatLine, TableLine, table_view
from tournament.standings.need.words import needs_of
from tournament.standings.qualifying import advanced
from tournament.standings.queries import kept_cut, kept_lines
from tournament.standings.ranking.figures import points

MOST = 6  # people on one device


@dataclass(frozen=True)
class OwnGame:
    """One table of somebody; `place`: None until its result counts, 0 if they did not come."""

    round: Round
    table: Table
    colour: str
    place: int | None


@dataclass(frozen=True)
class Stand:
    """Rank and points in a stage; `of`: how many are ranked."""

    stage: str
    rank: int | None
    points: str
    of: int


@dataclass(frozen=True)
class Known:
    """`table` and `seat`: in the round that is played; `last`: the latest game with a result; `games`: all, in the order played.

    `coming`: what is next, in a sentence; `news`: changes whenever the device should say so, and `said` is what it then says.
    """

    line: EntryLine
    table: TableLine | None
    seat: SeatLine | None
    last: OwnGame | None
    games: tuple[OwnGame, ...]
    stand: Stand | None
    end: FinalLine | None
    coming: str
    needs: tuple[str, ...]

    @property
    def now(self) -> Round | None:
        """The round that they sit in, as long as it is played."""
        return self.games[-1].round if self.games and self.games[-1].round.state == RoundState.PUBLISHED else None

    @property
    def plays(self) -> bool:
        return self.seat is not None and self.seat.place is None

    @property
    def news(self) -> str:
        place = self.last.round.pk if self.last else 0
        seat = f"{self.table.number}{self.seat.colour}" if self.table and self.seat else ""
        return f"{self.games[-1].round.pk if self.games else 0} {seat} {place} {self.line.state}"

    @property
    def said(self) -> str:
        name = self.line.name
        if self.plays and self.table and self.seat:
            words = {"name": name, "table": self.table.number, "colour": colour(self.seat.colour)}
            return _("%(name)s: table %(table)d, %(colour)s.") % words
        if self.last and self.last.place:
            return _("%(name)s: the result counts, place %(n)d.") % {"name": name, "n": self.last.place}
        return ""


def numbers_asked(request: HttpRequest) -> list[int]:
    """The start numbers that a device names, without doubles."""
    parts = request.GET.get("me", "")[:60].split(",")[:MOST]
    return list(dict.fromkeys(n for n in (whole_number(part, MOST_ID) for part in parts) if n))


def known(request: HttpRequest, tournament: Tournament) -> list[Known]:
    """In the order named; whoever is not in the tournament, or waits for a place, is left out."""
    numbers = numbers_asked(request)
    if not numbers:
        return []
    entries = tournament.entries.select_related("person").filter(number__in=numbers).exclude(state__in=OUT)
    by_number = {entry.number: entry for entry in entries}
    asked = [by_number[n] for n in numbers if n in by_number]
    for entry in asked:
        entry.tournament = tournament
    games = _games(asked)
    ended = _ended(tournament, asked)
    return [_known(entry, games[entry.pk], ended.get(entry.pk)) for entry in asked]


def _games(entries: Iterable[Entry]) -> dict[int, tuple[OwnGame, ...]]:
    pks = [entry.pk for entry in entries]
    scored = ResultSeat.objects.counting().filter(entry__in=pks).values_list("entry", "result__table", "place")
    places = {(entry, table): place for entry, table, place in scored}
    seats = Seat.objects.filter(entry__in=pks).exclude(round__state=RoundState.DRAFT)
    seats = seats.select_related("round__stage", "table").defer("round__request", "round__report")
    found: dict[int, tuple[OwnGame, ...]] = dict.fromkeys(pks, ())
    for seat in seats.order_by("round__stage__position", "round__number"):
        game = OwnGame(seat.round, seat.table, seat.colour, places.get((seat.entry_id, seat.table_id)))
        found[seat.entry_id] += (game,)
    return found


def _ended(tournament: Tournament, entries: list[Entry]) -> dict[int, FinalLine]:
    if not entries or not is_over(tournament):
        return {}
    return {line.entry: line for line in final_ranking(tournament, ANONYMOUS)}


def _known(entry: Entry, games: tuple[OwnGame, ...], end: FinalLine | None) -> Known:
    here = games[-1] if games and games[-1].round.state == RoundState.PUBLISHED else None
    table = seat = None
    if here is not None:
        here.table.round = here.round
        table = table_view(here.table, full=False)
        seat = next(one for one in table.seats if one.entry == entry.pk)
    last = next((game for game in reversed(games) if game.place is not None), None)
    is_playing = seat is not None and seat.place is None
    return Known(
        line=entry_line(entry, full=False),
        table=table,
        seat=seat,
        last=last,
        games=games,
        stand=_stand(entry, last),
        end=end,
        coming="" if is_playing or end else _coming(entry, games),
        needs=() if end else tuple(needs_of(entry)),
    )


def _stand(entry: Entry, last: OwnGame | None) -> Stand | None:
    """In the stage of the latest result; a knock-out and a final rank nobody between the rounds."""
    if last is None or last.round.stage.kind in (StageKind.KNOCKOUT, *ENDS):
        return None
    stage = last.round.stage
    stage.tournament = entry.tournament
    lines = kept_lines(stage)
    line = next((one for one in lines if one.player.id == entry.pk), None)
    ranked = sum(one.rank is not None for one in lines)
    return Stand(stage.called, line.rank, points(line.parts), ranked) if line else None


def _coming(entry: Entry, games: tuple[OwnGame, ...]) -> str:
    """What is next for somebody who plays at no table now."""
    tournament = entry.tournament
    if entry.state in GONE:
        return ""
    stages = list(tournament.stages.order_by("position"))
    if not games:
        return _("Table and colour appear here as soon as the first round is published.") if stages else ""
    last = games[-1].round
    if last.stage.kind == StageKind.KNOCKOUT:
        return _after_knockout(entry, games[-1])
    if last.stage.kind not in ENDS and last.number < last.stage.planned_rounds:
        words = {"n": last.number + 1, "of": last.stage.planned_rounds}
        return _("Next: round %(n)d of %(of)d. Table and colour appear here.") % words
    later = next((stage for stage in stages if stage.position > last.stage.position and stage.size), None)
    return _into(entry, later, last) if later else ""


def _after_knockout(entry: Entry, game: OwnGame) -> str:
    if game.round.state != RoundState.CLOSED:
        return _("The others of this round still play.")
    try:
        is_through = entry.pk in advanced(game.round).through
    except (Refused, SeatingError):
        return ""
    return (
        _("You are through. The next table appears here.") if is_through else _("The tournament goes on without you.")
    )


def _into(entry: Entry, stage: Stage, last: Round) -> str:
    """Whether somebody plays the stage that only the best play."""
    stage.tournament = entry.tournament
    words = {"stage": stage.called, "n": stage.size}
    if last.state != RoundState.CLOSED:
        return _("Next: “%(stage)s” with the best %(n)d.") % words
    cut = kept_cut(stage)
    if entry.pk in cut.tied:
        return _("You are level at the cut into “%(stage)s”: come to the desk.") % words
    if entry.pk in cut.through:
        return _("You play in “%(stage)s”. Table and colour appear here.") % words
    return _("“%(stage)s” is played by the best %(n)d.") % words

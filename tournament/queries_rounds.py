"""What pages read of a round: tables, seats, results, what is missing or disputed, and what comes next."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Prefetch
from django.utils.translation import get_language

from tournament.clocks import Clock, clock_of
from tournament.errors import Refused
from tournament.fields import field_of, is_over
from tournament.kept import Kept
from tournament.models import Entry, Report, Result, Round, Seat, Stage, Table, Tournament
from tournament.models.events import EntryState
from tournament.models.results import ReportSource
from tournament.models.stages import RoundState, StageKind
from tournament.names import entry_name
from tournament.seating.model import SeatingError
from tournament.ties import tie_at_top

URGENT = ("settle", "draw", "publish", "start", "results", "close")
LEAST = 3  # at a table
OPEN, REPORTED, DISPUTED, DONE = "open", "reported", "disputed", "done"
_steps: "Kept[Step]" = Kept(most=64)


@dataclass(frozen=True)
class SeatLine:
    """`place` and `counted` of the confirmed result; place 0: did not come."""

    entry: int
    public_id: str
    number: int
    name: str
    colour: str
    order: int
    seed: int | None
    has_chosen: bool
    place: int | None
    counted: int | None


@dataclass(frozen=True)
class TableLine:
    """`state`: open, reported, disputed (sources differ), done (confirmed and undisputed)."""

    id: int
    public_id: str
    number: int
    board: int
    kind: str
    version: int
    state: str
    problem: str
    is_abandoned: bool
    seats: tuple[SeatLine, ...]
    clock: Clock


@dataclass(frozen=True)
class RoundView:
    id: int
    stage: Stage
    number: int
    state: str
    version: int
    clock: Clock
    tables: tuple[TableLine, ...]

    @property
    def missing(self) -> tuple[int, ...]:
        """Tables without a confirmed result."""
        return tuple(t.number for t in self.tables if all(seat.place is None for seat in t.seats))

    @property
    def disputed(self) -> tuple[int, ...]:
        return tuple(t.number for t in self.tables if t.state == DISPUTED)


def round_view(round_: Round, *, full: bool, now: datetime | None = None) -> RoundView:
    """Everything of a round, in five queries whatever its size."""
    clock = clock_of(round_, now)
    lines = tuple(_table_line(table, clock, full=full) for table in _tables(round_))
    return RoundView(round_.pk, round_.stage, round_.number, round_.state, round_.version, clock, lines)


def table_view(table: Table, *, full: bool, now: datetime | None = None) -> TableLine:
    found = _tables(table.round).get(pk=table.pk)
    return _table_line(found, clock_of(table.round, now), full=full)


def _tables(round_: Round) -> Any:
    confirmed = Result.objects.filter(superseded_at=None).select_related("report").prefetch_related("seats")
    return round_.tables.select_related("board").prefetch_related(
        Prefetch("seats", Seat.objects.select_related("entry__person").order_by("order")),
        Prefetch("results", confirmed, to_attr="confirmed"),
        Prefetch("reports", Report.objects.filter(set_aside_at=None), to_attr="standing"),
    )


def _table_line(table: Any, clock: Clock, *, full: bool) -> TableLine:
    result: Result | None = table.confirmed[0] if table.confirmed else None
    scored = {seat.entry_id: seat for seat in result.seats.all()} if result else {}
    return TableLine(
        id=table.pk,
        public_id=table.public_id,
        number=table.number,
        board=table.board.number,
        kind=table.board.kind,
        version=table.version,
        state=_state(table.standing, result),
        problem=table.problem,
        is_abandoned=result is not None and result.report.is_abandoned,
        seats=tuple(_seat_line(seat, scored.get(seat.entry_id), full=full) for seat in table.seats.all()),
        clock=clock.of_table(table),
    )


def _seat_line(seat: Seat, scored: Any, *, full: bool) -> SeatLine:
    entry = seat.entry
    return SeatLine(
        entry=entry.pk,
        public_id=entry.public_id,
        number=entry.number,
        name=entry_name(entry, full=full),
        colour=seat.colour,
        order=seat.order,
        seed=seat.seed,
        has_chosen=seat.has_chosen,
        place=scored.place if scored else None,
        counted=scored.counted if scored else None,
    )


def _state(standing: Iterable[Report], result: Result | None) -> str:
    said = [report.places for report in standing]
    if result is not None:
        return DONE if all(places == result.report.places for places in said) else DISPUTED
    if not said:
        return OPEN
    return REPORTED if all(places == said[0] for places in said) else DISPUTED


def disputed(round_: Round) -> list[int]:
    """Tables whose sources differ, from each other or from what is confirmed."""
    said: dict[int, list[object]] = defaultdict(list)
    reports = Report.objects.filter(table__round=round_, set_aside_at=None)
    for number, places in reports.values_list("table__number", "places"):
        said[number].append(places)
    confirmed = Result.objects.filter(table__round=round_, superseded_at=None)
    for number, places in confirmed.values_list("table__number", "report__places"):
        said[number].append(places)
    return sorted(number for number, all_of in said.items() if any(places != all_of[0] for places in all_of))


@dataclass(frozen=True)
class ReportLine:
    id: int
    source: str
    actor: str
    reported_at: datetime
    places: dict[str, Any]
    position: str
    is_abandoned: bool
    is_set_aside: bool
    is_confirmed: bool


def reports_of(table: Table) -> list[ReportLine]:
    """Everything that was ever said of a table, oldest first: the sides of a conflict, and what was corrected."""
    now = table.results.filter(superseded_at=None).values_list("report_id", flat=True).first()
    return [
        ReportLine(
            id=report.pk,
            source=str(ReportSource(report.source).value),
            actor=report.actor,
            reported_at=report.reported_at,
            places=report.places,
            position=report.position,
            is_abandoned=report.is_abandoned,
            is_set_aside=report.set_aside_at is not None,
            is_confirmed=report.pk == now,
        )
        for report in table.reports.all()
    ]


def draft_problems(round_: Round) -> tuple[list[int], list[int]]:
    """Start numbers: who is seated and should not be any more, and who should be and is not."""
    entries = Entry.objects.filter(tournament_id=round_.stage.tournament_id)
    seated = set(Seat.objects.filter(round=round_).values_list("entry", flat=True))
    try:
        wanted = {entry.pk for entry in field_of(round_.stage).entries}
    except (Refused, SeatingError):  # who comes into the stage is open again: at least everybody seated must be there
        wanted = set(entries.present().filter(pk__in=seated).values_list("pk", flat=True))
    number = dict(entries.filter(pk__in=seated ^ wanted).values_list("pk", "number"))
    return sorted(number[pk] for pk in seated - wanted), sorted(number[pk] for pk in wanted - seated)


def current_rounds(tournament: Tournament) -> list[Round]:
    """The published rounds that are not closed: one as a rule, two while big and small final are played."""
    rounds = Round.objects.select_related("stage").filter(stage__tournament=tournament, state=RoundState.PUBLISHED)
    return list(rounds.order_by("stage__position", "number"))


@dataclass(frozen=True)
class Step:
    """What the organiser does next. `code`: stages, entries, check_in, draw, publish, start, results, close, settle, done.

    `data` says more: who is tied, which tables are missing, why something cannot be yet.
    """

    code: str
    stage: Stage | None = None
    round: Round | None = None
    data: dict[str, Any] = field(default_factory=dict)


def step_now(tournament: Tournament) -> Step:
    """The next step, looked up once for each state of the tournament: before a final it takes the whole standings."""
    key = (tournament.pk, tournament.stream.head, get_language() or "")
    return _steps.get(key, lambda: next_step(tournament))


def next_step(tournament: Tournament) -> Step:
    stages = list(tournament.stages.all())
    if not stages:
        return Step("stages")
    states = set(tournament.entries.values_list("state", flat=True).distinct())
    if EntryState.PRESENT not in states:
        return Step("check_in" if EntryState.REGISTERED in states else "entries", stages[0])
    for stage in stages:
        stage.tournament = tournament
    steps = (step for step in map(_step_in, stages) if step is not None)
    first = next(steps, None)
    if first is None:
        return Step("done", stages[-1])
    if first.code == "settle" or first.stage is None or first.stage.kind != StageKind.FINAL:
        return first
    # The small final is played beside the big one: what has still to begin comes before what is going on already.
    beside = (step for step in steps if step.stage is not None and step.stage.kind == StageKind.SMALL_FINAL)
    return min([first, *beside], key=lambda step: URGENT.index(step.code))


def _step_in(stage: Stage) -> Step | None:
    """What is to be done in this stage; None if it is over."""
    rounds = list(stage.rounds.order_by("number"))
    for round_ in rounds:
        round_.stage = stage
        if round_.state == RoundState.PUBLISHED:
            return _step_of(round_)
        if round_.state == RoundState.DRAFT:
            gone, unseated = draft_problems(round_)
            return Step("draw" if gone or unseated else "publish", stage, round_, {"gone": gone, "unseated": unseated})
    if stage.kind in (StageKind.FINAL, StageKind.TEAM_FINAL) and rounds:
        tie = tie_at_top(stage)  # one wins; behind, a rank may be shared
        return Step("settle", stage, data=tie) if tie else None
    try:
        return None if is_over(stage) else _to_draw(stage)
    except (Refused, SeatingError) as error:
        return Step("settle", stage, data={"code": error.code, "sentence": str(error), **error.data})


def _to_draw(stage: Stage) -> Step | None:
    """A small final is left out where too few are left for it."""
    players = len(field_of(stage).entries)
    is_left_out = stage.kind == StageKind.SMALL_FINAL and players < LEAST
    return None if is_left_out else Step("draw", stage, data={"players": players})


def _step_of(round_: Round) -> Step:
    missing = list(round_.tables.unconfirmed().values_list("number", flat=True))
    differing, wrong = disputed(round_), list(round_.tables.exclude(problem="").values_list("number", flat=True))
    if not missing and not differing and not wrong:
        return Step("close", round_.stage, round_)
    if round_.started_at is None and round_.minutes and not round_.is_played:
        return Step("start", round_.stage, round_)
    return Step("results", round_.stage, round_, {"missing": missing, "disputed": differing, "problem": wrong})

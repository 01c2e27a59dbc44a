"""What pages show of a round: tables, seats, results, what is missing or disputed; and the organisers' next step."""

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, Q, Subquery, prefetch_related_objects

from tournament.core.actors import OWN_LINK, are_one_phone, are_under_two_names
from tournament.core.cache import Kept
from tournament.core.errors import Refused
from tournament.core.languages import spoken
from tournament.core.refusals import by_draw
from tournament.draw.seating.model import SeatingError
from tournament.entries.queries import Heads, heads
from tournament.models import Entry, Report, Result, Round, Seat, Stage, Table, Team, Tournament
from tournament.models.events import EntryState
from tournament.models.results import ReportSource
from tournament.models.stages import RoundState, StageKind
from tournament.people.names import entry_name, looked_up
from tournament.rounds.clocks.clock import Clock, clock_of
from tournament.stages.options import Played, played_at, played_in
from tournament.standings.qualifying import Lines, field_of, is_for_all, is_over
from tournament.standings.queries import kept_lines
from tournament.standings.scores import stage_lines
from tournament.standings.ties import tie_at_top

URGENT = ("settle", "draw", "publish", "start", "results", "close")
LEAST = 3  # players at a table
OPEN, REPORTED, DISPUTED, DONE = "open", "reported", "disputed", "done"
_evenings: "Kept[Now]" = Kept(most=64)


@dataclass(frozen=True)
class SeatLine:
    """`place` and `counted` are those of the confirmed result; place 0: did not come."""

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
    is_excluded: bool  # from the tournament


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
    round_state: str
    neutral: str  # the colour that nobody has and everybody may move; mostly empty

    @property
    def as_seen(self) -> str:
        """What a page about this table depends on."""
        return f"{self.round_state} {self.state} {self.version} {self.problem[:20]}"


@dataclass(frozen=True)
class RoundView:
    id: int
    stage: Stage
    number: int
    state: str
    version: int
    clock: Clock
    tables: tuple[TableLine, ...]
    played: Played

    @property
    def missing(self) -> tuple[int, ...]:
        """Tables without a confirmed result."""
        return tuple(t.number for t in self.tables if all(seat.place is None for seat in t.seats))

    @property
    def disputed(self) -> tuple[int, ...]:
        return tuple(t.number for t in self.tables if t.state == DISPUTED)


def round_view(round_: Round, *, full: bool, now: datetime | None = None) -> RoundView:
    """The whole round, in five queries however large it is."""
    clock = clock_of(round_, now)
    lines = tuple(_table_line(table, clock, full=full) for table in _tables(round_))
    return RoundView(
        round_.pk, round_.stage, round_.number, round_.state, round_.version, clock, lines, played_in(round_)
    )


def table_view(table: Table, *, full: bool, now: datetime | None = None) -> TableLine:
    loaded = _tables(table.round).get(pk=table.pk)
    return _table_line(loaded, clock_of(table.round, now), full=full)


def _tables(round_: Round) -> Any:
    confirmed = Result.objects.counting().select_related("report").prefetch_related("seats")
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
        round_state=table.round.state,
        neutral=played_at(table).neutral,
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
        is_excluded=entry.state == EntryState.EXCLUDED,
    )


def _state(standing: Iterable[Report], result: Result | None) -> str:
    reported = [report.places for report in standing]
    if result is not None:
        return DONE if all(places == result.report.places for places in reported) else DISPUTED
    if not reported:
        return OPEN
    return REPORTED if all(places == reported[0] for places in reported) else DISPUTED


def disputed(round_: Round) -> list[int]:
    """Numbers of the tables whose reports differ from each other or from the confirmed result."""
    return unsettled_in([round_])[round_.pk].disputed


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
    seat: str  # the colour that says so; by a slip only if somebody said it
    is_by_slip: bool
    is_one_phone: bool  # the browser could have reported for somebody else who has, too
    is_under_two_names: bool  # that cannot be told, as it asked for another name of this machine


def reports_of(table: Table) -> list[ReportLine]:
    """All reports of a table, oldest first, including those set aside."""
    now = table.results.counting().values_list("report_id", flat=True).first()
    reports = list(table.reports.all())
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
            seat=report.seat,
            is_by_slip=report.source == ReportSource.TABLE and not report.actor.startswith(OWN_LINK),
            is_one_phone=any(are_one_phone(report, other) for other in reports if other.pk != report.pk),
            is_under_two_names=any(are_under_two_names(report, other) for other in reports),
        )
        for report in reports
    ]


def draft_problems(round_: Round, lines_of: Lines = stage_lines) -> tuple[list[int], list[int]]:
    """Start numbers of (players seated who should no longer be, players missing who should be seated)."""
    entries = Entry.objects.filter(tournament_id=round_.stage.tournament_id)
    if is_for_all(round_.stage):
        return _come_and_gone(entries, round_)
    seated = set(Seat.objects.filter(round=round_).values_list("entry", flat=True))
    try:
        expected = {entry.pk for entry in field_of(round_.stage, lines_of).entries}
    except (Refused, SeatingError):  # the field is undecided again: require at least that all seated are present
        expected = set(entries.present().filter(pk__in=seated).values_list("pk", flat=True))
    number = dict(entries.filter(pk__in=seated ^ expected).values_list("pk", "number"))
    return sorted(number[pk] for pk in seated - expected), sorted(number[pk] for pk in expected - seated)


def _come_and_gone(entries: Any, round_: Round) -> tuple[list[int], list[int]]:
    """Where whoever is there plays: those who are seated and away, and the other way round, in one query."""
    seated = entries.annotate(is_seated=Exists(Seat.objects.filter(round=round_, entry=OuterRef("pk"))))
    unlike = Q(is_seated=True) ^ Q(state=EntryState.PRESENT)
    rows = list(seated.filter(unlike).order_by("number").values_list("number", "is_seated"))
    return [number for number, is_seated in rows if is_seated], [number for number, is_seated in rows if not is_seated]


def current_rounds(tournament: Tournament) -> list[Round]:
    """The published rounds that are not closed: usually one, two while the big and the small final are played."""
    rounds = Round.objects.select_related("stage").filter(stage__tournament=tournament, state=RoundState.PUBLISHED)
    return list(rounds.order_by("stage__position", "number"))


STEPS = ("stages", "entries", "check_in", "draw", "publish", "start", "results", "close", "settle", "done")


@dataclass(frozen=True)
class Step:
    """What the organiser does next. `code`: one of STEPS.

    `data`: details, such as who is tied, which tables are missing, why something is not possible yet.
    """

    code: str
    stage: Stage | None = None
    round: Round | None = None
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Now:
    """How far the evening has come: who is there, the rounds of each stage in their order, what is open in those that are
    being played, the next step."""

    heads: Heads
    plan: "Plan"
    open: "dict[int, Unsettled]"
    step: Step

    @property
    def with_gaps(self) -> list[Any]:
        """Rounds that were closed while a table had no result: it can still be entered."""
        rounds: list[Any] = [round_ for _stage, rounds in self.plan for round_ in rounds]
        return [round_ for round_ in rounds if round_.state == RoundState.CLOSED and round_.has_gaps]


Plan = tuple[tuple[Stage, tuple[Round, ...]], ...]


@dataclass(frozen=True)
class Unsettled:
    """Numbers of the tables of a round: without a result, with differing reports, where something is wrong."""

    missing: list[int]
    disputed: list[int]
    problem: list[int]
    reported: list[int]  # where somebody has said something, counted or not

    @property
    def tables(self) -> set[int]:
        return {*self.missing, *self.disputed, *self.problem}


def now(tournament: Tournament) -> Now:
    """Cached for each state of the tournament: before a final the next step needs the whole standings."""
    key = (tournament.pk, tournament.stream.head, spoken())
    return _evenings.get(key, lambda: _now(tournament, kept_lines))


def step_now(tournament: Tournament) -> Step:
    return now(tournament).step


def next_step(tournament: Tournament) -> Step:
    """Asks anew: a program may hold the tournament longer than its state."""
    return _now(tournament, stage_lines).step


def _now(tournament: Tournament, lines_of: Lines) -> Now:
    with_results = Exists(Result.objects.counting().filter(table__round=OuterRef("pk")))
    without = Exists(Table.objects.unconfirmed().filter(round=OuterRef("pk")))
    annotated = Round.objects.annotate(has_results=with_results, has_gaps=without)
    rounds = Prefetch("rounds", annotated.order_by("number"))
    known = copy(tournament)  # keeps its stages, so that whoever asks for them later asks no database
    known.__dict__["_prefetched_objects_cache"] = {}
    has_teams = Exists(Team.objects.filter(tournament=OuterRef("tournament")))
    stages = Stage.objects.annotate(has_teams=has_teams).order_by("position").prefetch_related(rounds)
    prefetch_related_objects([known], Prefetch("stages", stages))
    plan = tuple((stage, tuple(stage.rounds.all())) for stage in known.stages.all())
    who = heads(tournament)
    unsettled = unsettled_in(
        [round_ for _stage, rounds in plan for round_ in rounds if round_.state == RoundState.PUBLISHED]
    )
    return Now(who, plan, unsettled, _step(plan, who, unsettled, lines_of))


def unsettled_in(rounds: Iterable[Round]) -> dict[int, Unsettled]:
    """By the id of the round, in one query: a row for each report of a table."""
    found = {round_.pk: Unsettled([], [], [], []) for round_ in rounds}
    if not found:
        return {}
    counting = Result.objects.counting().filter(table=OuterRef("pk"))
    tables = Table.objects.filter(round__in=found).annotate(
        has_one=Exists(counting), counted=Subquery(counting.values("report__places")[:1])
    )
    shown = ("round", "number", "has_one", "problem", "counted", "reports", "reports__places", "reports__set_aside_at")
    rows = tables.order_by("round", "number", "reports").values_list(*shown)
    for (pk, number), reports in groupby(rows, key=lambda row: row[:2]):
        _add(found[pk], number, list(reports))
    return found


def _add(found: Unsettled, number: int, rows: list[Any]) -> None:
    """`rows`: of one table; a single one without a report where nobody has said anything."""
    _round, _number, is_counted, problem, counted, first, *_rest = rows[0]
    said = [places for *_table, report, places, set_aside in rows if report is not None and set_aside is None]
    said += [counted] if is_counted else []
    if not is_counted:
        found.missing.append(number)
    if any(places != said[0] for places in said):
        found.disputed.append(number)
    if problem:
        found.problem.append(number)
    if first is not None:
        found.reported.append(number)


def _step(plan: Plan, who: Heads, unsettled: dict[int, Unsettled], lines_of: Lines) -> Step:
    stages = [stage for stage, _rounds in plan]
    if not stages:
        return Step("stages")
    if not who.present:
        return Step("check_in" if who.missing else "entries", stages[0])
    steps = (step for stage, rounds in plan if (step := _step_in(stage, rounds, who, unsettled, lines_of)) is not None)
    first = next(steps, None)
    if first is None:
        return Step("done", stages[-1])
    if first.code == "settle" or first.stage is None or first.stage.kind != StageKind.FINAL:
        return first
    # The small final is played at the same time as the big one: a step that starts something comes before one under way.
    beside = (step for step in steps if step.stage is not None and step.stage.kind == StageKind.SMALL_FINAL)
    return min([first, *beside], key=lambda step: URGENT.index(step.code))


def _step_in(
    stage: Stage, rounds: tuple[Round, ...], who: Heads, unsettled: dict[int, Unsettled], lines_of: Lines
) -> Step | None:
    """The next step in this stage; None if it is over."""
    for round_ in rounds:
        round_.stage = stage
        if round_.state == RoundState.PUBLISHED:
            return _step_of(round_, unsettled[round_.pk])
        if round_.state == RoundState.DRAFT:
            gone, unseated = draft_problems(round_, lines_of)
            return Step("draw" if gone or unseated else "publish", stage, round_, {"gone": gone, "unseated": unseated})
    if stage.kind in (StageKind.FINAL, StageKind.TEAM_FINAL) and rounds:
        tie = tie_at_top(stage, lines_of)  # only the first place must be decided
        return Step("settle", stage, data=tie) if tie else None
    try:
        return None if is_over(stage) else _to_draw(stage, len(rounds) + 1, who, lines_of)
    except (Refused, SeatingError) as error:
        return Step("settle", stage, data={"code": error.code, "sentence": str(by_draw(error)), **error.data})


def _to_draw(stage: Stage, number: int, who: Heads, lines_of: Lines) -> Step | None:
    """None if too few players are left for a small final: it is skipped."""
    players = who.present if is_for_all(stage) else len(field_of(stage, lines_of).entries)
    is_left_out = stage.kind == StageKind.SMALL_FINAL and players < LEAST
    return None if is_left_out else Step("draw", stage, data={"players": players, "number": number})


def _step_of(round_: Round, unsettled: Unsettled) -> Step:
    if not unsettled.tables:
        return Step("close", round_.stage, round_)
    if round_.started_at is None and round_.minutes and not unsettled.reported:
        return Step("start", round_.stage, round_)
    open_now = {"missing": unsettled.missing, "disputed": unsettled.disputed, "problem": unsettled.problem}
    return Step("results", round_.stage, round_, open_now)


def is_settled(table: TableLine) -> bool:
    """Nobody has to look at it any more."""
    return table.state == DONE and not table.problem


def by_name(view: RoundView) -> list[tuple[SeatLine, int]]:
    """(seat, table number) of everybody, sorted by name."""
    lines = [(seat, table.number) for table in view.tables for seat in table.seats]
    return sorted(lines, key=lambda line: looked_up(line[0].name))


def choices(view: RoundView) -> list[tuple[TableLine, SeatLine, list[str]]]:
    """In a final, for each table: whose turn it is to choose a colour, and the free colours."""
    turns = []
    for table in view.tables:
        waiting = [seat for seat in table.seats if seat.seed is not None and not seat.has_chosen]
        if waiting and table.state != DONE:
            first = min(waiting, key=lambda seat: seat.seed or 0)
            turns.append((table, first, [seat.colour for seat in table.seats if not seat.has_chosen]))
    return turns

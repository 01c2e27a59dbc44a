"""Read what a draw is made from: who is there, what was played, which boards stand. Nothing is drawn or written here.

A draw takes up to some seconds and is made outside of any transaction. Its basis gets a fingerprint; storing the draw is
refused if that has changed meanwhile (`actions`). `standings.qualifying` decides who comes into a stage.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from tournament.core.chain import canonical
from tournament.core.errors import Refused
from tournament.core.refusals import ROUND_OPEN
from tournament.draw.seating import model
from tournament.draw.seating.draw import Mode
from tournament.draw.seating.split import missing, split, threes
from tournament.entries.wishes.weights import fixed_of, wishes_of
from tournament.models import Board, Round, Seat, Stage, Table
from tournament.models.stages import ENDS, RoundState, StageKind, TableQuerySet
from tournament.stages.options import FOUR, played_by
from tournament.standings.qualifying import Field, field_of, is_over
from tournament.standings.ranking.model import PARTS
from tournament.standings.scores import stage_lines

MODES: dict[str, Mode] = {
    StageKind.ALL: "all",
    StageKind.NEXT: "next",
    StageKind.SWISS: "swiss",
    StageKind.KNOCKOUT: "knockout",
    StageKind.FINAL: "knockout",
    StageKind.SMALL_FINAL: "knockout",
    StageKind.TEAM_FINAL: "teams",
}


@dataclass(frozen=True)
class Basis:
    """What a draw is made from. `entries` are in the order of the request's ids; new rounds begin with `first`."""

    request: model.Request
    mode: Mode
    field: Field
    first: int
    fingerprint: str


def basis(stage: Stage) -> Basis:
    """Everything for the next draw of the stage: all rounds not yet published, or the one that comes next."""
    played, left = _require_next(stage)
    mode, here = MODES[stage.kind], field_of(stage)
    book = _Book([entry.pk for entry in here.entries])
    numbers = dict(book.index)  # of those who are there
    earlier, boards = book.rounds(_public_rounds(stage))
    plan, _boards = (
        book.rounds(list(stage.rounds.drafts().order_by("number"))) if mode == "all" and played else ((), ())
    )
    table_size = stage.size if mode == "teams" else 0
    request = model.Request(
        ids=book.ids,
        rounds=left,
        seed=draw_seed(stage, len(played)),
        history=earlier,
        history_boards=boards,
        plan=plan if len(plan) == left else (),
        wishes=wishes_of(stage.tournament, numbers),
        boards=_hall(stage, len(book.ids), table_size),
        fixed=fixed_of(numbers),
        scores=_scores(stage, here),
        first="threes" if stage.threes_first else "repeats",
        gone=tuple(book.gone),
        table_size=table_size,
    )
    return Basis(request, mode, here, len(played) + 1, _fingerprint(stage, request))


def draw_seed(stage: Stage, published: int) -> str:
    """The seed of the draw after so many published rounds. Publishing it reveals the seed of no other draw."""
    return hashlib.sha256(f"augengenau draw seed\0{stage.seed}\0{published}".encode()).hexdigest()[:32]


def _require_next(stage: Stage) -> tuple[list[Round], int]:
    """The rounds published so far and how many are left; refused where there is nothing to be drawn now."""
    played = list(stage.rounds.public().order_by("number"))
    is_open = [round_ for round_ in played if round_.state == RoundState.PUBLISHED]
    if is_open and stage.kind != StageKind.ALL:
        raise ROUND_OPEN({"number": is_open[0].number})
    if is_over(stage):
        raise Refused("all_drawn", _("All rounds of this stage are drawn."))
    one_by_one = stage.kind in (StageKind.KNOCKOUT, *ENDS)
    return played, 1 if one_by_one else stage.planned_rounds - len(played)


def request_before(round_: Round, *besides: int) -> tuple[model.Request, list[int]]:
    """What was known before this round, for judging changes in it; and the entries by their numbers."""
    stage = round_.stage
    seated = list(round_.seats.order_by("table__number", "order").values_list("entry", flat=True))
    book = _Book([*seated, *(entry for entry in besides if entry not in seated)])
    wishes, fixed = wishes_of(stage.tournament, dict(book.index)), fixed_of(dict(book.index))
    own = stage.rounds.filter(number__lt=round_.number).order_by("number")
    earlier, _boards = book.rounds([*_public_rounds(stage, before=True), *own])
    request = model.Request(ids=book.ids, history=earlier, wishes=wishes, fixed=fixed, gone=tuple(book.gone))
    return request, list(book.index)


def _public_rounds(stage: Stage, *, before: bool = False) -> list[Round]:
    """The public rounds of this stage and those before it, as meetings there count too. `before`: only of those before."""
    rounds = Round.objects.public().filter(stage__tournament_id=stage.tournament_id)
    rounds = rounds.filter(stage__position__lt=stage.position + (not before))
    return list(rounds.order_by("stage__position", "number"))


@dataclass
class _Book:
    """Numbers players for the request: those present from 0 on, after them those who have gone."""

    present: list[int]
    gone: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.index = {entry: i for i, entry in enumerate(self.present)}

    @property
    def ids(self) -> tuple[int, ...]:
        return tuple(self.present)

    def number(self, entry: int) -> int:
        if entry not in self.index:
            self.index[entry] = len(self.index)
            self.gone.append(entry)
        return self.index[entry]

    def rounds(self, selected: Iterable[Round]) -> tuple[tuple[model.Round, ...], tuple[tuple[int, ...], ...]]:
        """Tables and board numbers, round by round."""
        order = [round_.pk for round_ in selected]
        tables: dict[int, dict[int, list[int]]] = {pk: {} for pk in order}
        boards: dict[int, dict[int, int]] = {pk: {} for pk in order}
        seats = Seat.objects.filter(round__in=order).order_by("table__number", "order")
        for pk, table, board, entry in seats.values_list("round", "table", "table__board__number", "entry"):
            tables[pk].setdefault(table, []).append(self.number(entry))
            boards[pk][table] = board
        history = tuple(tuple(tuple(table) for table in tables[pk].values()) for pk in order)
        return history, tuple(tuple(boards[pk].values()) for pk in order)


def _hall(stage: Stage, n: int, table_size: int) -> tuple[model.Board, ...]:
    """The boards for the draw. Where nobody has named any, there are as many as are needed."""
    boards = list(Board.objects.filter(tournament_id=stage.tournament_id))
    taken = set(tables_of_other_finals(stage).values_list("board", flat=True))
    free = [board for board in boards if board.pk not in taken]
    if played_by(stage).neutral:
        return _for_four(boards, free, n, table_size)
    if all(board.is_assumed for board in boards):
        return _assumed(free, n, table_size, max((board.number for board in boards), default=0))
    named = _named(free, n, table_size)
    return _named(boards, n, table_size) if _missing(n, named, table_size) else named


def _for_four(boards: list[Board], free: list[Board], n: int, table_size: int) -> tuple[model.Board, ...]:
    """With a neutral colour three sit at a board for four as well: the draw is told that the last ones are for three."""
    hall = [board for board in free if board.kind == FOUR]
    if all(board.is_assumed for board in boards):
        last = max((board.number for board in boards), default=0)
        lacking = _tables(n, table_size) - len(hall)
        hall += [Board(number=number, kind=FOUR) for number in range(last + 1, last + 1 + lacking)]
    named = _named(hall, n, table_size)
    return _named([b for b in boards if b.kind == FOUR], n, table_size) if _missing(n, named, table_size) else named


def _tables(n: int, table_size: int) -> int:
    try:
        return len(split(n, table_size))
    except model.SeatingError:  # the draw refuses it with the reason
        return 0


def tables_of_other_finals(stage: Stage) -> TableQuerySet:
    """The tables of other finals that are drawn or being played: finals are played at the same time."""
    if stage.kind not in ENDS:
        return Table.objects.none()
    others = Table.objects.of(stage.tournament).filter(round__stage__kind__in=ENDS).exclude(round__stage=stage)
    return others.exclude(round__state=RoundState.CLOSED)


def _named(boards: list[Board], n: int, table_size: int) -> tuple[model.Board, ...]:
    as_six = _threes_at_fours(boards, n, n // 3 if table_size == 3 else 0 if table_size else threes(n))
    return tuple(model.Board(board.number, "6" if board.number in as_six else kind_of(board)) for board in boards)


def kind_of(board: Board) -> model.Kind:
    return "6" if board.kind == "6" else "4"


def _assumed(boards: list[Board], n: int, table_size: int, last: int) -> tuple[model.Board, ...]:
    known = [model.Board(board.number, kind_of(board)) for board in boards]
    kinds = [kind for kind, lacking in _missing(n, known, table_size).items() for _ in range(lacking)]
    return (*known, *(model.Board(number, kind) for number, kind in enumerate(kinds, last + 1)))


def _missing(n: int, boards: Iterable[model.Board], table_size: int) -> dict[model.Kind, int]:
    try:
        return missing(n, boards, table_size)
    except model.SeatingError:  # the draw refuses it with the reason
        return {}


def _threes_at_fours(boards: list[Board], n: int, of_three: int) -> set[int]:
    """All boards that a table of three may sit at: where those for three are too few, the last ones for four as well."""
    sixes = [board.number for board in boards if board.kind == "6"]
    fours = [board.number for board in boards if board.kind == "4"]
    lacking = max(0, of_three - len(sixes))
    spare = max(0, len(fours) - max(0, n - 3 * of_three) // 4)
    return {*sixes, *fours[len(fours) - min(lacking, spare) :]}


def _scores(stage: Stage, here: Field) -> tuple[float, ...]:
    """In Swiss rounds the points so far; in knock-outs and finals the seeds; nothing otherwise."""
    if stage.kind in (StageKind.ALL, StageKind.NEXT, StageKind.TEAM_FINAL):
        return ()
    if stage.kind != StageKind.SWISS:
        return tuple(float(len(here.entries) - i) for i in range(len(here.entries)))
    parts = {line.player.id: line.parts for line in stage_lines(stage)}
    return tuple(parts.get(entry.pk, 0) / PARTS for entry in here.entries)


def _fingerprint(stage: Stage, request: model.Request) -> str:
    facts = [stage.pk, stage.version, request.rounds, list(request.ids), request.history, request.plan]
    facts += [[[wish.kind, wish.weight, wish.players] for wish in request.wishes], sorted(request.fixed.items())]
    facts += [[f"{score:.4f}" for score in request.scores], [[board.number, board.kind] for board in request.boards]]
    return hashlib.sha256(canonical(facts)).hexdigest()

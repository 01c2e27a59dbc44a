"""From the draft to the closed round: drawn, looked at, published, played, closed."""

from typing import Any

from django.db.models import Exists, F, OuterRef
from django.utils.translation import gettext as _

from tournament import steady
from tournament.actions.core import Write, action
from tournament.backup import keeping
from tournament.errors import Refused, Stale
from tournament.lots import Basis, basis, free_numbers
from tournament.models import Board, Report, Result, Round, Seat, Stage, Table, Tournament
from tournament.models.events import EntryState
from tournament.models.stages import RoundState
from tournament.queries_rounds import disputed, draft_problems
from tournament.seating import model
from tournament.seating.writing import request_data
from tournament.sitting import colours_for


@action("round.drawn", needs="rounds.draw", secret=("made_from", "drawn"), undoable=True)
def store_draft(
    write: Write, tournament: Tournament, *, stage_id: int, made_from: str, drawn: model.Draw
) -> list[Round]:
    """The drawn rounds in the place of earlier drafts; refused if something the draw was made from has changed."""
    stage = stage_in(tournament, stage_id)
    now = basis(stage)
    if now.fingerprint != made_from:
        raise Stale("draw_outdated", _("Something has changed since this was drawn. Draw again."))
    stage.rounds.drafts().delete()
    hall = _hall(tournament, now)
    rounds = [_store(stage, now, drawn, n, hall) for n in range(len(drawn.rounds))]
    repeats = drawn.report["repeats"]["count"]
    write.log(stage=stage.position, rounds=[made.number for made in rounds], players=now.request.n, repeats=repeats)
    write.answer(rounds=[made.pk for made in rounds])
    return rounds


def _hall(tournament: Tournament, now: Basis) -> dict[int, Board]:
    """The boards by number, those that the draw had to assume as well."""
    known = set(tournament.boards.values_list("number", flat=True))
    Board.objects.bulk_create(
        Board(tournament=tournament, number=board.number, kind=board.kind, is_assumed=True)
        for board in now.request.boards
        if board.number not in known
    )
    return {board.number: board for board in tournament.boards.all()}


def _store(stage: Stage, now: Basis, drawn: model.Draw, n: int, hall: dict[int, Board]) -> Round:
    kept: dict[str, Any] = {"request": request_data(drawn.request, now.mode), "report": drawn.report} if n == 0 else {}
    made = Round.objects.create(stage=stage, number=now.first + n, minutes=stage.minutes_of(now.first + n), **kept)
    numbered = zip(free_numbers(stage), drawn.boards[n], strict=False)
    tables = [Table(round=made, number=number, board=hall[board]) for number, board in numbered]
    Table.objects.bulk_create(tables)
    Seat.objects.bulk_create(
        seat
        for table, players in zip(tables, drawn.rounds[n], strict=True)
        for seat in _seats(made, table, players, now)
    )
    return made


def _seats(made: Round, table: Table, players: model.Table, now: Basis) -> list[Seat]:
    colours = colours_for(table.board.kind, len(players))
    here = now.field
    return [
        Seat(
            round=made,
            table=table,
            entry=here.entries[player],
            colour=colours[order],
            order=order,
            seed=player + 1 if here.is_seeded else None,
        )
        for order, player in enumerate(players)
    ]


@action("round.discarded", needs="rounds.draw", undoable=True)
def discard_drafts(write: Write, tournament: Tournament, *, stage_id: int) -> None:
    stage = stage_in(tournament, stage_id)
    numbers = list(stage.rounds.drafts().values_list("number", flat=True))
    stage.rounds.drafts().delete()
    write.log(stage=stage.position, rounds=numbers)


@action("round.published", needs="rounds.draw")
def publish_round(
    write: Write, tournament: Tournament, *, round_id: int, version: int | None = None, anyway: bool = False
) -> Round:
    """Everybody may see where they sit. Only the next one of its stage, and only if it still fits who is there."""
    found = round_in(write, tournament, round_id, version, RoundState.DRAFT)
    if found.stage.rounds.drafts().filter(number__lt=found.number).exists():
        raise Refused("not_next", _("An earlier round comes first."))
    gone, unseated = draft_problems(found)
    if (gone or unseated) and not anyway:
        raise Stale(
            "draft_outdated",
            _("Since this was drawn, somebody has come or gone. Draw again, or publish it as it is."),
            gone=gone,
            unseated=unseated,
        )
    write.log(anyway=anyway, gone=gone, unseated=unseated)
    return _set_state(write, found, RoundState.PUBLISHED)


@action("round.unpublished", needs="rounds.draw", undoable=True)
def unpublish_round(write: Write, tournament: Tournament, *, round_id: int, version: int | None = None) -> Round:
    """Back to a draft, while nothing is played."""
    found = round_in(write, tournament, round_id, version, RoundState.PUBLISHED)
    if found.started_at or found.is_played:
        raise Refused("played", _("Something is played already in this round."))
    _require_last(found)
    return _set_state(write, found, RoundState.DRAFT)


@action("round.closed", needs="rounds.close", undoable=True)
def close_round(
    write: Write, tournament: Tournament, *, round_id: int, reason: str = "", version: int | None = None
) -> Round:
    """When every table has its result, or with a reason why not. Whoever sat out this round is there again."""
    found = round_in(write, tournament, round_id, version, RoundState.PUBLISHED)
    reason = reason.strip()
    missing = list(found.tables.unconfirmed().values_list("number", flat=True))
    differing = disputed(found)
    _require_settled(found)
    if (missing or differing) and not reason:
        raise Refused(
            "results_missing",
            _("Not settled yet: tables %(tables)s.") % {"tables": ", ".join(map(str, sorted({*missing, *differing})))},
            tables=missing,
            disputed=differing,
        )
    found.closed_at = steady.now()
    away = tournament.entries.filter(state=EntryState.ABSENT)
    back = list(away.values_list("number", flat=True))
    away.update(state=EntryState.PRESENT, version=F("version") + 1)
    write.log(missing=missing, disputed=differing, back=back, texts={"reason": reason} if reason else None)
    keeping.order_at_end_of_round()
    return _set_state(write, found, RoundState.CLOSED, "closed_at")


def _require_settled(found: Round) -> None:
    wrong = list(found.tables.exclude(problem="").values_list("number", flat=True))
    if wrong:
        raise Refused(
            "problem",
            _("Something is wrong at tables %(tables)s: look at it first.") % {"tables": ", ".join(map(str, wrong))},
            tables=wrong,
        )


@action("round.reopened", needs="rounds.close")
def reopen_round(write: Write, tournament: Tournament, *, round_id: int, version: int | None = None) -> Round:
    """A closed round takes results again, as long as nothing was built on it."""
    found = round_in(write, tournament, round_id, version, RoundState.CLOSED)
    _require_last(found)
    if Round.objects.public().filter(stage__tournament=tournament, stage__position__gt=found.stage.position).exists():
        raise Refused("built_on", _("A later stage was published already."))
    found.closed_at = None
    return _set_state(write, found, RoundState.PUBLISHED, "closed_at")


def _require_last(found: Round) -> None:
    if found.stage.rounds.public().filter(number__gt=found.number).exists():
        raise Refused("not_last", _("A later round was published already."))


def stage_in(tournament: Tournament, stage_id: int) -> Stage:
    stage = tournament.stages.filter(pk=stage_id).first()
    if stage is None:
        raise Refused("no_such_stage", _("This part of the tournament is gone."))
    stage.tournament = tournament
    return stage


def round_in(write: Write, tournament: Tournament, round_id: int, version: int | None, *states: RoundState) -> Round:
    """The round as it is now, if it is in one of the states."""
    found = Round.objects.select_related("stage").filter(pk=round_id, stage__tournament=tournament).first()
    if found is None:
        raise Refused("no_such_round", _("This round is gone."))
    require_state(found, *states)
    write.same_version(found, version)
    return found


def require_state(found: Round, *states: RoundState) -> None:
    if found.state not in states:
        raise Stale("round_state", _STATES[RoundState(found.state)](), state=found.state)


_STATES = {
    RoundState.DRAFT: lambda: _("This round is not published yet."),
    RoundState.PUBLISHED: lambda: _("This round is published already."),
    RoundState.CLOSED: lambda: _("This round is closed already."),
}


_SAID = {
    "has_result": Exists(Result.objects.filter(table=OuterRef("pk"), superseded_at=None)),
    "has_reports": Exists(Report.objects.filter(table=OuterRef("pk"), set_aside_at=None)),
}


def table_in(write: Write, tournament: Tournament, table_id: str, version: int | None, *states: RoundState) -> Table:
    """The table as it is now, in a published round or one of these states; and whether it `has_result` and `has_reports`
    that count: each question of its own would keep the whole hall waiting."""
    tables = Table.objects.of(tournament).select_related("round__stage", "board")
    table = tables.filter(public_id=table_id).annotate(**_SAID).first()
    if table is None:
        raise Refused("no_such_table", _("This table is gone."))
    require_state(table.round, *(states or (RoundState.PUBLISHED,)))
    write.same_version(table, version)
    return table


def _set_state(write: Write, found: Round, state: RoundState, *fields: str) -> Round:
    found.state = state
    return saved(write, found, "state", *fields)


def saved(write: Write, found: Round, *fields: str) -> Round:
    found.version += 1
    found.save(update_fields=[*fields, "version"])
    write.log(stage=found.stage.position, round=found.number)
    write.answer(round=found.pk, version=found.version)
    return found

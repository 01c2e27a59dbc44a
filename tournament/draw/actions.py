"""Drafts: store what was drawn, discard it again."""

from typing import Any

from tournament.core.action import Write, action
from tournament.core.refusals import DRAW_OUTDATED
from tournament.draw.colours import colours_for
from tournament.draw.numbering import numbers_for
from tournament.draw.request import Basis, basis
from tournament.draw.seating import model
from tournament.draw.seating.writing import request_data
from tournament.models import Board, Round, Seat, Stage, Table, Tournament
from tournament.stages.lookup import stage_in
from tournament.stages.options import FOUR, played_by


@action("round.drawn", needs="rounds.draw", secret=("made_from", "drawn"), undoable=True, answers=("rounds",))
def store_draft(
    write: Write, tournament: Tournament, *, stage_id: int, made_from: str, drawn: model.Draw
) -> list[Round]:
    """Replace earlier drafts by the drawn rounds; refused if something the draw was made from has changed."""
    stage = stage_in(tournament, stage_id)
    now = basis(stage)
    if now.fingerprint != made_from:
        raise DRAW_OUTDATED()
    stage.rounds.drafts().delete()
    hall = _hall(stage, now)
    rounds = [_store(stage, now, drawn, n, hall) for n in range(len(drawn.rounds))]
    repeats = drawn.report["repeats"]["count"]
    write.log(stage=stage.position, rounds=[made.number for made in rounds], players=now.request.n, repeats=repeats)
    write.answer(rounds=[made.pk for made in rounds])
    return rounds


def _hall(stage: Stage, now: Basis) -> dict[int, Board]:
    """The boards by number; those that the draw had to assume are created, all for four where a colour is neutral."""
    tournament, neutral = stage.tournament, played_by(stage).neutral
    known = set(tournament.boards.values_list("number", flat=True))
    Board.objects.bulk_create(
        Board(tournament=tournament, number=board.number, kind=FOUR if neutral else board.kind, is_assumed=True)
        for board in now.request.boards
        if board.number not in known
    )
    return {board.number: board for board in tournament.boards.all()}


def _store(stage: Stage, now: Basis, drawn: model.Draw, n: int, hall: dict[int, Board]) -> Round:
    data: dict[str, Any] = {"request": request_data(drawn.request, now.mode), "report": drawn.report} if n == 0 else {}
    made = Round.objects.create(stage=stage, number=now.first + n, minutes=stage.minutes_of(now.first + n), **data)
    numbered = zip(numbers_for(stage, now, drawn.rounds[n], drawn.boards[n]), drawn.boards[n], strict=False)
    tables = [Table(round=made, number=number, board=hall[board]) for number, board in numbered]
    Table.objects.bulk_create(tables)
    Seat.objects.bulk_create(
        seat
        for table, players in zip(tables, drawn.rounds[n], strict=True)
        for seat in _seats(made, table, players, now)
    )
    return made


def _seats(made: Round, table: Table, players: model.Table, now: Basis) -> list[Seat]:
    colours = colours_for(table.board.kind, len(players), played_by(made.stage).neutral)
    field = now.field
    return [
        Seat(
            round=made,
            table=table,
            entry=field.entries[player],
            colour=colours[order],
            order=order,
            seed=player + 1 if field.is_seeded else None,
        )
        for order, player in enumerate(players)
    ]


@action("round.discarded", needs="rounds.draw", undoable=True)
def discard_drafts(write: Write, tournament: Tournament, *, stage_id: int) -> None:
    stage = stage_in(tournament, stage_id)
    numbers = list(stage.rounds.drafts().values_list("number", flat=True))
    stage.rounds.drafts().delete()
    write.log(stage=stage.position, rounds=numbers)

"""Proof that a draw was not arranged: a hash of the seed before it, everything it was made from after it.

`manage.py check_draw` draws it again. A seat changed by hand since then is a difference, and is named as one.
"""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from tournament.core.errors import Refused
from tournament.draw.request import draw_seed
from tournament.draw.seating.commitment import commit, published
from tournament.models import Round, Seat, Stage
from tournament.models.stages import RoundState

BY_HAND = "hand"  # the mode of a round that nobody drew


def next_commitment(stage: Stage) -> str:
    """The hash to be shown before the next draw of the stage."""
    return commit(draw_seed(stage, stage.rounds.public().count()))


def draw_document(round_: Round) -> dict[str, Any]:
    """The whole draw that the round belongs to, once all of its rounds are published."""
    rounds = drawn_together(round_)
    first = rounds[0]
    if not can_be_checked(rounds):
        if any(each.state == RoundState.DRAFT for each in rounds):
            raise Refused("not_public", _("Not all rounds of this draw are published yet."))
        raise Refused("by_hand", _("This round was not drawn here: no seed gives it."))
    tables, boards = seated(rounds)
    return published(first.request, tables, boards, first.report)


def draws_of(rounds: Iterable[Round]) -> list[list[Round]]:
    """The rounds of a stage by draw: from each that holds a request to the last one before the next draw."""
    draws: list[list[Round]] = []
    for each in rounds:
        if each.request or not draws:
            draws.append([])
        draws[-1].append(each)
    return draws


def drawn_together(round_: Round) -> list[Round]:
    return next(rounds for rounds in draws_of(round_.stage.rounds.order_by("number")) if round_ in rounds)


def commitment_of(first: Round) -> str:
    """The hash shown before this draw; empty where no seed gives the draw, as it was made by hand or elsewhere."""
    seed = first.request.get("seed")
    return commit(seed) if seed and first.report.get("mode") != BY_HAND else ""


def can_be_checked(rounds: list[Round]) -> bool:
    """Whether a seed gives the draw and all of it is public."""
    return bool(commitment_of(rounds[0])) and all(each.state != RoundState.DRAFT for each in rounds)


def seated(rounds: list[Round]) -> tuple[list[list[list[int]]], list[list[int]]]:
    """By round the entries at each table, in the order of turns, and the number of its board. Tables as drawn: by board."""
    tables: dict[int, dict[int, list[int]]] = {each.pk: {} for each in rounds}
    boards: dict[int, dict[int, int]] = {each.pk: {} for each in rounds}
    seats = Seat.objects.filter(round__in=rounds).order_by("table__board__number", "order")
    for pk, table, board, entry in seats.values_list("round", "table", "table__board__number", "entry"):
        tables[pk].setdefault(table, []).append(entry)
        boards[pk][table] = board
    return [list(each.values()) for each in tables.values()], [list(each.values()) for each in boards.values()]

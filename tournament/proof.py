"""What lets anybody see that a draw was not arranged: a hash of the seed before it, everything it was made from after it.

`manage.py check_draw` draws it again. A seat changed by hand since then is a difference, and is named as one.
"""

from typing import Any

from django.utils.translation import gettext as _

from tournament.errors import Refused
from tournament.lots import draw_seed
from tournament.models import Round, Stage
from tournament.models.stages import RoundState
from tournament.seating.commitment import FORMAT, commit


def next_commitment(stage: Stage) -> str:
    """To be shown before the next draw of the stage."""
    return commit(draw_seed(stage, stage.rounds.public().count()))


def draw_document(round_: Round) -> dict[str, Any]:
    """The whole draw that the round belongs to, once all of its rounds are published."""
    rounds = _drawn_together(round_)
    if any(each.state == RoundState.DRAFT for each in rounds):
        raise Refused("not_public", _("Not all rounds of this draw are published yet."))
    first = rounds[0]
    return {
        "format": FORMAT,
        "commitment": commit(first.request["seed"]),
        "request": first.request,
        "rounds": [_tables(each) for each in rounds],
        "boards": [list(each.tables.values_list("board__number", flat=True)) for each in rounds],
        "report": first.report,
    }


def _drawn_together(round_: Round) -> list[Round]:
    """From the round that holds the request to the last one before the next draw."""
    together: list[Round] = []
    for each in round_.stage.rounds.order_by("number"):
        if each.request and each.number > round_.number:
            break
        together = [each] if each.request else [*together, each]
    return together


def _tables(round_: Round) -> list[list[int]]:
    tables: dict[int, list[int]] = {}
    seats = round_.seats.order_by("table__number", "order").values_list("table__number", "entry")
    for table, entry in seats:
        tables.setdefault(table, []).append(entry)
    return list(tables.values())

"""The list of offences: what is shipped, and what a club says differently."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from referee.models import Offence
from tournament.models import Club

DATA = Path(__file__).parent / "data"


@cache
def shipped_offences() -> tuple[dict[str, Any], ...]:
    return tuple(json.loads((DATA / "offences.json").read_text()))


def offences_of(club: Club, *, all_of_them: bool = False) -> list[dict[str, Any]]:
    """The club's list: the shipped ones, each replaced by the club's own of the same code, then what the club added."""
    own = {offence.code: offence.as_data() for offence in Offence.objects.filter(club=club).order_by("pk")}
    shipped = [own.pop(one["code"], {**one, "is_left_out": False, "version": 0}) for one in shipped_offences()]
    return [one for one in [*shipped, *own.values()] if all_of_them or not one["is_left_out"]]


def offence_of(club: Club, code: str) -> dict[str, Any] | None:
    return next((one for one in offences_of(club, all_of_them=True) if one["code"] == code), None)


def is_shipped(code: str) -> bool:
    return any(one["code"] == code for one in shipped_offences())

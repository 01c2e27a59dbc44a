"""The page between the first and the second signature of an exclusion: what follows, and who can take it back."""

from collections.abc import Mapping

from django.http import HttpResponse
from django.shortcuts import render

from referee.rulings.consequences import of_exclusion
from tournament.core.pages.requests import Request
from tournament.core.refusals import NOT_AT_THIS_TABLE
from tournament.models import Table
from tournament.people.names import entry_name

ASKED = ("csrfmiddlewaretoken", "words", "is_sure")  # asked again


def is_to_be_asked(fields: Mapping[str, str]) -> bool:
    return not (fields.get("is_sure") and fields.get("words", "").strip())


def asked(request: Request, table: Table, fields: Mapping[str, str], address: str, against: str = "") -> HttpResponse:
    """`address`: where the form with all its fields goes the second time."""
    seat = (
        table.seats.select_related("entry__person")
        .filter(entry__public_id=against or fields.get("against", ""))
        .first()
    )
    if seat is None:
        raise NOT_AT_THIS_TABLE()
    context = {
        "tournament": table.tournament,
        "table": table,
        "seat": seat,
        "name": entry_name(seat.entry, full=True),
        "follows": of_exclusion(table, seat.entry),
        "kept": {name: value for name, value in fields.items() if name not in ASKED},
        "words": fields.get("words", ""),
        "is_unsaid": bool(fields.get("is_sure")),
        "address": address,
    }
    return render(request, "referee/claims/sure.html", context)

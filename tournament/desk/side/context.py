"""Puts the side bar into the frame of the desk's pages."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from tournament.core.access import may
from tournament.core.actors import ANONYMOUS
from tournament.desk.side.queries import Side, side_of
from tournament.models import Tournament

PAGES = ("desk/t/", "referee/t/")  # where their addresses begin
WITHOUT = {"recorder", "claim"}  # these want the whole width, also without network


def side(request: HttpRequest) -> dict[str, Any]:
    """Queries the database only if the frame of a page shows it: parts of pages have no frame."""
    return {"side": SimpleLazyObject(lambda: _side(request))}


def _side(request: HttpRequest) -> Side | None:
    tournament = getattr(request, "tournament", None)
    match = request.resolver_match
    if not isinstance(tournament, Tournament) or match is None or match.url_name in WITHOUT:
        return None
    actor = getattr(request, "actor", ANONYMOUS)
    if not match.route.startswith(PAGES) or not may(actor, "tournament.see", tournament):
        return None
    return side_of(tournament, actor, request.path)

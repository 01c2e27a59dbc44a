"""Check-in: rows of buttons for several clerks at once."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy, ngettext

from tournament.core import find
from tournament.core.access import gate
from tournament.core.action import Done
from tournament.core.errors import Stale
from tournament.core.pages.requests import Request, action_id, number
from tournament.core.refusals import NO_SUCH_ACT
from tournament.entries.checkin import actions
from tournament.entries.checkin.queries import KINDS, door, guest
from tournament.entries.payments.actions import set_paid
from tournament.entries.queries import entry_in_full
from tournament.entries.waiting_list.actions import move_up
from tournament.models import Entry, Tournament
from tournament.models.events import EntryState

SHOWS = ("missing", "unpaid", "groups")
# Each state with what it means for the draw and for the ranking.
STATES = [
    (EntryState.WAITING.label, gettext_lazy("Not drawn; moves up when a place is free."), gettext_lazy("No rank.")),
    (EntryState.REGISTERED.label, gettext_lazy("Not drawn before checked in."), gettext_lazy("No rank.")),
    (EntryState.PRESENT.label, gettext_lazy("Drawn in every round."), gettext_lazy("Ranked.")),
    (
        EntryState.ABSENT.label,
        gettext_lazy("Not drawn this once; back by itself when the round is closed."),
        gettext_lazy("Ranked."),
    ),
    (
        EntryState.WITHDRAWN.label,
        gettext_lazy("Not drawn any more."),
        gettext_lazy("Ranked with the results so far, never in a final."),
    ),
    (
        EntryState.EXCLUDED.label,
        gettext_lazy("Not drawn any more."),
        gettext_lazy("No rank; what others won against them stays."),
    ),
]


def _filters(request: Request) -> dict[str, str]:
    """The search and filter of the list; every tap sends them along."""
    query = request.POST if request.method == "POST" else request.GET
    show = query.get("show", "")
    return {"q": " ".join(query.get("q", "").split())[:80], "show": show if show in SHOWS else ""}


@gate("entries.change", find.tournament)
def check_in(request: Request, tournament: Tournament) -> HttpResponse:
    filters = _filters(request)
    if request.htmx and request.htmx.trigger == "tally" and request.GET.get("known") == str(tournament.stream.seq):
        return HttpResponse(status=204)  # the page was told of its own change, which it shows already
    template = "entries/checkin/list.html" if request.htmx else "entries/checkin/page.html"
    return render(request, template, _door_context(tournament, filters))


def _door_context(tournament: Tournament, filters: dict[str, str]) -> dict[str, Any]:
    base = reverse("check_in", args=[tournament.public_id])
    return {
        "tournament": tournament,
        "stream": tournament.stream,
        "known": tournament.stream.seq,
        "door": door(tournament, sought=filters["q"], show=filters["show"]),
        "here": f"{base}?{urlencode(filters)}",
        "tap": reverse("check_in_tap", args=[tournament.public_id]),  # once, not in every row
        "states": STATES,
        "kinds": KINDS,
        "player_page": reverse("player", args=[tournament.public_id]),
        **filters,
    }


# The buttons of a row, by the first word of `do`.
ROW_ACTS: dict[str, Callable[..., Done[Entry]]] = {
    "come": actions.check_in,
    "back": actions.undo_check_in,
    "up": move_up,
    "paid": lambda tournament, **how: set_paid(tournament, is_paid=True, **how),
    "unpaid": lambda tournament, **how: set_paid(tournament, is_paid=False, **how),
}


@gate("entries.change", find.tournament)
def tap(request: Request, tournament: Tournament) -> HttpResponse:
    """A button of a row: `do` is "come <entry> <version>". The same tap by two clerks is one action."""
    word, entry_id, seen, *_rest = [*request.POST.get("do", "").split(" "), "", ""]
    if word not in ROW_ACTS:
        raise NO_SUCH_ACT()
    key = f"{word}-{entry_id}-{seen}"
    id_of_tap = key if len(key) <= 60 and key.replace("-", "").isalnum() and key.isascii() else None
    warning = ""
    seq = None
    try:
        seq = ROW_ACTS[word](tournament, by=request.actor, action_id=id_of_tap, entry_id=entry_id).receipt["seq"]
    except Stale as refusal:  # somebody was faster: the row shows the present state
        warning = str(refusal)
    # Moving up changes the list around the row as well: no `seq`, so that the page fetches all of it.
    return _row_answer(request, tournament, entry_id, warning, None if word == "up" else seq)


def _row_answer(request: Request, tournament: Tournament, entry_id: str, warning: str, seq: int | None) -> HttpResponse:
    filters = _filters(request)
    if not request.htmx:
        if warning:
            messages.warning(request, warning)
        return redirect(f"{reverse('check_in', args=[tournament.public_id])}?{urlencode(filters)}#row-{entry_id}")
    entry = entry_in_full(tournament, entry_id)
    before = number(request, "known")
    # The page now knows its own change, unless others came in between: then it fetches the whole list.
    known = seq if seq is not None and before == seq - 1 else before or 0
    context = {**_door_context(tournament, filters), "known": known, "one": guest(entry), "said": warning}
    return render(request, "entries/checkin/row_answer.html", context)


@gate("entries.change", find.tournament)
def everybody(request: Request, tournament: Tournament) -> HttpResponse:
    """Or those of a party who are missing (`party`): a team, a family, a club."""
    party = next((one for one in door(tournament).parties if one.key == request.POST.get("party")), None)
    if party is None and "party" in request.POST:
        raise NO_SUCH_ACT()
    whom = [one.public_id for one in party.missing] if party else None
    done = actions.check_in_all(tournament, by=request.actor, action_id=action_id(request), entries=whom)
    count = done.receipt["count"]
    messages.success(request, ngettext("Checked in: %(n)d player.", "Checked in: %(n)d players.", count) % {"n": count})
    back = reverse("check_in", args=[tournament.public_id])
    return redirect(f"{back}?show=groups" if party else back)


@gate("entries.change", find.tournament)
def close(request: Request, tournament: Tournament) -> HttpResponse:
    """Close check-in, or reopen it (`to`=reopen)."""
    act = {"by": request.actor, "action_id": action_id(request)}
    if request.POST.get("to") == "reopen":
        actions.reopen_check_in(tournament, **act)
    else:
        actions.close_check_in(tournament, **act)
    return redirect("check_in", tournament_id=tournament.public_id)


# One player

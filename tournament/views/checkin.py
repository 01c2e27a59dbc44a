"""At the door: whole rows to tap, for several clerks at once; and the page of one player with everything rarer."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament import find
from tournament.access import gate, may
from tournament.actions import checkin as actions
from tournament.actions.core import Done
from tournament.actions.entering import erase_contact, renew_link
from tournament.actions.entries import exclude_entry, rename, renumber, restore_entry, set_number, withdraw_entry
from tournament.actions.groups import set_wishes
from tournament.entry_forms import PersonForm, WishesForm
from tournament.errors import Refused, Stale
from tournament.links import entry_token
from tournament.models import Entry, Tournament
from tournament.models.events import EntryState
from tournament.queries_checkin import door, guest
from tournament.views.accounts import qr_image
from tournament.views.requests import Request, action_id, address_for_others, number, version

SHOWS = ("missing", "unpaid")
# Each state with its rule for the draw and for the ranking.
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


def _sought(request: Request) -> dict[str, str]:
    """What the list is narrowed to: kept over every tap."""
    asked = request.POST if request.method == "POST" else request.GET
    show = asked.get("show", "")
    return {"q": " ".join(asked.get("q", "").split())[:80], "show": show if show in SHOWS else ""}


@gate("entries.change", find.tournament)
def check_in(request: Request, tournament: Tournament) -> HttpResponse:
    narrowed = _sought(request)
    if request.htmx and request.htmx.trigger == "tally" and request.GET.get("known") == str(tournament.stream.seq):
        return HttpResponse(status=204)  # what the page heard of was its own doing, and it shows that already
    shown = _door(tournament, narrowed)
    return render(request, "tournament/checkin/list.html" if request.htmx else "tournament/checkin/page.html", shown)


def _door(tournament: Tournament, narrowed: dict[str, str]) -> dict[str, Any]:
    base = reverse("check_in", args=[tournament.public_id])
    return {
        "tournament": tournament,
        "stream": tournament.stream,
        "known": tournament.stream.seq,
        "door": door(tournament, sought=narrowed["q"], show=narrowed["show"]),
        "here": f"{base}?{urlencode(narrowed)}",
        "tap": reverse("check_in_tap", args=[tournament.public_id]),  # once, not for every row
        "states": STATES,
        "player_page": reverse("player", args=[tournament.public_id]),
        **narrowed,
    }


# What a row's buttons say, and what is done then.
ROW_ACTS: dict[str, Callable[..., Done[Entry]]] = {
    "come": actions.check_in,
    "back": actions.undo_check_in,
    "up": actions.move_up,
    "paid": lambda tournament, **how: actions.set_paid(tournament, is_paid=True, **how),
    "unpaid": lambda tournament, **how: actions.set_paid(tournament, is_paid=False, **how),
}


@gate("entries.change", find.tournament)
def tap(request: Request, tournament: Tournament) -> HttpResponse:
    """A button of a row: `do` is "come <entry> <version>". The same tap by two clerks is one deed."""
    word, entry_id, seen, *_rest = [*request.POST.get("do", "").split(" "), "", ""]
    if word not in ROW_ACTS:
        raise Refused("no_such_act", _("There is no such button."))
    key = f"{word}-{entry_id}-{seen}"
    id_of_tap = key if len(key) <= 60 and key.replace("-", "").isalnum() and key.isascii() else None
    said = ""
    seq = None
    try:
        seq = ROW_ACTS[word](tournament, by=request.actor, action_id=id_of_tap, entry_id=entry_id).receipt["seq"]
    except Stale as refusal:  # somebody was faster: the row shows how it is now
        said = str(refusal)
    # Who moves up changes the list around the row as well: the page fetches it all.
    return _row(request, tournament, entry_id, said, None if word == "up" else seq)


def _row(request: Request, tournament: Tournament, entry_id: str, said: str, seq: int | None) -> HttpResponse:
    narrowed = _sought(request)
    if not request.htmx:
        if said:
            messages.warning(request, said)
        return redirect(f"{reverse('check_in', args=[tournament.public_id])}?{urlencode(narrowed)}#row-{entry_id}")
    entry = _entry(tournament, entry_id)
    before = number(request, "known")
    shown = _door(tournament, narrowed)
    # Only what the page knew before and did itself: whatever came in between is fetched.
    shown |= {"known": seq if seq is not None and before == seq - 1 else before or 0, "one": guest(entry), "said": said}
    return render(request, "tournament/checkin/row_answer.html", shown)


def _entry(tournament: Tournament, entry_id: str) -> Entry:
    entry = tournament.entries.select_related("person", "contact").filter(public_id=entry_id).first()
    if entry is None:
        raise Refused("no_such_entry", _("This player is not entered."))
    return entry


@gate("entries.change", find.tournament)
def everybody(request: Request, tournament: Tournament) -> HttpResponse:
    done = actions.check_in_all(tournament, by=request.actor, action_id=action_id(request))
    messages.success(request, _("Checked in: %(n)d players.") % {"n": done.receipt["count"]})
    return redirect("check_in", tournament_id=tournament.public_id)


@gate("entries.change", find.tournament)
def close(request: Request, tournament: Tournament) -> HttpResponse:
    """Check-in is over; or it goes on after all (`to`=reopen)."""
    act = {"by": request.actor, "action_id": action_id(request)}
    if request.POST.get("to") == "reopen":
        actions.reopen_check_in(tournament, **act)
    else:
        actions.close_check_in(tournament, **act)
    return redirect("check_in", tournament_id=tournament.public_id)


@gate("entries.change", find.tournament)
def renumber_all(request: Request, tournament: Tournament) -> HttpResponse:
    by_surname = request.POST.get("by") == "surname"
    done = renumber(tournament, by=request.actor, action_id=action_id(request), by_surname=by_surname)
    messages.success(request, _("Start numbers 1 to %(last)d are given anew.") % {"last": done.receipt["count"]})
    return redirect("check_in", tournament_id=tournament.public_id)


@gate("entries.change", find.tournament)
def next_waiting(request: Request, tournament: Tournament) -> HttpResponse:
    """Whoever waits longest moves up."""
    done = actions.move_up(tournament, by=request.actor, action_id=action_id(request))
    entry = _entry(tournament, done.receipt["id"])
    messages.success(request, _("%(name)s moves up.") % {"name": guest(entry).name})
    return redirect("check_in", tournament_id=tournament.public_id)


# One player


@gate("entries.change", find.tournament)
def player(request: Request, tournament: Tournament) -> HttpResponse:
    """Everything that can be done about one entry (`?entry=`)."""
    entry = _entry(tournament, request.GET.get("entry", ""))
    if request.method == "POST":
        try:
            _do(request, tournament, entry)
        except Refused as refusal:
            entry.refresh_from_db()
            return _player_page(request, tournament, entry, str(refusal), refusal.status)
        messages.success(request, _("Saved."))
        return redirect(f"{reverse('player', args=[tournament.public_id])}?entry={entry.public_id}")
    return _player_page(request, tournament, entry)


def _player_page(
    request: Request, tournament: Tournament, entry: Entry, error: str = "", status: int = 200
) -> HttpResponse:
    link = address_for_others(request, reverse("entry_link", args=[entry.public_id, entry_token(entry)]))
    word = request.POST.get("do")
    shown = {
        "tournament": tournament,
        "one": guest(entry),
        "contact": getattr(entry, "contact", None),
        "link": link,
        "qr": qr_image(link),
        "wishes": WishesForm(request.POST if word == "wishes" else None, entry=entry),
        "person": PersonForm(request.POST if word == "name" else None, entry=entry),
        "error": error,
        "may_exclude": may(request.actor, "entries.exclude", tournament),
        "typed": request.POST,
    }
    return render(request, "tournament/checkin/player.html", shown, status=status)


PLAYER_ACTS: dict[str, Callable[..., Done[Any]]] = {
    **ROW_ACTS,
    "absent": actions.mark_absent,
    "withdraw": withdraw_entry,
    "restore": restore_entry,
    "renew": renew_link,
    "erase": erase_contact,
}
UNVERSIONED = ("paid", "unpaid", "renew", "erase")


def _do(request: Request, tournament: Tournament, entry: Entry) -> None:
    how: dict[str, Any] = {"by": request.actor, "action_id": action_id(request), "entry_id": entry.public_id}
    word = request.POST.get("do", "")
    if word == "number":
        _renumber(request, tournament, how)
    elif word == "exclude":
        reason = request.POST.get("reason", "")[:1000]
        exclude_entry(tournament, reason=reason, version=version(request), **how)
    elif word == "wishes":
        _wish(request, tournament, entry, how)
    elif word == "name":
        rename(tournament, version=version(request), **_checked(PersonForm(request.POST, entry=entry)), **how)
    elif word in PLAYER_ACTS:
        seen = {} if word in UNVERSIONED else {"version": version(request)}
        PLAYER_ACTS[word](tournament, **seen, **how)
    else:
        raise Refused("no_such_act", _("There is no such button."))


def _renumber(request: Request, tournament: Tournament, how: dict[str, Any]) -> None:
    wished = number(request, "number")
    if wished is None:
        raise Refused("number", _("A start number is a whole number."))
    set_number(tournament, number=wished, version=version(request), **how)


def _wish(request: Request, tournament: Tournament, entry: Entry, how: dict[str, Any]) -> None:
    given = _checked(WishesForm(request.POST, entry=entry))
    set_wishes(
        tournament,
        version=version(request),
        team_id=given["team"].pk if given["team"] else None,
        category_id=given["category"].pk if given["category"] else None,
        **{name: given[name] for name in ("from_club", "family", "fixed_boards", "note")},
        **how,
    )


def _checked(form: Form) -> dict[str, Any]:
    if not form.is_valid():
        raise Refused("form", _("Please check what is written beside the fields."))
    return form.cleaned_data

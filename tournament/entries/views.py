"""The page of one player at the desk, with everything that can be done about them."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.core import find
from tournament.core.access import gate, may
from tournament.core.action import Done
from tournament.core.errors import Refused
from tournament.core.links import entry_token
from tournament.core.pages.qr import qr_image
from tournament.core.pages.requests import Request, action_id, address_for_others, number, version
from tournament.core.refusals import FORM, NO_SUCH_ACT, NUMBER_NOT_WHOLE
from tournament.entries.actions import has_played, rename
from tournament.entries.checkin import actions
from tournament.entries.checkin.queries import guest
from tournament.entries.checkin.views import ROW_ACTS
from tournament.entries.details import GROUPS
from tournament.entries.forms import ContactForm, PersonForm, WishesForm
from tournament.entries.queries import entry_in_full
from tournament.entries.removal.actions import remove_entry
from tournament.entries.signup.actions import erase_contact, renew_link, set_contact
from tournament.entries.start_numbers.actions import set_number
from tournament.entries.wishes.actions import set_wishes
from tournament.entries.withdrawals.actions import exclude_entry, restore_entry, withdraw_entry
from tournament.models import Entry, Tournament


@gate("entries.change", find.tournament)
def player(request: Request, tournament: Tournament) -> HttpResponse:
    """The page of one entry (`?entry=`), with everything that can be done about it."""
    entry = entry_in_full(tournament, request.GET.get("entry", ""))
    if request.method == "POST":
        try:
            _do(request, tournament, entry)
        except Refused as refusal:
            entry.refresh_from_db()
            return _player_page(request, tournament, entry, str(refusal), refusal.status)
        if request.POST.get("do") == "remove":
            messages.success(request, _("The entry is deleted. Deleted by mistake? Undo brings it back."))
            return redirect("check_in", tournament.public_id)
        messages.success(request, _("Saved."))
        return redirect(f"{reverse('player', args=[tournament.public_id])}?entry={entry.public_id}")
    return _player_page(request, tournament, entry)


def _player_page(
    request: Request, tournament: Tournament, entry: Entry, error: str = "", status: int = 200
) -> HttpResponse:
    link = address_for_others(request, reverse("entry_link", args=[entry.public_id, entry_token(entry)]))
    word = request.POST.get("do")
    context = {
        "tournament": tournament,
        "one": guest(entry),
        "contact": ContactForm(request.POST if word == "contact" else None, entry=entry),
        "has_contact": hasattr(entry, "contact"),
        "link": link,
        "qr": qr_image(link),
        "wishes": WishesForm(request.POST if word == "wishes" else None, entry=entry),
        "person": PersonForm(request.POST if word == "name" else None, entry=entry),
        "error": error,
        "may_remove": not has_played(entry),
        "may_exclude": may(request.actor, "entries.exclude", tournament),
        "typed": request.POST,
    }
    return render(request, "entries/checkin/player.html", context, status=status)


PLAYER_ACTS: dict[str, Callable[..., Done[Any]]] = {
    **ROW_ACTS,
    "absent": actions.mark_absent,
    "withdraw": withdraw_entry,
    "restore": restore_entry,
    "remove": remove_entry,
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
        _set_wishes(request, tournament, entry, how)
    elif word == "name":
        rename(tournament, version=version(request), **_cleaned(PersonForm(request.POST, entry=entry)), **how)
    elif word == "contact":
        set_contact(tournament, version=version(request), **_cleaned(ContactForm(request.POST, entry=entry)), **how)
    elif word in PLAYER_ACTS:
        seen = {} if word in UNVERSIONED else {"version": version(request)}
        PLAYER_ACTS[word](tournament, **seen, **how)
    else:
        raise NO_SUCH_ACT()


def _renumber(request: Request, tournament: Tournament, how: dict[str, Any]) -> None:
    wished = number(request, "number")
    if wished is None:
        raise NUMBER_NOT_WHOLE()
    set_number(tournament, number=wished, version=version(request), **how)


def _set_wishes(request: Request, tournament: Tournament, entry: Entry, how: dict[str, Any]) -> None:
    given = _cleaned(WishesForm(request.POST, entry=entry))
    groups = {name: given.pop(name) for name in GROUPS}
    ids = {f"{name}_id": group.pk if group else None for name, group in groups.items()}
    set_wishes(tournament, version=version(request), **ids, **given, **how)


def _cleaned(form: Form) -> dict[str, Any]:
    if not form.is_valid():
        raise FORM()
    return form.cleaned_data

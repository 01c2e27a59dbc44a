"""Entering oneself, without an account: the public page, the private link, and the settings at the desk."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.core import find, guard
from tournament.core.access import gate
from tournament.core.actors import ANONYMOUS
from tournament.core.errors import Locked, Refused
from tournament.core.languages import spoken
from tournament.core.links import entry_by_token, entry_token
from tournament.core.pages.qr import qr_image
from tournament.core.pages.requests import Request, action_id, address_for_others, version
from tournament.entries.forms import EnteringForm, SelfEntryForm
from tournament.entries.signup import actions
from tournament.entries.signup.own_link import COOKIE, own_link, with_one_more
from tournament.entries.signup.queries import perhaps_twice, places_of
from tournament.models import Tournament


@gate("public.see", find.tournament)
def self_entry(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The public page. While entering is closed, it says what to do instead."""
    form = SelfEntryForm(request.POST or None, is_for_minors=tournament.is_for_minors)
    if request.method == "POST" and tournament.is_open_to_all and form.is_valid():
        if form.cleaned_data.pop("website"):
            return redirect("tournament", tournament_id=tournament.public_id)
        try:
            return _enter(request, tournament, form)
        except Locked as locked:
            form.add_error(
                None, _("Very many have entered from here just now. Please ask at the desk, or come back later.")
            )
            return _self_page(request, tournament, form, locked.status)
        except Refused as refused:
            form.add_error(None, str(refused))
    return _self_page(request, tournament, form, 422 if form.errors else 200)


def _self_page(request: HttpRequest, tournament: Tournament, form: SelfEntryForm, status: int) -> HttpResponse:
    places = places_of(tournament)
    context = {
        "tournament": tournament,
        "form": form,
        "is_open": tournament.is_open_to_all,
        "free": places.free,
        "queue": len(places.waiting),
        "is_full": places.free == 0 and not tournament.has_waiting_list,
    }
    return render(request, "entries/signup/self.html", context, status=status)


def _enter(request: HttpRequest, tournament: Tournament, form: SelfEntryForm) -> HttpResponse:
    guard.take(guard.entering_door(request))
    given = {**form.cleaned_data, "language": spoken()}
    done = actions.enter_oneself(tournament, by=ANONYMOUS, action_id=action_id(request), **given)
    entry = tournament.entries.select_related("person").get(public_id=done.receipt["id"])
    return redirect("entry_link", entry_id=entry.public_id, token=entry_token(entry))


# The private link (the page behind it: tournament.hall.me.views)


@gate("link.use")
def open_link(request: HttpRequest, entry_id: str, token: str) -> HttpResponse:
    """Put the token of the link into a cookie, out of the address. The page shows the link again, to be saved."""
    entry = entry_by_token(entry_id, token)
    if entry is None:
        guard.take(guard.link_door(request))
        raise Http404
    answer = redirect("own_entry", entry_id=entry.public_id)
    COOKIE.write(request, answer, with_one_more(request, entry, token))
    return answer


@gate("link.use")
def withdraw(request: Request, entry_id: str) -> HttpResponse:
    entry, actor = own_link(request, entry_id)
    try:
        seen = version(request)
        sent = action_id(request)
        actions.withdraw_oneself(entry.tournament, by=actor, action_id=sent, entry_id=entry_id, version=seen)
    except Refused as refused:
        messages.warning(request, str(refused))
    return redirect("own_entry", entry_id=entry_id)


@gate("link.use")
def erase(request: Request, entry_id: str) -> HttpResponse:
    entry, actor = own_link(request, entry_id)
    actions.erase_contact(entry.tournament, by=actor, action_id=action_id(request), entry_id=entry_id)
    messages.success(request, _("Erased."))
    return redirect("own_entry", entry_id=entry_id)


# The desk


@gate("tournament.change", find.tournament)
def rules(request: Request, tournament: Tournament) -> HttpResponse:
    form = EnteringForm(request.POST or None, instance=tournament)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        actions.set_entering(
            tournament,
            by=request.actor,
            action_id=action_id(request),
            version=version(request),
            opens_at=given["entry_opens_at"],
            closes_at=given["entry_closes_at"],
            **{name: given[name] for name in ("takes_entries", "places", "has_waiting_list")},
        )
        messages.success(request, _("Saved."))
        return redirect("entering", tournament_id=tournament.public_id)
    return render(request, "entries/signup/rules.html", _rules_context(request, tournament, form))


def _rules_context(request: Request, tournament: Tournament, form: EnteringForm) -> dict[str, Any]:
    link = address_for_others(request, reverse("self_entry", args=[tournament.public_id]))
    stored = find.tournament(tournament.public_id)  # reloaded: validating the form has changed the instance
    return {
        "tournament": stored,
        "form": form,
        "is_open": stored.is_open_to_all,
        "link": link,
        "qr": qr_image(link),
        "places": places_of(stored),
        "twice": perhaps_twice(stored),
    }

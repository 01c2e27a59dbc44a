"""Entering oneself, without an account: the public page, the own page by a private link, and the rules at the desk."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament import find, guard
from tournament.access import gate
from tournament.actions import entering as actions
from tournament.actors import ANONYMOUS, Actor
from tournament.entry_forms import EnteringForm, SelfEntryForm
from tournament.errors import Locked, Refused
from tournament.links import entry_by_token, entry_token
from tournament.models import Entry, Tournament
from tournament.queries_entering import perhaps_twice, places_of
from tournament.views.accounts import qr_image
from tournament.views.requests import Request, action_id, address_for_others, version

COOKIE, SALT = f"{settings.HTTPS_ONLY}entries", "tournament.views.entering"
KEPT_FOR = 60 * 60 * 24 * 90  # from entering until the day, and a while after
MOST_KEPT = 8  # a family enters by one phone


@gate("public.see", find.tournament)
def self_entry(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Open while the organiser says so; otherwise what to do instead."""
    form = SelfEntryForm(request.POST or None)
    if request.method == "POST" and tournament.is_open_to_all and form.is_valid():
        if form.cleaned_data.pop("website"):
            return redirect("tournament", tournament_id=tournament.public_id)
        try:
            return _entered(request, tournament, form)
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
    shown = {
        "tournament": tournament,
        "form": form,
        "is_open": tournament.is_open_to_all,
        "free": places.free,
        "queue": len(places.waiting),
        "is_full": places.free == 0 and not tournament.has_waiting_list,
    }
    return render(request, "tournament/enter/self.html", shown, status=status)


def _entered(request: HttpRequest, tournament: Tournament, form: SelfEntryForm) -> HttpResponse:
    guard.take(guard.entering_door(request))
    given = {**form.cleaned_data, "language": "en" if get_language() == "en" else "de"}
    done = actions.enter_oneself(tournament, by=ANONYMOUS, action_id=action_id(request), **given)
    entry = tournament.entries.select_related("person").get(public_id=done.receipt["id"])
    return _to_own_page(request, entry, entry_token(entry))


# The private link (the own page itself: views.own)


@gate("link.use")
def open_link(request: HttpRequest, entry_id: str, token: str) -> HttpResponse:
    entry = entry_by_token(entry_id, token)
    if entry is None:
        guard.take(guard.link_door(request))
        raise Http404
    return _to_own_page(request, entry, token)


def _to_own_page(request: HttpRequest, entry: Entry, token: str) -> HttpResponse:
    """The link is exchanged for a cookie at once; the page shows it again, for keeping."""
    kept = {**_kept(request), entry.public_id: token}
    newest = dict(list(kept.items())[-MOST_KEPT:])
    answer = redirect("own_entry", entry_id=entry.public_id)
    answer.set_cookie(
        COOKIE,
        signing.dumps(newest, salt=SALT),
        max_age=KEPT_FOR,
        path=reverse("own_entry", args=["-"]).removesuffix("-/"),
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    answer["Referrer-Policy"] = "no-referrer"
    return answer


def _kept(request: HttpRequest) -> dict[str, str]:
    try:
        kept: dict[str, str] = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=KEPT_FOR)
    except signing.BadSignature:
        return {}
    return kept


def own_link(request: HttpRequest, entry_id: str) -> tuple[Entry, Actor]:
    entry = entry_by_token(entry_id, _kept(request).get(entry_id, ""))
    if entry is None:
        raise Http404
    device = f"entry-{entry.public_id}"
    if request.method == "POST":
        guard.take(*guard.holder_doors(entry_id, device))
    return entry, Actor(via="link", entry=entry.public_id, device=device)


@gate("link.use")
def withdraw(request: HttpRequest, entry_id: str) -> HttpResponse:
    entry, actor = own_link(request, entry_id)
    try:
        seen = version(request)
        sent = action_id(request)
        actions.withdraw_oneself(entry.tournament, by=actor, action_id=sent, entry_id=entry_id, version=seen)
    except Refused as refused:
        messages.warning(request, str(refused))
    return redirect("own_entry", entry_id=entry_id)


@gate("link.use")
def erase(request: HttpRequest, entry_id: str) -> HttpResponse:
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
    return render(request, "tournament/enter/rules.html", _rules(request, tournament, form))


def _rules(request: Request, tournament: Tournament, form: EnteringForm) -> dict[str, Any]:
    link = address_for_others(request, reverse("self_entry", args=[tournament.public_id]))
    found = find.tournament(tournament.public_id)  # as it is kept: a form that came back has changed the one at hand
    return {
        "tournament": found,
        "form": form,
        "is_open": found.is_open_to_all,
        "link": link,
        "qr": qr_image(link),
        "places": places_of(found),
        "twice": perhaps_twice(found),
    }

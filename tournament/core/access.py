"""Who may do what: the matrix of rights as data, one function that reads it (`may`), and the gates of pages and API.

An object that somebody may not see is answered as if it did not exist; one they see but may not change is refused. A view
without a gate is found by tests/architecture.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout as end_session
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.db import models
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.exceptions import MethodNotAllowed
from rest_framework.permissions import BasePermission

from tournament.core import days, security_log
from tournament.core.actors import Actor, Request
from tournament.core.circle import Circle
from tournament.core.errors import NotAllowed, Refused
from tournament.core.refusals import NOT_ALLOWED
from tournament.core.session_times import has_ended, was_confirmed_lately
from tournament.models import Account, Club, Grant, Role, Scope, Table, Tournament

EVERYBODY = "everybody"
SIGNED_IN = "signed in"
OPERATOR = "operator"
TABLE = "table"  # holds the link on a table's slip
ENTRY = "entry"  # holds the private link of a player

V, D, R, O, A = Role.VIEWER, Role.DESK, Role.REFEREE, Role.ORGANISER, Role.ADMIN  # noqa: E741

# Action -> roles that may do it. "see" decides whether an object exists for somebody at all.
MATRIX: dict[str, frozenset[str]] = {
    "public.see": frozenset({EVERYBODY}),
    "link.use": frozenset({EVERYBODY}),  # the link itself is the permission
    "entry.self": frozenset({EVERYBODY}),  # while the organiser lets everybody enter
    "entry.own": frozenset({ENTRY, D, O, A}),  # by a player's link for that player only
    "link.make_first": frozenset(),  # only the system actor: launcher, command line
    "account.own": frozenset({SIGNED_IN}),
    "account.close": frozenset(),  # only the command line
    "date.confirm": frozenset({OPERATOR}),
    "club.create": frozenset({OPERATOR}),
    "club.see": frozenset({A}),
    "club.change": frozenset({A}),
    "tournament.create": frozenset({A}),
    "tournament.see": frozenset({V, D, R, O, A}),
    "tournament.change": frozenset({O, A}),
    "tournament.delete": frozenset({A}),
    "role.grant": frozenset({O, A}),
    "entries.see": frozenset({V, D, R, O, A}),
    "entries.change": frozenset({D, O, A}),
    "rounds.draw": frozenset({O, A}),
    "rounds.close": frozenset({O, A}),
    "results.report": frozenset({TABLE, D, R, O, A}),  # by a table's link for that table only
    "results.confirm": frozenset({D, O, A}),
    "results.correct": frozenset({O, A}),  # in a closed round
    "screen.steer": frozenset({D, O, A}),
    "penalties.give": frozenset({R, O, A}),
    "entries.exclude": frozenset({R, O, A}),  # rule 15; letting in again also needs entries.change
    "referee.call": frozenset({TABLE, D, R, O, A}),  # by a table's link for that table only
    "rulings.see": frozenset({D, R, O, A}),
    "rulings.sign": frozenset({R, O, A}),
    "rulings.appeal": frozenset({ENTRY}),
    "appeals.decide": frozenset({R, O, A}),
    "offences.change": frozenset({A}),
    "games.record": frozenset({D, R, O, A}),
    "games.show": frozenset({O, A}),  # a game outside a tournament: to everybody, or not at all
    "papers.make": frozenset({D, R, O, A}),
    "letterhead.change": frozenset({A}),
    "data.export": frozenset({O, A}),
    "people.erase": frozenset({A}),
    "retention.keep": frozenset(),  # only the command line and background jobs
    "log.see": frozenset({O, A}),
}

# Tokens for one task: the role they act in, and the roles of which the token's account must hold one.
LENT = {Scope.DESK: (D, {D, O, A}), Scope.REFEREE: (R, {R, O, A})}

# The roles that run things: a club may demand a second factor of those who hold one.
RUNNING = {O, A}

Thing = Club | Tournament | Circle | None


def roles(actor: Actor, thing: Thing) -> set[str]:
    """Every role that the actor holds for the thing."""
    held = {EVERYBODY}
    if actor.table and isinstance(thing, Tournament) and Table.objects.of(thing).filter(public_id=actor.table).exists():
        held.add(TABLE)
    if actor.entry and isinstance(thing, Tournament) and thing.entries.filter(public_id=actor.entry).exists():
        held.add(ENTRY)
    account = actor.account
    if account is None or not account.is_active:
        return held
    held.add(SIGNED_IN)
    if account.is_operator and actor.scope not in LENT and not actor.only_for:
        held.add(OPERATOR)
    if thing is not None and _is_for(actor.only_for, thing):
        granted = set(_granted(account.pk, thing))
        held.update(_lent(actor.scope, granted - RUNNING if _lacks_factor(account, granted, thing) else granted))
    return held


def _is_for(only: str, thing: Club | Tournament | Circle) -> bool:
    """Whether a token counts here: a token for one club counts in its tournaments too."""
    if not only or only == thing.public_id:
        return True
    return isinstance(thing, Tournament) and Club.objects.filter(pk=thing.club_id, public_id=only).exists()


def _lacks_factor(account: Account, granted: set[str], thing: Club | Tournament | Circle) -> bool:
    """The club demands a second factor and the account has none: until it has, its RUNNING roles do not count."""
    if account.has_second_factor or granted.isdisjoint(RUNNING):
        return False
    return (thing if isinstance(thing, Club) else thing.club).wants_second_factor


def owes_factor(actor: Actor, thing: Thing) -> bool:
    if actor.account is None or thing is None:
        return False
    return _lacks_factor(actor.account, set(_granted(actor.account.pk, thing)), thing)


def _lent(scope: str, granted: set[str]) -> set[str]:
    """A token for one task acts in that role, even if its account holds a higher one."""
    if scope not in LENT:
        return granted
    role, holders = LENT[Scope(scope)]
    return (granted & {V}) | ({role} if granted & holders else set())


def in_scope(actor: Actor, what: str) -> bool:
    """Whether the token in use covers this. No token covers giving or taking roles."""
    if not actor.scope or MATRIX[what] & {EVERYBODY, SIGNED_IN}:
        return True
    is_read = what.endswith(".see") or what == "data.export"
    return is_read if actor.scope == Scope.READ else what != "role.grant"


def _granted(account_id: int, thing: Club | Tournament | Circle) -> list[str]:
    if isinstance(thing, Circle):
        here = Q(club=thing.club) & (Q(tournament=None) | Q(tournament__deleted_at=None))
    elif isinstance(thing, Tournament):
        here = Q(tournament=None, club_id=thing.club_id) | Q(tournament=thing)
    else:
        here = Q(tournament=None, club=thing)
    return list(Grant.objects.filter(here, account_id=account_id).values_list("role", flat=True))


def may(actor: Actor, what: str, thing: Thing = None) -> bool:
    """For showing and hiding. Queries the roles once per request; an action queries them again (`require`)."""
    if actor.is_system:
        return True
    if not in_scope(actor, what):
        return False
    key = (type(thing), thing.pk if thing else None)
    if key not in actor.seen_roles:
        actor.seen_roles[key] = roles(actor, thing)
    return not MATRIX[what].isdisjoint(actor.seen_roles[key])


def require(actor: Actor, what: str, thing: Thing = None) -> str:
    """Return the role that permits it, for the log; refuse if there is none."""
    if actor.is_system:
        return "system"
    held = MATRIX[what] & roles(actor, thing)
    if not in_scope(actor, what):
        _note_refusal(actor, what, thing)
        raise NotAllowed("scope", _("This token is for something else."), what=what, scope=actor.scope)
    if not held:
        _note_refusal(actor, what, thing)
        raise NOT_ALLOWED(what=what)
    return max(held, key=_rank)


def _note_refusal(actor: Actor, what: str, thing: Thing) -> None:
    security_log.note("refused", what=what, who=actor.name_in_log, of=thing.public_id if thing else "-")


def _rank(role: str) -> int:
    order = [EVERYBODY, SIGNED_IN, OPERATOR, TABLE, ENTRY, *Role.values]
    return order.index(role)


class WhoMiddleware:
    """Puts the actor on the request: `request.actor`."""

    def __init__(self, get_response: Callable[[Request], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: Request) -> HttpResponse:
        account = request.user if request.user.is_authenticated else None
        if account is not None and has_ended(request.session):
            account = None
            if days.is_trusted():
                end_session(request)
            else:  # by the machine's date alone nothing is thrown away
                request.user = AnonymousUser()
        request.actor = Actor(account=account)
        return self.get_response(request)


View = Callable[..., HttpResponse]


def gate(what: str, find: Callable[..., Any] | None = None, *, confirmed: bool = False) -> Callable[[View], View]:
    """Declare who may use a view. `find` looks up the object by the URL's arguments; the view gets it in their place.

    Not signed in: redirect to the login. May not see the object: 404. Sees it, but may not `what`: 403. `confirmed`: the
    password must have been given recently, for grave steps.
    """
    assert what in MATRIX, what

    def declare(view: View) -> View:
        @wraps(view)
        def inner(request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
            actor = request.actor
            thing = find(**kwargs) if find else None
            _require_standing(thing)
            if EVERYBODY not in MATRIX[what]:
                if actor.account is None:
                    return _to_login(request, _way_back(request), settings.LOGIN_URL)
                is_seen = thing is None or may(actor, _right_to_see(thing), _owner(thing))
                if not is_seen or not may(actor, what, _owner(thing)):
                    if owes_factor(actor, _owner(thing)):
                        return _to_second_factor(request, _owner(thing))
                    _refuse(actor, what, _owner(thing), is_seen=is_seen)
                if confirmed and not was_confirmed_lately(request):
                    return _to_login(request, _way_back(request), "confirm")
                vars(request)["tournament"] = _owner(thing)  # for the frame of the page (tournament.desk.side)
            return view(request, thing) if find else view(request, *args, **kwargs)

        vars(inner)["gate"] = what
        return inner

    return declare


def _require_standing(thing: Any) -> None:
    """A deleted tournament, and all that belongs to it, is as if it did not exist."""
    owner = _owner(thing) if isinstance(thing, models.Model) else None
    if isinstance(owner, Tournament) and owner.deleted_at is not None:
        raise Http404


def _refuse(actor: Actor, what: str, owner: Thing, *, is_seen: bool) -> None:
    if not is_seen:
        _note_refusal(actor, what, owner)
        raise Http404
    require(actor, what, owner)  # says why not


def _to_second_factor(request: Request, owner: Thing) -> HttpResponse:
    messages.warning(request, _factor_wanted(owner).sentence)
    return _redirect(request, reverse("second_factor"))


def _factor_wanted(owner: Thing) -> Refused:
    club = owner.club if isinstance(owner, Tournament | Circle) else owner
    return NotAllowed(
        "second_factor",
        _("%(club)s wants a second factor of whoever runs its tournaments. Set yours up, then go on.") % {"club": club},
    )


def _to_login(request: Request, way_back: str, page: str) -> HttpResponse:
    return _redirect(request, redirect_to_login(way_back, reverse(page)).url)


def _redirect(request: Request, address: str) -> HttpResponse:
    """htmx would load the target of a redirect into a part of the page: a header tells it to leave the page instead."""
    if request.htmx:
        return HttpResponse(status=204, headers={"HX-Redirect": address})
    return redirect(address)


def _way_back(request: Request) -> str:
    """The page to return to after signing in; after a POST the one with the form, which has to be sent again, and for a part of
    a page the page that asked for it."""
    if request.method == "GET" and not request.htmx:
        return request.get_full_path()
    try:
        return urlsplit(request.headers.get("Referer", "")).path or reverse("desk")
    except ValueError:
        return reverse("desk")


def _owner(thing: Any) -> Thing:
    """The club or tournament that a thing belongs to, or the circle of the club: rights are granted there."""
    if thing is None or isinstance(thing, Club | Tournament | Circle):
        return thing
    owner: Club | Tournament | Circle = getattr(thing, "home", None) or getattr(thing, "tournament", None) or thing.club
    return owner


def _right_to_see(thing: Any) -> str:
    return "club.see" if isinstance(_owner(thing), Club) else "tournament.see"


class ApiGate(BasePermission):
    """The same for the API. A method that an endpoint does not name in `gates` is refused. Anonymous requests get 401 before
    any object is looked up."""

    def has_permission(self, request: Any, view: Any) -> bool:
        method = "GET" if request.method == "HEAD" else request.method
        gates = getattr(view, "gates", {})
        if method not in gates:
            raise MethodNotAllowed(request.method)
        what, actor = gates[method], request._request.actor
        is_open = EVERYBODY in MATRIX[what]
        if not is_open and actor.account is None:
            return False
        thing = view.thing()
        _require_standing(thing)
        if is_open:
            return True
        is_public = EVERYBODY in MATRIX.get(gates.get("GET", ""), ())
        is_seen = thing is None or is_public or may(actor, _right_to_see(thing), _owner(thing))
        if not is_seen or not may(actor, what, _owner(thing)):
            if owes_factor(actor, _owner(thing)):
                raise _factor_wanted(_owner(thing))
            _refuse(actor, what, _owner(thing), is_seen=is_seen)
        return True


def sees_full_names(actor: Actor, tournament: Tournament) -> bool:
    return may(actor, "entries.see", tournament)

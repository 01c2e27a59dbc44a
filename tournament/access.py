"""Who may do what: the matrix as data, one question (`may`), and the gates of pages and API that ask it.

A thing that somebody may not see is answered as if it did not exist; a thing they see but may not change is refused. A view
without a gate is found by tests/architecture.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout as end_session
from django.contrib.auth.views import redirect_to_login
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.exceptions import MethodNotAllowed
from rest_framework.permissions import BasePermission

from tournament import watch
from tournament.accounts import has_ended, was_confirmed_lately
from tournament.actors import Actor
from tournament.errors import NotAllowed
from tournament.models import Account, Club, Grant, Role, Scope, Table, Tournament

EVERYBODY = "everybody"
SIGNED_IN = "signed in"
OPERATOR = "operator"
TABLE = "table"  # whoever holds the link on a table's slip
ENTRY = "entry"  # whoever holds the private link of a player

V, D, R, O, A = Role.VIEWER, Role.DESK, Role.REFEREE, Role.ORGANISER, Role.ADMIN  # noqa: E741

# What can be done -> who may. "see" decides whether a thing exists for somebody at all.
MATRIX: dict[str, frozenset[str]] = {
    "public.see": frozenset({EVERYBODY}),
    "link.use": frozenset({EVERYBODY}),  # the link itself is the permission
    "entry.self": frozenset({EVERYBODY}),  # while the organiser lets everybody enter
    "entry.own": frozenset({ENTRY, D, O, A}),  # by a player's link for that player only
    "link.make_first": frozenset(),  # only who can start the program
    "account.own": frozenset({SIGNED_IN}),
    "account.close": frozenset(),  # only who can start the program
    "club.create": frozenset({OPERATOR}),
    "club.see": frozenset({A}),
    "club.change": frozenset({A}),
    "tournament.create": frozenset({A}),
    "tournament.see": frozenset({V, D, R, O, A}),
    "tournament.change": frozenset({O, A}),
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
    "papers.make": frozenset({D, R, O, A}),
    "letterhead.change": frozenset({A}),
    "data.export": frozenset({O, A}),
    "people.erase": frozenset({A}),
    "retention.keep": frozenset(),  # only who can start the program, and the program itself
    "log.see": frozenset({O, A}),
}

# The tokens for one task: the role they act in, and who may lend it to them.
LENT = {Scope.DESK: (D, {D, O, A}), Scope.REFEREE: (R, {R, O, A})}

# Whoever holds one of these runs things: a club may demand their second factor.
RUNNING = {O, A}

Thing = Club | Tournament | None


def roles(actor: Actor, thing: Thing) -> set[str]:
    """Every role that the actor holds towards the thing."""
    held = {EVERYBODY}
    if actor.table and isinstance(thing, Tournament) and Table.objects.of(thing).filter(public_id=actor.table).exists():
        held.add(TABLE)
    if actor.entry and isinstance(thing, Tournament) and thing.entries.filter(public_id=actor.entry).exists():
        held.add(ENTRY)
    account = actor.account
    if account is None or not account.is_active:
        return held
    held.add(SIGNED_IN)
    if account.is_operator and actor.scope not in LENT:
        held.add(OPERATOR)
    if thing is not None:
        granted = set(_granted(account.pk, thing))
        held.update(_lent(actor.scope, granted - RUNNING if _lacks_factor(account, granted, thing) else granted))
    return held


def _lacks_factor(account: Account, granted: set[str], thing: Club | Tournament) -> bool:
    """The club demands a second factor, and whoever runs things here has none: until then they run nothing."""
    if account.has_second_factor or granted.isdisjoint(RUNNING):
        return False
    return (thing if isinstance(thing, Club) else thing.club).wants_second_factor


def owes_factor(actor: Actor, thing: Thing) -> bool:
    if actor.account is None or thing is None:
        return False
    return _lacks_factor(actor.account, set(_granted(actor.account.pk, thing)), thing)


def _lent(scope: str, granted: set[str]) -> set[str]:
    """A token for one task acts in that role, also for somebody who holds a higher one."""
    if scope not in LENT:
        return granted
    role, holders = LENT[Scope(scope)]
    return (granted & {V}) | ({role} if granted & holders else set())


def in_scope(actor: Actor, what: str) -> bool:
    """Whether the token at hand was made for this at all. None gives or takes roles."""
    if not actor.scope or MATRIX[what] & {EVERYBODY, SIGNED_IN}:
        return True
    return what.endswith(".see") if actor.scope == Scope.READ else what != "role.grant"


def _granted(account_id: int, thing: Club | Tournament) -> list[str]:
    here = Q(tournament=None, club=thing)
    if isinstance(thing, Tournament):
        here = Q(tournament=None, club_id=thing.club_id) | Q(tournament=thing)
    return list(Grant.objects.filter(here, account_id=account_id).values_list("role", flat=True))


def may(actor: Actor, what: str, thing: Thing = None) -> bool:
    """For showing and hiding. The roles are looked up once a request; an action looks again (`require`)."""
    if actor.is_system:
        return True
    if not in_scope(actor, what):
        return False
    key = (type(thing), thing.pk if thing else None)
    if key not in actor.seen_roles:
        actor.seen_roles[key] = roles(actor, thing)
    return not MATRIX[what].isdisjoint(actor.seen_roles[key])


def require(actor: Actor, what: str, thing: Thing = None) -> str:
    """The role by which the actor may, for the log; refused if none."""
    if actor.is_system:
        return "system"
    held = MATRIX[what] & roles(actor, thing)
    if not in_scope(actor, what):
        _note_refusal(actor, what, thing)
        raise NotAllowed("scope", _("This token is for something else."), what=what, scope=actor.scope)
    if not held:
        _note_refusal(actor, what, thing)
        raise NotAllowed("not_allowed", _("You are not permitted to do this."), what=what)
    return max(held, key=_rank)


def _note_refusal(actor: Actor, what: str, thing: Thing) -> None:
    watch.note("refused", what=what, who=actor.name_in_log, of=thing.public_id if thing else "-")


def _rank(role: str) -> int:
    order = [EVERYBODY, SIGNED_IN, OPERATOR, TABLE, ENTRY, *Role.values]
    return order.index(role)


class WhoMiddleware:
    """Puts the actor on the request: `request.actor`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        account = request.user if request.user.is_authenticated else None
        if account is not None and has_ended(request.session):
            end_session(request)
            account = None
        request.actor = Actor(account=account)  # type: ignore[attr-defined]
        return self.get_response(request)


View = Callable[..., HttpResponse]


def gate(what: str, find: Callable[..., Any] | None = None, *, confirmed: bool = False) -> Callable[[View], View]:
    """Declares who may use a view. `find` turns the address into the thing, which the view gets in its place.

    Not signed in: to the login. May not see the thing: it does not exist. Sees it, but may not `what`: refused. What is
    grave wants the password given lately (`confirmed`).
    """
    assert what in MATRIX, what

    def declare(view: View) -> View:
        @wraps(view)
        def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            actor: Actor = request.actor  # type: ignore[attr-defined]
            thing = find(**kwargs) if find else None
            if EVERYBODY not in MATRIX[what]:
                if actor.account is None:
                    return _to_login(request, _way_back(request), settings.LOGIN_URL)
                is_seen = thing is None or may(actor, _seeing(thing), _owner(thing))
                if not is_seen or not may(actor, what, _owner(thing)):
                    if owes_factor(actor, _owner(thing)):
                        return _to_second_factor(request, _owner(thing))
                    _refuse(actor, what, _owner(thing), is_seen=is_seen)
                if confirmed and not was_confirmed_lately(request):
                    return _to_login(request, _way_back(request), "confirm")
            return view(request, thing) if find else view(request, *args, **kwargs)

        inner.gate = what  # type: ignore[attr-defined]
        return inner

    return declare


def _refuse(actor: Actor, what: str, owner: Thing, *, is_seen: bool) -> None:
    if not is_seen:
        _note_refusal(actor, what, owner)
        raise Http404
    require(actor, what, owner)  # says why not


def _to_second_factor(request: HttpRequest, owner: Thing) -> HttpResponse:
    messages.warning(request, _factor_wanted(owner))
    return _led(request, reverse("second_factor"))


def _factor_wanted(owner: Thing) -> str:
    club = owner.club if isinstance(owner, Tournament) else owner
    return _("%(club)s wants a second factor of whoever runs its tournaments. Set yours up, then go on.") % {
        "club": club
    }


def _to_login(request: HttpRequest, way_back: str, page: str) -> HttpResponse:
    return _led(request, redirect_to_login(way_back, reverse(page)).url)


def _led(request: HttpRequest, address: str) -> HttpResponse:
    """htmx would follow a redirect into a part of the page: it is told to leave the page instead."""
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(status=204, headers={"HX-Redirect": address})
    return redirect(address)


def _way_back(request: HttpRequest) -> str:
    """What was to be posted is asked for again, on the page it came from."""
    if request.method == "GET":
        return request.get_full_path()
    try:
        return urlsplit(request.headers.get("Referer", "")).path or reverse("desk")
    except ValueError:
        return reverse("desk")


def _owner(thing: Any) -> Thing:
    """Rights hang on the club or the tournament that a thing belongs to."""
    if thing is None or isinstance(thing, Club | Tournament):
        return thing
    return thing.tournament if getattr(thing, "tournament", None) else thing.club


def _seeing(thing: Any) -> str:
    return "tournament.see" if isinstance(_owner(thing), Tournament) else "club.see"


class ApiGate(BasePermission):
    """The same for the API: what an endpoint does not name in `gates` is closed. Nobody in particular is asked who they are
    before anything is looked for."""

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
        if is_open:
            return True
        is_public = EVERYBODY in MATRIX.get(gates.get("GET", ""), ())
        is_seen = thing is None or is_public or may(actor, _seeing(thing), _owner(thing))
        if not is_seen or not may(actor, what, _owner(thing)):
            if owes_factor(actor, _owner(thing)):
                raise NotAllowed("second_factor", _factor_wanted(_owner(thing)))
            _refuse(actor, what, _owner(thing), is_seen=is_seen)
        return True

"""The desk's page of teams and categories: create, rename and fill them; and set what the draw keeps apart."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.core import find
from tournament.core.access import gate
from tournament.core.errors import Refused
from tournament.core.pages.requests import Request, action_id, number
from tournament.core.refusals import FORM
from tournament.entries.forms import CategoryForm, GroupForm, GroupRulesForm
from tournament.entries.groups import actions
from tournament.models import Category, Tournament
from tournament.people.names import full_name


@gate("entries.change", find.tournament)
def groups(request: Request, tournament: Tournament) -> HttpResponse:
    return _page(request, tournament)


def _page(
    request: Request, tournament: Tournament, error: str = "", rules: GroupRulesForm | None = None
) -> HttpResponse:
    entries = tournament.entries.playing().select_related("person", "team", "category").order_by("number")
    kind = (request.POST or request.GET).get("kind", "")
    kind = kind if kind in actions.KINDS else "team"
    players = [(entry, full_name(entry.person), getattr(entry, kind)) for entry in entries]
    context = {
        "tournament": tournament,
        "kind": kind,
        "groups": _with_counts(tournament, kind, players),
        "players": players,
        "without": sum(group is None for _entry, _name, group in players),
        "error": error,
        "typed": request.POST,
        "rules": rules or GroupRulesForm(tournament=tournament),
    }
    return render(request, "entries/groups.html", context, status=422 if error or (rules and rules.errors) else 200)


def _with_counts(tournament: Tournament, kind: str, players: list[tuple[Any, str, Any]]) -> list[tuple[Any, int]]:
    members = [group.pk for _entry, _name, group in players if group]
    return [(group, members.count(group.pk)) for group in actions.KINDS[kind].objects.filter(tournament=tournament)]


@gate("entries.change", find.tournament)
def one(request: Request, tournament: Tournament) -> HttpResponse:
    """Create a team or category, change one (`group`) or remove it (`to`=remove)."""
    kind, group_id = request.POST.get("kind", ""), number(request, "group")
    act = {"by": request.actor, "action_id": action_id(request), "kind": kind}
    try:
        if request.POST.get("to") == "remove":
            actions.remove_group(tournament, group_id=group_id or 0, **act)
        else:
            _save(request, tournament, group_id, act)
    except Refused as refused:
        return _page(request, tournament, str(refused))
    return _back(tournament, kind)


def _save(request: Request, tournament: Tournament, group_id: int | None, act: dict[str, Any]) -> None:
    is_category = act["kind"] == Category.__name__.lower() and group_id is not None
    form = (CategoryForm if is_category else GroupForm)(request.POST)
    if not form.is_valid():
        raise FORM.in_words(" ".join(str(error) for errors in form.errors.values() for error in errors))
    name = form.cleaned_data.pop("name")
    if group_id is None:
        actions.add_group(tournament, name=name, **act)
    else:
        actions.change_group(tournament, group_id=group_id, name=name, fields=form.cleaned_data, **act)


@gate("entries.change", find.tournament)
def fill(request: Request, tournament: Tournament) -> HttpResponse:
    """Put the ticked players into one group, or into none."""
    kind, group_id = request.POST.get("kind", ""), number(request, "group")
    act = {"by": request.actor, "action_id": action_id(request), "kind": kind}
    try:
        done = actions.assign(tournament, group_id=group_id, entries=request.POST.getlist("entry"), **act)
    except Refused as refused:
        return _page(request, tournament, str(refused))
    messages.success(request, _("Moved: %(n)d players.") % {"n": done.receipt["count"]})
    return _back(tournament, kind)


@gate("entries.change", find.tournament)
def rules(request: Request, tournament: Tournament) -> HttpResponse:
    form = GroupRulesForm(request.POST, tournament=tournament)
    if not form.is_valid():
        return _page(request, tournament, rules=form)
    actions.set_group_rules(
        tournament,
        by=request.actor,
        action_id=action_id(request),
        team_best=form.cleaned_data["team_best"],
        weights=form.weights(),
    )
    messages.success(request, _("Saved."))
    return _back(tournament, "team")


def _back(tournament: Tournament, kind: str) -> HttpResponse:
    page = redirect("groups", tournament_id=tournament.public_id)
    page["Location"] += f"?kind={kind}" if kind == "category" else ""
    return page

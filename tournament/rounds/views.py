"""Rounds at the desk: what is next, the page of one round, publishing, closing."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core import find
from tournament.core.access import gate, may
from tournament.core.pages.requests import Request, action_id, version
from tournament.draw.proof import next_commitment
from tournament.models import Round, Tournament
from tournament.models.stages import FINALS, RoundState
from tournament.rounds import actions as rounds
from tournament.rounds.draft import draft_context
from tournament.rounds.queries import by_name, choices, is_settled, now, round_view

# What is wanted on paper when a round was just published.
TO_PRINT = [
    ("surnames", gettext_lazy("Print the plan by surname")),
    ("tables", gettext_lazy("Print the plan by table")),
    ("slips", gettext_lazy("Print the slips")),
]


@gate("tournament.see", find.tournament)
def overview(request: Request, tournament: Tournament) -> HttpResponse:
    """What is next, and every round there is."""
    state = now(tournament)
    stages, step = [stage for stage, _rounds in state.plan], state.step
    shown = {
        "tournament": tournament,
        "step": step,
        "with_gaps": state.with_gaps,
        "stages": stages,
        "may_draw": may(request.actor, "rounds.draw", tournament),
        "may_confirm": may(request.actor, "results.confirm", tournament),
        "commitment": next_commitment(step.stage) if step.code == "draw" and step.stage else "",
    }
    return render(request, "rounds/overview.html", shown)


@gate("tournament.see", find.round_)
def one(request: Request, round_: Round) -> HttpResponse:
    shown = {**_round(request, round_), "to_print": TO_PRINT}
    if round_.state == RoundState.DRAFT:
        return render(request, "draw/draft.html", {**shown, **draft_context(request, round_, shown)})
    return render(request, "rounds/open.html", shown)


def _round(request: Request, round_: Round) -> dict[str, Any]:
    tournament, actor = round_.tournament, request.actor
    view = round_view(round_, full=may(actor, "entries.see", tournament))
    others = round_.stage.rounds.order_by("number")
    return {
        "tournament": tournament,
        "stream": tournament.stream,
        "round": round_,
        "view": view,
        # While it is played, what is missing first.
        "tables": sorted(view.tables, key=is_settled) if round_.state == RoundState.PUBLISHED else view.tables,
        "by_name": by_name(view) if request.GET.get("by") == "name" else [],
        "here": request.get_full_path() if request.method == "GET" else page_of(round_),
        "others": list(others if round_.state == RoundState.DRAFT else others.defer("request")),
        "may_draw": may(actor, "rounds.draw", tournament),
        "may_close": may(actor, "rounds.close", tournament),
        "may_confirm": may(actor, "results.confirm", tournament),
        "is_played": round_.is_played,
        "choices": choices(view) if round_.stage.kind in FINALS else [],
        "wrong": [table.number for table in view.tables if table.problem],
    }


def page_of(round_: Round) -> str:
    return reverse("round", args=[round_.tournament.public_id, round_.pk])


@gate("rounds.draw", find.round_)
def publish(request: Request, round_: Round) -> HttpResponse:
    """Or take it back (`to`=unpublish)."""
    act = {"by": request.actor, "action_id": action_id(request), "round_id": round_.pk, "version": version(request)}
    if request.POST.get("to") == "unpublish":
        rounds.unpublish_round(round_.tournament, **act)
        messages.success(request, _("The round is a draft again; nobody sees it now."))
    else:
        rounds.publish_round(round_.tournament, anyway=request.POST.get("anyway") == "1", **act)
        messages.success(request, _("The round is published: everybody sees where they sit."))
    return redirect(page_of(round_))


@gate("rounds.close", find.round_)
def close(request: Request, round_: Round) -> HttpResponse:
    """Or open it again (`to`=reopen)."""
    act = {"by": request.actor, "action_id": action_id(request), "round_id": round_.pk, "version": version(request)}
    if request.POST.get("to") == "reopen":
        rounds.reopen_round(round_.tournament, **act)
        return redirect(page_of(round_))
    rounds.close_round(round_.tournament, reason=request.POST.get("reason", ""), **act)
    messages.success(request, _("The round is closed."))
    return redirect("rounds", round_.tournament.public_id)

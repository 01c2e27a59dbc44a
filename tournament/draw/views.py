"""The draw at the desk: drawn, thrown away, a better one taken, seats swapped, colours chosen, who met whom as a picture."""

from urllib.parse import quote, urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from tournament.core import find, jobs
from tournament.core.access import gate
from tournament.core.pages.requests import Request, action_id, version
from tournament.draw import background
from tournament.draw.actions import discard_drafts
from tournament.draw.making import make_draw
from tournament.draw.proof import drawn_together
from tournament.draw.seating.draw import PRIORITIES
from tournament.draw.seating.picture import matrix
from tournament.models import Entry, Round, Seat, Stage
from tournament.people.names import full_name
from tournament.rounds.seats import actions as seats
from tournament.stages.actions import change_stage


@gate("rounds.draw", find.stage)
def draw(request: Request, stage: Stage) -> HttpResponse:
    """Draw the rounds not published yet, as often as somebody likes. `first` changes which goal comes first from now on."""
    key, first = action_id(request), request.POST.get("first")
    if first in PRIORITIES:
        change = {"stage_id": stage.pk, "fields": {"threes_first": first == "threes"}}
        change_stage(stage.tournament, by=request.actor, action_id=key and f"{key[:58]}-first", **change)
        stage.refresh_from_db()
    done = make_draw(stage, by=request.actor, action_id=key)
    return redirect("round", stage.tournament.public_id, done.receipt["rounds"][0])


@gate("rounds.draw", find.stage)
def discard(request: Request, stage: Stage) -> HttpResponse:
    discard_drafts(stage.tournament, by=request.actor, action_id=action_id(request), stage_id=stage.pk)
    messages.success(request, _("The drafts are thrown away."))
    return redirect("rounds", stage.tournament.public_id)


@gate("rounds.draw", find.round_)
def better(request: Request, round_: Round) -> HttpResponse:
    """`to`=take replaces the draft by the better draw; anything else stops the search."""
    first = drawn_together(round_)[0]
    if request.POST.get("to") == "take":
        done = background.take(first, by=request.actor, action_id=action_id(request))
        messages.success(request, _("The better draw is the draft now."))
        return redirect("round", round_.tournament.public_id, done.receipt["rounds"][0])
    job = background.of_draft(first)
    if job is not None:
        jobs.cancel(job)
    return _to_round(round_)


@gate("rounds.draw", find.round_)
def swap(request: Request, round_: Round) -> HttpResponse:
    """Two players change seats, or one without a seat (`spare`) takes the seat of another."""
    act = {"by": request.actor, "action_id": action_id(request), "round_id": round_.pk, "version": version(request)}
    one, other = request.POST.get("one", ""), request.POST.get("other", "")
    if request.POST.get("spare"):
        spare = request.POST["spare"]
        seats.take_seat(round_.tournament, instead_of=one if spare == other else other, entry_id=spare, **act)
    else:
        seats.swap_seats(round_.tournament, one=one, other=other, **act)
    pair = urlencode({"one": one, "other": other, "done": 1})
    return redirect(f"{reverse('round', args=[round_.tournament.public_id, round_.pk])}?{pair}#pick-{quote(one)}")


@gate("tournament.see", find.round_)
def picture(request: Request, round_: Round) -> HttpResponse:
    """Who met whom, in all rounds of the stage up to this one."""
    seated = Seat.objects.filter(round__stage=round_.stage, round__number__lte=round_.number)
    rows = list(seated.order_by("round__number", "table__number", "order").values_list("round", "table", "entry"))
    entries = Entry.objects.filter(pk__in={entry for _r, _t, entry in rows}).select_related("person").order_by("number")
    index = {entry.pk: place for place, entry in enumerate(entries)}
    drawn: dict[int, dict[int, list[int]]] = {}
    for in_round, table, entry in rows:
        drawn.setdefault(in_round, {}).setdefault(table, []).append(index[entry])
    met = [tuple(tuple(table) for table in tables.values()) for tables in drawn.values()]
    svg = matrix(met, {entry.number: full_name(entry.person) for entry in entries}, _("Who meets whom"))
    context = {"tournament": round_.tournament, "round": round_, "picture": mark_safe(svg)}  # noqa: S308  (our drawing, names escaped in it)
    return render(request, "draw/picture.html", context)


def _to_round(round_: Round) -> HttpResponse:
    return redirect("round", round_.tournament.public_id, round_.pk)

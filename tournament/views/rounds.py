"""Rounds at the desk: what is next, the draft and its seats, publishing, the clock, closing."""

from typing import Any

from django.contrib import messages
from django.db.models import Prefetch
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from tournament import draw_words, find, improving, jobs
from tournament.access import gate, may
from tournament.actions import clocks, rounds, seats, setup
from tournament.drawing import make_draw
from tournament.errors import Refused
from tournament.fields import FINALS
from tournament.models import Entry, Round, Seat, Stage, Table, Tournament
from tournament.models.jobs import OPEN_STATES, JobState
from tournament.models.stages import RoundState
from tournament.names import full_name, looked_up
from tournament.proof import drawn_together, draws_of, next_commitment
from tournament.queries_rounds import DONE, RoundView, SeatLine, TableLine, draft_problems, round_view, step_now
from tournament.reached import reached
from tournament.seating.better import could_be_better
from tournament.seating.draw import PRIORITIES
from tournament.seating.picture import matrix
from tournament.swapping import SwapEffect, swap_effect
from tournament.views.requests import Request, action_id, number, version

EXTRA = (60, 300, -60)  # seconds given to all tables
EXTRA_OF_TABLE = ("2", "5", "-1")  # minutes


@gate("tournament.see", find.tournament)
def overview(request: Request, tournament: Tournament) -> HttpResponse:
    """What is next, and every round there is."""
    known = Prefetch("rounds", Round.objects.order_by("number"))
    stages = list(tournament.stages.prefetch_related(known))
    step = step_now(tournament)
    shown = {
        "tournament": tournament,
        "step": step,
        "stages": stages,
        "may_draw": may(request.actor, "rounds.draw", tournament),
        "may_confirm": may(request.actor, "results.confirm", tournament),
        "commitment": next_commitment(step.stage) if step.code == "draw" and step.stage else "",
    }
    return render(request, "tournament/rounds/overview.html", shown)


@gate("rounds.draw", find.stage)
def draw(request: Request, stage: Stage) -> HttpResponse:
    """Draw what is not published yet; again and again, if somebody likes. `first`: what is to come first from now on."""
    key, first = action_id(request), request.POST.get("first")
    if first in PRIORITIES:
        wanted = {"stage_id": stage.pk, "fields": {"threes_first": first == "threes"}}
        setup.change_stage(stage.tournament, by=request.actor, action_id=key and f"{key[:58]}-first", **wanted)
        stage.refresh_from_db()
    done = make_draw(stage, by=request.actor, action_id=key)
    return redirect("round", stage.tournament.public_id, done.receipt["rounds"][0])


@gate("rounds.draw", find.stage)
def discard(request: Request, stage: Stage) -> HttpResponse:
    rounds.discard_drafts(stage.tournament, by=request.actor, action_id=action_id(request), stage_id=stage.pk)
    messages.success(request, _("The drafts are thrown away."))
    return redirect("rounds", stage.tournament.public_id)


@gate("tournament.see", find.round_)
def one(request: Request, round_: Round) -> HttpResponse:
    shown = _round(request, round_)
    if round_.state == RoundState.DRAFT:
        return render(request, "tournament/rounds/draft.html", {**shown, **_draft(request, round_, shown)})
    return render(request, "tournament/rounds/open.html", shown)


def _round(request: Request, round_: Round) -> dict[str, Any]:
    tournament, actor = round_.tournament, request.actor
    view = round_view(round_, full=may(actor, "entries.see", tournament))
    others = round_.stage.rounds.order_by("number")
    return {
        "tournament": tournament,
        "stream": tournament.stream,
        "round": round_,
        "view": view,
        "by_name": by_name(view) if request.GET.get("by") == "name" else [],
        "here": request.get_full_path() if request.method == "GET" else _address(round_),
        "others": list(others if round_.state == RoundState.DRAFT else others.defer("request")),
        "may_draw": may(actor, "rounds.draw", tournament),
        "may_close": may(actor, "rounds.close", tournament),
        "may_confirm": may(actor, "results.confirm", tournament),
        "is_played": round_.is_played,
        "choices": choices(view) if round_.stage.kind in FINALS else [],
        "wrong": [table.number for table in view.tables if table.problem],
    }


def _address(round_: Round) -> str:
    return reverse("round", args=[round_.tournament.public_id, round_.pk])


def by_name(view: RoundView) -> list[tuple[SeatLine, int]]:
    """Everybody with the table, as one looks oneself up."""
    lines = [(seat, table.number) for table in view.tables for seat in table.seats]
    return sorted(lines, key=lambda line: looked_up(line[0].name))


def choices(view: RoundView) -> list[tuple[TableLine, SeatLine, list[str]]]:
    """In a final, by table: whose turn it is to choose a colour, and the colours still free."""
    found = []
    for table in view.tables:
        waiting = [seat for seat in table.seats if seat.seed is not None and not seat.has_chosen]
        if waiting and table.state != DONE:
            first = min(waiting, key=lambda seat: seat.seed or 0)
            found.append((table, first, [seat.colour for seat in table.seats if not seat.has_chosen]))
    return found


@gate("rounds.draw", find.table)
def choose_colour(request: Request, table: Table) -> HttpResponse:
    """In a final, in the order of the seeds."""
    act = {"by": request.actor, "action_id": action_id(request), "version": version(request)}
    entry_id, colour = request.POST.get("entry", ""), request.POST.get("colour", "")
    seats.choose_colour(table.tournament, table_id=table.public_id, entry_id=entry_id, colour=colour, **act)
    return redirect(_address(table.round))


def _draft(asked: Request, round_: Round, shown: dict[str, Any]) -> dict[str, Any]:
    """Besides the tables: what the draw reached, who has come or gone since, and a swap that is being looked at."""
    entries = list(round_.tournament.entries.select_related("person"))
    people = {entry.pk: f"{entry.number} {full_name(entry.person)}" for entry in entries}
    gone, unseated = draft_problems(round_)
    until = [other for other in shown["others"] if other.number <= round_.number]
    together = next(rounds for rounds in draws_of(shown["others"]) if round_ in rounds)
    request, report = reached(together)
    said = draw_words.sentences(report, people, request)
    return {
        "said": said,
        "better": _better(together[0], said, people),
        "report": report,
        "first_choices": draw_words.choices(report),
        "gone": gone,
        "unseated": unseated,
        "spare": [(entry, full_name(entry.person)) for entry in entries if entry.number in unseated],
        "is_next": not any(other.state == RoundState.DRAFT for other in until if other != round_),
        **(_swap(asked, round_, shown["view"], entries, people) if shown["may_draw"] else {}),
    }


def _better(first: Round, said: list[draw_words.Said], people: dict[int, str]) -> dict[str, Any] | None:
    """The search for a better draw while it goes on, and what it has found: in what it differs."""
    job = improving.of_draft(first) if could_be_better(first.report) else None
    if job is None or job.state in (JobState.FAILED, JobState.CANCELLED):
        return None
    found = (job.result or {}).get("draw")
    other = draw_words.sentences(found["report"], people, first.request) if found else []
    words = {line.words for line in said}
    return {
        "job": job,
        "is_open": job.state in OPEN_STATES,
        "other": [line for line in other if line.words not in words],
    }


@gate("rounds.draw", find.round_)
def better(request: Request, round_: Round) -> HttpResponse:
    """`to`: take what was found in the place of the draft, or stop looking for it."""
    first = drawn_together(round_)[0]
    if request.POST.get("to") == "take":
        done = improving.take(first, by=request.actor, action_id=action_id(request))
        messages.success(request, _("The better draw is the draft now."))
        return redirect("round", round_.tournament.public_id, done.receipt["rounds"][0])
    job = improving.of_draft(first)
    if job is not None:
        jobs.cancel(job)
    return redirect(_address(round_))


def _swap(
    request: Request, round_: Round, view: RoundView, entries: list[Entry], people: dict[int, str]
) -> dict[str, Any]:
    """The one who was tapped first; and, once a second one was, what their swap would do."""
    seated = {seat.public_id for table in view.tables for seat in table.seats}
    tapped = {entry.public_id: entry for entry in entries}
    one, other = (tapped.get(request.GET.get(name, "")) for name in ("one", "other"))
    if one is None:
        return {}
    shown = {"one": one, "one_name": people[one.pk], "one_is_spare": one.public_id not in seated}
    if other is None or other == one:
        return shown
    found = swap_effect(round_, one.pk, other.pk)
    both = {"other": other, "other_name": people[other.pk], "other_is_spare": other.public_id not in seated}
    return {**shown, **both, "effect": swap_words(found, people)}


def swap_words(found: SwapEffect, people: dict[int, str]) -> list[tuple[bool, str]]:
    """Sentences, and whether it gets better by it."""
    words = [(False, _("%(one)s and %(other)s meet again.") % _pair(pair, people)) for pair in found.new_repeats]
    words += [(True, _("%(one)s and %(other)s no longer meet again.") % _pair(p, people)) for p in found.gone_repeats]
    apart = _("%(one)s and %(other)s should sit apart, and share a table.")
    words += [(False, apart % _pair(pair, people)) for pair in found.new_wishes]
    together = _("%(one)s and %(other)s, who should sit apart, no longer share a table.")
    words += [(True, together % _pair(pair, people)) for pair in found.gone_wishes]
    threes = _("%(name)s: %(now)d instead of %(then)d times at a table of three.")
    colours = _("%(name)s: colours differ by %(now)d instead of %(then)d.")
    for frame, changes in ((threes, found.threes), (colours, found.colours)):
        words += [
            (now < then, frame % {"name": people[entry], "then": then, "now": now})
            for entry, (then, now) in changes.items()
        ]
    return words


def _pair(pair: tuple[int, int], people: dict[int, str]) -> dict[str, str]:
    return {"one": people[pair[0]], "other": people[pair[1]]}


@gate("rounds.draw", find.round_)
def swap(request: Request, round_: Round) -> HttpResponse:
    """Two change seats; or somebody without a seat takes that of another."""
    act = {"by": request.actor, "action_id": action_id(request), "round_id": round_.pk, "version": version(request)}
    one, other = request.POST.get("one", ""), request.POST.get("other", "")
    if request.POST.get("spare"):
        spare = request.POST["spare"]
        seats.take_seat(round_.tournament, instead_of=one if spare == other else other, entry_id=spare, **act)
    else:
        seats.swap_seats(round_.tournament, one=one, other=other, **act)
    messages.success(request, _("The seats are changed."))
    return redirect(_address(round_))


@gate("tournament.see", find.round_)
def picture(request: Request, round_: Round) -> HttpResponse:
    """Who met whom, in all rounds of the stage up to this one."""
    stage = round_.stage
    seated = Seat.objects.filter(round__stage=stage, round__number__lte=round_.number)
    rows = list(seated.order_by("round__number", "table__number", "order").values_list("round", "table", "entry"))
    entries = Entry.objects.filter(pk__in={entry for _r, _t, entry in rows}).select_related("person").order_by("number")
    index = {entry.pk: place for place, entry in enumerate(entries)}
    drawn: dict[int, dict[int, list[int]]] = {}
    for in_round, table, entry in rows:
        drawn.setdefault(in_round, {}).setdefault(table, []).append(index[entry])
    met = [tuple(tuple(table) for table in tables.values()) for tables in drawn.values()]
    svg = matrix(met, {entry.number: full_name(entry.person) for entry in entries}, _("Who meets whom"))
    shown = {"tournament": round_.tournament, "round": round_, "picture": mark_safe(svg)}  # noqa: S308  (our drawing, names escaped in it)
    return render(request, "tournament/rounds/picture.html", shown)


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
    return redirect(_address(round_))


@gate("rounds.close", find.round_)
def close(request: Request, round_: Round) -> HttpResponse:
    """Or open it again (`to`=reopen)."""
    act = {"by": request.actor, "action_id": action_id(request), "round_id": round_.pk, "version": version(request)}
    if request.POST.get("to") == "reopen":
        rounds.reopen_round(round_.tournament, **act)
        return redirect(_address(round_))
    rounds.close_round(round_.tournament, reason=request.POST.get("reason", ""), **act)
    messages.success(request, _("The round is closed."))
    return redirect("rounds", round_.tournament.public_id)


@gate("rounds.draw", find.round_)
def clock(request: Request, round_: Round) -> HttpResponse:
    """`to` as `change_clock` knows it, or `minutes` for another length."""
    act: dict[str, Any] = {"by": request.actor, "action_id": action_id(request), "round_id": round_.pk}
    minutes = number(request, "minutes")
    if minutes is not None:
        clocks.set_minutes(round_.tournament, minutes=minutes, version=version(request), **act)
    else:
        to, _sign, seconds = request.POST.get("to", "").partition(":")
        clocks.change_clock(round_.tournament, to=to, seconds=_seconds(seconds), version=version(request), **act)
    return redirect(_address(round_))


def _seconds(text: str) -> int:
    if text and text not in map(str, EXTRA):
        raise Refused("clock", _("The clock cannot do this now."))
    return int(text or 0)


@gate("results.confirm", find.table)
def table_time(request: Request, table: Table) -> HttpResponse:
    """More time for one table."""
    act = {"by": request.actor, "action_id": action_id(request), "version": version(request)}
    minutes = request.POST.get("minutes", "")
    seconds = 60 * int(minutes) if minutes in EXTRA_OF_TABLE else 0
    clocks.give_table_time(table.tournament, table_id=table.public_id, seconds=seconds, **act)
    return redirect("desk_table", table.tournament.public_id, table.public_id)

"""The bracket, in public and at the desk (a drawing on wide screens, a list of rounds on narrow ones), and who plays a final."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from tournament.core import find
from tournament.core.access import gate, may
from tournament.core.errors import Refused
from tournament.core.pages.everybody import kept_page
from tournament.core.pages.requests import Request, action_id
from tournament.core.whole_numbers import whole_number
from tournament.finals import actions
from tournament.finals.bracket.model import Bracket
from tournament.finals.bracket.poster import drawn
from tournament.finals.bracket.steps import fitting
from tournament.finals.queries import KINDS, bracket_of
from tournament.finals.short_words import ShortWords
from tournament.hall.public.queries import frame
from tournament.models import Entry, Stage, Tournament
from tournament.models.stages import RoundState, StageKind
from tournament.people.names import full_name, numbered
from tournament.standings.need.queries import goal_of
from tournament.standings.qualifying import settled_in
from tournament.standings.queries import CutView, kept_cut
from tournament.standings.ties import equals, tie_at_top

ACROSS, LETTERS, EDGE = 960.0, 15.0, 3.0  # px: a page beside the side bar, a letter, room for the border


@gate("public.see", find.tournament)
def public(request: Request, tournament: Tournament) -> HttpResponse:
    """Always with public names, even for organisers."""

    def context(tournament: Tournament) -> dict[str, Any]:
        return {**_bracket_context(request, tournament, full=False), "at": "bracket", **frame(request, tournament)}

    return kept_page(request, tournament, "finals/bracket/public.html", context)


@gate("tournament.see", find.tournament)
def desk(request: Request, tournament: Tournament) -> HttpResponse:
    full = may(request.actor, "entries.see", tournament)
    return render(request, "finals/bracket/desk.html", _bracket_context(request, tournament, full=full))


def _bracket_context(request: HttpRequest, tournament: Tournament, *, full: bool) -> dict[str, Any]:
    bracket, words = bracket_of(tournament), ShortWords(tournament, full=full)
    picture = _picture(bracket, words) if bracket.columns else ""
    chosen = _chosen_round(request, bracket)
    boxes = bracket.columns[chosen] if bracket.columns else ()
    seats = [(box, words.heading(box), [(*seat, words.number(seat[0])) for seat in words.seats(box)]) for box in boxes]
    return {
        "tournament": tournament,
        "stream": tournament.stream,
        "has_finals": bool(bracket.columns) or tournament.stages.filter(kind__in=KINDS).exists(),
        "picture": mark_safe(picture),  # noqa: S308  (our drawing, names escaped in it)
        "columns": [(at + 1, words.column(each)) for at, each in enumerate(bracket.columns)],
        "chosen": chosen + 1,
        "boxes": seats,
        "is_whole": "whole" in request.GET,
        "is_planned": any(not box.is_drawn for boxes in bracket.columns for box in boxes),
        "here": request.get_full_path(),
    }


def _picture(bracket: Bracket, words: ShortWords) -> str:
    """As on paper: every seat says where its player comes from, every table where its places lead to."""
    steps = fitting(bracket, words).scrolled(ACROSS, LETTERS)
    ink = drawn(steps, on_screen=True)
    sizes = (steps.width + 2 * EDGE, steps.height + 2 * EDGE)
    return ink.svg(*sizes, _("Bracket"), left=-EDGE, top=-EDGE, unit="px")


def _chosen_round(request: HttpRequest, bracket: Bracket) -> int:
    """The column asked for, else the latest that is drawn: what is being played, or was played last."""
    last = len(bracket.columns) - 1
    asked = whole_number(request.GET.get("round", ""), last + 1)
    if asked:
        return asked - 1
    return max((at for at, boxes in enumerate(bracket.columns) if boxes[0].is_drawn), default=0)


@gate("rounds.draw", find.stage)
def final(request: Request, stage: Stage) -> HttpResponse:
    """Who plays a final: break ties by throw-off or lot, and note who declines."""
    return render(request, "finals/final.html", _final_context(stage))


def _final_context(stage: Stage) -> dict[str, Any]:
    cut, source = kept_cut(stage), settled_in(stage)
    groups, throws = _groups(stage, source, cut), list(source.throw_offs.order_by("thrown_at", "pk"))
    declined = set(stage.declined.values_list("entry", flat=True))
    entry_ids = {*cut.through, *cut.passed_over, *declined, *(entry for group in groups for entry in group)}
    entry_ids |= {int(entry) for off in throws for turn in off.throws for entry in turn}
    people = Entry.objects.select_related("person", "team").in_bulk(entry_ids)
    named = {pk: (entry, full_name(entry.person)) for pk, entry in people.items()}
    return {
        "tournament": stage.tournament,
        "stage": stage,
        "source": source,
        "is_after": source == stage,  # its own ties, not those that lead into it
        "cut": cut,
        "through": [named[entry] for entry in cut.through],
        "groups": [[named[entry] for entry in group] for group in groups],
        "sure": _sure(stage),
        "passed_over": [named[entry] for entry in cut.passed_over if entry not in declined],
        "declined": [named[entry] for entry in sorted(declined)],
        "throws": [
            [[(named[int(who)], value) for who, value in turn.items()] for turn in off.throws] for off in throws
        ],
        "may_throw": "throw_off" in source.scheme["breaks"] or source.kind == StageKind.KNOCKOUT,
        "may_lot": "lot" not in source.scheme["breaks"],
        "faces": range(1, 7),
    }


def _sure(stage: Stage) -> tuple[list[str], list[str]] | None:
    """Before it is settled: who goes on in any case, and for whom it is out of reach; None where that cannot be told."""
    goal = goal_of(stage.tournament)
    if goal is None or goal.target.pk != stage.pk:
        return None
    through, out = goal.sides()
    people = Entry.objects.select_related("person").in_bulk([*through, *out])
    rows = [[people[pk] for pk in sorted(side, key=lambda pk: people[pk].number)] for side in (through, out)]
    sure, lost = ([numbered(entry.number, full_name(entry.person)) for entry in row] for row in rows)
    return sure, lost


def _groups(stage: Stage, source: Stage, cut: CutView) -> list[list[int]]:
    """Of the groups of equals, those whose order matters for this stage."""
    if source == stage and stage.rounds.filter(state=RoundState.PUBLISHED).exists():
        return []
    if source != stage and cut.waiting_for.get("code") not in ("tie_at_cut", "tie_at_table"):
        return []
    try:
        everybody = equals(source)
    except Refused:
        return []
    if source == stage and stage.kind == StageKind.FINAL:
        return everybody[:1] if tie_at_top(stage) else []  # behind the winner a rank may be shared
    is_whole = source.kind == StageKind.KNOCKOUT or source == stage
    return [group for group in everybody if is_whole or set(group) & set(cut.tied)]


@gate("rounds.draw", find.stage)
def throw(request: Request, stage: Stage) -> HttpResponse:
    """Record one turn of a throw-off, or take the latest one back (`to`=back)."""
    source = settled_in(stage)
    act = {"by": request.actor, "action_id": action_id(request), "stage_id": source.pk}
    if request.POST.get("to") == "back":
        actions.take_back_throws(stage.tournament, **act)
    else:
        throws = {
            key.removeprefix("throw_"): int(value)
            for key, value in request.POST.dict().items()
            if key.startswith("throw_") and isinstance(value, str) and value in "123456" and value
        }
        actions.record_throws(stage.tournament, throws=throws, **act)
        messages.success(request, _("The throws are written down."))
    return redirect("final", stage.tournament.public_id, stage.pk)


@gate("rounds.draw", find.stage)
def lot(request: Request, stage: Stage) -> HttpResponse:
    source = settled_in(stage)
    actions.settle_by_lot(stage.tournament, by=request.actor, action_id=action_id(request), stage_id=source.pk)
    messages.success(request, _("The lot has decided."))
    return redirect("final", stage.tournament.public_id, stage.pk)


@gate("rounds.draw", find.stage)
def place(request: Request, stage: Stage) -> HttpResponse:
    """A player declines the place, or takes it after all (`to`=accept)."""
    act = actions.accept_place if request.POST.get("to") == "accept" else actions.decline_place
    entry_id = request.POST.get("entry", "")
    act(stage.tournament, by=request.actor, action_id=action_id(request), stage_id=stage.pk, entry_id=entry_id)
    return redirect("final", stage.tournament.public_id, stage.pk)

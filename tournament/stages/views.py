"""The stages of a tournament and its boards: the plan of what is played, one stage, another preset."""

from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Count, Q
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.core import find
from tournament.core.access import gate
from tournament.core.errors import Refused
from tournament.core.languages import spoken
from tournament.core.pages.requests import Request, action_id, number, version
from tournament.core.whole_numbers import typed_id
from tournament.models import Round, Stage, Tournament
from tournament.models.counting import counts
from tournament.models.stages import ENDS, RoundState
from tournament.stages import schemes
from tournament.stages.actions import add_stage, change_stage, order_stages, remove_stage, set_boards, set_preset
from tournament.stages.forms import UNFINISHED, BoardsForm, StageForm, of_stage
from tournament.stages.lookup import stage_in
from tournament.stages.options import IN_PLAY, how_played, played_alike, played_by, touched_by
from tournament.stages.own_boards.queries import boards_of
from tournament.stages.own_kinds.queries import presets_of
from tournament.stages.wording import length_in_words


@gate("tournament.change", find.tournament)
def stages(request: Request, tournament: Tournament) -> HttpResponse:
    return _stages_page(request, tournament, _boards_form(tournament))


def _stages_page(request: Request, tournament: Tournament, boards: BoardsForm, status: int = 200) -> HttpResponse:
    listed = list(tournament.stages.annotate(drawn=Count("rounds")))
    context = {
        "tournament": tournament,
        "stages": [
            {"stage": stage, "may_move": _may_move(listed, at), **_facts(stage)} for at, stage in enumerate(listed)
        ],
        "boards": boards,
        "presets": [(preset.id, preset.name) for preset in presets_of(tournament.club)],
        "is_drawn": any(stage.drawn for stage in listed),
    }
    return render(request, "stages/stages.html", context, status=status)


def _may_move(stages: list[Any], at: int) -> bool:
    """Whether a stage may move up one place: neither of the two is drawn, and a final stays behind the other stages."""
    if not at or stages[at].drawn or stages[at - 1].drawn:
        return False
    return not (stages[at].kind in ENDS and stages[at - 1].kind not in ENDS)


def _facts(stage: Stage) -> dict[str, Any]:
    scheme = stage.scheme
    points = f"{'-'.join(map(str, scheme['four']))} · {'-'.join(map(str, scheme['three']))}"
    return {
        "rules": how_played(played_by(stage)),
        "length": length_in_words(stage.planned_rounds, (*stage.lengths, stage.minutes), stage.kind),
        "points": _("what the board counts") if scheme["by_count"] else points,
        "unfinished": UNFINISHED.get(stage.unfinished, "") if stage.unfinished else "",
    }


def _boards_form(tournament: Tournament, data: QueryDict | None = None) -> BoardsForm:
    kinds = tournament.boards.aggregate(fours=Count("pk", filter=Q(kind="4")), sixes=Count("pk", filter=Q(kind="6")))
    return BoardsForm(data, initial=kinds)


@gate("tournament.change", find.tournament)
def boards(request: Request, tournament: Tournament) -> HttpResponse:
    form = _boards_form(tournament, request.POST)
    if form.is_valid():
        try:
            set_boards(tournament, by=request.actor, action_id=action_id(request), **form.cleaned_data)
        except Refused as refusal:
            form.add_error("fours", str(refusal))
        else:
            messages.success(request, _("Saved."))
            return redirect("stages", tournament_id=tournament.public_id)
    return _stages_page(request, tournament, form, 422)


@gate("tournament.change", find.tournament)
def preset(request: Request, tournament: Tournament) -> HttpResponse:
    """Replace the stages by those of a preset, as long as nothing is drawn."""
    code = request.POST.get("preset", "")
    set_preset(tournament, by=request.actor, action_id=action_id(request), preset=code, language=spoken())
    messages.success(request, _("Saved."))
    return redirect("stages", tournament_id=tournament.public_id)


@gate("tournament.change", find.tournament)
def stage(request: Request, tournament: Tournament) -> HttpResponse:
    """The form of one stage (`?stage=`), or of a new one."""
    existing = _stage_of_query(request, tournament)
    drawn = _drawn(existing)
    start = of_stage(existing or Stage(kind="all", scheme=schemes.to_json(schemes.USUAL)))
    options = existing.options if existing else None
    form = StageForm(
        request.POST or None,
        initial=start,
        is_drawn=bool(drawn["rounds"]),
        options=options,
        boards=boards_of(tournament.club),
    )
    alike = played_alike(existing) if existing else []
    if request.method == "POST" and form.is_valid() and _save(request, tournament, existing, form):
        messages.success(request, _saved_message(existing, form, drawn))
        if left := _left_behind(existing, alike):
            messages.warning(request, left)
        return redirect("stages", tournament_id=tournament.public_id)
    touched = touched_by(existing) if existing and form.is_in_play else ()
    context: dict[str, Any] = {
        "tournament": tournament,
        "stage": existing,
        "form": form,
        "drawn": drawn,
        "touched": touched,
    }
    context |= {"alike": ", ".join(one.called for one in alike), "is_for_alike": "also" in request.POST}
    return render(request, "stages/stage.html", context, status=422 if form.errors else 200)


def _stage_of_query(request: Request, tournament: Tournament) -> Stage | None:
    text = request.GET.get("stage", "")
    return stage_in(tournament, typed_id(text)) if text else None


def _drawn(stage: Stage | None) -> dict[str, int]:
    """How many rounds, published rounds and results the stage has."""
    if stage is None:
        return {"rounds": 0, "public": 0, "results": 0}
    return Round.objects.filter(stage=stage).aggregate(
        rounds=Count("pk", distinct=True),
        public=Count("pk", filter=~Q(state=RoundState.DRAFT), distinct=True),
        results=Count("tables__results", filter=counts("tables__results__"), distinct=True),
    )


def _left_behind(stage: Stage | None, alike: list[Stage]) -> str:
    """What to tell if parts that were played like this one are no more."""
    stages = {one.pk: one for one in stage.tournament.stages.all()} if stage and alike else {}
    left = [stages[one.pk] for one in alike if stage and played_by(stages[one.pk]) != played_by(stages[stage.pk])]
    if not left:
        return ""
    said = {"parts": ", ".join(one.called for one in left), "line": how_played(played_by(left[0]))}
    return _("Not changed along with it: %(parts)s. There it stays as it was: %(line)s") % said


def _save(request: Request, tournament: Tournament, existing: Stage | None, form: StageForm) -> bool:
    fields = form.stage_fields()
    by: dict[str, Any] = {"by": request.actor, "action_id": action_id(request)}
    try:
        if existing is None:
            add_stage(tournament, fields=fields, **by)
        else:
            by |= {"version": version(request), **{name: name in request.POST for name in ("anyway", "also")}}
            change_stage(tournament, stage_id=existing.pk, fields=fields, **by)
    except Refused as refusal:
        form.add_error(None, str(refusal))
        form.is_in_play = refusal.code == IN_PLAY.code
    return not form.errors


def _saved_message(existing: Stage | None, form: forms.Form, drawn: dict[str, int]) -> str:
    """What to tell after saving: whether the standings are computed anew."""
    is_scored_anew = any(name.startswith(("four", "three", "break", "best", "by_count")) for name in form.changed_data)
    if existing is not None and drawn["results"] and is_scored_anew:
        return _("Saved. The standings are computed anew from %(n)d results.") % {"n": drawn["results"]}
    return _("Saved.")


@gate("tournament.change", find.tournament)
def stage_remove(request: Request, tournament: Tournament) -> HttpResponse:
    remove_stage(tournament, by=request.actor, action_id=action_id(request), stage_id=number(request, "stage") or 0)
    messages.success(request, _("Removed."))
    return redirect(reverse("stages", args=[tournament.public_id]))


@gate("tournament.change", find.tournament)
def stage_move(request: Request, tournament: Tournament) -> HttpResponse:
    """Move a stage up by one place."""
    order = list(tournament.stages.order_by("position").values_list("pk", flat=True))
    moved = number(request, "stage")
    at = order.index(moved) if moved in order else 0
    if at:
        order[at - 1 : at + 1] = order[at - 1 : at + 1][::-1]
        order_stages(tournament, by=request.actor, action_id=action_id(request), order=order)
    return redirect("stages", tournament_id=tournament.public_id)

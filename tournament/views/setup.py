"""Setting up: the wizard for a new tournament, and its stages and boards afterwards.

The wizard only reads until its last button: what was answered so far travels in the address and in hidden fields, so that
going back, reloading and two windows at once do no harm.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, time
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.db.models import Count, Q
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament import find, planning, schemes, when
from tournament.access import gate
from tournament.actions.rounds import stage_in
from tournament.actions.setup import add_stage, change_stage, order_stages, remove_stage, set_boards, set_preset
from tournament.errors import Refused
from tournament.fields import ENDS
from tournament.forms import TournamentForm
from tournament.models import Club, Round, Stage, Tournament
from tournament.models.stages import RoundState
from tournament.presets import BY_ID, PRESETS
from tournament.setting_up import Setup, set_up
from tournament.setup_forms import (
    UNFINISHED,
    BoardsForm,
    HallForm,
    PresetForm,
    StageForm,
    WayInForm,
    language,
    of_stage,
    rules_name,
)
from tournament.views.requests import Request, action_id, number, version

LAST_STEP = 4


@gate("tournament.create", find.club)
def new_tournament(request: Request, club: Club) -> HttpResponse:
    answers = request.POST if request.method == "POST" else request.GET
    steps = _forms(answers)
    if request.method == "POST" and "back" in answers:
        return redirect(f"{request.path}?{urlencode([*_carried(answers, steps), ('step', answers['back'])])}")
    wanted = LAST_STEP + 1 if request.method == "POST" else _step(request.GET)
    first_bad = next((at for at, form in enumerate(steps, 1) if at < wanted and not form.is_valid()), None)
    if request.method == "POST" and first_bad is None:
        return _make(request, club, steps)
    step = first_bad or wanted
    return _wizard_page(request, club, answers, steps, step, has_errors=first_bad is not None)


def _step(answers: QueryDict) -> int:
    asked = answers.get("step", "")
    return int(asked) if asked in ("1", "2", "3", "4") else 1


def _forms(answers: QueryDict) -> list[Any]:
    preset = PresetForm(answers)
    return [TournamentForm(answers), preset, HallForm(answers, preset=preset.chosen), WayInForm(answers)]


def _wizard_page(
    request: Request, club: Club, answers: QueryDict, steps: list[Any], step: int, *, has_errors: bool
) -> HttpResponse:
    form = steps[step - 1] if has_errors else _unjudged(answers, steps, step)
    shown = {
        "club": club,
        "step": step,
        "form": form,
        "carried": list(_carried(answers, steps, step)),
        "presets": [_card(preset.id) for preset in PRESETS] if step == 2 else (),
        "preset": steps[1].chosen,
        "setup": _summary(steps) if step == LAST_STEP else None,
        "titles": (
            _("Name, day and place"),
            _("Kind of tournament"),
            _("Hall and time"),
            _("Entering, and the day at a glance"),
        ),
    }
    return render(request, "tournament/setup/wizard.html", shown, status=422 if has_errors else 200)


def _unjudged(answers: QueryDict, steps: list[Any], step: int) -> Any:
    """The form of a step that is only shown: filled with what was answered before, nothing said about it."""
    kind = type(steps[step - 1])
    more = {"preset": steps[1].chosen} if kind is HallForm else {}
    told = {name: answers[name] for name in steps[step - 1].fields if name in answers}
    if kind is TournamentForm:
        told["is_listed"] = "is_listed" in answers if "name" in answers else True
        told.setdefault("played_on", timezone.localdate())
    return kind(initial=told, **more)


def _carried(answers: QueryDict, steps: list[Any], step: int = 0) -> Iterator[tuple[str, str]]:
    """What the other steps were answered, for hidden fields."""
    for at, form in enumerate(steps, 1):
        if at != step:
            yield from ((name, answers[name]) for name in form.fields if name in answers)


def _card(preset_id: str) -> dict[str, Any]:
    preset, said = BY_ID[preset_id], language()
    return {
        "id": preset.id,
        "name": preset.name[said],
        "about": preset.about[said],
        "rules": rules_name(preset.rules),
        "stages": [
            (stage.name[said], _stage_facts(stage.rounds, (*stage.lengths, stage.minutes), stage.kind))
            for stage in preset.stages
        ],
        "points": _points(preset.stages[0].scheme),
        "unfinished": UNFINISHED[preset.stages[0].unfinished] if preset.stages[0].unfinished else "",
    }


def _stage_facts(rounds: int, minutes: Sequence[int], kind: str) -> str:
    is_one = rounds == 1 or kind == "knockout"
    each = [*minutes[:rounds], *minutes[-1:] * (rounds - len(minutes))]
    if not any(each):
        return _("without a clock") if is_one else _("%(n)d rounds without a clock") % {"n": rounds}
    if len(set(each)) > 1:
        return f"{' + '.join(map(str, each))} min"
    return f"{each[0]} min" if is_one else f"{rounds} × {each[0]} min"


def _points(scheme: Any) -> str:
    if scheme.by_count:
        return _("what the board counts")
    return f"{'-'.join(map(str, scheme.four))} · {'-'.join(map(str, scheme.three))}"


def _summary(steps: list[Any]) -> dict[str, Any]:
    about, preset, hall = (form.cleaned_data for form in steps[:3])
    form: HallForm = steps[2]
    boards = planning.Hall(hall["fours"], hall["sixes"])
    seconds = hall.get("seconds", planning.SECONDS)
    plan = planning.schedule(form.parts(), hall["players"], boards, pause=hall["pause"], seconds=seconds)
    chosen = BY_ID.get(preset["preset"])
    return {
        **about,
        **hall,
        "when": when.told(Tournament(**about)),
        "preset": _card(chosen.id) if chosen else None,
        "plan": plan,
        "seconds": seconds,
        "sentence": _sentence(form.parts(), plan, hall["players"]) if plan.slots else "",
        "rows": list(_timed(plan, about["begins_at"] or time())),
        "needs_estimate": any(slot.is_estimate for slot in plan.slots),
    }


def _timed(plan: planning.Schedule, begins: time) -> Iterator[dict[str, Any]]:
    start = datetime.combine(timezone.localdate(), begins)
    for slot in plan.slots:
        at, until = (start + timezone.timedelta(minutes=minutes) for minutes in (slot.begins, slot.ends))
        yield {"slot": slot, "from": at.time(), "to": until.time()}


def _sentence(parts: list[planning.Part], plan: planning.Schedule, players: int) -> str:
    """The whole evening in one line."""
    first = plan.slots[0]
    pieces = [f"{n} × {minutes} min" if n > 1 else f"{minutes} min" for minutes, n in _lengths(plan)]
    return _("%(players)d players, %(tables)d tables: %(pieces)s + breaks %(pauses)d min = about %(hours)s") % {
        "players": players,
        "tables": first.tables,
        "pieces": " + ".join(pieces),
        "pauses": plan.pauses,
        "hours": _hours(plan.minutes),
    }


def _lengths(plan: planning.Schedule) -> list[tuple[int, int]]:
    """Minutes and how many rounds of them, stage by stage; what is played beside something else is not added."""
    found: list[tuple[str, int, int]] = []
    before = -1
    for slot in plan.slots:
        if slot.begins == before:
            continue
        before = slot.begins
        if found and found[-1][:2] == (slot.name, slot.minutes):
            found[-1] = (*found[-1][:2], found[-1][2] + 1)
        else:
            found.append((slot.name, slot.minutes, 1))
    return [(minutes, rounds) for _name, minutes, rounds in found]


def _hours(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    if not hours:
        return f"{rest} min"
    return f"{hours} h {rest:02}" if rest else f"{hours} h"


def _make(request: Request, club: Club, steps: list[Any]) -> HttpResponse:
    about, preset, hall, way_in = (form.cleaned_data for form in steps)
    setup = Setup(
        **about,
        preset=preset["preset"] if preset["preset"] in BY_ID else "",
        language=language(),
        stages=steps[2].stages(),
        fours=hall["fours"],
        sixes=hall["sixes"],
        **way_in,
    )
    made = set_up(club, setup, by=request.actor, action_id=action_id(request)).receipt["id"]
    return redirect("desk_tournament", tournament_id=made)


# Stages and boards, afterwards


@gate("tournament.change", find.tournament)
def stages(request: Request, tournament: Tournament) -> HttpResponse:
    return _stages_page(request, tournament, _boards_form(tournament))


def _stages_page(request: Request, tournament: Tournament, boards: BoardsForm, status: int = 200) -> HttpResponse:
    found = list(tournament.stages.annotate(drawn=Count("rounds")))
    shown = {
        "tournament": tournament,
        "stages": [
            {"stage": stage, "may_move": _may_move(found, at), **_facts(stage)} for at, stage in enumerate(found)
        ],
        "boards": boards,
        "presets": [(preset.id, preset.name[language()]) for preset in PRESETS],
        "is_drawn": any(stage.drawn for stage in found),  # type: ignore[attr-defined]
    }
    return render(request, "tournament/setup/stages.html", shown, status=status)


def _may_move(stages: list[Any], at: int) -> bool:
    """Before the one that it follows: both not drawn, and no final before what leads to it."""
    if not at or stages[at].drawn or stages[at - 1].drawn:
        return False
    return not (stages[at].kind in ENDS and stages[at - 1].kind not in ENDS)


def _facts(stage: Stage) -> dict[str, Any]:
    scheme = stage.scheme
    points = f"{'-'.join(map(str, scheme['four']))} · {'-'.join(map(str, scheme['three']))}"
    return {
        "rules": rules_name(stage.rules),
        "length": _stage_facts(stage.planned_rounds, (*stage.lengths, stage.minutes), stage.kind),
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
    """Begin again from a preset, as long as nothing is drawn."""
    wanted = request.POST.get("preset", "")
    set_preset(tournament, by=request.actor, action_id=action_id(request), preset=wanted, language=language())
    messages.success(request, _("Saved."))
    return redirect("stages", tournament_id=tournament.public_id)


@gate("tournament.change", find.tournament)
def stage(request: Request, tournament: Tournament) -> HttpResponse:
    """One stage with every number (`?stage=`), or a new one."""
    found = _asked_stage(request, tournament)
    drawn = _drawn(found)
    start = of_stage(found or Stage(kind="all", scheme=schemes.to_json(schemes.USUAL)))
    form = StageForm(request.POST or None, initial=start, is_drawn=bool(drawn["rounds"]))
    if request.method == "POST" and form.is_valid() and _kept(request, tournament, found, form):
        messages.success(request, _said(found, form, drawn))
        return redirect("stages", tournament_id=tournament.public_id)
    shown = {"tournament": tournament, "stage": found, "form": form, "drawn": drawn}
    return render(request, "tournament/setup/stage.html", shown, status=422 if form.errors else 200)


def _asked_stage(request: Request, tournament: Tournament) -> Stage | None:
    asked = request.GET.get("stage", "")
    if not asked:
        return None
    return stage_in(tournament, int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 10 else 0)


def _drawn(stage: Stage | None) -> dict[str, int]:
    """How much of it there is already."""
    if stage is None:
        return {"rounds": 0, "public": 0, "results": 0}
    return Round.objects.filter(stage=stage).aggregate(
        rounds=Count("pk", distinct=True),
        public=Count("pk", filter=~Q(state=RoundState.DRAFT), distinct=True),
        results=Count("tables__results", filter=Q(tables__results__superseded_at=None), distinct=True),
    )


def _kept(request: Request, tournament: Tournament, found: Stage | None, form: StageForm) -> bool:
    fields = form.stage_fields()
    by: dict[str, Any] = {"by": request.actor, "action_id": action_id(request)}
    try:
        if found is None:
            add_stage(tournament, fields=fields, **by)
        else:
            change_stage(tournament, stage_id=found.pk, fields=fields, version=version(request), **by)
    except Refused as refusal:
        form.add_error(None, str(refusal))
    return not form.errors


def _said(found: Stage | None, form: forms.Form, drawn: dict[str, int]) -> str:
    """What a change does to what was played."""
    is_scored_anew = any(name.startswith(("four", "three", "break", "best", "by_count")) for name in form.changed_data)
    if found is not None and drawn["results"] and is_scored_anew:
        return _("Saved. The standings are computed anew from %(n)d results.") % {"n": drawn["results"]}
    return _("Saved.")


@gate("tournament.change", find.tournament)
def stage_remove(request: Request, tournament: Tournament) -> HttpResponse:
    remove_stage(tournament, by=request.actor, action_id=action_id(request), stage_id=number(request, "stage") or 0)
    messages.success(request, _("Removed."))
    return redirect(reverse("stages", args=[tournament.public_id]))


@gate("tournament.change", find.tournament)
def stage_move(request: Request, tournament: Tournament) -> HttpResponse:
    """One place up: before the part that it follows now."""
    order = list(tournament.stages.order_by("position").values_list("pk", flat=True))
    moved = number(request, "stage")
    at = order.index(moved) if moved in order else 0
    if at:
        order[at - 1 : at + 1] = order[at - 1 : at + 1][::-1]
        order_stages(tournament, by=request.actor, action_id=action_id(request), order=order)
    return redirect("stages", tournament_id=tournament.public_id)

"""The wizard for a new tournament, and the settings of one.

The wizard writes nothing before its last button: earlier answers travel in the query string and in hidden fields, so that
going back, reloading and a second window do no harm.
"""

from collections.abc import Iterator
from datetime import datetime, time, timedelta
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from games.engine.rules.registry import RULE_SETS
from tournament.core import find, when
from tournament.core.access import gate
from tournament.core.forms import TournamentForm
from tournament.core.languages import rules_name, spoken
from tournament.core.pages.requests import Request, action_id, version
from tournament.core.refusals import FORM
from tournament.models import Club, Tournament
from tournament.models.stages import called
from tournament.setup import planning
from tournament.setup.actions import change_tournament, set_for_minors, set_numbering, set_witnesses
from tournament.setup.forms import (
    HallForm,
    PresetForm,
    WayInForm,
    WitnessesForm,
    book_field,
    by_chosen_book,
    options_of,
)
from tournament.setup.new_tournament import Setup, set_up
from tournament.stages.forms import UNFINISHED
from tournament.stages.options import Played, how_parts_are_played
from tournament.stages.options_form import OptionsForm
from tournament.stages.own_kinds.queries import presets_of
from tournament.stages.presets import Preset
from tournament.stages.wording import length_in_words, minutes_in_words

LAST_STEP = 4


@gate("tournament.create", find.club)
def new_tournament(request: Request, club: Club) -> HttpResponse:
    answers = request.POST if request.method == "POST" else request.GET
    steps = _forms(club, answers)
    if request.method == "POST" and "back" in answers:
        return redirect(f"{request.path}?{urlencode([*_carried(answers, steps), ('step', answers['back'])])}")
    target = LAST_STEP + 1 if request.method == "POST" else _step(request.GET)
    first_bad = next((at for at, form in enumerate(steps, 1) if at < target and not form.is_valid()), None)
    if request.method == "POST" and first_bad is None:
        return _create(request, club, steps)
    step = first_bad or target
    return _wizard_page(request, club, answers, steps, step, has_errors=first_bad is not None)


def _step(answers: QueryDict) -> int:
    step = answers.get("step", "")
    return int(step) if step in ("1", "2", "3", "4") else 1


def _forms(club: Club, answers: QueryDict) -> list[Any]:
    kind = PresetForm(answers, presets=presets_of(club))
    return [TournamentForm(answers), kind, HallForm(answers, preset=kind.preset), WayInForm(answers)]


def _wizard_page(
    request: Request, club: Club, answers: QueryDict, steps: list[Any], step: int, *, has_errors: bool
) -> HttpResponse:
    form = steps[step - 1] if has_errors else _unvalidated(answers, steps, step)
    context = {
        "club": club,
        "step": step,
        "form": form,
        "carried": list(_carried(answers, steps, step)),
        "presets": [_card(preset, answers) for preset in presets_of(club)] if step == 2 else (),
        "preset": steps[1].chosen,
        "setup": _summary(steps) if step == LAST_STEP else None,
        "titles": (
            _("Name, day and place"),
            _("Kind of tournament"),
            _("Hall and time"),
            _("Entering, and the day at a glance"),
        ),
    }
    return render(request, "setup/wizard.html", context, status=422 if has_errors else 200)


def _unvalidated(answers: QueryDict, steps: list[Any], step: int) -> Any:
    """The form of a step that is only shown: filled with earlier answers, without errors."""
    kind = type(steps[step - 1])
    if kind is PresetForm:
        return steps[1]
    more = {"preset": steps[1].preset} if kind is HallForm else {}
    initial: dict[str, object] = {name: answers[name] for name in steps[step - 1].fields if name in answers}
    if kind is TournamentForm:
        initial["is_listed"] = "is_listed" in answers if "name" in answers else True
        initial.setdefault("played_on", timezone.localdate())
    return kind(initial=initial, **more)


def _carried(answers: QueryDict, steps: list[Any], step: int = 0) -> Iterator[tuple[str, str]]:
    """The answers to the other steps, for hidden fields."""
    for at, form in enumerate(steps, 1):
        if at != step:
            names = form.names if isinstance(form, PresetForm) else form.fields
            yield from ((name, answers.get(name, "")) for name in names if name in answers)


def _card(kind: Preset, answers: QueryDict) -> dict[str, Any]:
    preset = by_chosen_book(kind, answers)
    return {
        "id": preset.id,
        "name": preset.name,
        "about": "" if preset.is_exchanged else preset.about,  # it tells of the kind's own book
        "is_own": preset.is_own,
        "how": (how := options_of(preset, answers)),
        "books": {
            "field": book_field(preset),
            "chosen": preset.rules,
            "is_open": preset.is_exchanged and answers.get("preset") == kind.id,
            "offered": [(rules, rules_name(rules)) for rules in RULE_SETS],
        },
        "ways": _ways(preset, how),
        "stages": [
            (stage.name, length_in_words(stage.rounds, (*stage.lengths, stage.minutes), stage.kind))
            for stage in preset.stages
        ],
        "points": _points(preset.stages[0].scheme),
        "unfinished": UNFINISHED[preset.stages[0].unfinished] if preset.stages[0].unfinished else "",
    }


def _ways(preset: Preset, how: OptionsForm) -> list[tuple[str, str]]:
    """Each way that its parts are played, as chosen; none where all play alike."""
    parts = [
        (called(str(stage.name)), Played(preset.plays(stage)[0], preset.chosen_for(stage, how.options)))
        for stage in preset.stages
    ]
    found = how_parts_are_played(parts)
    return found if len(found) > 1 else []


def _points(scheme: Any) -> str:
    if scheme.by_count:
        return _("what the board counts")
    return f"{'-'.join(map(str, scheme.four))} · {'-'.join(map(str, scheme.three))}"


def _summary(steps: list[Any]) -> dict[str, Any]:
    about, hall = steps[0].cleaned_data, steps[2].cleaned_data
    form: HallForm = steps[2]
    boards = planning.Hall(hall["fours"], hall["sixes"])
    seconds = hall.get("seconds", planning.SECONDS)
    how = steps[1].how
    parts = form.parts(how.options if how else None)
    plan = planning.schedule(parts, hall["players"], boards, pause=hall["pause"], seconds=seconds)
    chosen = steps[1].preset
    return {
        **about,
        **hall,
        "when": when.told(Tournament(**about)),
        "preset": _card(chosen, steps[1].data) if chosen else None,
        "plan": plan,
        "seconds": seconds,
        "sentence": _sentence(parts, plan, hall["players"]) if plan.slots else "",
        "rows": list(_timed(plan, about["begins_at"] or time())),
        "needs_estimate": any(slot.is_estimate for slot in plan.slots),
    }


def _timed(plan: planning.Schedule, begins: time) -> Iterator[dict[str, Any]]:
    start = datetime.combine(timezone.localdate(), begins)
    for slot in plan.slots:
        at, until = (start + timedelta(minutes=minutes) for minutes in (slot.begins, slot.ends))
        yield {"slot": slot, "from": at.time(), "to": until.time()}


def _sentence(parts: list[planning.Part], plan: planning.Schedule, players: int) -> str:
    """The whole evening in one line."""
    first = plan.slots[0]
    pieces = [minutes_in_words(f"{n} × {minutes}" if n > 1 else minutes) for minutes, n in _lengths(plan)]
    return _("%(players)d players, %(tables)d tables: %(pieces)s + breaks %(pauses)d min = about %(hours)s") % {
        "players": players,
        "tables": first.tables,
        "pieces": " + ".join(pieces),
        "pauses": plan.pauses,
        "hours": _hours(plan.minutes),
    }


def _lengths(plan: planning.Schedule) -> list[tuple[int, int]]:
    """The minutes of a round and how many such rounds, stage by stage. Rounds at the same time count once."""
    groups: list[tuple[str, int, int]] = []
    before = -1
    for slot in plan.slots:
        if slot.begins == before:
            continue
        before = slot.begins
        if groups and groups[-1][:2] == (slot.name, slot.minutes):
            groups[-1] = (*groups[-1][:2], groups[-1][2] + 1)
        else:
            groups.append((slot.name, slot.minutes, 1))
    return [(minutes, rounds) for _name, minutes, rounds in groups]


def _hours(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    if not hours:
        return minutes_in_words(rest)
    return _("%(hours)s h") % {"hours": hours} + (f" {rest:02}" if rest else "")


def _create(request: Request, club: Club, steps: list[Any]) -> HttpResponse:
    about, preset, hall, way_in = (form.cleaned_data for form in steps)
    setup = Setup(
        **about,
        preset=preset["preset"] if steps[1].preset else "",
        rules=steps[1].preset.rules if steps[1].preset and steps[1].preset.is_exchanged else "",
        options=steps[1].how.options if steps[1].how else None,
        language=spoken(),
        stages=steps[2].stages(),
        fours=hall["fours"],
        sixes=hall["sixes"],
        **way_in,
    )
    made = set_up(club, setup, by=request.actor, action_id=action_id(request)).receipt["id"]
    return redirect("desk_tournament", tournament_id=made)


# Stages and boards


@gate("tournament.change", find.tournament)
def settings(request: Request, tournament: Tournament) -> HttpResponse:
    form = TournamentForm(request.POST or None, instance=tournament)
    if request.method == "POST" and form.is_valid():
        change_tournament(
            tournament, by=request.actor, action_id=action_id(request), version=version(request), **form.cleaned_data
        )
        messages.success(request, _("Saved."))
        return redirect("desk_tournament", tournament_id=tournament.public_id)
    chosen = {"witnesses": tournament.witnesses, "quiet_minutes": tournament.quiet_minutes}
    return render(
        request,
        "setup/settings.html",
        {"tournament": tournament, "form": form, "counting": WitnessesForm(initial=chosen)},
    )


@gate("tournament.change", find.tournament)
def minors(request: Request, tournament: Tournament) -> HttpResponse:
    set_for_minors(
        tournament,
        by=request.actor,
        action_id=action_id(request),
        version=version(request),
        is_for_minors="is_for_minors" in request.POST,
    )
    messages.success(request, _("Saved."))
    return redirect("settings", tournament_id=tournament.public_id)


@gate("tournament.change", find.tournament)
def numbering(request: Request, tournament: Tournament) -> HttpResponse:
    """Whether tables have the numbers of their boards (`apart`=0) or numbers of their own (1)."""
    set_numbering(
        tournament,
        by=request.actor,
        action_id=action_id(request),
        version=version(request),
        numbers_apart=request.POST.get("apart") == "1",
    )
    messages.success(request, _("Saved. It holds for what is drawn from now on."))
    return redirect("settings", tournament_id=tournament.public_id)


@gate("tournament.change", find.tournament)
def witnesses(request: Request, tournament: Tournament) -> HttpResponse:
    form = WitnessesForm(request.POST)
    if not form.is_valid():
        raise FORM()
    set_witnesses(
        tournament, by=request.actor, action_id=action_id(request), version=version(request), **form.cleaned_data
    )
    messages.success(request, _("Saved."))
    return redirect("settings", tournament_id=tournament.public_id)

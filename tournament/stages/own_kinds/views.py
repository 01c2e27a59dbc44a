"""A club's own kinds of tournament: kept, copied, changed, removed, taken along as a file."""

import json
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.core import find
from tournament.core.access import gate
from tournament.core.errors import Refused
from tournament.core.pages.requests import Request, action_id, version
from tournament.core.refusals import UNREADABLE
from tournament.models import Club, OwnPreset
from tournament.models.stages import called
from tournament.stages.options import Played, how_parts_are_played
from tournament.stages.options_form import OptionsForm
from tournament.stages.own_kinds.actions import change_preset, keep_preset, remove_preset
from tournament.stages.own_kinds.forms import KeepForm, KindForm
from tournament.stages.own_kinds.queries import presets_of

LARGEST = 100_000  # bytes of a file


@gate("club.change", find.club)
def kinds(request: Request, club: Club) -> HttpResponse:
    """All of them; POST keeps another one."""
    choices = [(preset.id, preset.name) for preset in presets_of(club)]
    form = KeepForm(request.POST or None, request.FILES or None, kinds=choices)
    if request.method == "POST" and form.is_valid() and _kept(request, club, form):
        return redirect("kinds", club.public_id)
    rows = [(own, how_parts_are_played(_parts(own))) for own in club.presets.all()]
    status = 422 if form.errors else 200
    return render(request, "stages/kinds.html", {"club": club, "form": form, "rows": rows}, status=status)


def _parts(own: OwnPreset) -> list[tuple[str, Played]]:
    return [(called(stage["name"]), Played(stage["rules"], stage["options"])) for stage in own.stages]


def _kept(request: Request, club: Club, form: KeepForm) -> bool:
    given = form.cleaned_data
    try:
        stages = _stages_of(given["file"]) if given["file"] else None
        source = {"tournament_id": given["tournament"], "preset": given["preset"], "stages": stages}
        keep_preset(club, by=request.actor, action_id=action_id(request), name=given["name"], **source)
    except Refused as refusal:
        form.add_error(None, str(refusal))
        return False
    messages.success(request, _("Kept: it is offered first in the wizard."))
    return True


def _stages_of(file: Any) -> list[dict[str, Any]]:
    try:
        stages = json.loads(file.read(LARGEST))["stages"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UNREADABLE() from None
    if not isinstance(stages, list) or not all(isinstance(stage, dict) for stage in stages):
        raise UNREADABLE()
    return stages


@gate("club.change", find.own_preset)
def kind(request: Request, own: OwnPreset) -> HttpResponse:
    """Its name and how it is played."""
    club = own.club
    act: dict[str, Any] = {"by": request.actor, "action_id": action_id(request), "version": version(request)}
    if request.POST.get("to") == "remove":
        remove_preset(club, preset=own.public_id, **act)
        return redirect("kinds", club.public_id)
    form = KindForm(request.POST or None, initial={"name": own.name})
    how = _how(request, own)
    if request.method == "POST" and form.is_valid():
        try:
            change_preset(club, preset=own.public_id, name=form.cleaned_data["name"], options=how.options, **act)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("Saved."))
            return redirect("kinds", club.public_id)
    ways = how_parts_are_played(_parts(own))
    context = {"club": club, "own": own, "form": form, "how": how, "ways": ways if len(ways) > 1 else ()}
    return render(request, "stages/kind.html", context, status=422 if form.errors else 200)


def _how(request: Request, own: OwnPreset) -> OptionsForm:
    first = own.stages[0]
    return OptionsForm(request.POST or None, rules=first["rules"], chosen=first["options"], prefix="how")


@gate("club.change", find.own_preset)
def as_file(_request: Request, own: OwnPreset) -> HttpResponse:
    answer = JsonResponse({"name": own.name, "stages": own.stages}, json_dumps_params={"indent": 2})
    answer["Content-Disposition"] = f'attachment; filename="{own.public_id}.json"'
    return answer

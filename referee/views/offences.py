"""The club's list of offences: looked at, changed, put back as shipped."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from referee.actions.offences import as_shipped, set_offence
from referee.books import is_shipped, offence_of, offences_of
from referee.models import Measure, Offence
from referee.views.home import language
from tournament import find
from tournament.access import gate
from tournament.errors import Refused
from tournament.models import Club
from tournament.views.requests import Request, action_id, version


class OffenceForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = Offence
        fields = ("title_de", "title_en", "rule", "measure", "points", "is_frequent", "is_left_out")


@gate("offences.change", find.club)
def offences(request: Request, club: Club) -> HttpResponse:
    code = request.GET.get("code", "")[:40]
    chosen = offence_of(club, code)
    form = OffenceForm(request.POST or None, initial=chosen)
    if request.method == "POST" and form.is_valid() and _is_set(request, club, code, form):
        return redirect("offences", club.public_id)
    title = f"title_{language()}"
    shown: dict[str, Any] = {
        "club": club,
        "form": form,
        "code": code if chosen else "",
        "seen": chosen["version"] if chosen else 0,
        "is_own": bool(chosen and chosen["version"] and is_shipped(code)),
        "lines": [
            {**one, "title": one[title], "measure": Measure(one["measure"]).label}
            for one in offences_of(club, all_of_them=True)
        ],
    }
    return render(request, "referee/offences.html", shown)


def _is_set(request: Request, club: Club, code: str, form: OffenceForm) -> bool:
    try:
        act = {"by": request.actor, "action_id": action_id(request), "code": code, "version": version(request) or 0}
        set_offence(club, **act, **form.cleaned_data)
    except Refused as error:
        form.add_error(None, error.sentence)
        return False
    messages.success(request, _("Saved."))
    return True


@gate("offences.change", find.club)
def shipped_again(request: Request, club: Club) -> HttpResponse:
    as_shipped(club, by=request.actor, action_id=action_id(request), code=request.POST.get("code", "")[:40])
    return redirect("offences", club.public_id)

"""Pages for a club's list of offences: show it, change an offence, drop an override."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from referee.models import Measure, Offence
from referee.offences.actions import as_shipped, set_offence
from referee.offences.catalogue import is_shipped, offence_of, offences_of, title_of
from tournament.core import find, languages
from tournament.core.access import gate
from tournament.core.errors import Refused
from tournament.core.forms import ModelForm
from tournament.core.languages import spoken
from tournament.core.pages.requests import Request, action_id, version
from tournament.models import Club

MOST_OF_A_TITLE = 80


class OffenceForm(ModelForm[Offence]):
    class Meta:
        model = Offence
        fields = ("rule", "measure", "points", "is_frequent", "is_left_out")

    def __init__(self, given: Any, chosen: Mapping[str, Any] | None) -> None:
        titles = {f"title_{code}": title for code, title in (chosen["titles"] if chosen else {}).items()}
        super().__init__(given, initial={**(chosen or {}), **titles})
        self.fields = {**{f"title_{code}": _title(name) for code, name in languages.choices()}, **self.fields}

    def offence(self) -> dict[str, Any]:
        """The fields as `set_offence` takes them."""
        titles = {code: self.cleaned_data[f"title_{code}"] for code in languages.codes()}
        return {"titles": titles, **{name: self.cleaned_data[name] for name in self.Meta.fields}}


def _title(language: Any) -> forms.CharField:
    return forms.CharField(
        label=capfirst(_("name in %(language)s") % {"language": language}), max_length=MOST_OF_A_TITLE
    )


@gate("offences.change", find.club)
def offences(request: Request, club: Club) -> HttpResponse:
    code = request.GET.get("code", "")[:40]
    chosen = offence_of(club, code)
    form = OffenceForm(request.POST or None, chosen)
    if request.method == "POST" and form.is_valid() and _is_saved(request, club, code, form):
        return redirect("offences", club.public_id)
    context: dict[str, Any] = {
        "club": club,
        "form": form,
        "code": code if chosen else "",
        "seen": chosen["version"] if chosen else 0,
        "is_own": bool(chosen and chosen["version"] and is_shipped(code)),
        "lines": [
            {**one, "title": title_of(one, spoken()), "measure": Measure(one["measure"]).label}
            for one in offences_of(club, all_of_them=True)
        ],
    }
    return render(request, "referee/offences/list.html", context)


def _is_saved(request: Request, club: Club, code: str, form: OffenceForm) -> bool:
    try:
        act = {"by": request.actor, "action_id": action_id(request), "code": code, "version": version(request) or 0}
        set_offence(club, **act, **form.offence())
    except Refused as error:
        form.add_error(None, error.sentence)
        return False
    messages.success(request, _("Saved."))
    return True


@gate("offences.change", find.club)
def shipped_again(request: Request, club: Club) -> HttpResponse:
    as_shipped(club, by=request.actor, action_id=action_id(request), code=request.POST.get("code", "")[:40])
    return redirect("offences", club.public_id)

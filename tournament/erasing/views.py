"""Somebody found by name and erased; the date of the machine, confirmed by whoever has looked at a calendar."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.core import days, find
from tournament.core.access import gate
from tournament.core.pages.requests import Request, action_id
from tournament.erasing.actions import erase_person
from tournament.erasing.journal import confirm_date
from tournament.erasing.traces import people_called
from tournament.models import Club
from tournament.people.names import as_listed

MOST_FOUND = 50


class DateForm(forms.Form):
    """The day as it was shown."""

    day = forms.DateField(widget=forms.HiddenInput)


@gate("date.confirm")
def date(request: Request) -> HttpResponse:
    today = days.today()
    form = DateForm(request.POST or None, initial={"day": today.isoformat()})
    if request.method == "POST" and form.is_valid():
        confirm_date(None, by=request.actor, action_id=action_id(request), day=form.cleaned_data["day"])
        messages.success(request, _("The date is confirmed."))
        return redirect("desk")
    return render(request, "erasing/date.html", {"form": form, "today": today, "trusted": days.trusted()})


@gate("people.erase", find.club, confirmed=True)
def erasing(request: Request, club: Club) -> HttpResponse:
    """Find a person by name and erase them for good."""
    if request.method == "POST":
        erase_person(club, by=request.actor, action_id=action_id(request), person_id=request.POST.get("person", ""))
        messages.success(request, _("Erased. What was played stays, under a neutral name."))
        return redirect("erase", club.public_id)
    words = request.GET.get("q", "")[:80].replace("\0", "").strip()
    people = people_called(club.people.prefetch_related("entries__tournament"), words)[:MOST_FOUND] if words else []
    context = {"club": club, "words": words, "people": [as_listed(person) for person in people]}
    return render(request, "erasing/page.html", context)

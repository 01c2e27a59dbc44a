"""Forms of a tournament as a whole."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.core.forms import NameField
from tournament.setup.lifetime.actions import BOARDS, PEOPLE, SETTINGS


class CopyForm(forms.Form):
    name = NameField(label=_("Name of the new tournament"), max_length=120)
    played_on = forms.DateField(label=_("Day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    settings = forms.BooleanField(
        label=_("Rounds and settings"),
        required=False,
        help_text=_("Stages, points, rules, categories, what makes a result count."),
    )
    boards = forms.BooleanField(label=_("Boards of the hall"), required=False)
    people = forms.BooleanField(
        label=_("Players"),
        required=False,
        help_text=_("With numbers, clubs, teams and boards within reach. Nobody is checked in, nobody has paid."),
    )

    @property
    def parts(self) -> list[str]:
        return [part for part in (SETTINGS, BOARDS, PEOPLE) if self.cleaned_data[part]]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if not any(given.get(part) for part in (SETTINGS, BOARDS, PEOPLE)):
            self.add_error(None, _("Choose what is to be copied."))
        return given

"""The form of a club's season."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournament.core.forms import NameField, field_of
from tournament.core.whole_numbers import whole_number
from tournament.models import Club, SeasonCounts

USUAL = "12 10 8 7 6 5 4 3 2 1 0"


class SeasonForm(forms.Form):
    name = NameField(label=_("Name of the season"), max_length=80)
    counts = forms.ChoiceField(label=_("What counts"), choices=SeasonCounts.choices, initial=SeasonCounts.RANKS)
    worth = forms.CharField(
        label=_("Points for rank 1, 2, 3 …"),
        max_length=400,
        required=False,
        initial=USUAL,
        help_text=_("Whoever comes behind the last one named gets what the last one gets."),
    )
    best = forms.IntegerField(
        label=_("How many tournaments count"),
        min_value=0,
        max_value=100,
        initial=0,
        help_text=_("The best of everybody; 0: all."),
    )
    tournaments = forms.MultipleChoiceField(
        label=_("Tournaments"), required=False, widget=forms.CheckboxSelectMultiple, choices=()
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen = club.tournaments.standing().values_list("public_id", "name", "played_on")
        choices = [(pk, f"{name}, {day:%d.%m.%Y}") for pk, name, day in chosen]
        field_of(self, "tournaments", forms.MultipleChoiceField).choices = choices

    def clean_worth(self) -> list[int]:
        words = re.split(r"[\s,;/-]+", self.cleaned_data["worth"].strip())
        parsed = [whole_number(word, 99_999) for word in words if word]
        numbers = [number for number in parsed if number is not None]
        if len(numbers) < len(parsed):
            raise ValidationError(_("Only whole numbers, with a space between them."), code="numbers")
        return numbers

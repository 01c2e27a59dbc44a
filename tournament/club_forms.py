"""What is typed about a club's seasons."""

import re

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournament.actions.webhooks import LONGEST
from tournament.forms import NameField
from tournament.hooks import AREAS
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

    def __init__(self, *args: object, club: Club, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        chosen = club.tournaments.values_list("public_id", "name", "played_on")
        self.fields["tournaments"].choices = [(pk, f"{name}, {day:%d.%m.%Y}") for pk, name, day in chosen]  # type: ignore[attr-defined]

    def clean_worth(self) -> list[int]:
        words = re.split(r"[\s,;/-]+", self.cleaned_data["worth"].strip())
        if not all(word.isascii() and word.isdigit() and len(word) < 6 for word in words if word):
            raise ValidationError(_("Only whole numbers, with a space between them."), code="numbers")
        return [int(word) for word in words if word]


class WebhookForm(forms.Form):
    url = forms.CharField(
        label=_("Address"), max_length=LONGEST, help_text=_("It begins with https:// and is on the internet.")
    )
    areas = forms.MultipleChoiceField(
        label=_("It hears of"),
        widget=forms.CheckboxSelectMultiple,
        choices=[(area, words) for area, (words, _codes) in AREAS.items()],
    )

"""The forms of a club's own kinds of tournament."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.core.forms import NameField, field_of


class KindForm(forms.Form):
    name = NameField(label=_("Name"), max_length=80)


class KeepForm(KindForm):
    """Of a tournament, of another kind, or of a file: the first that is named."""

    tournament = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)
    preset = forms.ChoiceField(label=_("Copy of"), required=False)
    file = forms.FileField(label=_("Or from a file"), required=False, allow_empty_file=True)

    def __init__(self, *args: Any, kinds: list[tuple[str, Any]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field_of(self, "preset", forms.ChoiceField).choices = kinds

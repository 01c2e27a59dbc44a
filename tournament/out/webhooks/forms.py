"""The form of a webhook."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.out.webhooks.actions import LONGEST
from tournament.out.webhooks.sending import AREAS


class WebhookForm(forms.Form):
    url = forms.CharField(
        label=_("Address"), max_length=LONGEST, help_text=_("It begins with https:// and is on the internet.")
    )
    areas = forms.MultipleChoiceField(
        label=_("It hears of"),
        widget=forms.CheckboxSelectMultiple,
        choices=[(area, words) for area, (words, _codes) in AREAS.items()],
    )

"""What the director of the screens types."""

from django import forms
from django.utils.translation import gettext_lazy

from tournament.core.forms import ModelForm
from tournament.hall.screen.panels import LEAST_SECONDS, MOST_SECONDS
from tournament.models import Notice, Screen


class SteeringForm(ModelForm[Screen]):
    seconds = forms.IntegerField(label=gettext_lazy("seconds a page"), min_value=LEAST_SECONDS, max_value=MOST_SECONDS)

    class Meta:
        model = Screen
        fields = ("seconds", "words", "is_night")


class NoticeForm(ModelForm[Notice]):
    picture = forms.FileField(
        label=gettext_lazy("Picture"),
        required=False,
        widget=forms.FileInput({"accept": "image/png,image/jpeg,image/webp"}),
        help_text=gettext_lazy("PNG, JPEG or WebP: the club, a sponsor, the prizes."),
    )
    remove = forms.BooleanField(label=gettext_lazy("Take the picture away"), required=False)

    class Meta:
        model = Notice
        fields = ("title", "words")

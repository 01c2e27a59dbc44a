"""Every component in every state on one page, for developers. Only where DEBUG is on."""

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.core.access import gate
from tournament.core.icons import ICONS


class Sample(forms.Form):
    name = forms.CharField(help_text="As it shall stand on the certificate.")
    day = forms.DateField(widget=forms.DateInput(attrs={"type": "date"}))
    rules = forms.ChoiceField(choices=[("turnier", "Turnier"), ("classic", "Classic")])
    remarks = forms.CharField(widget=forms.Textarea(attrs={"rows": 3}), required=False)
    is_minor = forms.BooleanField(label="under 16", required=False)


@gate("public.see")
def ui(request: HttpRequest) -> HttpResponse:
    if not settings.DEBUG:
        raise Http404
    context = {
        "good_form": Sample(auto_id="good_%s"),
        "bad_form": Sample({"name": "", "day": "yesterday", "rules": "other"}, auto_id="bad_%s"),
        "icons": sorted(path.stem for path in ICONS.glob("*.svg")),
        "colours": "YGRKBW",
        "tones": ("success", "info", "warning", "error"),
    }
    return render(request, "dev/ui.html", context)

"""What is asked before a paper is made. Whatever is left out has a sensible answer: one tap is enough."""

from typing import Any

from django import forms
from django.conf import settings
from django.core.validators import RegexValidator
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tournament.documents.registry import Choices, Document
from tournament.models.papers import PLUM

SIZES = {
    "fit": _("Smallest that can be read"),
    "a4": "A4",
    "a3": "A3",
    "a2": "A2",
    "a1": "A1",
    "taped": _("A4 sheets to tape together"),
}


class PaperForm(forms.Form):
    def __init__(
        self, document: Document, choices: Choices, *args: Any, before: Any = None, advice: str = "", **kwargs: Any
    ) -> None:
        """`before`: what was wanted the last time, filled in again. `advice`: about the sizes."""
        super().__init__(*args, auto_id=f"{document.code}_%s", **kwargs)
        self.document, before = document, before or {}
        if document.of:
            self.fields["of"] = forms.ChoiceField(label=document.asks, choices=choices)
        for name, make in document.fields.items():
            self.fields[name] = make()
            self.fields[name].initial = before.get("options", {}).get(name, self.fields[name].initial)
        if len(document.sizes) > 1:
            sizes = [(size, SIZES[size]) for size in document.sizes]
            first = before.get("size") if before.get("size") in document.sizes else document.sizes[0]
            self.fields["size"] = forms.ChoiceField(
                label=_("Size"), choices=sizes, required=False, initial=first, help_text=advice
            )
        language = before.get("language") or get_language() or settings.LANGUAGE_CODE
        self.fields["language"] = forms.ChoiceField(
            label=_("Language of the paper"), choices=settings.LANGUAGES, required=False, initial=language
        )

    def wanted(self) -> dict[str, Any]:
        given = dict(self.cleaned_data)
        return {
            "code": self.document.code,
            "language": given.pop("language") or get_language() or settings.LANGUAGE_CODE,
            "size": given.pop("size", "") or self.document.sizes[0],
            "of": given.pop("of", ""),
            "options": given,
        }


class LetterheadForm(forms.Form):
    colour = forms.CharField(
        label=_("Colour of the club"),
        initial=PLUM,
        max_length=7,
        widget=forms.TextInput({"type": "color"}),
        validators=[RegexValidator(r"\A#[0-9a-fA-F]{6}\Z")],
    )
    logo = forms.FileField(
        label=_("Logo"),
        required=False,
        widget=forms.FileInput({"accept": "image/png,image/jpeg,image/webp"}),
        help_text=_("PNG, JPEG or WebP. It stands at the top of every paper and on the certificates."),
    )
    remove = forms.BooleanField(label=_("Take the logo away"), required=False)

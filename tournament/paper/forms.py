"""The forms before a document is made. Every field has a sensible default, so that one tap is enough."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.core import languages
from tournament.paper.registry import Choices, Document

SIZES = {
    "fit": _("Smallest that can be read"),
    "a4": "A4",
    "a3": "A3",
    "a2": "A2",
    "a1": "A1",
    "parts": _("A4 sheets by group, and one for the finals"),
    "parts-a3": _("A3 sheets by group, and one for the finals"),
    "taped": _("A4 sheets to tape together"),
}


class PaperForm(forms.Form):
    def __init__(
        self,
        document: Document,
        choices: Choices,
        data: Mapping[str, Any] | None = None,
        *,
        before: Any = None,
        advice: str = "",
        chosen: str = "",
    ) -> None:
        """`before`: the arguments of the last order, used as initial values. `advice`: the help text of the sizes. `chosen`: of
        the choices, the one that somebody came for."""
        super().__init__(data, auto_id=f"{document.code}_%s")
        self.document, before = document, before or {}
        if document.of:
            self.fields["of"] = forms.ChoiceField(label=document.asks, choices=choices, initial=chosen or None)
        for name, make in document.fields.items():
            self.fields[name] = make()
            self.fields[name].initial = before.get("options", {}).get(name, self.fields[name].initial)
        if len(document.sizes) > 1:
            sizes = [(size, SIZES[size]) for size in document.sizes]
            first = before.get("size") if before.get("size") in document.sizes else document.sizes[0]
            self.fields["size"] = forms.ChoiceField(
                label=_("Size"), choices=sizes, required=False, initial=first, help_text=advice
            )
        language = before.get("language") or languages.spoken()
        self.fields["language"] = forms.ChoiceField(
            label=_("Language of the paper"), choices=languages.choices, required=False, initial=language
        )

    def arguments(self) -> dict[str, Any]:
        given = dict(self.cleaned_data)
        return {
            "code": self.document.code,
            "language": given.pop("language") or languages.spoken(),
            "size": given.pop("size", "") or self.document.sizes[0],
            "of": given.pop("of", ""),
            "options": given,
        }

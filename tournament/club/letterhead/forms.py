"""The form of a club's logo and colour, and of its pictures for certificates."""

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from tournament.models.papers import PLUM

KINDS = "image/png,image/jpeg,image/webp"


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
        widget=forms.FileInput({"accept": KINDS}),
        help_text=_("PNG, JPEG or WebP. It stands at the top of every paper and on the certificates."),
    )
    remove_logo = forms.BooleanField(label=_("Take the logo away"), required=False)
    background = forms.FileField(
        label=_("Background of certificates"),
        required=False,
        widget=forms.FileInput({"accept": KINDS}),
        help_text=_(
            "A picture that fills the sheet, for the design “On your own background”. "
            "At least 1700 pixels wide, at most 12 MB."
        ),
    )
    remove_background = forms.BooleanField(label=_("Take the background away"), required=False)
    signature = forms.FileField(
        label=_("Signature on certificates"),
        required=False,
        widget=forms.FileInput({"accept": KINDS}),
        help_text=_(
            "A picture of the signature, best as PNG without a background. It stands on the line on every certificate."
        ),
    )
    remove_signature = forms.BooleanField(label=_("Take the signature away"), required=False)

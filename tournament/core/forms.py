"""Validates the input of pages. Names may have letters of all scripts, but no characters that control a line of text."""

import unicodedata
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.core.mail_addresses import AddressField
from tournament.core.person_names import split_name
from tournament.core.whole_numbers import whole_number
from tournament.models import Account, Club, Scope, Tournament

# Characters that reverse, hide or break text: a name with them would be read differently from what it is.
_STEERING = {"Cc", "Cf", "Co", "Cs", "Zl", "Zp"}
_JOINERS = {"\u200c", "\u200d"}  # needed inside Persian and Indian names


if TYPE_CHECKING:
    from django.forms import ModelForm as ModelForm
else:

    class ModelForm(forms.ModelForm):
        """Django's own class cannot be subscripted with its model at runtime."""

        def __class_getitem__(cls, _model: type[models.Model]) -> type[forms.ModelForm]:
            return cls


Kind = TypeVar("Kind", bound=forms.Field)


def field_of(form: forms.BaseForm, name: str, kind: type[Kind]) -> Kind:
    """A field of a form, typed as the form's class declares it."""
    field = form.fields[name]
    assert isinstance(field, kind), name
    return field


class NameField(forms.CharField):
    def to_python(self, value: object) -> str:
        return clean_name(super().to_python(value) or "")


def clean_name(text: str) -> str:
    """NFC, single spaces. Refuses control and direction characters, and names without a letter or digit."""
    text = unicodedata.normalize("NFC", " ".join(text.split()))
    if any(unicodedata.category(char) in _STEERING and char not in _JOINERS for char in text):
        raise ValidationError(_("A name cannot contain control characters."), code="control")
    if text and not any(unicodedata.category(char)[0] in "LN" for char in text):
        raise ValidationError(_("A name has at least one letter or digit."), code="no_letter")
    return text


class ClubForm(ModelForm[Club]):
    name = NameField(label=_("Name of the club"), max_length=120)

    class Meta:
        model = Club
        fields = ["name"]


class TournamentForm(ModelForm[Tournament]):
    name = NameField(label=_("Name of the tournament"), max_length=120)
    played_on = forms.DateField(
        label=_("Day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), input_formats=["%Y-%m-%d"]
    )
    begins_at = forms.TimeField(
        label=_("Begins at (optional)"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        input_formats=["%H:%M"],
    )
    place = NameField(
        label=_("Where (optional)"),
        max_length=120,
        required=False,
        help_text=_("Hall, street, town: as somebody would look for it who has never been there."),
    )
    is_listed = forms.BooleanField(label=_("Show on the start page"), required=False, initial=True)

    class Meta:
        model = Tournament
        fields = ["name", "played_on", "begins_at", "place", "is_listed"]


class EntryForm(forms.Form):
    """One line for a walk-in: "Yara Yilmaz", Enter. The last word is the surname."""

    name = NameField(label=_("Name"), max_length=161)
    is_minor = forms.BooleanField(label=_("under 16"), required=False)
    is_hidden = forms.BooleanField(label=_("hide in public"), required=False)
    is_paid = forms.BooleanField(label=_("has paid"), required=False)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        """Add fields for category and team if the tournament has any."""
        super().__init__(*args, **kwargs)
        for name, label, groups in (
            ("category", _("Category"), tournament.categories.all()),
            ("team", _("Team"), tournament.teams.all()),
        ):
            if groups:
                field = forms.ModelChoiceField(groups, label=label, required=False)
                field.choices = [("", "–"), *((group.pk, group.name) for group in groups)]  # asked once
                self.fields[name] = field

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if any(len(part) > 80 for part in split_name(name)):
            raise ValidationError(_("A first name or surname has at most 80 letters."), code="too_long")
        return name


MOST_BOARDS_EACH = 6
HIGHEST_BOARD = 9999


def boards_from(text: str) -> tuple[int, ...]:
    """Parse "3, 14" into numbers of boards, each once."""
    words = text.replace(",", " ").replace(";", " ").split()
    numbers = [whole_number(word, HIGHEST_BOARD) or 0 for word in words]
    if not all(numbers):
        raise ValidationError(_("Boards are named by their numbers: 3, 14."), code="board")
    if len(words) > MOST_BOARDS_EACH:
        raise ValidationError(_("Too many boards for one player."), code="boards")
    return tuple(dict.fromkeys(numbers))


class LoginForm(forms.Form):
    login = forms.CharField(label=_("Name or e-mail address"), max_length=254)
    password = forms.CharField(label=_("Password"), max_length=1000, widget=forms.PasswordInput, strip=False)


class NewAccountForm(forms.Form):
    login = NameField(label=_("Name to sign in with"), max_length=80)
    email = AddressField(label=_("E-mail address (optional)"), required=False, max_length=254)
    password = forms.CharField(label=_("Password"), max_length=1000, widget=forms.PasswordInput, strip=False)

    def clean_login(self) -> str:
        login: str = self.cleaned_data["login"]
        if "@" in login:
            raise ValidationError(_("A name to sign in with has no @ in it."), code="at")
        return login

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        if "password" in cleaned and "login" in cleaned:
            self._check_password(cleaned["password"], cleaned["login"], cleaned.get("email", ""))
        return cleaned

    def _check_password(self, password: str, login: str, email: str) -> None:
        try:
            validate_password(password, Account(login=login, email=email))
        except ValidationError as error:
            self.add_error("password", error)


class FirstAccountForm(NewAccountForm):
    club_name = NameField(label=_("Name of your club"), max_length=120)


class CodeForm(forms.Form):
    code = forms.CharField(label=_("Code"), max_length=40)


class NewPasswordForm(forms.Form):
    new = forms.CharField(label=_("New password"), max_length=1000, widget=forms.PasswordInput, strip=False)

    def __init__(self, *args: Any, account: Account, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.account = account

    def clean_new(self) -> str:
        validate_password(self.cleaned_data["new"], self.account)
        return str(self.cleaned_data["new"])


class PasswordForm(NewPasswordForm):
    old = forms.CharField(label=_("Password until now"), max_length=1000, widget=forms.PasswordInput, strip=False)
    field_order = ["old", "new"]


class RoleForm(forms.Form):
    role = forms.ChoiceField(label=_("Role"))

    def __init__(self, *args: Any, roles: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field_of(self, "role", forms.ChoiceField).choices = roles


class TokenForm(forms.Form):
    name = NameField(label=_("Program or device"), max_length=80)
    scope = forms.ChoiceField(label=_("May at most"), choices=Scope.choices)
    days = forms.TypedChoiceField(
        label=_("Holds for"), coerce=int, choices=[(1, _("a day")), (30, _("a month")), (365, _("a year"))], initial=30
    )
    only_for = forms.ChoiceField(label=_("Only for"), required=False)

    def __init__(self, *args: Any, places: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        everywhere = ("", _("wherever I work"))
        field_of(self, "only_for", forms.ChoiceField).choices = [everywhere, *places.items()]

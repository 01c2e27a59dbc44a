"""What comes in from pages, checked. Names keep their letters of all scripts, but nothing that steers a line of text."""

import unicodedata
from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournament.models import Account, Club, Scope, Tournament

# Characters that turn, hide or break lines: a name with them would be read differently from what it is.
_STEERING = {"Cc", "Cf", "Co", "Cs", "Zl", "Zp"}
_JOINERS = {"\u200c", "\u200d"}  # needed inside Persian and Indian names


class NameField(forms.CharField):
    def to_python(self, value: object) -> str:
        return clean_name(super().to_python(value))


def clean_name(text: str) -> str:
    """Composed, single spaces. Refuses control and direction characters, and what shows nothing to call somebody by."""
    text = unicodedata.normalize("NFC", " ".join(text.split()))
    if any(unicodedata.category(sign) in _STEERING and sign not in _JOINERS for sign in text):
        raise ValidationError(_("A name cannot contain control characters."), code="control")
    if text and not any(unicodedata.category(sign)[0] in "LN" for sign in text):
        raise ValidationError(_("A name has at least one letter or digit."), code="no_letter")
    return text


class ClubForm(forms.ModelForm):
    name = NameField(label=_("Name of the club"), max_length=120)

    class Meta:
        model = Club
        fields = ["name"]


class TournamentForm(forms.ModelForm):
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
        """Teams and categories are asked for where there are any."""
        super().__init__(*args, **kwargs)
        for name, label, groups in (
            ("category", _("Category"), tournament.categories.all()),
            ("team", _("Team"), tournament.teams.all()),
        ):
            if groups:
                self.fields[name] = forms.ModelChoiceField(groups, label=label, required=False, empty_label="–")

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if any(len(part) > 80 for part in split_name(name)):
            raise ValidationError(_("A first name or surname has at most 80 letters."), code="too_long")
        return name


def split_name(name: str) -> tuple[str, str]:
    """Given and family name. A comma says it plainly ("Yilmaz, Yara"); else the last word is the surname."""
    if "," in name:
        family, _comma, given = name.partition(",")
        return (given.strip() or family.strip()), (family.strip() if given.strip() else "")
    given, _space, family = name.rpartition(" ")
    return (given, family) if given else (family, "")


MOST_BOARDS_EACH = 6
HIGHEST_BOARD = 9999


def boards_from(text: str) -> tuple[int, ...]:
    """ "3, 14": the numbers of boards, each once."""
    words = text.replace(",", " ").replace(";", " ").split()
    if any(not (word.isascii() and word.isdigit() and 0 < int(word[:9]) <= HIGHEST_BOARD) for word in words):
        raise ValidationError(_("Boards are named by their numbers: 3, 14."), code="board")
    if len(words) > MOST_BOARDS_EACH:
        raise ValidationError(_("Too many boards for one player."), code="boards")
    return tuple(dict.fromkeys(map(int, words)))


class LoginForm(forms.Form):
    login = forms.CharField(label=_("Name or e-mail address"), max_length=254)
    password = forms.CharField(label=_("Password"), max_length=1000, widget=forms.PasswordInput, strip=False)


class NewAccountForm(forms.Form):
    login = NameField(label=_("Name to sign in with"), max_length=80)
    email = forms.EmailField(label=_("E-mail address (optional)"), required=False, max_length=254)
    password = forms.CharField(label=_("Password"), max_length=1000, widget=forms.PasswordInput, strip=False)

    def clean_login(self) -> str:
        login: str = self.cleaned_data["login"]
        if "@" in login:
            raise ValidationError(_("A name to sign in with has no @ in it."), code="at")
        return login

    def clean(self) -> dict[str, object]:
        given = super().clean() or {}
        if "password" in given and "login" in given:
            self._check_password(given["password"], given["login"], given.get("email", ""))
        return given

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
        self.fields["role"].choices = roles


class TokenForm(forms.Form):
    name = NameField(label=_("Program or device"), max_length=80)
    scope = forms.ChoiceField(label=_("May at most"), choices=Scope.choices)
    days = forms.TypedChoiceField(
        label=_("Holds for"), coerce=int, choices=[(1, _("a day")), (30, _("a month")), (365, _("a year"))], initial=30
    )

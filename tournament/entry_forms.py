"""Forms about entries: entering oneself, the rules for it, teams and categories, what is known about a player."""

from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournament.actions.entries import MOST_ENTRIES
from tournament.actions.groups import APART, MOST_WEIGHT
from tournament.forms import NameField, boards_from
from tournament.models import Category, Entry, Team, Tournament
from tournament.wishes import weights

LOCAL = "%Y-%m-%dT%H:%M"
KINDS = {"team": _("team-mates"), "family": _("family"), "club": _("people of one club")}


def _moment(label: object) -> forms.DateTimeField:
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=LOCAL)
    return forms.DateTimeField(label=label, required=False, widget=widget, input_formats=[LOCAL])


class SelfEntryForm(forms.Form):
    """For everybody, on an own phone. `website` is seen by programs alone: who fills it in is none of us."""

    given_name = NameField(label=_("First name"), max_length=80)
    family_name = NameField(label=_("Surname"), max_length=80, required=False)
    is_minor = forms.BooleanField(label=_("under 16"), required=False)
    guardian = NameField(
        label=_("Name of the grown-up who agrees"),
        max_length=160,
        required=False,
        help_text=_("Only for somebody under 16. Nobody but the organisers reads it."),
    )
    is_hidden = forms.BooleanField(
        label=_("hide the name in public"),
        required=False,
        help_text=_("Others then see “Player” and the start number. Under 16 that is always so."),
    )
    email = forms.EmailField(
        label=_("E-mail address (optional)"),
        required=False,
        max_length=254,
    )
    note = forms.CharField(
        label=_("Wishes (optional)"),
        required=False,
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("A table that is easy to get to, family who would rather not play each other …"),
    )
    website = forms.CharField(required=False, max_length=200)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Without a mail server only people write."""
        super().__init__(*args, **kwargs)
        self.fields["email"].help_text = (
            _("For a mail when you are entered, move up or are drawn; it can be erased at any time.")
            if settings.MAIL
            else _("For the organisers, who alone read it; it can be erased at any time.")
        )

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if given.get("is_minor") and not given.get("guardian") and "guardian" not in self.errors:
            self.add_error("guardian", _("Somebody under 16 needs a grown-up who agrees."))
        if not given.get("is_minor"):
            given["guardian"] = ""
        return given


class PersonForm(forms.Form):
    """The name of somebody who is entered, and what everybody may read of it."""

    given_name = NameField(label=_("First name"), max_length=80)
    family_name = NameField(label=_("Surname"), max_length=80, required=False)
    is_minor = forms.BooleanField(label=_("under 16"), required=False)
    is_hidden = forms.BooleanField(label=_("hide the name in public"), required=False)
    shows_full_name = forms.BooleanField(
        label=_("full name in public, as this player allows"),
        required=False,
        help_text=_("Otherwise the first name and the first letter of the surname; under 16 only the start number."),
    )

    def __init__(self, *args: Any, entry: Entry, **kwargs: Any) -> None:
        initial = {name: getattr(entry.person, name) for name in self.base_fields}
        super().__init__(*args, initial=initial, **kwargs)


class EnteringForm(forms.ModelForm):
    entry_opens_at, entry_closes_at = _moment(_("From (optional)")), _moment(_("Until (optional)"))
    takes_entries = forms.BooleanField(label=_("Everybody can enter by themselves"), required=False)
    places = forms.IntegerField(
        label=_("Places"), min_value=0, max_value=MOST_ENTRIES, help_text=_("0: as many as come.")
    )
    has_waiting_list = forms.BooleanField(label=_("When all places are given, onto the waiting list"), required=False)

    class Meta:
        model = Tournament
        fields = ["takes_entries", "entry_opens_at", "entry_closes_at", "places", "has_waiting_list"]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        opens, closes = given.get("entry_opens_at"), given.get("entry_closes_at")
        if opens and closes and closes <= opens:
            self.add_error("entry_closes_at", _("It has to end after it begins."))
        return given


class GroupForm(forms.Form):
    name = NameField(label=_("Name"), max_length=60)


class CategoryForm(GroupForm):
    is_separate = forms.BooleanField(label=_("ranked apart, not in the main standings"), required=False)
    quota = forms.IntegerField(label=_("at least so many go on"), min_value=0, max_value=MOST_ENTRIES, initial=0)


class GroupRulesForm(forms.Form):
    """How many of a team count, and how much each kind of wish weighs."""

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        usual = weights(tournament)
        best = forms.IntegerField(label=_("Members who count for their team"), min_value=1, max_value=MOST_WEIGHT)
        self.fields["team_best"] = best
        self.initial["team_best"] = tournament.team_best
        for kind in APART:
            self.fields[kind] = forms.IntegerField(label=KINDS[kind], min_value=0, max_value=MOST_WEIGHT)
            self.initial[kind] = usual[kind]

    def weights(self) -> dict[str, int]:
        return {kind: self.cleaned_data[kind] for kind in APART}


class WishesForm(forms.Form):
    """Where somebody belongs and can sit."""

    team = forms.ModelChoiceField(Team.objects.none(), label=_("Team"), required=False, empty_label="–")
    category = forms.ModelChoiceField(Category.objects.none(), label=_("Category"), required=False, empty_label="–")
    from_club = NameField(label=_("Club"), max_length=60, required=False)
    family = NameField(
        label=_("Family"),
        max_length=60,
        required=False,
        help_text=_("Whoever has the same word here is not seated at one table, where that is possible."),
    )
    fixed_boards = forms.CharField(
        label=_("Boards within reach"),
        max_length=60,
        required=False,
        help_text=_("For limited mobility: the numbers of the boards, best one for four and one for three: 3, 14."),
    )
    note = forms.CharField(label=_("Note"), max_length=300, required=False)

    def __init__(self, *args: Any, entry: Entry, **kwargs: Any) -> None:
        boards = ", ".join(map(str, entry.fixed_boards))
        fields = ("from_club", "family", "note", "team", "category")
        initial = {**{name: getattr(entry, name) for name in fields}, "fixed_boards": boards}
        super().__init__(*args, initial=initial, **kwargs)
        self.fields["team"].queryset = entry.tournament.teams.all()
        self.fields["category"].queryset = entry.tournament.categories.all()

    def clean_fixed_boards(self) -> tuple[int, ...]:
        return boards_from(self.cleaned_data["fixed_boards"])

    def clean_note(self) -> str:
        note: str = self.cleaned_data["note"]
        if "\0" in note:
            raise ValidationError(_("A name cannot contain control characters."))
        return note

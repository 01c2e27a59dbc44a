"""Forms of entries: entering oneself and its settings, teams and categories, the details of a player."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_lazy as translated

from tournament.core.forms import ModelForm, NameField, boards_from, field_of
from tournament.core.mail_addresses import AddressField
from tournament.entries import details
from tournament.entries.actions import MOST_ENTRIES
from tournament.entries.fields import CONTACT, OWN, PERSONAL, WISHES, Field, Kind, Of, Own
from tournament.entries.groups.actions import APART, MOST_WEIGHT
from tournament.entries.wishes.weights import weights
from tournament.models import Entry, Tournament

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

LOCAL = "%Y-%m-%dT%H:%M"
KINDS = {"team": _("team-mates"), "family": _("family"), "club": _("people of one club")}


def _moment(label: "str | _StrPromise") -> forms.DateTimeField:
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=LOCAL)
    return forms.DateTimeField(label=label, required=False, widget=widget, input_formats=[LOCAL])


class BoardsField(forms.CharField):
    """ "3, 14": the numbers of boards."""

    def clean(self, value: Any) -> tuple[int, ...]:
        return boards_from(super().clean(value))


def form_field(field: Field, *, is_own: bool = False) -> forms.Field:
    """The form field of a declared field; `is_own`: as on the public page, where people enter themselves."""
    own = (field.own if is_own else None) or Own()
    words = {"label": translated(own.label or field.label), "help_text": translated(own.help or field.help)}
    made = _MADE[field.kind](field, required=details.is_required(field), **words)
    vars(made)["attributes"] = _attributes(field, own, is_own=is_own)
    if own.is_long:
        made.widget = forms.Textarea(attrs={"rows": 2, "maxlength": str(details.most(field))})
    return made


def _attributes(field: Field, own: Own, *, is_own: bool) -> dict[str, str]:
    """HTML attributes: autocomplete (off at the desk, where the browser knows only the clerk), and capitals in names."""
    autocomplete = own.autocomplete if is_own else "off" if field.kind not in (Kind.TRUTH, Kind.GROUP) else ""
    capitals = "words" if field.of == Of.PERSON and field.kind == Kind.NAME else ""
    return {name: word for name, word in (("autocomplete", autocomplete), ("autocapitalize", capitals)) if word}


def _line(kind: type[forms.CharField]) -> Callable[..., forms.Field]:
    return lambda field, **more: kind(max_length=details.most(field), **more)


_MADE: dict[Kind, Callable[..., forms.Field]] = {
    Kind.NAME: _line(NameField),
    Kind.TEXT: _line(forms.CharField),
    Kind.EMAIL: _line(AddressField),
    Kind.TRUTH: lambda _field, **more: forms.BooleanField(**more),
    Kind.BOARDS: lambda _field, **more: BoardsField(max_length=60, **more),
    Kind.GROUP: lambda field, **more: forms.ModelChoiceField(
        details.GROUPS[field.name].objects.none(), empty_label="–", **more
    ),
}


class SelfEntryForm(forms.Form):
    """The public form. `website` is a honeypot: hidden from people, so that only bots fill it in."""

    website = forms.CharField(label=_("Leave this empty"), required=False, max_length=200)

    def __init__(self, *args: Any, is_for_minors: bool = False, **kwargs: Any) -> None:
        """The help text of the e-mail address promises mails only if a mail server is set. Where all are under 16, nobody is
        asked whether they are."""
        super().__init__(*args, **kwargs)
        self.is_for_minors = is_for_minors
        self.fields.update({field.name: form_field(field, is_own=True) for field in OWN})
        self.fields["guardian"].required = is_for_minors
        self.fields["email"].help_text = (
            _("For a mail when you are entered, move up or are drawn; it can be erased at any time.")
            if settings.MAIL
            else _("For the organisers, who alone read it; it can be erased at any time.")
        )

    def asked(self) -> list[forms.BoundField]:
        return [self[field.name] for field in OWN if field.name != "is_minor" or not self.is_for_minors]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        given["is_minor"] = given.get("is_minor") or self.is_for_minors
        if given.get("is_minor") and not given.get("guardian") and "guardian" not in self.errors:
            self.add_error("guardian", _("Somebody under 16 needs a grown-up who agrees."))
        if not given.get("is_minor"):
            given["guardian"] = ""
        return given


class DetailsForm(forms.Form):
    """Some of the declared fields, filled with the values of an entry."""

    declared: tuple[Field, ...]

    def __init__(self, data: QueryDict | None = None, *, entry: Entry) -> None:
        super().__init__(data, initial={field.name: self.known(entry, field) for field in self.declared})
        self.fields.update({field.name: form_field(field) for field in self.declared})

    def lines(self) -> list[forms.BoundField]:
        return [bound for bound in self if not isinstance(bound.field, forms.BooleanField)]

    def ticks(self) -> list[forms.BoundField]:
        return [bound for bound in self if isinstance(bound.field, forms.BooleanField)]

    @staticmethod
    def known(entry: Entry, field: Field) -> Any:
        value = details.value(entry, field)
        return ", ".join(map(str, value)) if field.kind == Kind.BOARDS else value


class PersonForm(DetailsForm):
    """The name of a player, and what everybody may read of it."""

    declared = PERSONAL


class ContactForm(DetailsForm):
    """How somebody can be reached, and who answers for a child."""

    declared = CONTACT


class EnteringForm(ModelForm[Tournament]):
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
    """How many members of a team count, and the weight of each kind of wish."""

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


class WishesForm(DetailsForm):
    """Team, category, club, family, and the boards somebody can get to."""

    declared = WISHES

    def __init__(self, data: QueryDict | None = None, *, entry: Entry) -> None:
        super().__init__(data, entry=entry)
        for name, kind in details.GROUPS.items():
            field_of(self, name, forms.ModelChoiceField).queryset = kind.objects.filter(tournament=entry.tournament)

"""What is asked before a free game begins: who plays with which colours, and what it is called."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.free.seating import Way
from tournament.core import days
from tournament.core.forms import NameField
from tournament.models import Person
from tournament.people.names import full_name

LIST = "people"  # the names on offer


class BeginForm(forms.Form):
    """`names`: by colours, as a record brings them."""

    name = NameField(
        label=_("What is it called? (optional)"),
        max_length=60,
        required=False,
        help_text=_("Without a name it is called by its day."),
    )
    played_on = forms.DateField(
        label=_("Day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), input_formats=["%Y-%m-%d"]
    )
    is_shown = forms.BooleanField(
        label=_("Everybody may watch"),
        required=False,
        help_text=_(
            "Else only those who help at the club's tournaments. Hidden people and minors are named to nobody else."
        ),
    )

    def __init__(
        self,
        answers: Mapping[str, Any] | None = None,
        *,
        way: Way,
        may_show: bool,
        initial: Mapping[str, Any] | None = None,
        names: Mapping[str, str] | None = None,
    ) -> None:
        self.way = way
        super().__init__(answers, initial={"played_on": days.today(), **(initial or {})})
        if not may_show:
            del self.fields["is_shown"]
        for colours in way.seats:
            known = (names or {}).get(colours, "")
            self.fields[f"who_{colours}"] = _who(known)
            self.fields[f"minor_{colours}"] = forms.BooleanField(label=_("under 16"), required=False)

    @property
    def seats(self) -> list[tuple[str, forms.BoundField, forms.BoundField]]:
        """Colours, name, whether they are a child."""
        return [(colours, self[f"who_{colours}"], self[f"minor_{colours}"]) for colours in self.way.seats]

    @property
    def said(self) -> dict[str, Any]:
        """As the action takes it."""
        given = self.cleaned_data
        seats = [
            {"colours": colours, "name": given[f"who_{colours}"], "is_minor": given[f"minor_{colours}"]}
            for colours in self.way.seats
        ]
        more: dict[str, Any] = {name: given[name] for name in ("name", "played_on", "is_shown") if name in given}
        return {"seats": seats, "board": self.way.board, **more}


def _who(known: str) -> NameField:
    field = NameField(label=gettext("Name"), max_length=161, initial=known)
    field.widget.attrs.update({"autocomplete": "off", "list": LIST})
    return field


def names_of(people: Sequence[Person]) -> list[str]:
    return list(dict.fromkeys(map(full_name, people)))

"""Documents about players: the list for check-in, start passes with private links."""

from typing import Any

from django import forms
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.links import entry_token
from tournament.models import Entry, Person
from tournament.models.events import GONE, EntryState
from tournament.paper.filling import Named, in_columns
from tournament.paper.ink import ink
from tournament.paper.registry import PEOPLE, Order, Pack, document, of_all, stacked
from tournament.people.duplicates import folded
from tournament.people.names import both_names, full_name

PASSES_ON_PAGE, PAGES_IN_PART = 8, 4
AROUND = 4.6  # em: box and number before a name


@document(
    "names",
    group=PEOPLE,
    title=gettext_lazy("List of names"),
    holds=gettext_lazy("For the entrance, in columns with letters: a box to tick, start number and full name."),
    fields={
        "order": lambda: forms.ChoiceField(
            label=gettext_lazy("Order"),
            choices=[("surname", gettext_lazy("By surname")), ("number", gettext_lazy("By start number"))],
            required=False,
        )
    },
    sizes=("a4", "a3", "a2"),
    names="full",
)
def names(order: Order) -> Pack:
    coming = order.tournament.entries.exclude(state__in=GONE).select_related("person", "category", "team")
    entries = list(coming.order_by("number"))
    if order.options.get("order") != "number":
        entries.sort(key=lambda entry: (folded(_turned(entry.person)), entry.number))
    by_number = order.options.get("order") == "number"
    lines = [_line(entry, has_letter=not by_number) for entry in entries]
    columns = in_columns(lines, order.size, around=AROUND, high=1.55, least=0.85)
    sheets = columns.sheets[:1] if order.is_sample else columns.sheets
    context = {"columns": columns, "sheets": sheets, "count": len(entries)}
    return Pack([order.page("print/names.html", _("List of names"), **context)], len(columns.sheets))


def _line(entry: Entry, *, has_letter: bool) -> Named:
    name = ink(_turned(entry.person), 90)
    beside = [_("waiting list")] if entry.state == EntryState.WAITING else []
    beside += [ink(one.name, 30) for one in (entry.category, entry.team) if one is not None]
    return Named(letter_of(name) if has_letter else "", name, str(entry.number), " · ".join(beside))


def letter_of(name: str) -> str:
    """The letter that a name is looked up under: Ö under O."""
    return folded(name)[:1].upper()


def _turned(person: Person) -> str:
    given, family = both_names(person)
    return f"{family}, {given}" if family else given


@document(
    "passes",
    group=PEOPLE,
    title=gettext_lazy("Start passes"),
    holds=gettext_lazy(
        "A card for each player with the own link as QR code: only for that player. "
        "Eight to a page; cut and stacked, they are sorted."
    ),
    is_quick=False,
    names="full",
    needs="entries.change",  # whoever holds all own links could report for all
)
def passes(order: Order) -> Pack:
    players = order.tournament.entries.playing().select_related("person").order_by("number")
    pages = stacked([_pass(order, entry) for entry in players], PASSES_ON_PAGE)
    title = _("Start passes")
    return Pack(
        (order.page("print/passes.html", title, pages=part) for part in of_all(order.some(pages, 1), PAGES_IN_PART)),
        len(pages),
    )


def _pass(order: Order, entry: Entry) -> dict[str, Any]:
    path = reverse("entry_link", args=[entry.public_id, entry_token(entry)])
    return {"number": entry.number, "name": ink(full_name(entry.person), 60), "address": order.origin + path}

"""Papers about players: the list for check-in, start passes with the own link, certificates."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.documents import choices
from tournament.documents.ink import ink
from tournament.documents.registry import PEOPLE, RESULTS, Order, Pack, document, of_all, stacked
from tournament.duplicates import folded
from tournament.links import entry_token
from tournament.models import Entry, Person
from tournament.models.events import GONE
from tournament.names import both_names, full_name

PASSES_ON_PAGE, PAGES_IN_PART = 8, 4
CERTIFICATES_IN_PART = 16
WORDING = gettext_lazy("took part in\n{tournament}\non {date}\nand reached place {place}.")


@document(
    "names",
    group=PEOPLE,
    title=gettext_lazy("List of names"),
    holds=gettext_lazy("For the entrance: start number, full name and a box to tick."),
    fields={
        "order": lambda: forms.ChoiceField(
            label=gettext_lazy("Order"),
            choices=[("surname", gettext_lazy("By surname")), ("number", gettext_lazy("By start number"))],
            required=False,
        )
    },
    names="full",
)
def names(order: Order) -> Pack:
    coming = order.tournament.entries.exclude(state__in=GONE).select_related("person", "category", "team")
    entries = list(coming.order_by("number"))
    if order.options.get("order") != "number":
        entries.sort(key=lambda entry: (folded(_turned(entry.person)), entry.number))
    lines = [{"entry": entry, "name": _turned(entry.person)} for entry in order.some(entries)]
    return Pack([order.page("print/names.html", _("List of names"), lines=lines, count=len(entries))])


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


@document(
    "certificates",
    group=RESULTS,
    title=gettext_lazy("Certificates"),
    holds=gettext_lazy("One page for each player: name, place and your own words."),
    of=choices.final_rankings,
    asks=gettext_lazy("Ranking"),
    fields={
        "heading": lambda: forms.CharField(label=gettext_lazy("Heading"), max_length=40, initial=_("Certificate")),
        "wording": lambda: forms.CharField(
            label=gettext_lazy("Words"),
            max_length=600,
            widget=forms.Textarea({"rows": 4}),
            initial=str(WORDING),
            help_text=gettext_lazy(
                "{tournament}, {date}, {place}, {points}, {category} and {club} are filled in for each player."
            ),
        ),
        "first": lambda: forms.IntegerField(
            label=gettext_lazy("Only the first … places"), min_value=1, max_value=1000, required=False
        ),
    },
    is_quick=False,
    names="full",
)
def certificates(order: Order) -> Pack:
    first = order.options.get("first") or 10_000
    winners = [line for line in choices.ranked(order) if line.rank is not None and line.rank <= first]
    parts = of_all([_certificate(order, line) for line in order.some(winners, 1)], CERTIFICATES_IN_PART)
    title = ink(order.options.get("heading") or _("Certificate"), 40)
    return Pack(_in_parts(order, title, parts), len(winners))


def _in_parts(order: Order, title: str, parts: Sequence[Any]) -> Iterator[str]:
    if not parts:
        yield order.page("print/nothing.html", title)
    for part in parts:
        yield order.page("print/certificates.html", title, people=part)


def _certificate(order: Order, line: choices.Ranked) -> dict[str, str]:
    words = str(order.options.get("wording") or WORDING)
    filled = {
        "{tournament}": order.event,
        "{date}": date_format(order.tournament.played_on),
        "{place}": str(line.rank),
        "{points}": line.points,
        "{club}": order.club,
        "{category}": line.category,
    }
    for word, value in filled.items():
        words = words.replace(word, value)
    return {"name": ink(line.name, 80), "words": words, "place": str(line.rank), "category": ink(line.category)}

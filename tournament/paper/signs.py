"""Signs for the hall: table numbers, directions, the Wi-Fi, links to the public pages."""

from typing import Any

from django import forms
from django.db.models import Max
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from segno import helpers

from tournament.core.links import table_address
from tournament.core.when import when_and_where
from tournament.finals.bracket.letters import width
from tournament.models import Table, Tournament
from tournament.paper import choices
from tournament.paper.choices import gone
from tournament.paper.ink import lines
from tournament.paper.registry import SIGNS, TABLES, Choices, Order, Pack, document, of_all
from tournament.rounds.queries import round_view

SIGNS_IN_PART = 16
FIGURE_ACROSS, FIGURE_DOWN = 265.0, 225.0  # mm: width of a number on its sheet, size of its letters


def _tables(tournament: Tournament) -> dict[str, Any]:
    """The last table number: as many tables as were drawn, else as there are boards, else as the entries need."""
    drawn = Table.objects.filter(round__stage__tournament=tournament).aggregate(most=Max("number"))["most"]
    last = drawn or tournament.boards.filter(is_assumed=False).count() or -(-tournament.entries.playing().count() // 4)
    return {"last": last or 6}


@document(
    "numbers",
    group=SIGNS,
    title=gettext_lazy("Table numbers"),
    holds=gettext_lazy("A page for each table, to be read from across the hall."),
    fields={
        "first": lambda: forms.IntegerField(label=gettext_lazy("From"), min_value=1, max_value=999, initial=1),
        "last": lambda: forms.IntegerField(label=gettext_lazy("To"), min_value=1, max_value=999, initial=6),
    },
    usual=_tables,
    is_quick=False,
)
def numbers(order: Order) -> Pack:
    first, last = int(order.options.get("first") or 1), int(order.options.get("last") or 6)
    span = range(min(first, last), max(first, last) + 1)
    signs = [{"word": _("Table"), "figure": number, "size": _as_large_as_the_sheet(number)} for number in span]
    made = (order.page("print/signs.html", _("Table numbers"), signs=part) for part in of_all(signs, SIGNS_IN_PART))
    return Pack(made, len(signs))


def _as_large_as_the_sheet(number: int) -> float:
    """mm: letters of this size fill it in one direction."""
    return min(FIGURE_DOWN, FIGURE_ACROSS / width(str(number), is_bold=True))


@document(
    "tents",
    group=TABLES,
    title=gettext_lazy("Tent cards"),
    holds=gettext_lazy(
        "For each table a sheet that stands when it is folded: the number, who has which colour, and the QR code with which "
        "the table reports, to be read from both sides."
    ),
    of=choices.rounds,
    asks=gettext_lazy("Round"),
    is_quick=False,
)
def tents(order: Order) -> Pack:
    round_ = choices.round_of(order)
    by_id = {table.pk: table for table in Table.objects.filter(round=round_)}
    tables = order.some(round_view(round_, full=False).tables, 1)
    cards = [{"table": line, "address": order.origin + table_address(by_id[line.id])} for line in tables]
    made = (
        order.page("print/tents.html", _("Tent cards"), cards=part, round=round_)
        for part in of_all(cards, SIGNS_IN_PART)
    )
    return Pack(made, len(cards))


@document(
    "desk",
    group=SIGNS,
    title=gettext_lazy("Sign for the desk"),
    holds=gettext_lazy("Where the organisers sit and what one gets there, with a QR code to the tables and standings."),
    is_long=False,
)
def desk(order: Order) -> Pack:
    there = {
        "title": _("Tournament desk"),
        "address": order.origin + reverse("tournament", args=[order.tournament.public_id]),
        "when": _("Registration, results, questions. A referee comes to your table: raise your hand."),
    }
    return Pack([order.page("print/signs.html", there["title"], signs=[{"link": there}])])


@document(
    "sign",
    group=SIGNS,
    title=gettext_lazy("Sign with your own words"),
    holds=gettext_lazy("One page in large letters: registration, toilets, cake …"),
    fields={
        "text": lambda: forms.CharField(
            label=gettext_lazy("Words"), max_length=200, widget=forms.Textarea({"rows": 2}), initial=_("Registration")
        )
    },
    is_long=False,
)
def sign(order: Order) -> Pack:
    text = lines(str(order.options.get("text") or _("Registration")), 200)
    return Pack([order.page("print/signs.html", _("Sign"), signs=[{"text": text}])])


@document(
    "wifi",
    group=SIGNS,
    title=gettext_lazy("Sign for the Wi-Fi"),
    holds=gettext_lazy("Name and password of the network, and a QR code that lets a phone join."),
    fields={
        "network": lambda: forms.CharField(label=gettext_lazy("Name of the network"), max_length=32),
        "password": lambda: forms.CharField(label=gettext_lazy("Password"), max_length=63, required=False),
    },
    is_long=False,
)
def wifi(order: Order) -> Pack:
    network, password = str(order.options.get("network", "")), str(order.options.get("password", ""))
    data = helpers.make_wifi_data(ssid=network, password=password or None, security="WPA" if password else None)
    join = {"network": network, "password": password, "data": data}
    return Pack([order.page("print/signs.html", _("Wi-Fi"), signs=[{"wifi": join}])])


def _pages(tournament: Tournament) -> Choices:
    """The public pages that a sign can link to. Self-entry is offered before it opens, because the sign is printed earlier."""
    own = [("enter", _("Entering oneself"))] if tournament.takes_entries else []
    return [*own, ("tournament", _("Tables, clock and standings"))]


@document(
    "link",
    group=SIGNS,
    title=gettext_lazy("Sign with a QR code"),
    holds=gettext_lazy("Leads a phone to the page of the tournament, or to where people enter themselves."),
    of=_pages,
    asks=gettext_lazy("Leads to"),
    is_long=False,
)
def link(order: Order) -> Pack:
    if order.of not in dict(_pages(order.tournament)):
        raise gone()
    is_entry = order.of == "enter"
    there = {
        "title": _("Enter yourself") if is_entry else _("Tables, clock, standings"),
        "address": order.origin
        + reverse("self_entry" if is_entry else "tournament", args=[order.tournament.public_id]),
        "when": when_and_where(order.tournament) if is_entry else "",  # hangs elsewhere, before the day
    }
    return Pack([order.page("print/signs.html", there["title"], signs=[{"link": there}])])

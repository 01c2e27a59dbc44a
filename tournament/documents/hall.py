"""Signs for the hall: table numbers, where to go, the Wi-Fi, the pages for everybody."""

from typing import Any

from django import forms
from django.db.models import Max
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from segno import helpers

from tournament.documents.choices import gone
from tournament.documents.ink import lines
from tournament.documents.registry import SIGNS, Choices, Order, Pack, document, of_all
from tournament.models import Table, Tournament
from tournament.when import when_and_where

SIGNS_IN_PART = 16


def _tables(tournament: Tournament) -> dict[str, Any]:
    """As many as were drawn, else as boards stand there, else as those entered need."""
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
    wanted = range(min(first, last), max(first, last) + 1)
    signs = [{"word": _("Table"), "figure": number} for number in wanted]
    made = (order.page("print/signs.html", _("Table numbers"), signs=part) for part in of_all(signs, SIGNS_IN_PART))
    return Pack(made, len(signs))


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
    """What everybody with a phone may open. The sign is printed before the hour from which people can enter."""
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
        "when": when_and_where(order.tournament) if is_entry else "",  # hangs elsewhere, and before the day
    }
    return Pack([order.page("print/signs.html", there["title"], signs=[{"link": there}])])

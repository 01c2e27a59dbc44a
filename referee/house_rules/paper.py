"""How we play here, for the wall: a sheet with the rules, and a sign that leads phones to them."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from referee.house_rules.queries import Section, sections_of
from tournament.models import Tournament
from tournament.paper import choices
from tournament.paper.registry import SIGNS, Choices, Order, Pack, document

TITLE = gettext_lazy("How we play here")


def _planned(tournament: Tournament) -> Choices:
    return [("all", _("All parts"))] if choices.stages_of(tournament) else []


def _address(order: Order) -> str:
    return order.origin + reverse("how_we_play", args=[order.tournament.public_id])


@document(
    "how_we_play",
    group=SIGNS,
    title=TITLE,
    holds=gettext_lazy("The rules of this tournament in plain words with pictures, as they were chosen."),
    of=_planned,
    sizes=("a4", "a3"),
    is_long=False,
)
def how_we_play(order: Order) -> Pack:
    sections = sections_of(order.tournament, order.language)
    told = [(one, _is_told(one, sections[:at])) for at, one in enumerate(sections)]
    return Pack([order.page("print/house_rules.html", TITLE, sections=told, address=_address(order))])


def _is_told(section: Section, before: Sequence[Section]) -> bool:
    """Whether another part plays by the same sentences of the same book, which then stand on the paper already."""
    return any((one.book, one.chapters) == (section.book, section.chapters) for one in before)


@document(
    "how_we_play_sign",
    group=SIGNS,
    title=gettext_lazy("How we play here: sign with a QR code"),
    holds=gettext_lazy("Large, for the hall: in one line how it is played, and a QR code that leads to the rules."),
    of=_planned,
    is_long=False,
)
def how_we_play_sign(order: Order) -> Pack:
    sign = {"title": _("How we play here"), "address": _address(order), "when": _in_lines(order)}
    return Pack([order.page("print/signs.html", TITLE, signs=[{"link": sign}])])


def _in_lines(order: Order) -> str:
    """One line; where parts are played differently, one for each way with the parts that play so."""
    ways = sections_of(order.tournament, order.language)
    if len(ways) == 1:
        return ways[0].line
    return " · ".join(f"{way.stages} – {way.line}" for way in ways)

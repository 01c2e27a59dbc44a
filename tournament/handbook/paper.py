"""The handbook and its quick card on paper."""

from django.utils.translation import gettext_lazy

from tournament.handbook.card import SIDES
from tournament.handbook.queries import CHAPTERS
from tournament.paper.registry import RECORDS, SIGNS, Order, Pack, document

CARD, BOOK = gettext_lazy("Quick card"), gettext_lazy("Handbook")


@document(
    "quick_card",
    group=SIGNS,
    title=CARD,
    holds=gettext_lazy(
        "Two sides that lie on the desk: the evening on one, what to do when something goes wrong on the other."
    ),
    is_long=False,
)
def quick_card(order: Order) -> Pack:
    return Pack([order.page("print/handbook.html", CARD, chapters=SIDES)], len(SIDES))


@document(
    "handbook",
    group=RECORDS,
    title=BOOK,
    holds=gettext_lazy(
        "How an evening is held, from the weeks before to the tidying up, with a page for referees and one for players."
    ),
)
def handbook(order: Order) -> Pack:
    chapters = order.some(list(CHAPTERS.values()), 1)
    return Pack([order.page("print/handbook.html", BOOK, chapters=chapters)])

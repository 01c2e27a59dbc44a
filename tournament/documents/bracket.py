"""The bracket as a poster: one page, however large, from the same drawing as on the screen."""

from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.bracket.drawing import svg
from tournament.bracket.layout import for_page
from tournament.documents.choices import stages_of
from tournament.documents.registry import RESULTS, Choices, Order, Pack, document
from tournament.models import Tournament
from tournament.queries_bracket import KINDS, BracketWords, bracket_of

# Width and height that the drawing may take, in mm: the page without its margins and the heading above.
ROOM = {"a4": (277, 180), "a3": (400, 262), "a2": (570, 376), "a1": (813, 538)}


def _of(tournament: Tournament) -> Choices:
    return [("all", _("Finals"))] if any(stage.kind in KINDS for stage in stages_of(tournament)) else []


@document(
    "bracket",
    group=RESULTS,
    title=gettext_lazy("Bracket"),
    holds=gettext_lazy("Knock-out and finals on one page: who plays, who goes on, and what is still open."),
    of=_of,
    asks=gettext_lazy("Of"),
    sizes=("a4", "a3", "a2", "a1"),
    is_long=False,
)
def poster(order: Order) -> Pack:
    found = bracket_of(order.tournament)
    if not found.columns:
        return Pack([order.page("print/nothing.html", _("Bracket"))])
    width, height = ROOM[order.size]
    picture = for_page(found, width, height)
    scale = min(width / picture.width, height / picture.height)
    size = f'width="{picture.width * scale:.1f}mm" height="{picture.height * scale:.1f}mm"'
    drawn = svg(picture, BracketWords(order.tournament, full=False), _("Bracket"), size)
    return Pack([order.page("print/bracket.html", _("Bracket"), drawing=mark_safe(drawn))])  # noqa: S308  (our drawing)

"""The bracket as a poster: one page, however large, from the same drawing as on the screen; or A4 sheets to tape together."""

from itertools import product
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.bracket.drawing import PAD, Window, heading, lines, svg, whole
from tournament.bracket.model import Box
from tournament.bracket.sheet import Fitting, Sheet
from tournament.documents.choices import stages_of
from tournament.documents.registry import RESULTS, Choices, Order, Pack, document
from tournament.models import Tournament
from tournament.queries_bracket import KINDS, BracketWords, bracket_of

# Width and height that the drawing may take, in mm: the page without its margins and the heading above.
ROOM = {"a4": (277, 180), "a3": (400, 262), "a2": (570, 376), "a1": (813, 538)}
FIT, TAPED = "fit", "taped"
ONE_OF_TAPED = (277, 184)
RULES = """.tree { width: %(wide)s }
.tree section { width: %(across)s; font-size: %(letters)s; line-height: %(row)s }
.tree h2, .tree li { padding: 0 %(pad)s; height: %(row)s }"""  # with the sizes of one sheet


class PosterWords(BracketWords):
    def heading(self, box: Box) -> str:
        """On paper no heading stands over a column."""
        table = super().heading(box)
        return f"{self.column([box])} · {table}" if box.kind == "knockout" else table


def _of(tournament: Tournament) -> Choices:
    return [("all", _("Finals"))] if any(stage.kind in KINDS for stage in stages_of(tournament)) else []


def advice(tournament: Tournament) -> str:
    found = bracket_of(tournament)
    if not found.columns:
        return ""
    fitting = Fitting(found, PosterWords(tournament))
    size, sheets = _smallest(fitting), len(fitting.taped(*ONE_OF_TAPED).windows)
    if size == TAPED:
        return _("It takes %(n)d A4 sheets until all of it can be read.") % {"n": sheets}
    if size == "a4":
        return _("It can be read on A4.")
    return _("It can be read from %(size)s on; on A4 it takes %(n)d sheets.") % {"size": size.upper(), "n": sheets}


def _smallest(fitting: Fitting) -> str:
    return next((size for size, room in ROOM.items() if fitting.on(*room).is_readable), TAPED)


@document(
    "bracket",
    group=RESULTS,
    title=gettext_lazy("Bracket"),
    holds=gettext_lazy("Knock-out and finals on one page: who plays, who goes on, and what is still open."),
    of=_of,
    asks=gettext_lazy("Of"),
    sizes=(FIT, *ROOM, TAPED),
    advice=advice,
    is_long=False,
)
def poster(order: Order) -> Pack:
    found = bracket_of(order.tournament)
    if not found.columns:
        return Pack([order.page("print/nothing.html", _("Bracket"))])
    words = PosterWords(order.tournament)
    fitting = Fitting(found, words)
    size = _smallest(fitting) if order.size == FIT else order.size
    if size == TAPED:
        return _taped(order, fitting, words)
    drawn = _drawn(fitting.on(*ROOM[size]), words)
    return Pack([order.page("print/bracket.html", _("Bracket"), size=size, **drawn)])


def _drawn(sheet: Sheet, words: PosterWords) -> dict[str, Any]:
    """Lines and boxes are a drawing; what stands in them is text of the page, so that it can be searched and read out."""
    part, scale, measure = whole(sheet.picture), sheet.scale, sheet.picture.measure
    sizes = {"wide": part.width, "across": measure.width, "pad": PAD, "row": measure.row, "letters": measure.letters}
    tables = [
        {"spot": spot, "heading": heading(spot, words), "lines": list(lines(spot, words))}
        for spot in sheet.picture.spots
    ]
    for table in tables:
        x, y = table["spot"].x - part.x, table["spot"].y - part.y
        table["place"] = f"left: {x * scale:.2f}mm; top: {y * scale:.2f}mm"
    rules = RULES % {name: f"{size * scale:.2f}mm" for name, size in sizes.items()}
    return {"drawing": _svg(sheet, None, part), "tables": tables, "rules": rules}


def _svg(sheet: Sheet, words: PosterWords | None, part: Window) -> SafeString:
    size = f'width="{part.width * sheet.scale:.2f}mm" height="{part.height * sheet.scale:.2f}mm"'
    return mark_safe(svg(sheet.picture, words, _("Bracket"), size, part))  # noqa: S308  (our drawing)


def _taped(order: Order, fitting: Fitting, words: PosterWords) -> Pack:
    taped = fitting.taped(*ONE_OF_TAPED)
    at = product(range(1, taped.rows + 1), range(1, taped.columns + 1))
    sheets = [
        {"row": row, "column": column, "drawing": _svg(taped.sheet, words, window)}
        for (row, column), window in zip(at, taped.windows, strict=True)
    ]
    return Pack([order.page("print/taped.html", _("Bracket"), sheets=sheets, grid=taped)], len(sheets))

"""The bracket on paper: one sheet of any size, sheets by group with one for the finals, or sheets to tape together."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from django import forms
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.finals.bracket.ink import EDGE
from tournament.finals.bracket.model import Bracket
from tournament.finals.bracket.poster import drawn
from tournament.finals.bracket.sheets import Part, in_parts, taped
from tournament.finals.bracket.steps import Fitting, fitting
from tournament.finals.bracket.trying import Steps
from tournament.finals.queries import KINDS, bracket_of
from tournament.finals.short_words import ShortWords
from tournament.models import Entry, Tournament
from tournament.paper.choices import stages_of
from tournament.paper.registry import RESULTS, Choices, Order, Pack, document

# Width and height in mm of the drawing: the page without its margins, its heading and its explanation.
ROOM = {"a4": (281.4, 181.9), "a3": (404.0, 264.5), "a2": (574.0, 373.5), "a1": (817.0, 532.5)}
FIT, TAPED, PARTS, PARTS_A3 = "fit", "taped", "parts", "parts-a3"
PARTED = {PARTS: "a4", PARTS_A3: "a3"}
ON_TAPED = (281.4, 186.0)
DISTANCES = {"": 2.0, "1": 5.0, "3": 15.0, "6": 30.0}  # m, the x-height in mm that it takes
AS_IT_IS, WITH_BOXES, BLANK = "", "boxes", "blank"


def _of(tournament: Tournament) -> Choices:
    return [("all", _("Finals"))] if any(stage.kind in KINDS for stage in stages_of(tournament)) else []


def advice(tournament: Tournament) -> str:
    """What each distance takes of paper."""
    bracket = bracket_of(tournament)
    if not bracket.columns:
        return ""
    fit = fitting(bracket, ShortWords(tournament))
    return " ".join(_advice(fit, metres, least) for metres, least in DISTANCES.items())


def _advice(fit: Fitting, metres: str, least: float) -> str:
    sentences = {"": _("In the hand"), "1": _("From 1 m"), "3": _("From 3 m"), "6": _("From 6 m")}
    size = _smallest(fit, least)
    parts = {paper: in_parts(fit, *_inner(paper), least) for paper in ("a4", "a3")}
    ways = [_("one %(size)s sheet") % {"size": size.upper()}] if size else []
    ways += [
        _("%(n)d sheets %(size)s by group") % {"n": len(one.sheets), "size": paper.upper()}
        for paper, one in parts.items()
        if one is not None and one.letters >= least
    ]
    found = _(" or ").join(ways) or _("not to be read on any paper that we make; hang up the seating too")
    return f"{sentences[metres]}: {found}."


def _smallest(fit: Fitting, least: float) -> str:
    return next((size for size, room in ROOM.items() if fit.on(*room, readable=least).letters >= least), "")


@document(
    "bracket",
    group=RESULTS,
    title=gettext_lazy("Bracket"),
    holds=gettext_lazy("Knock-out and finals: who plays, who goes on and where to, also to be filled in by hand."),
    of=_of,
    asks=gettext_lazy("Of"),
    sizes=(FIT, *ROOM, PARTS, PARTS_A3, TAPED),
    advice=advice,
    fields={
        "distance": lambda: forms.ChoiceField(
            label=gettext_lazy("To be read"),
            choices=[
                ("", gettext_lazy("in the hand")),
                ("1", gettext_lazy("from 1 m")),
                ("3", gettext_lazy("from 3 m")),
                ("6", gettext_lazy("from 6 m")),
            ],
            required=False,
        ),
        "by_hand": lambda: forms.ChoiceField(
            label=gettext_lazy("To be filled in by hand"),
            choices=[
                (AS_IT_IS, gettext_lazy("no, as it stands")),
                (WITH_BOXES, gettext_lazy("as it stands, with boxes for what is open")),
                (BLANK, gettext_lazy("empty, without names")),
            ],
            required=False,
        ),
        "way_of": lambda: forms.IntegerField(
            label=gettext_lazy("Mark the way of start number"), min_value=1, max_value=100_000, required=False
        ),
    },
)
def poster(order: Order) -> Pack:
    bracket = bracket_of(order.tournament)
    if not bracket.columns:
        return Pack([order.page("print/nothing.html", _("Bracket"))])
    if order.options.get("by_hand") == BLANK:
        bracket = _emptied(bracket)
    fit = fitting(bracket, ShortWords(order.tournament), marked=_marked(order))
    least = DISTANCES[order.options.get("distance") or ""]
    if order.size == TAPED:
        return _taped(order, fit, least)
    if order.size in PARTED:
        return _in_parts(order, fit, PARTED[order.size], least)
    return _whole(order, fit, least)


def _emptied(bracket: Bracket) -> Bracket:
    """Without names and results."""
    return Bracket(
        tuple(
            tuple(
                replace(box, slots=tuple(slot._replace(player=None, place=None) for slot in box.slots)) for box in boxes
            )
            for boxes in bracket.columns
        )
    )


def _marked(order: Order) -> int | None:
    number = order.options.get("way_of")
    if not number:
        return None
    return Entry.objects.filter(tournament=order.tournament, number=number).values_list("pk", flat=True).first()


class Sheet(NamedTuple):
    """`says`: beside the title; `beneath`: under the drawing."""

    drawing: SafeString
    says: str
    beneath: str


def _whole(order: Order, fit: Fitting, least: float) -> Pack:
    size = (_smallest(fit, least) or "a1") if order.size == FIT else order.size
    steps = _on(fit, size, least)
    return _pack(order, size, [Sheet(_picture(order, steps), "", _legend(order, fit, steps.letters, least))])


def _on(fit: Fitting, size: str, least: float) -> Steps:
    across, down = _inner(size)
    return fit.on(across, down, readable=least)


def _inner(size: str) -> tuple[float, float]:
    """Without the room for the lines at the border."""
    across, down = ROOM[size]
    return across - 2 * EDGE, down - 2 * EDGE


def _picture(order: Order, steps: Steps) -> SafeString:
    ink = drawn(steps, to_fill_in=bool(order.options.get("by_hand")))
    sizes = (steps.width + 2 * EDGE, steps.height + 2 * EDGE)
    return mark_safe(ink.svg(*sizes, _("Bracket"), left=-EDGE, top=-EDGE))  # noqa: S308  (our drawing, names escaped in it)


def _legend(order: Order, fit: Fitting, letters: float, least: float) -> str:
    """One line."""
    said = [_("1st → T3: goes on to table 3.")]
    if letters < least:
        return " ".join(
            [*said, _("Too small for that distance: can be read up to %(n)s m.") % {"n": f"{letters / 5:.1f}"}]
        )
    if any(row.is_lot for card in fit.cards for row in card.rows):
        said.append(_("Die: a loser drawn by lot."))
    if order.options.get("by_hand"):
        said.append(_("Write the place into the box."))
    elif not all(card.box.is_drawn for card in fit.cards):
        said.append(_("Dashed: not drawn yet, players may still be exchanged."))
    return " ".join(said)


def _in_parts(order: Order, fit: Fitting, size: str, least: float) -> Pack:
    parts = in_parts(fit, *_inner(size), least)
    if parts is None:
        return _whole(order, fit, least)
    words, count = ShortWords(order.tournament), len(parts.sheets)
    sheets = []
    for number, part in enumerate(parts.sheets, 1):
        says = _("Sheet %(n)d of %(count)d") % {"n": number, "count": count}
        if number < count:
            says += " · " + _("goes on on sheet %(n)d") % {"n": count}
        legend = _legend(order, fit, parts.letters, least)
        beneath = legend if number < count else _sources(parts.sheets[:-1], words)
        sheets.append(Sheet(_picture(order, part.steps), says, beneath))
    return _pack(order, size, sheets)


def _sources(parts: Sequence[Part], words: ShortWords) -> str:
    """On the sheet of the finals: from which sheet each table comes."""
    said = []
    for number, part in enumerate(parts, 1):
        tables = " ".join(words.short(box) for root in part.roots for box in root.boxes)
        said.append(_("Sheet %(n)d: %(tables)s") % {"n": number, "tables": tables})
    return " · ".join(said) + "."


def _taped(order: Order, fit: Fitting, least: float) -> Pack:
    found = taped(fit, *ON_TAPED, least)
    ink = drawn(found.steps, to_fill_in=bool(order.options.get("by_hand")))
    sheets = [
        {
            "row": at // found.columns + 1,
            "column": at % found.columns + 1,
            "drawing": mark_safe(ink.svg(*ON_TAPED, _("Bracket"), left=left - EDGE, top=top - EDGE)),  # noqa: S308  (our drawing)
        }
        for at, (left, top) in enumerate(found.windows)
    ]
    return Pack([order.page("print/taped.html", _("Bracket"), sheets=sheets, grid=found)], len(sheets))


def _pack(order: Order, size: str, sheets: Sequence[Sheet]) -> Pack:
    shown = order.some(sheets, 1)
    return Pack([order.page("print/bracket.html", _("Bracket"), size=size, sheets=shown)], len(sheets))

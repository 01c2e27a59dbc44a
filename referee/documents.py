"""The record of a ruling on paper: what happened, what was found, what follows, and room for the signatures."""

from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.drawing import View, draw
from games.drawing.words import Language
from referee.books import offence_of
from referee.judging.book import explained
from referee.judging.sheet import boards
from referee.models import Claim, Ruling
from tournament import files
from tournament.documents.choices import gone
from tournament.documents.registry import RECORDS, Choices, Order, Pack, document
from tournament.models import Tournament
from tournament.names import entry_name


def _rulings(tournament: Tournament) -> Choices:
    """The latest first."""
    numbers = Claim.objects.filter(tournament=tournament).order_by("-number").values_list("number", flat=True)
    return [(str(number), _("Ruling %(n)s") % {"n": number}) for number in numbers]


@document(
    "ruling",
    group=RECORDS,
    title=gettext_lazy("Record of a ruling"),
    holds=gettext_lazy(
        "What happened and what was ruled, with the board before and after, the reasons and the signatures."
    ),
    of=_rulings,
    asks=gettext_lazy("Ruling"),
    names="full",
    is_long=False,
)
def ruling(order: Order) -> Pack:
    claims = Claim.objects.select_related("table__round__stage", "against__person", "by__person")
    claim = claims.filter(tournament=order.tournament, number=order.of).first() if order.of.isdigit() else None
    if claim is None:
        raise gone()
    now = claim.rulings.select_related("signed_by", "second").first()
    offence = offence_of(order.tournament.club, now.offence) if now.offence else None
    lang: Language = "en" if order.language == "en" else "de"
    shown = {
        "claim": claim,
        "ruling": now,
        "against": entry_name(claim.against, full=True),
        "by": entry_name(claim.by, full=True) if claim.by else "",
        "offence": offence[f"title_{lang}"] if offence else "",
        **(_found(claim, now, lang) if claim.facts else {}),
    }
    photo = {"photo.jpg": files.read(claim.photo)} if claim.photo and files.is_kept(claim.photo) else {}
    page = order.page("print/ruling.html", _("Ruling %(n)s") % {"n": claim.number}, photo=bool(photo), **shown)
    return Pack([page], files=photo)


def _found(claim: Claim, now: Ruling, lang: Language) -> dict[str, Any]:
    """The verdict as on the screen; a third board where the ruling set another position."""
    kept, drawn = claim.verdict, boards(claim.facts, claim.verdict, lang)
    stands = now.position if now.position and now.position != kept["position"] else ""
    return {
        "found": kept["title"][lang],
        "words": kept["words"][lang],
        "rules": explained(lang, kept["broken"]),
        "before": _picture(drawn["before"]),
        "after": _picture(drawn["after"]),
        "stands": _picture(draw(stands, view=View(language=lang, with_numbers=True))) if stands else "",
    }


def _picture(drawn: str) -> SafeString:
    return mark_safe(drawn)  # noqa: S308  (our drawing)

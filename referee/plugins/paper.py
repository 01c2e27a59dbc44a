"""The record of a ruling on paper: what happened, what was found, what follows, and room for the signatures."""

from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.drawing import View, draw
from games.engine.drawing.words import description
from games.engine.rules import registry
from referee.claims.queries import boards_at, happened, ruled, said_before
from referee.judging.book import explained
from referee.models import Appeal, Claim, Ruling
from referee.offences.catalogue import offence_of, title_of
from referee.rulings import as_recorded
from referee.rulings.force import force_of
from referee.rulings.goes_on import goes_on
from referee.rulings.queries import heard
from referee.rulings.timely import said_of
from referee.rulings.told import what_counts
from referee.rulings.under_appeal import appeal_state
from tournament.core import files
from tournament.core.languages import best_of
from tournament.core.whole_numbers import typed_id
from tournament.models import Tournament
from tournament.paper.choices import gone
from tournament.paper.registry import RECORDS, Choices, Order, Pack, document
from tournament.people.names import entry_name


def _rulings(tournament: Tournament) -> Choices:
    """The rulings to choose from, the latest first."""
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
    claim = claims.filter(tournament=order.tournament, number=typed_id(order.of)).first()
    rulings = (
        claim.rulings.select_related("signed_by", "second", "claim__against", "penalty", "appeal")
        if claim
        else Ruling.objects.none()
    )
    now = rulings.first()
    if claim is None or now is None:
        raise gone()
    offence = offence_of(order.tournament.club, now.offence) if now.offence else None
    context = {
        "claim": claim,
        "ruling": now,
        "timely": said_of(claim, order.language),
        "against": entry_name(claim.against, full=True),
        "by": entry_name(claim.by, full=True) if claim.by else "",
        "offence": title_of(offence, order.language) if offence else "",
        "appeals": _appeals(claim),
        "earlier": said_before(rulings[1:]),
        "force": force_of(now),
        "counts_now": what_counts(now),
        "goes_on": goes_on(now),
        "happened": happened(now),
        "sides": heard(claim, now),
        **(_verdict(now, order.language) if now.judged else {}),
    }
    photo = {"photo.jpg": files.read(claim.photo)} if claim.photo and files.is_kept(claim.photo) else {}
    page = order.page("print/ruling.html", _("Ruling %(n)s") % {"n": claim.number}, photo=bool(photo), **context)
    return Pack([page], files=photo)


def _appeals(claim: Claim) -> list[dict[str, Any]]:
    """Each appeal against a ruling of this claim: who and why, every vote with its reason, how it was decided."""
    appeals = Appeal.objects.filter(ruling__claim=claim).select_related("entry__person", "ruling").order_by("pk")
    return [
        {
            "appeal": one,
            "state": appeal_state(one.ruling),
            "by": entry_name(one.entry, full=True),
            "votes": list(one.votes.select_related("account")),
        }
        for one in appeals
    ]


def _verdict(now: Ruling, language: str) -> dict[str, Any]:
    """The verdict as on the screen; a third board where the ruling set another position."""
    said = ruled(now, language)
    stands = now.position if now.position != said["position"] else ""
    return {
        "found": best_of(said["title"], language),
        "words": best_of(said["words"], language),
        "by_rules": best_of(said["by_rules"], language),
        "otherwise": as_recorded.said_of(said),
        "rules": explained(language, said["broken"]),
        "position": _in_words(now.judged, language),
        "before": _picture(said["before"]),
        "after": _picture(said["after"]),
        "stands": _picture(draw(stands, boards=boards_at(now.judged), view=View(language=language, with_numbers=True)))
        if stands
        else "",
    }


def _in_words(facts: dict[str, Any], language: str) -> str:
    rules = registry.rules(facts["rules"], facts["options"])
    return description(rules.view(rules.read(facts["position"])), None, (), language)


def _picture(drawn: str) -> SafeString:
    return mark_safe(drawn)  # noqa: S308  (our drawing)

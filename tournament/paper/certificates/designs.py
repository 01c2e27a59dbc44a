"""The designs of certificates: what each is called, and what it says by itself."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.paper.certificates.children import children
from tournament.paper.certificates.classic import classic
from tournament.paper.certificates.examination import examination
from tournament.paper.certificates.festive import festive
from tournament.paper.certificates.own import own
from tournament.paper.certificates.pieces import METAL
from tournament.paper.certificates.plain import plain
from tournament.paper.certificates.sheet import Facts, Sheet
from tournament.paper.certificates.team import team

CERTIFICATE = _("Certificate")
# What is filled in stands in braces; **so** is set in bold.
REACHED = _("reached **place {place}** among {count} players {at} **{tournament}**.")
OF_TEAMS = _("reached **place {place}** among {count} teams {at} **{tournament}**.")
IN_CATEGORY = _("reached **place {place}** in the category **{category}** {at} **{tournament}**.")
TO_A_CHILD = _("You reached **place {place}** {at} **{tournament}**!")
AWARDED = _("earned this award {at} **{tournament}**.")


@dataclass(frozen=True)
class Design:
    name: Any
    draw: Callable[[Sheet, Facts], None]
    headings: Mapping[int, Any] | None = None  # by place; the others have the one of place 0
    words: Any = REACHED


DESIGNS = {
    "festive": Design(_("Festive: medal, laurel and confetti"), festive),
    "classic": Design(_("Classic: a border of rings and a seal"), classic),
    "children": Design(
        _("For children: podium, pawns and dice"),
        children,
        {1: _("Won!"), 2: _("Well played!"), 3: _("On the podium!"), 0: _("Great game!")},
        TO_A_CHILD,
    ),
    "team": Design(_("For a team: its pawns on a step"), team, words=OF_TEAMS),
    "examination": Design(_("Honour: a band with the board and a tick"), examination),
    "plain": Design(_("Plain, for your own paper with a letterhead"), plain),
    "own": Design(_("On your own background"), own),
}


def heading_of(design: Design, place: int | None) -> str:
    if design.headings is None:
        return str(CERTIFICATE)
    return str(design.headings[place if place in METAL else 0])


def drawn(design: Design, facts: Facts) -> Sheet:
    sheet = Sheet(297.0, 210.0) if facts.is_landscape else Sheet(210.0, 297.0)
    design.draw(sheet, facts)
    return sheet

"""The ruling as it is held up at the table: what stands, why, the rule, the boards; both sides say whether they accept it."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from referee.claims import find
from referee.claims.queries import board_of, boards_at, happened
from referee.judging.book import explained
from referee.models import Board, Claim, Ruling
from referee.offences.catalogue import offence_of, title_of
from referee.rulings.actions import hear_ruling
from referee.rulings.queries import heard
from tournament.core.access import gate, may
from tournament.core.languages import best_of, spoken
from tournament.core.pages.requests import Request, action_id, number


@gate("rulings.see", find.claim)
def card(request: Request, claim: Claim) -> HttpResponse:
    ruling = claim.rulings.latest("number")
    context = {
        "tournament": claim.tournament,
        "claim": claim,
        "ruling": ruling,
        "sides": heard(claim, ruling),
        "may_sign": may(request.actor, "rulings.sign", claim.tournament) and not ruling.revoked_at,
        **said(claim, ruling),
    }
    return render(request, "referee/claims/card.html", context)


@gate("rulings.sign", find.claim)
def answered(request: Request, claim: Claim) -> HttpResponse:
    """`to` is yes or no."""
    hear_ruling(
        claim.tournament,
        by=request.actor,
        action_id=action_id(request),
        number=claim.number,
        seen=number(request, "seen") or 0,
        side=request.POST.get("side", ""),
        accepts=request.POST.get("to") == "yes",
    )
    return redirect("ruling_card", claim.tournament.public_id, claim.number)


def said(claim: Claim, ruling: Ruling) -> dict[str, Any]:
    """What stands (`stands`), why in at most two sentences, the rules, the boards. Where the referee ruled otherwise than the
    rules the judge's sentences are left out: the referee's own reason stands in their place."""
    found = happened(ruling.found)
    if found:
        return {"stands": found["head"], "why": found["words"], "rules": found["rules"]}
    if not ruling.judged:
        offence = offence_of(claim.tournament.club, ruling.offence) if ruling.offence else None
        what = title_of(offence, spoken()) if offence else _("Conduct")
        return {"stands": what, "why": [ruling.words] if ruling.words else [], "rules": []}
    own = boards_at(ruling.judged)
    before = board_of(ruling.judged["position"], own, is_touched=False)
    after = board_of(ruling.position, own, is_touched=False) if ruling.position else ""
    boards = {"before": before, "after": after}
    if ruling.board != Board.VERDICT:
        return {"stands": STANDS[Board(ruling.board)](), "why": [ruling.deviation], "rules": [], **boards}
    words = list(best_of(ruling.found["words"], spoken()))
    ruled = words[: len(words) - sum(len(one["others"]) for one in ruling.found.get("readings", []))]
    return {"stands": ruled[-1], "why": ruled[:-1], "rules": explained(spoken(), ruling.found["broken"]), **boards}


STANDS = {
    Board.AS_IS: lambda: _("The game goes on as it stands."),
    Board.OTHER: lambda: _("The game goes on from the position that the referee has set up."),
    Board.REPLAY: lambda: _("The whole game begins again."),
}

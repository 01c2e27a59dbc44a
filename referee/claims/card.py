"""The ruling as it is held up at the table: what stands, why, the rule, the boards; both sides say whether they accept it."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from referee.claims import find
from referee.claims.queries import board_of, boards_at, happened, ruled
from referee.judging.book import explained
from referee.judging.verdict import CORRECT, ENFORCED
from referee.models import Board, Claim, Ruling
from referee.offences.catalogue import offence_of, title_of
from referee.rulings import as_recorded
from referee.rulings.actions import hear_ruling
from referee.rulings.force import force_of
from referee.rulings.goes_on import goes_on
from referee.rulings.queries import heard
from referee.rulings.taken_back import throw_is_gone
from referee.rulings.told import what_counts
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
    rules the judge's sentences are left out: the referee's own reason stands in their place. Of a ruling that does not count
    any more that is what stands."""
    force, stood = force_of(ruling), _said(claim, ruling)
    gone = throw_is_gone(ruling)
    if force.counts and not gone:
        return {**stood, "force": force}
    had = _("It had said: %(what)s") % {
        "what": " · ".join(one for one in (stood["stands"], stood.get("game", "")) if one)
    }
    if gone:
        return {"force": force, "stands": gone, "why": [had], "rules": []}
    return {
        "force": force,
        "stands": _("This ruling does not count any more."),
        "why": [force.over, *filter(None, [what_counts(ruling)]), had],
        "rules": [],
    }


def _said(claim: Claim, ruling: Ruling) -> dict[str, Any]:
    reason = [ruling.deviation] if ruling.deviation else []
    found = happened(ruling)
    if found:
        return {"stands": found["head"], "why": found["words"] or reason, "rules": found["rules"]}
    if not ruling.judged:
        return _conduct(claim, ruling)
    own = boards_at(ruling.judged)
    before = board_of(ruling.judged["position"], own, is_touched=False)
    after = board_of(ruling.position, own, is_touched=False) if ruling.position else ""
    boards = {"before": before, "after": after}
    words = list(best_of(ruled(ruling, spoken())["words"], spoken()))
    if ruling.board != Board.VERDICT:
        return {"stands": words[0], "why": reason, "rules": [], **boards}
    told = [other] if (other := as_recorded.said_of(ruling.found)) else []
    without_readings = words[: len(words) - sum(len(one["others"]) for one in ruling.found.get("readings", []))]
    rules = explained(spoken(), ruling.found["broken"])
    stands = without_readings.pop(_held_up(ruling.found["verdict"], len(without_readings)))
    return {"stands": stands, "why": [*without_readings, *told], "rules": rules, **boards}


def _held_up(verdict: str, sentences: int) -> int:
    """Which sentence is read first: of a move that counts that it does, else what becomes of the pieces, which is the last."""
    if verdict == CORRECT:
        return 0
    return sentences - 2 if verdict == ENFORCED and sentences > 1 else sentences - 1


def _conduct(claim: Claim, ruling: Ruling) -> dict[str, Any]:
    offence = offence_of(claim.tournament.club, ruling.offence) if ruling.offence else None
    what = title_of(offence, spoken()) if offence else _("Conduct")
    game = goes_on(ruling)
    if not game and force_of(ruling).is_out:
        game = _(
            "Last at this table and without points, and drawn no more. The pieces leave the board, the others play on."
        )
    return {"stands": what, "game": game, "why": [one for one in (game, ruling.words) if one], "rules": []}

"""One ruling: what was found, what follows, what became of it; replaced, revoked, appealed."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.rules.notation import COLOURS
from referee import find, queries
from referee.actions import appeals
from referee.actions.rulings import referees, revoke_ruling, supersede_ruling
from referee.books import offence_of
from referee.judging.sheet import boards
from referee.models import Claim, Measure, Ruling
from referee.typed import decided_of, fields_of
from referee.views.claims import board_of, worded
from referee.views.home import language
from tournament.access import gate, may
from tournament.errors import Refused
from tournament.models import Entry
from tournament.names import entry_name
from tournament.views.entering import own_link
from tournament.views.requests import Request, action_id, number


@gate("rulings.see", find.claim)
def ruling(request: Request, claim: Claim) -> HttpResponse:
    return render(request, "referee/ruling.html", {**_shown(request, claim), "at": "rulings"})


def _shown(request: Request, claim: Claim) -> dict[str, Any]:
    all_of_them = list(
        claim.rulings.select_related("signed_by", "second", "appeal").prefetch_related("appeal__votes__account")
    )
    now = all_of_them[0]
    return {
        "tournament": claim.tournament,
        "claim": claim,
        "against": entry_name(claim.against, full=True),
        "by": entry_name(claim.by, full=True) if claim.by else "",
        "ruling": now,
        "offence": _offence(claim, now),
        "earlier": all_of_them[1:],
        "appeal": getattr(now, "appeal", None),
        "appeal_state": queries.appeal_state(now),
        "may_sign": may(request.actor, "rulings.sign", claim.tournament),
        "if_revoked": queries.if_revoked(claim),
        "went_on": queries.thrown_since(claim.game, claim.throw) if claim.facts else 0,
        "recorders": queries.games_of(claim),
        "took_part": request.actor.account is not None
        and request.actor.account.pk in (now.signed_by_id, now.second_id),
        "has_voted": _has_voted(request, now),
        "measures": Measure.choices,
        "boards": queries.BOARDS,
        "referees": referees(claim.tournament),
        "fields": {"standing": claim.verdict.get("position", "")},
        "colours": [colour for colour in COLOURS if f" {colour}:" in claim.facts.get("position", "")],
        "standing": board_of(claim.verdict["position"]) if claim.facts else "",
        **_verdict(claim, now),
    }


def _has_voted(request: Request, now: Ruling) -> bool:
    votes = now.appeal.votes.all() if hasattr(now, "appeal") else ()
    return request.actor.account in [vote.account for vote in votes]


def _verdict(claim: Claim, now: Ruling) -> dict[str, Any]:
    """`stands`: the position that was ruled, where it is not the verdict's."""
    if not claim.facts:
        return {}
    stands = now.position if now.position != claim.verdict["position"] else ""
    found = worded({**claim.verdict, **boards(claim.facts, claim.verdict, language())})
    return {**found, "stands": board_of(stands, is_touched=False) if stands else ""}


def _offence(claim: Claim, now: Ruling) -> str:
    found = offence_of(claim.tournament.club, now.offence) if now.offence else None
    return found[f"title_{language()}"] if found else ""


@gate("rulings.sign", find.claim)
def revoke(request: Request, claim: Claim) -> HttpResponse:
    record = queries.if_revoked(claim)
    revoke_ruling(
        claim.tournament,
        by=request.actor,
        action_id=action_id(request),
        number=claim.number,
        seen=number(request, "seen") or 0,
        reason=request.POST.get("reason", ""),
    )
    _tell(request, record)
    return redirect("ruling", claim.tournament.public_id, claim.number)


def _tell(request: Request, record: str) -> None:
    """What the ruling's end did to the record of the game."""
    if record == "back":
        messages.success(request, _("The ruling is revoked. The record of the game is again as it was before it."))
    elif record == "stays":
        messages.warning(
            request,
            _(
                "The ruling is revoked. The record of the game stays as it is, because more was recorded after the ruling."
            ),
        )


@gate("rulings.sign", find.claim)
def supersede(request: Request, claim: Claim) -> HttpResponse:
    fields = fields_of(request)
    supersede_ruling(
        claim.tournament,
        by=request.actor,
        action_id=action_id(request),
        number=claim.number,
        seen=number(request, "seen") or 0,
        **decided_of(fields),
    )
    return redirect("ruling", claim.tournament.public_id, claim.number)


@gate("appeals.decide", find.claim)
def vote(request: Request, claim: Claim) -> HttpResponse:
    record = queries.if_revoked(claim)
    done = appeals.vote(
        claim.tournament,
        by=request.actor,
        action_id=action_id(request),
        appeal_id=number(request, "appeal") or 0,
        upholds=request.POST.get("upholds") == "1",
        is_panel=request.POST.get("is_panel") == "1",
        words=request.POST.get("words", ""),
    )
    if done.result and done.result.is_upheld:
        _tell(request, record)
    return redirect("ruling", claim.tournament.public_id, claim.number)


@gate("link.use")
def own(request: HttpRequest, entry_id: str) -> HttpResponse:
    """What was ruled about a player, by their private link; and the appeal."""
    entry, actor = own_link(request, entry_id)
    if request.method == "POST":
        try:
            said = {"number": number(request, "number") or 0, "words": request.POST.get("words", "")}
            appeals.appeal(entry.tournament, by=actor, action_id=action_id(request), **said)
            messages.success(request, _("Your appeal is with the referees."))
        except Refused as refused:
            messages.warning(request, str(refused))
        return redirect("own_rulings", entry_id=entry_id)
    found = queries.rulings_about(entry)
    shown = {"tournament": entry.tournament, "entry": entry, "lines": [_own_line(claim, entry) for claim in found]}
    return render(request, "referee/own.html", shown)


def _own_line(claim: Claim, entry: Entry) -> dict[str, Any]:
    rulings = claim.rulings.all()
    now = rulings[0]
    appealed = [one for one in rulings if hasattr(one, "appeal") and one.appeal.entry_id == entry.pk]
    return {
        "claim": claim,
        "ruling": now,
        "offence": _offence(claim, now),
        "against": entry_name(claim.against, full=False),
        "appeal": queries.appeal_state(now),
        "votes": now.appeal.votes.all() if queries.appeal_state(now) in ("upheld", "rejected") else (),
        "own_appeals": [(one.appeal, queries.appeal_state(one)) for one in appealed],
        "may_appeal": queries.may_be_appealed(now),
        **_verdict(claim, now),
    }

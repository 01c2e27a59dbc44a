"""The pages of rulings: all of a tournament, those about one player, one shown, replaced or revoked; a player's own page."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.engine.rules.notation import COLOURS
from referee.appeals import actions as appeals
from referee.claims import find
from referee.claims.queries import board_of, boards_at, happened, ruled, said_before, worded
from referee.claims.typed import decided_of, facts_of, fields_of
from referee.models import Claim, Measure, Ruling
from referee.offences.catalogue import offence_of, title_of
from referee.rulings import one_a_throw, queries, sure
from referee.rulings.actions import READMITS, referees, revoke_ruling, supersede_ruling
from referee.rulings.consequences import who_readmits
from referee.rulings.force import force_of
from referee.rulings.goes_on import goes_on
from referee.rulings.timely import said_of
from referee.rulings.told import stays_out, tell_of_the_record, what_counts
from referee.rulings.under_appeal import UNDER_APPEAL, appeal_state
from tournament.core import find as find_in
from tournament.core.access import gate, may
from tournament.core.errors import Refused
from tournament.core.languages import spoken
from tournament.core.pages.requests import Request, action_id, number
from tournament.core.whole_numbers import MOST_ID, whole_number
from tournament.entries.signup.own_link import own_link
from tournament.models import Entry, Tournament
from tournament.people.names import entry_name
from tournament.stages.options import played_at


@gate("rulings.see", find.claim)
def ruling(request: Request, claim: Claim) -> HttpResponse:
    return render(request, "referee/rulings/ruling.html", {**_context(request, claim), "at": "rulings"})


def _context(request: Request, claim: Claim) -> dict[str, Any]:
    all_of_them = list(
        claim.rulings.select_related("signed_by", "second", "penalty", "appeal__entry__person").prefetch_related(
            "appeal__votes__account"
        )
    )
    now = all_of_them[0]
    return {
        "tournament": claim.tournament,
        "claim": claim,
        "against": entry_name(claim.against, full=True),
        "by": entry_name(claim.by, full=True) if claim.by else "",
        "ruling": now,
        "offence": _offence(claim, now),
        "sides": queries.heard(claim, now),
        "earlier": said_before(all_of_them[1:]),
        "force": force_of(now),
        "counts_now": what_counts(now),
        "goes_on": goes_on(now),
        "also": one_a_throw.beside(now),
        "appeal": getattr(now, "appeal", None),
        "appealed_by": entry_name(now.appeal.entry, full=True) if hasattr(now, "appeal") else "",
        "appeal_state": appeal_state(now),
        "under_appeal": UNDER_APPEAL.sentence,
        "timely": said_of(claim),
        "may_sign": may(request.actor, "rulings.sign", claim.tournament),
        "only_by": _only_by(request, claim, now),
        "if_revoked": (record := queries.if_revoked(claim)),
        "stays_out": stays_out(claim) if record == "stays" else "",
        "went_on": queries.thrown_since(claim.game, claim.throw) if now.judged else 0,
        "recorders": queries.games_of(claim),
        "took_part": request.actor.account is not None
        and request.actor.account.pk in (now.signed_by_id, now.second_id),
        "has_voted": _has_voted(request, now),
        "measures": Measure.choices,
        "boards": queries.BOARDS,
        "referees": referees(claim.tournament),
        "fields": {"standing": now.found.get("position", "")},
        "judged": now.judged,
        "judged_roll": " ".join(map(str, roll)) if isinstance(roll := now.judged.get("roll", ""), list) else roll,
        "colours": [colour for colour in COLOURS if f" {colour}:" in now.judged.get("position", "")],
        "is_six": now.judged.get("position", "").startswith("6"),
        "standing": board_of(now.found["position"], boards_at(now.judged)) if now.judged else "",
        "happened": happened(now),
        **_verdict(now),
    }


def _only_by(request: Request, claim: Claim, now: Ruling) -> str:
    """Who can take this ruling back, where the reader cannot."""
    if now.measure != Measure.EXCLUSION or not now.is_in_force:
        return ""
    if all(may(request.actor, right, claim.tournament) for right in READMITS):
        return ""
    return ", ".join(one.login for one in who_readmits(claim.tournament)) or "–"


def _has_voted(request: Request, now: Ruling) -> bool:
    votes = now.appeal.votes.all() if hasattr(now, "appeal") else ()
    return request.actor.account in [vote.account for vote in votes]


def _verdict(now: Ruling) -> dict[str, Any]:
    """`stands`: the position that was ruled, where it is not the verdict's."""
    if not now.judged:
        return {}
    stands = now.position if now.position != now.found["position"] else ""
    drawn = board_of(stands, boards_at(now.judged), is_touched=False) if stands else ""
    return {**worded(ruled(now, spoken())), "stands": drawn}


def _offence(claim: Claim, now: Ruling) -> str:
    offence = offence_of(claim.tournament.club, now.offence) if now.offence else None
    return title_of(offence, spoken()) if offence else ""


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
    tell_of_the_record(request, record)
    return redirect("ruling", claim.tournament.public_id, claim.number)


@gate("rulings.sign", find.claim)
def supersede(request: Request, claim: Claim) -> HttpResponse:
    fields = fields_of(request)
    if fields.get("measure") == Measure.EXCLUSION and sure.is_to_be_asked(fields):
        address = reverse("ruling_supersede", args=[claim.tournament.public_id, claim.number])
        return sure.asked(request, claim.table, fields, address, claim.against.public_id)
    supersede_ruling(
        claim.tournament,
        by=request.actor,
        action_id=action_id(request),
        number=claim.number,
        seen=number(request, "seen") or 0,
        is_sure=bool(fields.get("is_sure")),
        facts=_corrected(claim, fields),
        **decided_of(fields),
    )
    return redirect("ruling", claim.tournament.public_id, claim.number)


def _corrected(claim: Claim, fields: Mapping[str, str]) -> dict[str, Any] | None:
    """The facts of the throw, where the referee says that they were taken down wrongly."""
    if not fields.get("is_corrected"):
        return None
    return facts_of({**fields, "position": fields.get("facts_position", "")}, played_at(claim.table))


@gate("link.use")
def own(request: Request, entry_id: str) -> HttpResponse:
    """The rulings that concern a player, by their private link; they can appeal here."""
    entry, actor = own_link(request, entry_id)
    if request.method == "POST":
        try:
            appeal = {"number": number(request, "number") or 0, "words": request.POST.get("words", "")}
            appeals.appeal(entry.tournament, by=actor, action_id=action_id(request), **appeal)
            messages.success(request, _("Your appeal is with the referees."))
        except Refused as refused:
            messages.warning(request, str(refused))
        return redirect("own_rulings", entry_id=entry_id)
    claims = queries.rulings_about(entry)
    context = {"tournament": entry.tournament, "entry": entry, "lines": [_own_line(claim, entry) for claim in claims]}
    return render(request, "referee/rulings/own.html", context)


def _own_line(claim: Claim, entry: Entry) -> dict[str, Any]:
    rulings = claim.rulings.all()
    now = rulings[0]
    appealed = [one for one in rulings if hasattr(one, "appeal") and one.appeal.entry_id == entry.pk]
    return {
        "claim": claim,
        "ruling": now,
        "offence": _offence(claim, now),
        "happened": happened(now),
        "force": force_of(now),
        "counts_now": what_counts(now),
        "goes_on": goes_on(now),
        "against": entry_name(claim.against, full=False),
        "appeal": appeal_state(now),
        "votes": now.appeal.votes.all() if appeal_state(now) in ("upheld", "rejected") else (),
        "own_appeals": [(one.appeal, appeal_state(one)) for one in appealed],
        "appealed_by": _appealed_by_another(now, entry),
        "may_appeal": queries.may_be_appealed(now),
        **_verdict(now),
    }


def _appealed_by_another(now: Ruling, entry: Entry) -> str:
    appeal = getattr(now, "appeal", None)
    return entry_name(appeal.entry, full=False) if appeal and appeal.entry_id != entry.pk else ""


@gate("rulings.see", find_in.tournament)
def rulings(request: Request, tournament: Tournament) -> HttpResponse:
    filters = {name: request.GET.get(name, "")[:20] for name in ("table", "measure", "state", "mine")}
    table = whole_number(filters["table"], MOST_ID)
    lines = queries.ruling_lines(tournament, spoken(), full=True, table=table)
    for name in ("measure", "state"):
        lines = [line for line in lines if not filters[name] or getattr(line, name) == filters[name]]
    if filters["mine"] and request.actor.account:
        lines = [line for line in lines if line.signed_by == request.actor.account.login]
    context = {"tournament": tournament, "stream": tournament.stream, "lines": lines, "at": "rulings", "asked": filters}
    return render(request, "referee/rulings/list.html", {**context, "measures": Measure.choices})


@gate("rulings.see", find_in.tournament)
def player(request: Request, tournament: Tournament) -> HttpResponse:
    entry = tournament.entries.select_related("person").filter(public_id=request.GET.get("entry", "")[:16]).first()
    if entry is None:
        return redirect("rulings", tournament.public_id)
    return render(request, "referee/rulings/player.html", _player_context(tournament, entry))


def _player_context(tournament: Tournament, entry: Entry) -> dict[str, object]:
    return {
        "tournament": tournament,
        "number": entry.number,
        "name": entry_name(entry, full=True),
        "lines": queries.ruling_lines(tournament, spoken(), full=True, entry=entry),
        "weight": queries.weight_so_far(entry),
        "at": "rulings",
    }

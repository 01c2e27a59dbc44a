"""Rulings: signed with what follows from them, replaced by another, revoked. What follows is done by the tournament's own
actions, within the same transaction: points off, exclusion, and the word to the desk that a table is not as it was.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _

from games.left_standing import as_played
from games.protocol import BadRequest
from games.queries import latest_game, throwers_from
from games.rules import registry
from referee.actions.recorded import also, put_back, put_right
from referee.actions.terms import appeal_minutes
from referee.judging.sheet import FACTS, judged
from referee.judging.table import in_time
from referee.models import Board, Claim, Measure, Ruling
from tournament import steady
from tournament.actions.core import Write, action
from tournament.actions.entries import entry_in, exclude_entry, restore_entry
from tournament.actions.penalties import give_penalty, revoke_penalty
from tournament.actions.results import set_problem
from tournament.actions.rounds import table_in
from tournament.errors import Refused, Stale
from tournament.models import Account, Entry, Grant, Table, Tournament
from tournament.models.events import EntryState
from tournament.models.stages import RoundState

LONGEST = 1000
PLAYED = (RoundState.PUBLISHED, RoundState.CLOSED)


@action("ruling.signed", needs="rulings.sign")
def sign_ruling(
    write: Write,
    tournament: Tournament,
    *,
    table_id: str,
    against: str,
    claimed_by: str = "",
    facts: Mapping[str, Any] | None = None,
    throw: int | None = None,
    **decided: Any,
) -> Ruling:
    """A claim with its ruling. `facts` are those of one throw (`FACTS`), judged here; without them it is conduct. `throw` is
    its number, if the game is recorded.

    `decided` is what the referee decided: see `_decide`.
    """
    table = table_in(write, tournament, table_id, None, *PLAYED)
    entry = entry_in(write, tournament, against)
    colour = table.seats.filter(entry=entry).values_list("colour", flat=True).first()
    if colour is None:
        raise Refused("not_at_this_table", _("This player does not sit at this table."))
    game = latest_game(table) if throw is not None else None
    since = throwers_from(game, throw) if game and throw is not None else ()
    claim = Claim.objects.create(
        tournament=tournament,
        number=tournament.claims.count() + 1,
        table=table,
        against=entry,
        by=entry_in(write, tournament, claimed_by) if claimed_by else None,
        colour=colour,
        game=game,
        throw=throw,
        is_in_time=in_time(since) if since else None,
        **_judged(facts),
    )
    table.calls.filter(done_at=None).update(done_at=steady.now())
    return _decide(write, claim, **decided)


@action("ruling.superseded", needs="rulings.sign")
def supersede_ruling(write: Write, tournament: Tournament, *, number: int, seen: int, **decided: Any) -> Ruling:
    """Another ruling takes the place of the one that was `seen`; what followed from that is undone first."""
    before = ruling_in(tournament, number, seen)
    _undo(write, before, _("Replaced by another ruling."))
    before.superseded_at = steady.now()
    before.save(update_fields=["superseded_at"])
    return _decide(write, before.claim, **decided)


@action("ruling.revoked", needs="rulings.sign")
def revoke_ruling(write: Write, tournament: Tournament, *, number: int, seen: int, reason: str) -> Ruling:
    return revoked(write, ruling_in(tournament, number, seen), reason)


def revoked(write: Write, ruling: Ruling, reason: str) -> Ruling:
    if not reason.strip():
        raise Refused("reason_missing", _("Please say why."))
    _undo(write, ruling, reason.strip())
    ruling.revoked_at, ruling.revoked_because = steady.now(), reason.strip()[:LONGEST]
    ruling.save(update_fields=["revoked_at", "revoked_because"])
    _log(write, ruling, reason.strip())
    return ruling


def ruling_in(tournament: Tournament, number: int, seen: int) -> Ruling:
    """The ruling of a claim that is in force, if it is still the one that was looked at."""
    rulings = Ruling.objects.select_related("claim__table__round__stage", "claim__against", "claim__tournament")
    ruling = rulings.filter(claim__tournament=tournament, claim__number=number, superseded_at=None).first()
    if ruling is None or ruling.number != seen or ruling.revoked_at:
        raise Stale("ruling_changed", _("This ruling was changed in the meantime. Look at it again."))
    return ruling


def _judged(facts: Mapping[str, Any] | None) -> dict[str, Any]:
    if not facts:
        return {}
    kept = {name: facts.get(name) for name in FACTS}
    return {"facts": kept, "verdict": verdict_on(kept)}


def verdict_on(facts: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return judged(facts)
    except BadRequest as error:  # something is missing, or not what it should be
        raise Refused("facts", _("Position, throw and what was played are needed.")) from error


def _decide(
    write: Write,
    claim: Claim,
    *,
    measure: str = Measure.NOTE,
    points: int = 0,
    board: str = Board.VERDICT,
    position: str = "",
    deviation: str = "",
    offence: str = "",
    words: str = "",
    second: str = "",
) -> Ruling:
    """`board` other than the verdict's is a deviation and wants its reason; `second` is the referee who was asked too."""
    if measure not in Measure.values or board not in Board.values:
        raise Refused("ruling", _("There is no such ruling."))
    if (measure == Measure.POINTS) != bool(points):
        raise Refused("points", _("How many points?"))
    if claim.facts and board != Board.VERDICT and not deviation.strip():
        raise Refused("deviation", _("Say why this is not what the rules say."))
    ruling = Ruling(
        claim=claim,
        number=claim.rulings.count() + 1,
        measure=measure,
        points=points,
        board=board,
        position=_standing(claim, board, position),
        deviation=deviation.strip()[:LONGEST],
        offence=offence[:40],
        words=words.strip()[:LONGEST],
        signed_by=write.by.account,
        second=_second(write, claim, second),
        appeal_until=steady.now() + timedelta(minutes=appeal_minutes(claim.tournament)),
    )
    _carry_out(write, ruling)
    ruling.save()
    _log(write, ruling, ruling.deviation or ruling.words)
    write.answer(claim=claim.number, ruling=ruling.number)
    return ruling


def _standing(claim: Claim, board: str, position: str) -> str:
    """The position from which the game goes on; nothing where it begins anew, where there was no throw to judge, or where
    nobody can tell how it stands: a claim that comes too late leaves the board to what was played since."""
    is_left = board == Board.AS_IS and claim.is_in_time is False
    if not claim.facts or board == Board.REPLAY or is_left:
        return ""
    if board == Board.VERDICT:
        return str(claim.verdict["position"])
    facts, rules = claim.facts, registry.rules(claim.facts["rules"], claim.facts["options"])
    if board == Board.OTHER:
        return rules.write(rules.read(position))
    return as_played(rules, facts["position"], rules.read_roll(facts["roll"]), facts["played"])


def _second(write: Write, claim: Claim, public_id: str) -> Account | None:
    if not public_id:
        return None
    second = next((one for one in referees(claim.tournament) if one.public_id == public_id), None)
    if second is None or second == write.by.account:
        raise Refused("second", _("Choose another referee of this tournament."))
    return second


def referees(tournament: Tournament) -> list[Account]:
    """Whoever may sign here."""
    here = Grant.objects.filter(club=tournament.club, tournament=None, role="admin") | Grant.objects.filter(
        tournament=tournament, role__in=("referee", "organiser")
    )
    return list(Account.objects.filter(grants__in=here, is_active=True).distinct().order_by("login"))


def _carry_out(write: Write, ruling: Ruling) -> None:
    claim, what = ruling.claim, _("Ruling %(number)d") % {"number": ruling.claim.number}
    tournament, entry = claim.tournament, claim.against
    if ruling.measure == Measure.POINTS:
        stage, reason = claim.table.round.stage, " · ".join(filter(None, [what, ruling.words]))
        given = give_penalty(
            tournament,
            by=write.by,
            stage_id=stage.pk,
            entry_id=entry.public_id,
            points=ruling.points,
            reason=reason,
        )
        ruling.penalty = also(write, given)
    if ruling.measure == Measure.EXCLUSION:
        reason = " · ".join(filter(None, [what, ruling.words]))
        also(write, exclude_entry(tournament, by=write.by, entry_id=entry.public_id, reason=reason))
        said = _("%(what)s: number %(player)d is excluded, last at this table and without points.")
        _tell_the_desk(write, claim.table, said % {"what": what, "player": entry.number})
    put_right(write, ruling)
    if ruling.board == Board.REPLAY:
        _tell_the_desk(write, claim.table, _("%(what)s: this game is played again.") % {"what": what})


def _tell_the_desk(write: Write, table: Table, said: str) -> None:
    """What the desk has to see before the round is closed; of a closed round the log tells."""
    if table.round.state != RoundState.PUBLISHED:
        return
    problem = " · ".join(filter(None, [Table.objects.get(pk=table.pk).problem, said]))
    also(write, set_problem(write.stream.tournament, by=write.by, table_id=table.public_id, problem=problem))


def _undo(write: Write, ruling: Ruling, reason: str) -> None:
    """Points, exclusion and what was done to the record. Who may exclude but not let in again is told so by the
    tournament's action."""
    tournament = ruling.claim.tournament
    if ruling.penalty and ruling.penalty.revoked_at is None:
        also(write, revoke_penalty(tournament, by=write.by, penalty_id=ruling.penalty.pk))
    if ruling.measure == Measure.EXCLUSION and _is_out(ruling.claim.against):
        also(write, restore_entry(tournament, by=write.by, entry_id=ruling.claim.against.public_id))
    put_back(write, ruling.claim)
    write.log(texts={"undone": reason})


def _is_out(entry: Entry) -> bool:
    return Entry.objects.filter(pk=entry.pk, state=EntryState.EXCLUDED).exists()


def _log(write: Write, ruling: Ruling, words: str) -> None:
    claim = ruling.claim
    write.log(
        claim=claim.number,
        ruling=ruling.number,
        **claim.table.in_log,
        number=claim.against.number,
        measure=str(ruling.measure),
        points=ruling.points,
        board=str(ruling.board),
        offence=ruling.offence,
        verdict=claim.verdict.get("verdict", ""),
        broken=claim.verdict.get("broken", []),
        texts={"words": words} if words else None,
    )

"""Rulings: signed, replaced by another, revoked. Their consequences are carried out by the tournament's own actions in the
same transaction: points off, exclusion, and a note to the desk about the table.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from games.engine.protocol import BadRequest
from games.engine.rules.wording import colour_name
from games.recording.queries import latest_game
from referee.judging import effect
from referee.judging.incidents.asking import Asks, Case
from referee.judging.incidents.register import stored
from referee.judging.sheet import FACTS, BadChoice, judged
from referee.models import Board, Claim, Measure, Ruling
from referee.rulings.anew import begin_again
from referee.rulings.as_recorded import BY_HAND, NOT_AS_RECORDED, in_short, otherwise, same_throw
from referee.rulings.consequences import of_exclusion
from referee.rulings.one_a_throw import happened_already, ruled_already, ruled_before, ruling_on
from referee.rulings.queries import sides_of, thrown_since
from referee.rulings.recorded import as_it_runs, by_record, excluded_at, in_play, put_back, put_right, to_throw
from referee.rulings.set_position import refuse_unplayable
from referee.rulings.terms import appeal_minutes
from referee.rulings.timely import Timely, timeliness
from referee.rulings.under_appeal import refuse_under_appeal
from tournament.core import clock
from tournament.core.access import may
from tournament.core.action import Write, action
from tournament.core.errors import Declared, NotAllowed, Refused, Stale, by_engine
from tournament.core.languages import codes, spoken
from tournament.core.refusals import NOT_AT_THIS_TABLE, POINTS_MISSING, REASON_MISSING
from tournament.entries.actions import entry_in
from tournament.entries.withdrawals.actions import exclude_entry, restore_entry
from tournament.models import Account, Entry, Grant, Table, Tournament
from tournament.models.events import EntryState
from tournament.models.stages import RoundState
from tournament.results.actions import set_problem
from tournament.rounds.actions import table_in
from tournament.stages.options import played_at
from tournament.standings.penalties.actions import give_penalty, revoke_penalty

LONGEST = 1000
NO_SUCH_RULING = Declared("ruling", gettext_lazy("There is no such ruling."))
READMITS = ("entries.change", "entries.exclude")
KEPT = ("recorded", BY_HAND, "timely")  # of a verdict that is worded anew
NO_THROW = Declared("no_throw", gettext_lazy("This ruling is not about a throw."))
ANOTHERS_TURN = Declared(
    "anothers_turn",
    gettext_lazy(
        "In this position it is the turn of %(colour)s: it cannot be a throw of the player whom the claim is against."
    ),
)
CHOOSE_THROW = Declared(
    "choose_throw", gettext_lazy("That is throw %(throw)d of the record: choose it there, so that it keeps one ruling.")
)
PLAYED = (RoundState.PUBLISHED, RoundState.CLOSED)


@action("ruling.signed", needs="rulings.sign", answers=("claim", "ruling"))
def sign_ruling(
    write: Write,
    tournament: Tournament,
    *,
    table_id: str,
    against: str,
    claimed_by: str = "",
    facts: Mapping[str, Any] | None = None,
    throw: int | None = None,
    incident: Mapping[str, Any] | None = None,
    is_otherwise: bool = False,
    shown: str | None = None,
    is_older: bool = False,
    is_again: bool = False,
    **decided: Any,
) -> Ruling:
    """A claim with its ruling. `facts` are those of one throw (`FACTS`), judged here; without them it is conduct. `throw` is
    its number, if the game is recorded. `incident` is something else that happened at the table: its `code`, and the
    `answers` to what is asked about it; `against` is the player it is about. `is_otherwise`: it was said that these facts are
    not as the record has them. `shown`: who was to throw by the record that the incident was answered on. `is_older`: sent by a
    page of an older version, which asked for less. `is_again`: the same happened with the same player once more.

    `decided` is what the referee decided: see `_decide`.
    """
    table = table_in(write, tournament, table_id, None, *PLAYED)
    entry = entry_in(write, tournament, against)
    colour = table.seats.filter(entry=entry).values_list("colour", flat=True).first()
    if colour is None:
        raise NOT_AT_THIS_TABLE()
    if shown is not None and shown != to_throw(table):
        raise Stale("record_went_on", _("The record has gone on since: look at what counts now, and sign it then."))
    found = _found(table, colour, incident, is_older=is_older)
    if found and not (is_again or is_older) and (standing := ruled_before(table, colour, found["incident"])):
        raise happened_already(standing)
    if found and found["against"] != colour:  # who gave advice, say
        colour = found["against"]
        entry = table.seats.select_related("entry").get(colour=colour).entry
    game = latest_game(table) if throw is not None else None
    if game and throw is not None and (standing := ruling_on(game, throw)):
        raise ruled_already(standing)
    timely = timeliness(game, throw) if game and throw is not None else None
    judged = {"verdict": found} if found else _judged(facts, timely, excluded_at(table))
    other = {} if found else otherwise(game, throw, colour, judged.get("facts"))
    if other:
        if not is_otherwise:
            raise NOT_AS_RECORDED({"recorded": in_short(other["recorded"])}, **other)
        judged["verdict"] |= other
    if facts and not is_older:
        _check_by_hand(table, colour, judged["facts"], throw)
    if (found and is_older) or (facts and throw is None):
        judged["verdict"] |= {BY_HAND: True} if latest_game(table) else {}
    claim = Claim.objects.create(
        tournament=tournament,
        number=tournament.claims.count() + 1,
        table=table,
        against=entry,
        by=entry_in(write, tournament, claimed_by) if claimed_by else None,
        colour=colour,
        game=game,
        throw=throw,
        is_in_time=timely.is_in_time if timely else None,
        **judged,
    )
    table.calls.filter(done_at=None).update(done_at=clock.now())
    return _decide(write, claim, **decided)


@action("ruling.superseded", needs="rulings.sign", answers=("claim", "ruling"))
def supersede_ruling(
    write: Write,
    tournament: Tournament,
    *,
    number: int,
    seen: int,
    facts: Mapping[str, Any] | None = None,
    **decided: Any,
) -> Ruling:
    """Replace the ruling that was `seen` by another one; the consequences of the old one are undone first. `facts`: corrected,
    where throw, position or what was played had been taken down wrongly; what was judged first stays with the claim."""
    before = ruling_in(tournament, number, seen)
    refuse_under_appeal(before)
    corrected = {"facts": before.facts, "verdict": before.verdict}
    if facts:
        if not before.judged:
            raise NO_THROW()
        same = {name: before.judged.get(name) for name in ("rules", "options")}
        about = before.claim
        corrected = _judged({**facts, **same}, None, excluded_at(about.table))
        corrected["verdict"] |= otherwise(about.game, about.throw, about.colour, corrected["facts"])
        corrected["verdict"] |= {BY_HAND: True} if before.found.get(BY_HAND) else {}
    elif before.judged and set(out := excluded_at(before.claim.table)) != set(before.found.get("out", ())):
        kept = {name: before.found[name] for name in KEPT if name in before.found}
        corrected = _judged(before.judged, None, out)
        corrected["verdict"] |= kept
    _undo(write, before, _("Replaced by another ruling."))
    before.superseded_at = clock.now()
    before.save(update_fields=["superseded_at"])
    return _decide(write, before.claim, corrected=corrected, **decided)


@action("ruling.revoked", needs="rulings.sign")
def revoke_ruling(write: Write, tournament: Tournament, *, number: int, seen: int, reason: str) -> Ruling:
    return revoked(write, ruling_in(tournament, number, seen), reason)


@action("ruling.heard", needs="rulings.sign")
def hear_ruling(write: Write, tournament: Tournament, *, number: int, seen: int, side: str, accepts: bool) -> Ruling:
    """One of the two sides at the table has read the ruling, and accepts it or does not. Said again, the later word counts;
    the log keeps both."""
    ruling = ruling_in(tournament, number, seen)
    if side not in sides_of(ruling.claim):
        raise Refused("side", _("There is no such side in this ruling."))
    ruling.heard = {**ruling.heard, side: {"accepts": accepts, "at": clock.now().isoformat()}}
    ruling.save(update_fields=["heard"])
    write.log(claim=number, ruling=ruling.number, **ruling.claim.table.in_log, side=side, accepts=accepts)
    return ruling


def revoked(write: Write, ruling: Ruling, reason: str) -> Ruling:
    if not reason.strip():
        raise REASON_MISSING()
    _undo(write, ruling, reason.strip())
    ruling.revoked_at, ruling.revoked_because = clock.now(), reason.strip()[:LONGEST]
    ruling.save(update_fields=["revoked_at", "revoked_because"])
    _log(write, ruling, reason.strip())
    return ruling


def ruling_in(tournament: Tournament, number: int, seen: int) -> Ruling:
    """The ruling of a claim that is in force, if it is still the one that was looked at."""
    rulings = Ruling.objects.select_related("claim__table__round__stage", "claim__against", "claim__tournament")
    ruling = rulings.newest().filter(claim__tournament=tournament, claim__number=number).first()
    if ruling is None or ruling.number != seen or ruling.revoked_at:
        raise Stale("ruling_changed", _("This ruling was changed in the meantime. Look at it again."))
    return ruling


def _judged(facts: Mapping[str, Any] | None, timely: Timely | None, out: Sequence[str]) -> dict[str, Any]:
    if not facts:
        return {}
    known = {name: facts.get(name) for name in FACTS}
    verdict = verdict_on(known, out)
    return {"facts": known, "verdict": verdict | ({"timely": timely.words} if timely else {})}


def _check_by_hand(table: Table, colour: str, facts: Mapping[str, Any], throw: int | None) -> None:
    """What is entered is this player's throw; one that the record has is chosen there."""
    rules = played_at(table).engine
    if (mover := rules.view(rules.read(facts["position"])).to_move) != colour:
        raise ANOTHERS_TURN({"colour": colour_name(mover, spoken())})
    if throw is None and (number := same_throw(latest_game(table), colour, facts)):
        raise CHOOSE_THROW({"throw": number}, throw=number)


def verdict_on(facts: Mapping[str, Any], out: Sequence[str] = ()) -> dict[str, Any]:
    try:
        return judged(facts, out=out)
    except BadChoice as error:
        raise by_engine(error) from error
    except BadRequest as error:  # something is missing or malformed
        raise Refused("facts", _("Position, throw and what was played are needed.")) from error


def _found(table: Table, colour: str, incident: Mapping[str, Any] | None, *, is_older: bool) -> dict[str, Any] | None:
    """What the judge finds about something that happened at this table."""
    if not incident:
        return None
    try:
        return stored(incident["code"], at_this_table(table, colour, incident["answers"], is_older=is_older))
    except Asks as asks:
        raise Refused("incident_unanswered", _("A question about what happened is still open.")) from asks


def at_this_table(table: Table, colour: str, answers: Mapping[str, str], *, is_older: bool = False) -> Case:
    """With those who have not been excluded, and what the record says that is running; a page of an older version asked for what
    the record says, and is judged by what was answered there."""
    rules, known = played_at(table).engine, by_record(table)
    if is_older:
        return Case(rules, in_play(table), colour, answers, [], is_older=True)
    record = rules.read(known.recorded) if known.recorded else None
    return Case(rules, in_play(table), colour, answers, [], now=known.to_throw, last=known.threw, record=record)


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
    corrected: Mapping[str, Any] | None = None,
    is_sure: bool = False,
) -> Ruling:
    """A `board` other than the verdict's is a deviation and needs a reason; `second` is another referee who was asked. An
    exclusion needs words, and `is_sure`: that what follows was shown."""
    if measure not in Measure.values or board not in Board.values:
        raise NO_SUCH_RULING()
    if (measure == Measure.POINTS) != bool(points):
        raise POINTS_MISSING()
    if claim.verdict.get("is_outsider") and measure != Measure.NOTE:
        raise Refused("outsider", _("Nobody at the table is warned for somebody without a seat."))
    if measure == Measure.EXCLUSION and not words.strip():
        raise REASON_MISSING()
    if measure == Measure.EXCLUSION and not is_sure:
        raise Refused(
            "not_sure",
            _("An exclusion is signed a second time, after what follows was shown. That needs a connection."),
            **_shown(claim),
        )
    ruling = Ruling(claim=claim, **(corrected or {}))
    if not ruling.judged and board == Board.OTHER:
        raise NO_THROW()
    if ruling.found and board != Board.VERDICT and not deviation.strip():
        raise Refused("deviation", _("Say why this is not what the rules say."))
    ruling.number, ruling.game, ruling.throw = (
        claim.rulings.count() + 1,
        claim.game,
        claim.throw if claim.game else None,
    )
    ruling.measure, ruling.points, ruling.board, ruling.offence = measure, points, board, offence[:40]
    ruling.deviation, ruling.words = deviation.strip()[:LONGEST], words.strip()[:LONGEST]
    ruling.signed_by, ruling.second = write.by.account, _second(write, claim, second)
    ruling.appeal_until = clock.now() + timedelta(minutes=appeal_minutes(claim.tournament))
    if ruling.judged:
        found = effect.left_running(ruling.found, board, *as_it_runs(claim.game, claim.throw))
        if found != ruling.found:
            ruling.facts, ruling.verdict = ruling.judged, dict(found)
    ruling.position = _standing(ruling, position)
    _carry_out(write, ruling)
    _keep(ruling)
    _log(write, ruling, ruling.deviation or ruling.words)
    write.answer(claim=claim.number, ruling=ruling.number)
    return ruling


def _shown(claim: Claim) -> dict[str, object]:
    follows = of_exclusion(claim.table, claim.against)
    return {"follows": list(follows.sentences), "taken_back_by": list(follows.by)}


def _keep(ruling: Ruling) -> None:
    """The database itself refuses a second ruling in force about one throw."""
    try:
        with transaction.atomic():
            ruling.save()
    except IntegrityError:
        other = ruling_on(ruling.game, ruling.throw) if ruling.game and ruling.throw is not None else None
        if other is None:
            raise
        raise ruled_already(other) from None


def _standing(ruling: Ruling, position: str) -> str:
    """The position from which the game goes on; empty where no throw was judged, and where nobody knows it (`effect.stands`)."""
    claim = ruling.claim
    if not ruling.judged:
        return ""
    if now := ruling.found.get("now"):
        return str(now)
    if ruling.board == Board.OTHER:
        refuse_unplayable(claim.table, played_at(claim.table).engine, position)
    went_on = claim.is_in_time is False or thrown_since(claim.game, claim.throw) > 0
    return effect.stands(ruling.judged, ruling.found, ruling.board, position, went_on=went_on)


def _second(write: Write, claim: Claim, public_id: str) -> Account | None:
    if not public_id:
        return None
    second = next((one for one in referees(claim.tournament) if one.public_id == public_id), None)
    if second is None or second == write.by.account:
        raise Refused("second", _("Choose another referee of this tournament."))
    return second


def referees(tournament: Tournament) -> list[Account]:
    """The accounts that may sign in this tournament."""
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
        ruling.penalty = given.result
    if ruling.measure == Measure.EXCLUSION:
        reason = " · ".join(filter(None, [what, ruling.words]))
        exclude_entry(tournament, by=write.by, entry_id=entry.public_id, reason=reason)
        sentence = _("%(what)s: number %(player)d is excluded, last at this table and without points.")
        _tell_the_desk(write, claim.table, sentence % {"what": what, "player": entry.number})
    put_right(write, ruling)
    begin_again(write, ruling)
    if ruling.board == Board.REPLAY:
        _tell_the_desk(write, claim.table, _("%(what)s: this game is played again.") % {"what": what})


def _tell_the_desk(write: Write, table: Table, note: str) -> None:
    """Note a problem at the table, for the desk to see before it closes the round. A closed round has the log."""
    if table.round.state != RoundState.PUBLISHED:
        return
    problem = " · ".join(filter(None, [Table.objects.get(pk=table.pk).problem, note]))
    set_problem(write.stream.tournament, by=write.by, table_id=table.public_id, problem=problem)


def _take_back_notes(write: Write, claim: Claim) -> None:
    """Remove what this ruling told the desk and the table, in whatever language it was."""
    table, own = Table.objects.select_related("round").get(pk=claim.table_id), set()
    for language in codes():
        with override(language):
            own.add(_("Ruling %(number)d") % {"number": claim.number} + ":")
    notes = table.problem.split(" · ")
    left = [note for note in notes if not note.startswith(tuple(own))]
    if left != notes and table.round.state == RoundState.PUBLISHED:
        set_problem(write.stream.tournament, by=write.by, table_id=table.public_id, problem=" · ".join(left))


def _undo(write: Write, ruling: Ruling, reason: str) -> None:
    """Take back points, exclusion, changes to the record, and what the desk and the table were told. Refused to those who
    may exclude but not readmit."""
    tournament = ruling.claim.tournament
    if ruling.penalty and ruling.penalty.revoked_at is None:
        revoke_penalty(tournament, by=write.by, penalty_id=ruling.penalty.pk)
    if ruling.measure == Measure.EXCLUSION and _is_out(ruling.claim.against):
        if not all(may(write.by, right, tournament) for right in READMITS):
            raise NotAllowed("only_organisers", _("An exclusion can only be taken back by the organisers."))
        restore_entry(tournament, by=write.by, entry_id=ruling.claim.against.public_id)
    put_back(write, ruling.claim)
    _take_back_notes(write, ruling.claim)
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
        verdict=ruling.found.get("verdict", ""),
        broken=ruling.found.get("broken", []),
        texts={"words": words} if words else None,
    )

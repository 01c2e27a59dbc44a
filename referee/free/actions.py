"""A ruling about a recorded throw of a game outside every tournament: signed, revoked. It is judged as at any table, and the
record follows it."""

import hashlib
from datetime import UTC
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.records.left_standing import as_played
from games.models import Game, LineKind
from games.recording.actions import add_line
from games.recording.game import sheet
from games.recording.queries import throw_at
from games.recording.verdicts import RecordedThrow
from referee.free.queries import lines_of_ruling
from referee.models import Board, FreeRuling, Measure
from referee.rulings.actions import LONGEST, verdict_on
from referee.rulings.recorded import Standing, set_in_record
from referee.rulings.timely import timeliness
from tournament.core import clock
from tournament.core.action import Write, action
from tournament.core.bound import canonical
from tournament.core.errors import Declared, Refused, Stale
from tournament.core.refusals import REASON_MISSING

MEASURES = (Measure.NOTE, Measure.WARNING)
BOARDS = (Board.VERDICT, Board.AS_IS)
GONE = Declared("no_throw_to_rule", gettext_lazy("This throw does not stand in the record any more."), Stale)
RULED = Declared(
    "throw_ruled", gettext_lazy("About this throw there is ruling %(number)d already: it is revoked first.")
)


@action("free_ruling.signed", needs="rulings.sign", answers=("ruling",))
def sign_free_ruling(
    write: Write,
    game: Game,
    *,
    throw: int,
    measure: str = Measure.NOTE,
    board: str = Board.VERDICT,
    words: str = "",
) -> FreeRuling:
    """What was done stands in the record. `board`: the game goes on by the verdict, or as it stands."""
    if game.free is None or measure not in MEASURES or board not in BOARDS:
        raise Refused(
            "free_ruling",
            _("In a free game somebody is warned at most, and it goes on by the verdict or as it stands."),
        )
    thrown = throw_at(game, throw)
    if thrown is None or thrown.is_out_of_turn:
        raise GONE()
    if before := game.free_rulings.filter(throw=throw, revoked_at=None).first():
        raise RULED({"number": before.number}, ruling=before.number)
    facts = facts_of(game, thrown)
    timely = timeliness(game, throw)
    if timely is None:
        raise GONE()
    verdict, is_in_time = verdict_on(facts) | {"timely": timely.words}, timely.is_in_time
    ruling = FreeRuling.objects.create(
        game=game,
        number=game.free_rulings.count() + 1,
        colour=thrown.colour,
        throw=throw,
        facts=facts,
        verdict=verdict,
        is_in_time=is_in_time,
        measure=measure,
        board=board,
        position=_standing(thrown, verdict, board, is_in_time=is_in_time),
        words=words.strip()[:LONGEST],
        signed_by=write.by.account,
    )
    set_in_record(write, game, Standing(throw, True, board, ruling.position), ruling.number)
    write.log(ruling=ruling.number, **as_logged(ruling))
    if ruling.words:
        write.log(texts={"words": ruling.words})
    write.answer(ruling=ruling.number)
    return ruling


def as_logged(ruling: FreeRuling) -> dict[str, Any]:
    """What the log says of a ruling, and a hash of all that was judged."""
    verdict = {name: ruling.verdict[name] for name in ("verdict", "broken")}
    more = {"measure": str(ruling.measure), "board": str(ruling.board), "judged": _judged(ruling)}
    return {"throw": ruling.throw, "colour": ruling.colour, **verdict, **more}


def _judged(ruling: FreeRuling) -> str:
    signed_at = ruling.signed_at.astimezone(UTC).isoformat()
    what = (ruling.facts, ruling.verdict, ruling.is_in_time, ruling.position, signed_at)
    return hashlib.sha256(canonical(what).encode()).hexdigest()


def facts_of(game: Game, thrown: RecordedThrow) -> dict[str, Any]:
    roll = thrown.roll if isinstance(thrown.roll, int) else list(thrown.roll)
    what = {"position": thrown.before, "roll": roll, "touched": thrown.touched, "played": thrown.played, "choice": None}
    return {"rules": game.rules, "options": dict(game.options), **what}


def _standing(thrown: RecordedThrow, verdict: dict[str, Any], board: str, *, is_in_time: bool) -> str:
    if board == Board.VERDICT:
        return str(verdict["position"])
    return as_played(thrown.rules, thrown.before, thrown.roll, thrown.played) if is_in_time else ""


@action("free_ruling.revoked", needs="rulings.sign")
def revoke_free_ruling(write: Write, game: Game, *, number: int, reason: str) -> FreeRuling:
    """What it did to the record is taken back, unless something else was recorded since."""
    ruling = game.free_rulings.select_for_update().filter(number=number, revoked_at=None).first()
    if ruling is None:
        raise Stale("free_ruling_gone", _("This ruling does not stand any more. Look at it again."))
    if not reason.strip():
        raise REASON_MISSING()
    for _line in lines_of_ruling(sheet(game), number):
        add_line(game, by=write.by, kind=LineKind.BACK, ruling=number)
    ruling.revoked_at, ruling.revoked_because = clock.now(), reason.strip()[:LONGEST]
    ruling.save(update_fields=["revoked_at", "revoked_because"])
    write.log(ruling=number, texts={"words": ruling.revoked_because})
    return ruling

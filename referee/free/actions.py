"""A ruling about a throw of a game outside every tournament: signed, revoked. It is judged as at any table. If the throw is
recorded the record follows it; one that is entered by hand changes no throw there."""

import hashlib
from collections.abc import Mapping
from datetime import UTC
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game, LineKind
from games.recording.actions import add_line
from games.recording.game import sheet
from games.recording.queries import throw_at
from games.recording.verdicts import RecordedThrow
from referee.free.queries import lines_of_ruling
from referee.judging import effect
from referee.judging.sheet import FACTS
from referee.models import Board, FreeRuling, Measure
from referee.rulings.actions import LONGEST, verdict_on
from referee.rulings.as_recorded import BY_HAND
from referee.rulings.recorded import Standing, set_in_record
from referee.rulings.timely import timeliness
from tournament.core import clock
from tournament.core.action import Write, action
from tournament.core.bound import canonical
from tournament.core.errors import Declared, Stale
from tournament.core.refusals import REASON_MISSING

MEASURES = (Measure.NOTE, Measure.WARNING)
BOARDS = (Board.VERDICT, Board.AS_IS)
TOO_MUCH = Declared(
    "free_ruling",
    gettext_lazy("In a free game somebody is warned at most, and it goes on by the verdict or as it stands."),
)
GONE = Declared("no_throw_to_rule", gettext_lazy("This throw does not stand in the record any more."), Stale)
RULED = Declared(
    "throw_ruled", gettext_lazy("About this throw there is ruling %(number)d already: it is revoked first.")
)
ONE_OF_THEM = Declared(
    "free_ruling_about", gettext_lazy("A ruling is about a throw of the record, or about one that is entered by hand.")
)
OTHER_GAME = Declared(
    "free_position", gettext_lazy("In this position others play than in this game, or on another board.")
)


class Judged(NamedTuple):
    """A throw with the verdict on it."""

    colour: str
    facts: dict[str, Any]
    verdict: dict[str, Any]
    is_in_time: bool | None = None


@action("free_ruling.signed", needs="rulings.sign", answers=("ruling",))
def sign_free_ruling(
    write: Write,
    game: Game,
    *,
    throw: int | None = None,
    facts: Mapping[str, Any] | None = None,
    choice: str = "",
    measure: str = Measure.NOTE,
    board: str = Board.VERDICT,
    words: str = "",
) -> FreeRuling:
    """About a `throw` of the record, where `choice` says which piece goes back if several missed a capture; or about one that
    nobody wrote down: its `facts`. `board`: the game goes on by the verdict, or as it stands."""
    if game.free is None or measure not in MEASURES or board not in BOARDS:
        raise TOO_MUCH()
    if (throw is None) == (facts is None):
        raise ONE_OF_THEM()
    judged = by_hand(game, facts) if facts is not None else _recorded(game, throw, choice)
    went_on = judged.is_in_time is False
    ruling = FreeRuling.objects.create(
        game=game,
        number=game.free_rulings.count() + 1,
        throw=throw,
        **judged._asdict(),
        measure=measure,
        board=board,
        position=effect.stands(judged.facts, judged.verdict, board, "", went_on=went_on),
        words=words.strip()[:LONGEST],
        signed_by=write.by.account,
    )
    if throw is not None:
        set_in_record(write, game, Standing(throw, True, board, ruling.position), ruling.number)
    write.log(ruling=ruling.number, **as_logged(ruling))
    if ruling.words:
        write.log(texts={"words": ruling.words})
    write.answer(ruling=ruling.number)
    return ruling


def _recorded(game: Game, throw: int | None, choice: str) -> Judged:
    thrown = throw_at(game, throw)
    timely = timeliness(game, throw) if throw is not None else None
    if thrown is None or thrown.is_out_of_turn or timely is None:
        raise GONE()
    if before := game.free_rulings.filter(throw=throw, revoked_at=None).first():
        raise RULED({"number": before.number}, ruling=before.number)
    facts = facts_of(game, thrown, choice)
    return Judged(thrown.colour, facts, verdict_on(facts) | {"timely": timely.words}, timely.is_in_time)


def by_hand(game: Game, said: Mapping[str, Any]) -> Judged:
    """A throw that is not in the record, by the rules of this game. Refused where it cannot be one of this game."""
    facts = {name: said.get(name) for name in FACTS} | {"rules": game.rules, "options": dict(game.options)}
    verdict, recorded = verdict_on(facts), sheet(game)
    before, start = (recorded.rules.view(recorded.rules.read(one)) for one in (facts["position"], recorded.start))
    if before.board != start.board or not {group[0] for group in before.groups} <= {group[0] for group in start.groups}:
        raise OTHER_GAME()
    return Judged(before.to_move, facts, verdict | ({BY_HAND: True} if recorded.numbers else {}))


def as_logged(ruling: FreeRuling) -> dict[str, Any]:
    """What the log says of a ruling, and a hash of all that was judged."""
    verdict = {name: ruling.verdict[name] for name in ("verdict", "broken")}
    more = {"measure": str(ruling.measure), "board": str(ruling.board), "judged": _judged(ruling)}
    return {"throw": ruling.throw, "colour": ruling.colour, **verdict, **more}


def _judged(ruling: FreeRuling) -> str:
    signed_at = ruling.signed_at.astimezone(UTC).isoformat()
    what = (ruling.facts, ruling.verdict, ruling.is_in_time, ruling.position, signed_at)
    return hashlib.sha256(canonical(what).encode()).hexdigest()


def facts_of(game: Game, thrown: RecordedThrow, choice: str = "") -> dict[str, Any]:
    roll = thrown.roll if isinstance(thrown.roll, int) else list(thrown.roll)
    what = {"position": thrown.before, "roll": roll, "touched": thrown.touched, "played": thrown.played}
    return {"rules": game.rules, "options": dict(game.options), **what, "choice": choice.strip() or None}


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

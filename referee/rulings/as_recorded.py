"""Whether a throw is claimed as the record has it. What is claimed otherwise is never signed unsaid: another player's throw is
another throw, and every other difference is named before and in the ruling, because the record follows the ruling.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.rules.contract import NOTHING, Roll
from games.engine.rules.errors import GameError
from games.engine.rules.notation import as_people_write
from games.engine.rules.wording import colour_name
from games.models import Game
from games.recording.game import sheet
from games.recording.queries import throw_at
from games.recording.verdicts import RecordedThrow
from tournament.core.errors import Declared, Refused
from tournament.core.languages import spoken

Facts = Mapping[str, Any]
NOT_AS_RECORDED = Declared(
    "not_as_recorded",
    gettext_lazy(
        "Not as it was recorded. %(recorded)s What the ruling changes on the board it changes in the record too."
    ),
)


BY_HAND = "by_hand"  # in a verdict: the table has a record, and this is about no throw of it


def otherwise(game: Game | None, throw: int | None, colour: str, facts: Facts | None) -> dict[str, Any]:
    """The throw as the record has it, if these facts are not the same: kept with the verdict. Refused where the record has
    another player's throw there."""
    thrown = throw_at(game, throw) if game and throw is not None else None
    if thrown is None:
        return {}
    kept = as_data(thrown)
    if thrown.colour != colour:
        raise Refused(
            "another_throw", _("That is not this player's throw. %(recorded)s") % {"recorded": in_short(kept)}
        )
    return {} if not facts or _is_same(thrown, facts) else {"recorded": kept}


def same_throw(game: Game | None, colour: str, facts: Facts) -> int | None:
    """The throw of the record with this position, player and dice: a claim about it is made there."""
    recorded = sheet(game) if game else None
    if recorded is None:
        return None
    try:
        position, roll = facts["position"], _dice(recorded.rules.read_roll(facts["roll"]))
        position = recorded.rules.write(recorded.rules.read(position))
    except GameError:
        return None
    for ply in reversed(recorded.replay.plies):
        if (
            ply.throw.colour == colour
            and _dice(ply.throw.roll) == roll
            and recorded.rules.write(ply.before) == position
        ):
            return ply.number
    last = recorded.replay.stopped and throw_at(recorded.game, recorded.replay.stopped.number)
    is_last = last and last.colour == colour and _dice(last.roll) == roll and last.before == position
    return last.number if last and is_last else None


def as_data(thrown: RecordedThrow) -> dict[str, Any]:
    """`roll` as it is typed."""
    roll = str(thrown.roll) if isinstance(thrown.roll, int) else ",".join(map(str, thrown.roll))
    said = {"colour": thrown.colour, "roll": roll, "played": thrown.played, "touched": thrown.touched or ""}
    return {"throw": thrown.number, **said}


def sentence(kept: Facts) -> str:
    """Before it is signed and of what was signed."""
    return str(NOT_AS_RECORDED.sentence) % {"recorded": in_short(kept)}


def said_of(verdict: Facts) -> str:
    """Empty where the throw was judged as the record has it, or none is recorded."""
    if verdict.get(BY_HAND):
        return _("Entered by hand: this does not rest on the record of this table, and no throw there is changed.")
    return sentence(verdict["recorded"]) if verdict.get("recorded") else ""


def in_short(kept: Facts) -> str:
    way = kept["played"]
    played = _("nothing moved") if way == NOTHING else as_people_write(way)
    what = ", ".join([colour_name(kept["colour"], spoken()), kept["roll"].replace(",", " + "), played])
    return _("Throw %(throw)d of the record: %(what)s.") % {"throw": kept["throw"], "what": what}


def _is_same(thrown: RecordedThrow, facts: Facts) -> bool:
    """A piece touched first that nobody entered can be added: a record seldom has it."""
    rules = thrown.rules
    try:
        is_so = rules.write(rules.read(facts["position"])) == thrown.before
        is_so = is_so and _dice(rules.read_roll(facts["roll"])) == _dice(thrown.roll)
    except GameError:
        return False
    is_so = is_so and _one_mark(rules.as_written(facts["played"])) == _one_mark(rules.as_written(thrown.played))
    return is_so and (not thrown.touched or thrown.touched == facts.get("touched"))


def _dice(roll: Roll) -> list[int]:
    return [roll] if isinstance(roll, int) else sorted(roll)


def _one_mark(played: str) -> str:
    """With a dash between from and to, whichever mark was written; the dice of a way keep theirs."""
    return played if "=" in played else played.replace("x", "-").replace("<", "-")

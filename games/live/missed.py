"""What was irregular in a recorded game: duties missed and other things, and what became of each."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.records.handing_on import found_by
from games.engine.records.left_standing import as_played
from games.engine.records.record import Ruled, written_roll
from games.engine.records.review import Found, irregular
from games.engine.rules.contract import NOTHING
from games.models import LineKind
from games.recording.game import Entered, Sheet
from games.recording.verdicts import RecordedThrow, judged, ruled
from games.recording.verdicts import Ruled as Rulings
from tournament.core.languages import spoken

MOST_JUDGED = 40  # the verdict on each is worked out when the page is made


@dataclass(frozen=True)
class Missed:
    """`seq`: of the line with the throw; `before`: of the one before it. `settled`: what became of it, in words."""

    number: int
    seq: int
    before: int
    colour: str
    roll: str
    played: str
    permitted: tuple[str, ...]
    sentences: tuple[str, ...]
    settled: str
    ruling: int
    is_duty: bool  # a duty was missed; else it was out of turn, or no move at all


def missed(recorded: Sheet) -> list[Missed]:
    """In the order of the game."""
    lines = recorded.entered
    throws = {line.number: line for line in lines if line.kind == LineKind.THROW}
    found = irregular(recorded.record)
    rulings = ruled(recorded.game) if found else Rulings()
    return [_one(recorded, one, throws, rulings, n < MOST_JUDGED) for n, one in enumerate(found)]


def by_colour(found: list[Missed]) -> list[tuple[str, int]]:
    return Counter(one.colour for one in found if one.is_duty).most_common()


def _one(
    recorded: Sheet, one: Found, throws: Mapping[int | None, Entered], rulings: Rulings, is_judged: bool
) -> Missed:
    rules, line, throw = recorded.rules, throws[one.number], one.throw
    thrown = (one.last.throw.colour, one.last.throw.roll) if one.last else None
    before = found_by(rules, one.before, throw.colour, thrown)
    asked = RecordedThrow(
        rules=rules,
        before=rules.write(before),
        number=one.number,
        colour=throw.colour,
        roll=throw.roll,
        touched=throw.touched,
        played=throw.played,
        last=one.last,
    )
    said = judged(asked) if is_judged else None
    is_duty = bool(one.stop.reasons) and not asked.is_out_of_turn
    settled, ruling = _settled(recorded, one, asked, rulings, said.position if said else "")
    return Missed(
        number=one.number,
        seq=line.seq,
        before=line.seq - 1,
        colour=throw.colour,
        roll=written_roll(throw.roll),
        played="" if throw.played == NOTHING else throw.played,
        permitted=tuple(move.text for move in rules.permitted(before, throw.roll)) if is_duty else (),
        sentences=said.sentences if said and said.sentences else (one.stop.sentence(spoken()),),
        settled=settled,
        ruling=ruling,
        is_duty=is_duty,
    )


def _settled(recorded: Sheet, one: Found, asked: RecordedThrow, rulings: Rulings, judged_so: str) -> tuple[str, int]:
    if one.number in rulings.throws:
        number, is_in_time = rulings.throws[one.number]
        too_late = is_in_time is False
        said = _("Claimed too late: ruling %(n)d.") if too_late else _("A referee ruled: ruling %(n)d.")
        return said % {"n": number}, number
    if one.settled is None:
        return _("Not settled yet."), 0
    line, entry = recorded.entered[one.settled], recorded.record.entries[one.settled]
    if line.ruling and line.ruling in rulings.over:
        said = _(
            "A referee ruled, but that does not count any more: ruling %(n)d. The board stayed as it was set then."
        )
        return said % {"n": line.ruling}, line.ruling
    if line.ruling:
        return _("A referee ruled: ruling %(n)d.") % {"n": line.ruling}, line.ruling
    if line.kind == LineKind.BACK:
        return _("Taken back in the record."), 0
    if line.kind == LineKind.EXCLUDED:
        return _("The player left the game."), 0
    set_to = entry.position if isinstance(entry, Ruled) else ""
    if judged_so and _same(recorded, set_to, judged_so):
        return _("Put right as judged."), 0
    stays = "" if asked.is_out_of_turn else as_played(asked.rules, asked.before, asked.roll, asked.played)
    if stays and _same(recorded, set_to, stays):
        return _("Nobody objected: it stayed as played."), 0
    return _("The board was set by hand."), 0


def _same(recorded: Sheet, one: str, other: str) -> bool:
    return bool(recorded.rules.read(one) == recorded.rules.read(other))

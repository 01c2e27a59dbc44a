"""The way into a final: throw-offs and lots that break ties, and places that players decline."""

from collections.abc import Collection, Iterable, Mapping

from django.utils.translation import gettext as _

from tournament.core import clock
from tournament.core.action import Write, action
from tournament.core.errors import Refused
from tournament.core.refusals import ALREADY_PUBLISHED, BUILT_ON, NO_SUCH_ENTRY
from tournament.entries.actions import entry_in
from tournament.models import Declined, Entry, Round, Seat, Stage, ThrowOff, Tournament
from tournament.stages import schemes
from tournament.stages.lookup import stage_in
from tournament.standings.qualifying import source_of
from tournament.standings.ties import equals

DIE = range(1, 7)
Throws = dict[int, int]  # by entry


@action("throw_off.thrown", needs="rounds.draw", undoable=True, answers=("level",))
def record_throws(write: Write, tournament: Tournament, *, stage_id: int, throws: Mapping[str, int]) -> list[ThrowOff]:
    """One turn: everybody of one or several groups of equals has thrown once. Whoever is level again throws again, in
    a turn of its own; the receipt's `level` says who that is."""
    stage = stage_in(tournament, stage_id)
    if "throw_off" not in schemes.of_stage(stage).breaks:
        raise Refused("no_throw_off", _("This stage knows no throw-off: add it to the tie-breaks."))
    entries = _entries(tournament, throws)
    values = {entry.pk: throws[public_id] for public_id, entry in entries.items()}
    _require_open(stage, values.keys())
    groups = _whole_groups(equals(stage), values.keys())
    offs = _append_throws(stage, groups, values)
    level = [group for group in equals(stage) if values.keys() >= set(group)]
    by_number = {str(entry.number): throws[public_id] for public_id, entry in entries.items()}
    write.log(stage=stage.position, throws=by_number)
    write.answer(level=level)
    return offs


def _entries(tournament: Tournament, throws: Mapping[str, int]) -> dict[str, Entry]:
    entries = {entry.public_id: entry for entry in tournament.entries.filter(public_id__in=throws)}
    if not throws or entries.keys() != set(throws):
        raise NO_SUCH_ENTRY()
    if any(type(value) is not int or value not in DIE for value in throws.values()):
        raise Refused("throw", _("A throw is 1 to 6."))
    return entries


def _whole_groups(groups: list[list[int]], thrown: Iterable[int]) -> list[list[int]]:
    """The groups of equals that threw; refused unless every group is complete and nobody else threw."""
    here = set(thrown)
    mine = [group for group in groups if here & set(group)]
    if {entry for group in mine for entry in group} != here:
        raise Refused("not_equal", _("Everybody who is level throws, and nobody else."))
    return mine


def _append_throws(stage: Stage, groups: list[list[int]], values: Throws) -> list[ThrowOff]:
    """Append the throws to the throw-off that each group is in already; groups in none share a new one."""
    known = list(stage.throw_offs.order_by("-thrown_at", "-pk"))
    new = ThrowOff(stage=stage, throws=[])
    turns: dict[int, tuple[ThrowOff, dict[str, int]]] = {}
    for group in groups:
        names = {str(entry) for entry in group}
        off = next((off for off in known if names <= off.throws[0].keys()), new)
        turns.setdefault(id(off), (off, {}))[1].update({str(entry): values[entry] for entry in group})
    for off, turn in turns.values():
        off.throws, off.thrown_at = [*off.throws, turn], clock.now()
        off.save()
    return [off for off, _turn in turns.values()]


@action("throw_off.taken_back", needs="rounds.draw", undoable=True)
def take_back_throws(write: Write, tournament: Tournament, *, stage_id: int) -> None:
    """The latest turn was written down wrongly."""
    stage = stage_in(tournament, stage_id)
    off = stage.throw_offs.order_by("-thrown_at", "-pk").first()
    if off is None:
        raise Refused("no_throws", _("Nothing was thrown yet."))
    _require_open(stage, [int(entry) for entry in off.throws[-1]])
    write.log(stage=stage.position, turn=len(off.throws))
    off.throws = off.throws[:-1]
    if off.throws:
        off.save(update_fields=["throws"])
    else:
        off.delete()


@action("tie.drawn", needs="rounds.draw", undoable=True)
def settle_by_lot(write: Write, tournament: Tournament, *, stage_id: int) -> Stage:
    """Who is level in everything else is parted by the lot from the stage's seed. It changes nobody's way into a stage that
    is published: the cut for that was settled before."""
    stage = stage_in(tournament, stage_id)
    _require_open(stage)
    if "lot" in stage.scheme["breaks"]:
        raise Refused("lot_already", _("The lot decides in this stage already."))
    stage.scheme = {**stage.scheme, "breaks": [*stage.scheme["breaks"], "lot"]}
    stage.version += 1
    stage.save(update_fields=["scheme", "version"])
    write.log(stage=stage.position)
    return stage


@action("place.declined", needs="rounds.draw", undoable=True)
def decline_place(write: Write, tournament: Tournament, *, stage_id: int, entry_id: str) -> Entry:
    """Will not play this final: the next in the standings moves up."""
    stage, entry = _final_and_entry(write, tournament, stage_id, entry_id)
    if not Declined.objects.get_or_create(stage=stage, entry=entry)[1]:
        raise Refused("declined_already", _("Number %(number)d has declined already.") % {"number": entry.number})
    return entry


@action("place.accepted", needs="rounds.draw", undoable=True)
def accept_place(write: Write, tournament: Tournament, *, stage_id: int, entry_id: str) -> Entry:
    """Will play after all."""
    stage, entry = _final_and_entry(write, tournament, stage_id, entry_id)
    if not stage.declined.filter(entry=entry).delete()[0]:
        raise Refused("not_declined", _("Number %(number)d has not declined.") % {"number": entry.number})
    return entry


def _final_and_entry(write: Write, tournament: Tournament, stage_id: int, entry_id: str) -> tuple[Stage, Entry]:
    stage, entry = stage_in(tournament, stage_id), entry_in(write, tournament, entry_id)
    if not stage.size:
        raise Refused("no_final", _("Everybody plays this stage."))
    if stage.rounds.public().exists():
        raise ALREADY_PUBLISHED()
    write.log(stage=stage.position, number=entry.number)
    return stage, entry


def _require_open(stage: Stage, concerned: Collection[int] = ()) -> None:
    """Refuse to change ties that a published later round depends on: if one of the `concerned` entries is seated there, or if
    no later stage is still waiting for the outcome of this one."""
    later = [
        other for other in stage.tournament.stages.filter(position__gt=stage.position) if source_of(other) == stage
    ]
    built = Round.objects.public().filter(stage__in=later)
    if not built.exists():
        return
    published = set(built.values_list("stage", flat=True))
    is_awaited = any(other.pk not in published for other in later)
    if not is_awaited or Seat.objects.filter(round__in=built, entry__in=concerned).exists():
        raise BUILT_ON()

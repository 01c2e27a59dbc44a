"""What leads into a final: ties thrown off, or drawn by lot, and places that somebody declines."""

from collections.abc import Collection, Iterable, Mapping

from django.utils.translation import gettext as _

from tournament import schemes, steady
from tournament.actions.core import Write, action
from tournament.actions.entries import entry_in
from tournament.actions.rounds import stage_in
from tournament.errors import Refused
from tournament.fields import source_of
from tournament.models import Declined, Entry, Round, Seat, Stage, ThrowOff, Tournament
from tournament.ties import equals

DIE = range(1, 7)
Throws = dict[int, int]  # by entry


@action("throw_off.thrown", needs="rounds.draw", undoable=True)
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
    offs = _appended(stage, groups, values)
    level = [group for group in equals(stage) if values.keys() >= set(group)]
    by_number = {str(entry.number): throws[public_id] for public_id, entry in entries.items()}
    write.log(stage=stage.position, throws=by_number)
    write.answer(level=level)
    return offs


def _entries(tournament: Tournament, throws: Mapping[str, int]) -> dict[str, Entry]:
    found = {entry.public_id: entry for entry in tournament.entries.filter(public_id__in=throws)}
    if not throws or found.keys() != set(throws):
        raise Refused("no_such_entry", _("This player is not entered."))
    if any(type(value) is not int or value not in DIE for value in throws.values()):
        raise Refused("throw", _("A throw is 1 to 6."))
    return found


def _whole_groups(groups: list[list[int]], thrown: Iterable[int]) -> list[list[int]]:
    """The groups that threw: each one with everybody in it, and nobody besides."""
    here = set(thrown)
    mine = [group for group in groups if here & set(group)]
    if {entry for group in mine for entry in group} != here:
        raise Refused("not_equal", _("Everybody who is level throws, and nobody else."))
    return mine


def _appended(stage: Stage, groups: list[list[int]], values: Throws) -> list[ThrowOff]:
    """Each group goes on in the throw-off that it is in already; those in none begin one together."""
    known = list(stage.throw_offs.order_by("-thrown_at", "-pk"))
    new = ThrowOff(stage=stage, throws=[])
    turns: dict[int, tuple[ThrowOff, dict[str, int]]] = {}
    for group in groups:
        names = {str(entry) for entry in group}
        off = next((off for off in known if names <= off.throws[0].keys()), new)
        turns.setdefault(id(off), (off, {}))[1].update({str(entry): values[entry] for entry in group})
    for off, turn in turns.values():
        off.throws, off.thrown_at = [*off.throws, turn], steady.now()
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


@action("place.declined", needs="rounds.draw")
def decline_place(write: Write, tournament: Tournament, *, stage_id: int, entry_id: str) -> Entry:
    """Will not play this final: the next in the standings moves up."""
    stage, entry = _of_final(write, tournament, stage_id, entry_id)
    if not Declined.objects.get_or_create(stage=stage, entry=entry)[1]:
        raise Refused("declined_already", _("Number %(number)d has declined already.") % {"number": entry.number})
    return entry


@action("place.accepted", needs="rounds.draw")
def accept_place(write: Write, tournament: Tournament, *, stage_id: int, entry_id: str) -> Entry:
    """Will play after all."""
    stage, entry = _of_final(write, tournament, stage_id, entry_id)
    if not stage.declined.filter(entry=entry).delete()[0]:
        raise Refused("not_declined", _("Number %(number)d has not declined.") % {"number": entry.number})
    return entry


def _of_final(write: Write, tournament: Tournament, stage_id: int, entry_id: str) -> tuple[Stage, Entry]:
    stage, entry = stage_in(tournament, stage_id), entry_in(write, tournament, entry_id)
    if not stage.size:
        raise Refused("no_final", _("Everybody plays this stage."))
    if stage.rounds.public().exists():
        raise Refused("already_drawn", _("A round is published already. Take it back first."))
    write.log(stage=stage.position, number=entry.number)
    return stage, entry


def _require_open(stage: Stage, concerned: Collection[int] = ()) -> None:
    """What is published rests on the ties of this stage: on those of its own players (`concerned` are whom it is about now),
    and on all of them as soon as nobody else comes out of this stage into a later one."""
    later = [
        other for other in stage.tournament.stages.filter(position__gt=stage.position) if source_of(other) == stage
    ]
    built = Round.objects.public().filter(stage__in=later)
    if not built.exists():
        return
    published = set(built.values_list("stage", flat=True))
    is_awaited = any(other.pk not in published for other in later)
    if not is_awaited or Seat.objects.filter(round__in=built, entry__in=concerned).exists():
        raise Refused("built_on", _("A later stage was published already."))

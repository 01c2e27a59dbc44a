"""Many cells of the players' grid changed at once: one step, each change by the action that makes it on a page of its own.

A cell is changed on what was seen in it: if something else stands there by now, it is refused and says what. A refused cell does
not hold up the others; if nothing can be changed, the whole step is refused.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy

from tournament.core.action import Write, action
from tournament.core.errors import Declared, Refused, Stale
from tournament.core.refusals import NO_SUCH_ENTRY, NOBODY_TICKED, NUMBER_TAKEN
from tournament.entries import details
from tournament.entries.actions import rename
from tournament.entries.checkin.actions import check_in, undo_check_in
from tournament.entries.fields import CONTACT, NAMED, WISHES, Kind, Of
from tournament.entries.grid.cells import CELL, NO_FIELD, STATE, columns, read, shown
from tournament.entries.groups.actions import add_group
from tournament.entries.payments.actions import set_paid
from tournament.entries.removal.actions import remove_entry
from tournament.entries.signup.actions import set_contact
from tournament.entries.start_numbers.actions import set_number
from tournament.entries.wishes.actions import set_wishes
from tournament.models import Entry, Tournament

MOST_CELLS, MOST_REMOVED = 3000, 1000
CHANGED = Declared("cell_changed", gettext_lazy("No. %(number)d, %(column)s: “%(now)s” stands there by now."), Stale)
TOO_MANY = CELL.also(gettext_lazy("Too many cells at once."))


@dataclass(frozen=True)
class Cell:
    """`was`: what stood there as it was changed; None: whatever it was."""

    entry: str  # public id
    field: str
    value: str
    was: str | None = None


@dataclass(frozen=True)
class Left:
    """A cell that was not changed, with the reason."""

    cell: Cell
    refusal: Refused


@action("entries.edited", needs="entries.change", secret=("cells",), undoable=True, answers=("count", "left"))
def edit_entries(write: Write, tournament: Tournament, *, cells: Sequence[Cell]) -> list[Left]:
    """Returns the cells that could not be changed."""
    if len(cells) > MOST_CELLS:
        raise TOO_MANY()
    edit = _Edit(write, tournament)
    edit.take(cells)
    if not edit.numbers and edit.left:
        raise edit.left[0].refusal
    write.log(numbers=sorted(edit.numbers))
    write.answer(count=len(edit.numbers), left=len(edit.left))
    return edit.left


@action("entries.removed", needs="entries.change", undoable=True, answers=("count", "left"))
def remove_entries(write: Write, tournament: Tournament, *, entries: Sequence[str]) -> list[Refused]:
    """Typed by mistake. Returns why the others have to stay."""
    if len(entries) > MOST_REMOVED:
        raise TOO_MANY()
    gone, kept = [], []
    for entry_id in dict.fromkeys(entries):
        try:
            remove_entry(tournament, by=write.by, entry_id=entry_id)
        except Refused as refusal:
            kept.append(refusal)
        else:
            gone.append(entry_id)
    if not gone:
        raise kept[0] if kept else NOBODY_TICKED()
    write.log(entries=gone)
    write.answer(count=len(gone), left=len(kept))
    return kept


class _Edit:
    """The cells of one step, done row by row: those of a row that one action changes go together."""

    def __init__(self, write: Write, tournament: Tournament) -> None:
        self.by, self.tournament = write.by, tournament
        self.left: list[Left] = []
        self.numbers: set[int] = set()  # of the entries that were changed
        self.labels = {column.name: column.label for column in columns()}

    def take(self, cells: Sequence[Cell]) -> None:
        ids = {cell.entry for cell in cells}
        rows = self.tournament.entries.select_related("person", "contact", "team", "category")
        entries = {entry.public_id: entry for entry in rows.filter(public_id__in=ids)}
        groups: dict[tuple[str, str], dict[Cell, Any]] = defaultdict(dict)
        for cell in cells:
            try:
                wanted = self._wanted(entries.get(cell.entry), cell)
            except Refused as refusal:
                self.left.append(Left(cell, refusal))
            else:
                groups[cell.entry, _way(cell.field)] |= wanted
        later = {key: group for key, group in groups.items() if group}
        while later:  # a number may become free by another change of this step
            taken = [key for key, group in later.items() if not self._done(entries[key[0]], key[1], group)]
            if len(taken) == len(later):
                self._leave(entries, later)
                return
            later = {key: later[key] for key in taken}

    def _wanted(self, entry: Entry | None, cell: Cell) -> dict[Cell, Any]:
        """The value to set, if it is not there already."""
        if entry is None:
            raise NO_SUCH_ENTRY()
        if cell.field not in self.labels:
            raise NO_FIELD()
        now = shown(entry, cell.field)
        if now == cell.value.strip():
            return {}
        if cell.was is not None and cell.was != now:
            about = {"number": entry.number, "column": self.labels[cell.field], "now": now or "–"}
            raise CHANGED(about, now=now)
        return {cell: read(cell.field, cell.value)}

    def _done(self, entry: Entry, way: str, group: dict[Cell, Any]) -> bool:
        """Whether it is settled, done or refused; not if its number is taken, by whom may get another one in this step."""
        try:
            with transaction.atomic():
                _WAYS[way](self, entry, {cell.field: value for cell, value in group.items()})
        except Refused as refusal:
            if refusal.code == NUMBER_TAKEN.code:
                return False
            self.left += [Left(cell, refusal) for cell in group]
        else:
            self.numbers.add(entry.number)
        return True

    def _leave(self, entries: dict[str, Entry], later: dict[tuple[str, str], dict[Cell, Any]]) -> None:
        for group in later.values():
            self.left += [Left(cell, NUMBER_TAKEN({"number": number})) for cell, number in group.items()]

    # How each kind of cell is changed: by the action that does it on the player's own page.

    def _name(self, entry: Entry, changed: dict[str, Any]) -> None:
        name = {key: changed.pop(key, getattr(entry.person, key)) for key in ("given_name", "family_name")}
        rename(self.tournament, by=self.by, entry_id=entry.public_id, **name, **changed)

    def _number(self, entry: Entry, changed: dict[str, Any]) -> None:
        set_number(self.tournament, by=self.by, entry_id=entry.public_id, **changed)

    def _paid(self, entry: Entry, changed: dict[str, Any]) -> None:
        set_paid(self.tournament, by=self.by, entry_id=entry.public_id, **changed)

    def _state(self, entry: Entry, changed: dict[str, Any]) -> None:
        act = check_in if changed[STATE] else undo_check_in
        act(self.tournament, by=self.by, entry_id=entry.public_id)

    def _wishes(self, entry: Entry, changed: dict[str, Any]) -> None:
        all_of_it = {field.name: details.value(entry, field) for field in WISHES if field.kind != Kind.GROUP}
        ids = {f"{kind}_id": getattr(entry, f"{kind}_id") for kind in details.GROUPS}
        ids |= {f"{kind}_id": self._group_id(kind, changed.pop(kind)) for kind in details.GROUPS if kind in changed}
        set_wishes(self.tournament, by=self.by, entry_id=entry.public_id, **ids, **{**all_of_it, **changed})

    def _group_id(self, kind: str, name: str) -> int | None:
        """A team or category that is not there yet is made."""
        if not name:
            return None
        known = details.GROUPS[kind].objects.filter(tournament=self.tournament)
        same = (pk for pk, called in known.values_list("pk", "name") if called.casefold() == name.casefold())
        found = next(same, None)
        return (
            found if found is not None else add_group(self.tournament, by=self.by, kind=kind, name=name).receipt["id"]
        )

    def _contact(self, entry: Entry, changed: dict[str, Any]) -> None:
        all_of_it = {field.name: details.value(entry, field) for field in CONTACT}
        set_contact(self.tournament, by=self.by, entry_id=entry.public_id, **{**all_of_it, **changed})


def _way(name: str) -> str:
    if name in _WAYS:
        return name
    return str(NAMED[name].of) if name in NAMED else ""


_WAYS: dict[str, Callable[[_Edit, Entry, dict[str, Any]], None]] = {
    STATE: _Edit._state,
    "number": _Edit._number,
    "is_paid": _Edit._paid,
    str(Of.PERSON): _Edit._name,
    str(Of.ENTRY): _Edit._wishes,
    str(Of.CONTACT): _Edit._contact,
}

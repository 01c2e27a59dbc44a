"""The cells of the players' grid as text: one column for each declared field, and one for who is there.

What is typed or pasted into a cell is read by the kind of its field, and a cell is written as it can be read again.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.errors import Declared
from tournament.core.forms import clean_name
from tournament.core.refusals import NUMBER, NUMBER_NOT_WHOLE
from tournament.core.whole_numbers import whole_number
from tournament.entries.actions import HIGHEST_NUMBER
from tournament.entries.details import is_required, most, value
from tournament.entries.fields import FIELDS, NAMED, Field, Kind, Of
from tournament.entries.forms import form_field
from tournament.entries.imports.text import is_yes
from tournament.models import Entry
from tournament.models.events import EntryState

YES = "✓"
NO = frozenset(["", "–", "-", "0", "n", "no", "nein", "false", "falsch", "offen"])
STATE = "state"  # the column of who is there
FIRST = ("number", "family_name", "given_name")
CELL = Declared("cell", gettext_lazy("This cannot be read."))
NO_FIELD = CELL.also(gettext_lazy("There is no such column."))


@dataclass(frozen=True)
class Column:
    """`is_shown`: at first; the others can be added. `most`: letters, 0 where there is no limit."""

    name: str
    label: str
    kind: str
    is_shown: bool = True
    is_required: bool = False
    most: int = 0


def columns() -> list[Column]:
    """Number and names first, then who is there, then what belongs to the entry, then the person; what no export shows last."""
    rest = sorted((field for field in FIELDS if field.name not in FIRST), key=lambda f: (not f.title, f.of != Of.ENTRY))
    here = Column(STATE, _("Here"), STATE)
    return [*(_column(NAMED[name]) for name in FIRST), here, *map(_column, rest)]


def _column(field: Field) -> Column:
    limit = most(field) if field.kind in (Kind.NAME, Kind.TEXT, Kind.EMAIL, Kind.GROUP) else 0
    label = _("No.") if field.kind == Kind.NUMBER else _(field.title or field.label)
    return Column(field.name, label, str(field.kind), bool(field.title), is_required(field), limit)


def shown(entry: Entry, name: str) -> str:
    """The text of a cell."""
    if name == STATE:
        return YES if entry.state == EntryState.PRESENT else ""
    field = NAMED[name]
    known = value(entry, field)
    if field.kind == Kind.TRUTH:
        return YES if known else ""
    return ", ".join(map(str, known)) if field.kind == Kind.BOARDS else str(known or "")


def read(name: str, text: str) -> Any:
    """The value that a text in this column means."""
    text = text.strip()
    if name == STATE:
        return _truth(text)
    if name not in NAMED:
        raise NO_FIELD()
    field = NAMED[name]
    try:
        return _READ.get(field.kind, _by_form)(field, text)
    except ValidationError as error:
        raise CELL.in_words(error.messages[0]) from None


def _truth(text: str) -> bool:
    if text.casefold() in NO:
        return False
    if not is_yes(text):
        raise CELL.in_words(_("Yes is an x here, no is nothing."))
    return True


def _number(_field: Field, text: str) -> int:
    if not text:
        raise NUMBER_NOT_WHOLE()
    number = whole_number(text, HIGHEST_NUMBER)
    if not number:
        raise NUMBER({"most": HIGHEST_NUMBER}) if text.isdecimal() else NUMBER_NOT_WHOLE()
    return number


def _group(field: Field, text: str) -> str:
    name = clean_name(text)
    if len(name) > most(field):
        raise CELL.in_words(_("At most %(most)d letters.") % {"most": most(field)})
    return name


def _by_form(field: Field, text: str) -> Any:
    return form_field(field).clean(text)


_READ: dict[Kind, Callable[[Field, str], Any]] = {
    Kind.TRUTH: lambda _field, text: _truth(text),
    Kind.NUMBER: _number,
    Kind.GROUP: _group,
}

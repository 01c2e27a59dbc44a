"""The vocabulary of the policy: who may see a column, whether it is exported, when it is erased, whether the log may hold it.

A policy is declared for every column of every model (`people`, `play`, `records`; other apps have their own) and kept in one
table (`table`). The tournament's document, the one without names, erasing, retention, undo and the log read it there.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum, auto
from typing import Any

from django.db import models
from django.db.models import Q


class Seen(Enum):
    """By whom, apart from the owner of the machine."""

    EVERYBODY = auto()
    AS_NAMED = auto()  # everybody, shortened or hidden as tournament.people.names decides
    STAFF = auto()  # everybody with a role there, and the person it is about
    NOBODY = auto()


class Log(Enum):
    """Whether lines of the log may hold it."""

    DATA = auto()  # as it is, in the chain: ids, numbers, codes
    TEXT = auto()  # as a text that can be erased; also in a fingerprint, whose key is replaced then
    NEVER = auto()  # in no line, and in no fingerprint


class Erased(Enum):
    """What happens to it when somebody is erased."""

    KEPT = auto()
    THEIRS = auto()  # emptied in the rows about them
    NAMED = auto()  # emptied in the rows about them, and wherever else it names them
    TEXT = auto()  # like NAMED, for a text of the log with its salt; also in rows about them
    SALT = auto()  # replaced, so that no guess can be tested against hashes made with it
    PACKED = auto()  # holds serialised rows of other tables, in which the same is erased


@dataclass(frozen=True)
class Becomes:
    """In the row of an erased person the column gets this value; {pk} stands for the row's key."""

    value: Any

    def of(self, row: models.Model) -> Any:
        return self.value.format(pk=row.pk) if isinstance(self.value, str) else self.value


class Instead(Enum):
    """What a document without names holds, where that is not a fixed value."""

    AS_IT_IS = auto()
    NUMBERED = auto()  # equal words get equal numbers
    OTHER_ID = auto()  # another id, the same one for equal ids
    WHEN_PLAYED = auto()  # empty until the stage is played out


@dataclass(frozen=True)
class Column:
    """`without_names`: what a document without names holds; in a text, {n} is the number of the row. `is_brief`: emptied some
    time after the tournament (`settings.CONTACT_DAYS`). `travels`: exported. `comes_back`: undo restores it. `is_file`: it is
    the name of a stored file. `unbound`: why the log does not bind its values, empty if it does (`tournament.core.bound`)."""

    seen: Seen
    log: Log = Log.DATA
    erased: Erased | Becomes = Erased.KEPT
    without_names: Any = Instead.AS_IT_IS
    is_brief: bool = False
    travels: bool = True
    comes_back: bool = True
    is_file: bool = False
    unbound: str = ""

    def but(self, **changed: Any) -> "Column":
        return replace(self, **changed)


@dataclass(frozen=True)
class Ends:
    """Rows that are deleted once they are old enough; the log of what was cleared away calls them by `name`.

    `is_lost`: nobody could make them again, so a backup is made before.
    """

    name: str
    old: Callable[[datetime], Q]
    is_lost: bool = True


@dataclass(frozen=True)
class Table:
    """The columns of a model, and what holds for its rows as a whole.

    `stays_home`: why they are not exported with a tournament, empty if they are; `not_back`: why undo does not touch them, empty
    if it does. `is_private`: a document without names has none. `goes_with`: the column that says whose they are; they are
    deleted when that one is erased. `is_brief`: deleted some time after the tournament. `unbound`: why the log does not bind the
    values of its rows, empty if it does: then `verify_tournament` finds each value that was changed past the program.
    """

    model: type[models.Model]
    columns: Mapping[str, Column]
    stays_home: str = ""
    not_back: str = ""
    is_private: bool = False
    goes_with: str = ""
    is_brief: bool = False
    ends: Ends | None = None
    unbound: str = ""

    @property
    def from_owner(self) -> str:
        """The lookup from the row in `goes_with` back to these rows."""
        owner = self.model._meta.get_field(self.goes_with)
        assert isinstance(owner, models.ForeignKey)
        return owner.related_query_name()

    @property
    def bound(self) -> dict[str, Column]:
        """The columns that the log binds. What may leave no trace in the log is not bound either."""
        if self.unbound:
            return {}
        columns = self.columns.items()
        return {name: column for name, column in columns if not column.unbound and column.log is not Log.NEVER}

    def where(self, **policy: Any) -> list[str]:
        """The names of the columns with this policy."""
        return [
            name
            for name, column in self.columns.items()
            if all(getattr(column, key) == value for key, value in policy.items())
        ]


def table(model: type[models.Model], columns: Mapping[str, Column], **rows: Any) -> Table:
    """`columns`: by their names; several with one policy share a key: {"id number": EVERYBODY}."""
    by_name = [(name, column) for names, column in columns.items() for name in names.split()]
    twice = {name for name, _column in by_name if [other for other, _ in by_name].count(name) > 1}
    if twice:
        raise ValueError(f"{model.__name__}: {sorted(twice)} have two policies")
    return Table(model, dict(by_name), **rows)


EVERYBODY, STAFF, NOBODY = Column(Seen.EVERYBODY), Column(Seen.STAFF), Column(Seen.NOBODY)
ID = EVERYBODY.but(without_names=Instead.OTHER_ID)
TITLE = EVERYBODY.but(log=Log.TEXT)  # what a thing is called
WORDS = STAFF.but(log=Log.TEXT, erased=Erased.NAMED, without_names="")  # what somebody wrote freely
SECRET = NOBODY.but(log=Log.NEVER, travels=False)

"""What the current action writes into the tables, and how its line of the log binds it.

A line holds every value that the action wrote, of every column that the policy binds (`Table.bound`): ids, numbers and codes as
they are, long ones as a hash, words as a salted hash. The salts stand in `LogKey`; where a word is erased, its salts are deleted.
The hash of the line covers all of it, so the log alone says what must stand in the tables (`tournament.out.rows`). Words of the
log itself that an action erases are named too (`tournament.out.wiped`).

A tournament that an older version wrote is bound as it is found, in the first line of this one.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Any

from django.db import models

from tournament.core import chain
from tournament.models import LogEntry, LogKey, Stream, Tournament
from tournament.policy import parts, table
from tournament.policy.columns import Log

LONG = 120  # longer values are bound by their hash
HASHED, SALTED = "#", "~"  # marks behind the name of a column
AT_ONCE = 500
UNKNOWN = object()  # the database computed it
Row = dict[str, Any]
Key = tuple[type[models.Model], int]  # of a row


@dataclass
class Written:
    """The rows an action wrote: their values by column, or None where a row was deleted."""

    rows: dict[Key, Row | None] = field(default_factory=dict)
    found: dict[Key, Row] = field(default_factory=dict)  # everything there is, as an older version left it
    forgets: bool = False  # words were erased: older salts of what was written are to go
    wiped: list[tuple[str, int, str]] | None = None  # words of the log that were: stream, number of the line, key

    def set(self, model: type[models.Model], pk: int, values: Mapping[str, Any]) -> None:
        known = columns(model)
        bound = {name: value for name, value in values.items() if name in known}
        if bound:
            self.rows[model, pk] = {**(self.rows.get((model, pk)) or {}), **bound}

    def gone(self, model: type[models.Model], pk: int) -> None:
        self.rows[model, pk] = None

    def wipe(self, words: Iterable[tuple[str, int, str]]) -> None:
        self.wiped = [*(self.wiped or ()), *words]

    def find_all(self, tournament: Tournament) -> None:
        """Add the whole tournament, as it is."""
        for part in parts_of_a_tournament():
            for row in part.rows(tournament):
                self.found[part.model, row.pk] = {name: getattr(row, name) for name in columns(part.model)}

    def left(self) -> dict[Key, Row]:
        """What was found, without what this action wrote itself."""
        mine = {key: self.rows.get(key) or {} for key in self.found}
        return {
            key: {name: value for name, value in row.items() if name not in mine[key]}
            for key, row in self.found.items()
        }

    def read_unknown(self) -> None:
        """What the database computed is read again."""
        unknown: dict[type[models.Model], set[int]] = defaultdict(set)
        for (model, pk), row in self.rows.items():
            if row is not None and UNKNOWN in row.values():
                unknown[model].add(pk)
        for model, pks in unknown.items():
            for now in model._base_manager.filter(pk__in=pks):
                row = self.rows[model, now.pk] or {}
                row.update({name: getattr(now, name) for name, value in row.items() if value is UNKNOWN})


_current: ContextVar[Written | None] = ContextVar("written", default=None)


def current() -> Written | None:
    return _current.get()


@contextmanager
def noted(written: Written) -> Iterator[None]:
    """What is written within belongs to this action, until an inner one begins."""
    token = _current.set(written)
    try:
        yield
    finally:
        _current.reset(token)


@cache
def columns(model: type[models.Model]) -> "dict[str, models.Field[Any, Any]]":
    """The columns of a model that the log binds, by the names of their attributes."""
    bound = table.of(model).bound if table.is_declared(model) else {}
    fields = model._meta.concrete_fields
    return {each.attname: each for each in fields if each.name in bound and not each.primary_key}


@cache
def _words(model: type[models.Model]) -> frozenset[str]:
    """The columns that are bound by a salted hash."""
    bound = table.of(model).bound
    return frozenset(name for name, each in columns(model).items() if bound[each.name].log is Log.TEXT)


def plain(each: "models.Field[Any, Any]", value: Any) -> Any:
    """A value of a column as JSON has it: the same whether it was just set or read from a database."""
    value = value.pk if isinstance(value, models.Model) else value
    value = each.to_python(value)
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    if isinstance(value, date | time):
        return value.isoformat()
    return value // timedelta(microseconds=1) if isinstance(value, timedelta) else value


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def is_as_bound(kind: str, bound: Any, value: Any, salt: str) -> bool:
    """Whether a plain value is the one that was bound as this kind."""
    if kind == "":
        return canonical(bound) == canonical(value)
    written = canonical(value)
    return str(bound) == (chain.text_hash(written, salt) if kind == SALTED else _hashed(written))


def _hashed(written: str) -> str:
    return hashlib.sha256(written.encode()).hexdigest()


def name_of(model: type[models.Model], pk: int, column: str) -> str:
    """As its salt is called."""
    return f"{model.__name__}.{pk}.{column}"


def parts_of_a_tournament() -> Iterator[parts.Part]:
    """Those whose rows the log binds."""
    yield from (part for part in (parts.TOURNAMENT, *parts.parts()) if columns(part.model))


class Line:
    """What a line of the log binds, and the salts that go with it."""

    def __init__(self, written: Written) -> None:
        self.salts: dict[str, str] = {}
        written.read_unknown()
        said = {
            "set": self._grouped(written.rows),
            "gone": [[model.__name__, pk] for (model, pk), row in written.rows.items() if row is None],
            "found": self._grouped(written.left()),
        }
        kept: dict[str, Any] = {name: value for name, value in said.items() if value}
        if written.wiped is not None:
            kept["wiped"] = written.wiped
        self.text = canonical(kept) if kept else None

    def _grouped(self, rows: Mapping[Key, Row | None]) -> list[Any]:
        """Rows with the same columns together, whose names stand there once."""
        groups: dict[tuple[str, tuple[str, ...]], dict[str, list[Any]]] = defaultdict(dict)
        for (model, pk), row in rows.items():
            if row is not None:
                marked = dict(self._marked(model, pk, name, value) for name, value in row.items())
                groups[model.__name__, tuple(marked)][str(pk)] = list(marked.values())
        return [[model, list(names), grouped] for (model, names), grouped in groups.items()]

    def _marked(self, model: type[models.Model], pk: int, name: str, value: Any) -> tuple[str, Any]:
        """The column, with a mark if a hash of its value is bound."""
        value = plain(columns(model)[name], value)
        if name in _words(model) and value not in ("", None):
            salt = self.salts[name_of(model, pk, name)] = chain.new_salt()
            return f"{name}{SALTED}", chain.text_hash(canonical(value), salt)
        is_long = isinstance(value, str | dict | list) and len(written := canonical(value)) > LONG
        return (f"{name}{HASHED}", _hashed(written)) if is_long else (name, value)

    def keep_salts(self, entry: LogEntry) -> None:
        if self.salts:
            LogKey.objects.bulk_create(LogKey(entry=entry, name=name, salt=salt) for name, salt in self.salts.items())


def line_of(written: Written, stream: Stream) -> Line:
    """Called when the action is done. The first line after older versions binds all there is."""
    if not stream.is_bound and stream.tournament_id:
        written.find_all(Tournament.objects.get(pk=stream.tournament_id))
        stream.is_bound = True
        stream.save(update_fields=["is_bound"])
    _forget(list(_forgotten(written)))
    return Line(written)


def _forgotten(written: Written) -> Iterator[str]:
    """Words whose salts are to go: those of deleted rows, which nobody would find any more to erase them, and those erased."""
    for (model, pk), row in written.rows.items():
        if row is None or written.forgets:
            yield from (name_of(model, pk, name) for name in _words(model) if row is None or name in row)


def _forget(names: list[str]) -> None:
    """What lines so far bind of these words proves nothing any more."""
    for n in range(0, len(names), AT_ONCE):
        LogKey.objects.filter(name__in=names[n : n + AT_ONCE]).delete()

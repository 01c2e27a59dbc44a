"""What must stand in the tables by the log alone: the lines put one on the other, from the first to the last.

An undo puts the earlier lines' values back, whatever the kept step says. What an older version left is taken as it was found, but
only where no line says anything yet. Reads nothing but the log and its salts.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any, NamedTuple

from django.db import models
from django.db.models import Q

from tournament.core.bound import HASHED, SALTED
from tournament.core.snapshots import RESTORED, kept
from tournament.models import LogEntry, LogKey, Person, Stream, Tournament
from tournament.policy import parts, table

TAKEN_IN = "tournament.taken_in"
COLUMNS = ("pk", "stream_id", "seq", "code", "data", "bound")
BEGUN = ("tournament.created", TAKEN_IN)


class Bound(NamedTuple):
    """A value as a line binds it: as it is, hashed (#) or salted (~)."""

    value: Any
    kind: str
    line: int  # the key of the entry


Row = dict[str, Bound]
Key = tuple[str, int]  # the model's name and the row's key
Rows = dict[Key, Row]


@dataclass
class Fold:
    rows: Rows = field(default_factory=dict)
    gone: set[Key] = field(default_factory=set)
    salts: dict[tuple[int, str], str] = field(default_factory=dict)  # by line and name of the word
    found_in: int = 0  # the number of the line that bound what an older version left; 0: there is none
    is_taken_in: bool = False
    unreadable: list[str] = field(default_factory=list)  # lines of which nobody can read what they bind

    def take(self, line: Any, add: Callable[[dict[str, Any]], None]) -> None:
        """Add what a line binds, or note that it cannot be read. (No chain is whole with such a line.)"""
        try:
            add(json.loads(line.bound or "{}"))
        except Exception as error:  # noqa: BLE001  (what no action could have written: said, whatever it breaks)
            self.unreadable.append(
                f"entry {line.seq} of log {line.stream_id}: what it binds cannot be read ({error!r})"
            )

    def add(self, line: int, bound: Mapping[str, Any]) -> None:
        for key, row in _rows(bound.get("set", ()), line):
            self.rows[key] = {**self.rows.get(key, {}), **row}
            self.gone.discard(key)
        for model, pk in bound.get("gone", ()):
            self.rows.pop((model, pk), None)
            self.gone.add((model, pk))

    def find(self, line: int, bound: Mapping[str, Any]) -> None:
        """What was there before any line bound it."""
        for key, row in _rows(bound.get("found", ()), line):
            self.rows[key] = {**row, **self.rows.get(key, {})}

    def put_back(self, then: Rows) -> None:
        """An undo: the rows are those of then, but for what is never put back, and words erased since."""
        kept = _kept()
        stay = {key: row for key, row in self.rows.items() if key[0] not in kept}
        self.rows = stay | {key: self._again(key, row) for key, row in then.items() if key[0] in kept}
        self.gone -= self.rows.keys()

    def _again(self, key: Key, then: Row) -> Row:
        now, fixed = self.rows.get(key, {}), _kept()[key[0]]
        is_now = {name for name, old in then.items() if name in fixed or self._is_erased(key, name, old)}
        return {name: now.get(name, old) if name in is_now else old for name, old in then.items()}

    def _is_erased(self, key: Key, name: str, old: Bound) -> bool:
        return old.kind == SALTED and self.salt(key, name, old) is None

    def salt(self, key: Key, name: str, bound: Bound) -> str | None:
        return self.salts.get((bound.line, f"{key[0]}.{key[1]}.{name}"))


def _rows(groups: Iterable[Any], line: int) -> Iterator[tuple[Key, Row]]:
    for model, columns, rows in groups:
        named = [(column.rstrip(HASHED + SALTED), column) for column in columns]
        for pk, values in rows.items():
            yield (
                (model, int(pk)),
                {
                    name: Bound(value, column[len(name) :], line)
                    for (name, column), value in zip(named, values, strict=True)
                },
            )


@cache
def _kept() -> dict[str, set[str]]:
    """The models that an undo restores, each with the columns that it gives another value."""
    return {part.model.__name__: {"version", *table.of(part.model).where(comes_back=False)} for part in kept()}


def club_of(tournament: Tournament) -> int:
    """The club in whose log it began: the row might have been moved to another one."""
    begun = LogEntry.objects.filter(code__in=BEGUN, data__tournament=tournament.public_id)
    if begun.filter(stream__club=tournament.club_id).exists():
        return tournament.club_id
    found = begun.filter(stream__club__isnull=False).order_by("pk").values_list("stream__club", flat=True).first()
    return found or tournament.club_id


def of_tournament(tournament: Tournament) -> Fold:
    """By the lines of its own logs, and by those of its club that are about it."""
    own = {stream.pk for stream in streams(tournament)}
    club = Stream.objects.filter(club=club_of(tournament))
    logs = LogEntry.objects.filter(Q(stream__in=own) | Q(stream__in=club))
    lines = logs.filter(bound__isnull=False, pk__gte=_taken_in(tournament))
    return _Folding(tournament, Fold(salts=_salts(lines)), own).through(lines)


class _Folding:
    """Line after line, with the states on the way to which somebody went back."""

    def __init__(self, tournament: Tournament, fold: Fold, own: set[int]) -> None:
        self.itself = (Tournament.__name__, tournament.pk)
        self.tournament, self.fold, self.own = tournament, fold, own
        self.log = tournament.stream.pk
        self.wanted = sorted(_restored(tournament), reverse=True)
        self.then: dict[int, Rows] = {}

    def through(self, lines: "models.QuerySet[LogEntry]") -> Fold:
        for line in lines.order_by("pk").values_list(*COLUMNS, named=True).iterator(chunk_size=500):
            if line.stream_id == self.log:
                self._keep_state_before(line.seq)
            self.fold.take(line, partial(self._add, line))
        return self.fold

    @property
    def _is_covered(self) -> bool:
        return "public_id" in self.fold.rows.get(self.itself, ())

    def _keep_state_before(self, seq: int) -> None:
        while self.wanted and self.wanted[-1] < seq:
            line = self.wanted.pop()
            if self._is_covered:
                self.then[line] = dict(self.fold.rows)

    def _add(self, line: Any, bound: dict[str, Any]) -> None:
        if "found" in bound and not self._is_covered:
            self.fold.find(line.pk, bound)
            self.fold.found_in = line.seq
        self.fold.add(line.pk, bound if line.stream_id in self.own else self._of_ours(line, bound))
        then = self.then.get(line.data["line"]) if line.code == RESTORED and line.stream_id == self.log else None
        if then is not None:
            self.fold.put_back(then)

    def _of_ours(self, line: Any, bound: dict[str, Any]) -> dict[str, Any]:
        """What a line of the club says about this tournament."""
        if line.code == TAKEN_IN:
            is_ours = line.data["tournament"] == self.tournament.public_id
            self.fold.is_taken_in |= is_ours
            return bound if is_ours else {}
        groups = [
            [model, columns, {pk: row for pk, row in rows.items() if self._is_known((model, int(pk)))}]
            for model, columns, rows in bound.get("set", ())
        ]
        return {"set": groups, "gone": [key for key in bound.get("gone", ()) if self._is_known(tuple(key))]}

    def _is_known(self, key: Key) -> bool:
        return key == self.itself or key in self.fold.rows


def of_people(club: int) -> Fold:
    """Of everybody the club knows: a person may be in several of its tournaments."""
    logs = logs_of(club)
    lines = LogEntry.objects.filter(stream__in=logs, bound__contains=f'"{Person.__name__}"')
    begins = {stream.pk: _taken_in(stream.tournament) for stream in logs if stream.tournament}
    fold = Fold(salts=_salts(lines))
    for line in lines.order_by("pk").values_list(*COLUMNS, named=True).iterator(chunk_size=500):
        if line.pk >= begins.get(line.stream_id, 0):
            fold.take(line, partial(_of_person, fold, line.pk))
    return fold


def _of_person(fold: Fold, line: int, bound: Mapping[str, Any]) -> None:
    people = _of_one(Person.__name__, bound)
    fold.find(line, people)
    fold.add(line, people)


def logs_of(club: int) -> "models.QuerySet[Stream]":
    """Its own log, and those of the tournaments that began in it."""
    began = LogEntry.objects.filter(stream__club=club, code__in=BEGUN).values_list("data__tournament", flat=True)
    ours = Q(tournament__club=club) | Q(tournament__public_id__in=list(began))
    return Stream.objects.filter(Q(club=club) | ours).select_related("tournament")


def of_lines(stream: Stream, model: str) -> Fold:
    """Of the rows of a model that the lines of one log wrote."""
    fold = Fold()
    lines = stream.log.filter(bound__contains=f'"{model}"').order_by("pk").values_list(*COLUMNS, named=True)
    for line in lines.iterator(chunk_size=500):
        fold.take(line, partial(_of_rows, fold, model, line.pk))
    return fold


def _of_rows(fold: Fold, model: str, line: int, bound: Mapping[str, Any]) -> None:
    fold.add(line, _of_one(model, bound))


def _of_one(model: str, bound: Mapping[str, Any]) -> dict[str, Any]:
    return {name: [each for each in groups if each[0] == model] for name, groups in bound.items()}


def streams(tournament: Tournament) -> "models.QuerySet[Stream]":
    """Its own logs: that of the tournament, and those of its records."""
    return next(part for part in parts.parts() if part.model is Stream).rows(tournament)


def _taken_in(tournament: Tournament) -> int:
    """The key of the line that took the tournament in: rows had other keys before. 0 where it was made here."""
    taken = LogEntry.objects.filter(stream__club__isnull=False, code=TAKEN_IN, data__tournament=tournament.public_id)
    return taken.order_by("-pk").values_list("pk", flat=True).first() or 0


def _restored(tournament: Tournament) -> set[int]:
    undone = LogEntry.objects.filter(stream=tournament.stream, code=RESTORED)
    return {data["line"] for data in undone.values_list("data", flat=True)}


def _salts(lines: "models.QuerySet[LogEntry]") -> dict[tuple[int, str], str]:
    keys = LogKey.objects.filter(entry__in=lines.order_by().values("pk")).values_list("entry", "name", "salt")
    return {(entry, name): salt for entry, name, salt in keys.iterator(chunk_size=2000)}

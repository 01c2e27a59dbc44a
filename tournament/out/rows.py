"""Compare the rows of a tournament with what the log binds (`folding`), value by value."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db import models

from tournament.core import bound
from tournament.models import Person, Table, Tournament
from tournament.out import folding
from tournament.out.folding import Bound, Fold, Key
from tournament.policy.parts import Part

SHOWN = 80  # characters of a value


@dataclass
class Counted:
    """What was compared, and what no line binds as an older version wrote it."""

    rows: int = 0
    values: int = 0
    unbound: int = 0


class Compared:
    """Rows beside a fold."""

    def __init__(self) -> None:
        self.counted = Counted()

    @property
    def is_covered(self) -> bool:
        """Whether it knows all rows that there are."""
        return False

    def row(self, model: type[models.Model], pk: int, values: dict[str, Any], fold: Fold) -> Iterator[str]:
        key, self.counted.rows = (model.__name__, pk), self.counted.rows + 1
        known = fold.rows.get(key)
        if known is None and (key in fold.gone or (self.is_covered and model is not Person)):
            yield f"{called(model, pk)} is not in the log" + (", which deleted it" if key in fold.gone else "")
            return
        for name, value in values.items():
            try:
                yield from self._value(model, key, name, value, (known or {}).get(name), fold)
            except Exception as error:  # noqa: BLE001  (what no action could have written: said, whatever it breaks)
                yield f"{called(model, pk)}: its {name} cannot be compared ({error!r})"

    def _value(
        self, model: type[models.Model], key: Key, name: str, value: Any, known: Bound | None, fold: Fold
    ) -> Iterator[str]:
        if known is None:
            self.counted.unbound += 1
            return
        self.counted.values += 1
        salt = fold.salt(key, name, known)
        now = bound.plain(bound.columns(model)[name], value)
        if known.kind == bound.SALTED and salt is None:
            yield f"{called(model, key[1])}: the key to its {name} is gone"
        elif not bound.is_as_bound(known.kind, known.value, now, salt or ""):
            yield f"{called(model, key[1])}: its {name} is {_told(known, now)}"


class Rows(Compared):
    """The comparison of one tournament. `people`: the fold of its club."""

    def __init__(self, tournament: Tournament, people: Fold | None = None) -> None:
        super().__init__()
        self.tournament = tournament
        self.people = people or folding.of_people(folding.club_of(tournament))

    @cached_property
    def fold(self) -> Fold:
        return folding.of_tournament(self.tournament)

    @cached_property
    def is_covered(self) -> bool:
        """Whether the log knows all rows of the tournament; else an older version wrote some, and nothing was done since."""
        return "public_id" in self.fold.rows.get((Tournament.__name__, self.tournament.pk), ())

    def faults(self) -> Iterator[str]:
        if not self.is_covered and self._is_said_to_be_bound:
            yield f"no line binds where {called(Tournament, self.tournament.pk)} began, though later ones bind what they wrote"
        for part in bound.parts_of_a_tournament():
            yield from self._of(part)
        yield from self.fold.unreadable

    @property
    def _is_said_to_be_bound(self) -> bool:
        """By its log, or its head: the first line of this version in a log of an older one binds all that there is."""
        stream = self.tournament.stream
        return stream.is_bound or stream.log.filter(bound__isnull=False).exists()

    def _of(self, part: Part) -> Iterator[str]:
        there = set[int]()
        try:
            for pk, *values in self._read(part).iterator(chunk_size=2000):
                there.add(pk)
                yield from self._row(part, pk, values)
        except Exception:  # noqa: BLE001  (a value that its column cannot hold: one of the others)
            yield from self._one_by_one(part, there)
        if part.model is not Person:
            lost = {pk for name, pk in self.fold.rows if name == part.model.__name__} - there
            yield from (f"{part.model.__name__} {pk} is gone, and the log has it" for pk in sorted(lost))

    def _read(self, part: Part) -> "models.QuerySet[Any, Any]":
        return part.rows(self.tournament).values_list("pk", *bound.columns(part.model))

    def _row(self, part: Part, pk: int, values: list[Any]) -> Iterator[str]:
        fold = self.people if part.model is Person else self.fold
        return self.row(part.model, pk, dict(zip(bound.columns(part.model), values, strict=True)), fold)

    def _one_by_one(self, part: Part, there: set[int]) -> Iterator[str]:
        """Those that were not read yet, where one of them cannot be."""
        for pk in set(part.rows(self.tournament).values_list("pk", flat=True)) - there:
            there.add(pk)
            try:
                yield from self._row(part, pk, list(self._read(part).get(pk=pk)[1:]))
            except Exception as error:  # noqa: BLE001  (this one)
                yield f"{part.model.__name__} {pk} cannot be read ({error!r})"


def lost_people(fold: Fold) -> Iterator[str]:
    """Of the people that the logs of a club know, whoever they are, those whose row is gone."""
    known = {pk for name, pk in fold.rows if name == Person.__name__}
    lost = known - set(Person.objects.values_list("pk", flat=True))
    yield from (f"Person {pk} is gone, and the log has it" for pk in sorted(lost))


def people_faults(people: "models.QuerySet[Person]", fold: Fold) -> Iterator[str]:
    """Of people of a club, beside the fold of all that it knows."""
    columns, compared = bound.columns(Person), Compared()
    for pk, *values in people.values_list("pk", *columns):
        yield from compared.row(Person, pk, dict(zip(columns, values, strict=True)), fold)


def _told(known: Bound, now: Any) -> str:
    if known.kind:
        return "another one than the log has"
    return f"{_short(now)}, the log has {_short(known.value)}"


def _short(value: Any) -> str:
    written = bound.canonical(value)
    return written if len(written) <= SHOWN else f"{written[:SHOWN]}…"


def called(model: type[models.Model], pk: int) -> str:
    """A row, and where people would look for it."""
    try:
        row = model._base_manager.filter(pk=pk).first()
        where = ", ".join(_where(row)) if row else ""
    except Exception:  # noqa: BLE001  (what leads there is gone, or cannot be read)
        where = ""
    return f"{model.__name__} {pk}" + (f" ({where})" if where else "")


def _where(row: Any) -> Iterator[str]:
    for name in ("claim", "ruling", "result", "game"):
        if (other := getattr(row, name, None)) is not None and isinstance(other, models.Model):
            yield from _where(other)
    table = row if isinstance(row, Table) else getattr(row, "table", None)
    round_ = table.round if table else getattr(row, "round", None)
    if round_ is not None:
        yield f"{round_.stage.name}, round {round_.number}" + (f", table {table.number}" if table else "")
    elif isinstance(stage := getattr(row, "stage", None), models.Model):
        yield str(stage)
    entry = getattr(row, "entry", None)
    if number := getattr(entry, "number", None) or getattr(row, "number", None):
        yield f"number {number}"

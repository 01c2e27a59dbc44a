"""Find and delete the traces of a person who wants to be erased (`tournament.erasing.actions`).

Erased are names, contact, notes, free text that names them, in the tables and in the log, whose chain stays valid; also made
papers. Results stay, under a neutral name. Earlier backups still contain everything until they are replaced.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache, reduce
from operator import or_
from typing import Any

from django.db import connection, models, transaction
from django.db.models import Q

from tournament.core import files
from tournament.core.actors import SYSTEM
from tournament.core.bucket import StoreError
from tournament.core.jobs import Result, Task, enqueue, job
from tournament.models import Entry, Job, LogText, Person, Tournament
from tournament.models.jobs import OPEN_STATES, JobState
from tournament.people.duplicates import folded
from tournament.people.names import full_name
from tournament.policy import erased, parts, table
from tournament.policy.columns import Becomes, Table

SWEEP, FORGET = "erasure.sweep", "files.forget"
NAME = "name"  # the key of log texts that are a name and nothing else


def neutral(person: Person) -> dict[str, Any]:
    """The values for the row of an erased person. The name is the same word in all our languages."""
    columns = table.of(Person).columns.items()
    return {name: column.erased.of(person) for name, column in columns if isinstance(column.erased, Becomes)}


def _is_erased(person: Person) -> bool:
    left = neutral(person)
    return all(getattr(person, name) == left[name] for name in ("given_name", "family_name"))


class Called:
    """The names by which a person may be mentioned in texts."""

    def __init__(self, people: Iterable[Person]) -> None:
        known = [person for person in people if not _is_erased(person)]
        names = [(folded(person.given_name), folded(person.family_name)) for person in known]
        self.whole = {
            " ".join(filter(None, pair)) for given, family in names for pair in ((given, family), (family, given))
        }
        words = sorted(re.escape(word) for pair in names for word in pair if word)
        self.words = re.compile(rf"(?<!\w)(?:{'|'.join(words) or '(?!)'})(?!\w)")

    def is_in(self, text: str) -> bool:
        """Whether the text may mention them. A first name is enough: better to erase too much than too little."""
        return bool(self.words.search(folded(text)))

    def is_name(self, text: str) -> bool:
        return folded(text) in self.whole


def texts(tournament: Tournament, entries: Collection[Entry], called: Called) -> Iterator[LogText]:
    """The texts of the log about these entries, and those that mention the person."""
    ids, numbers = {entry.public_id for entry in entries}, {entry.number for entry in entries}
    for text in _log_texts().rows(tournament).filter(erased_at=None).select_related("entry"):
        is_named = called.is_name(text.text) if text.key == NAME else called.is_in(text.text)
        if is_named or _is_about(text.entry.data, ids, numbers):
            yield text


def _is_about(data: dict[str, Any], ids: set[str], numbers: set[int]) -> bool:
    if "entry" in data:
        return data["entry"] in ids
    if "entries" in data:
        return len(data["entries"]) == 1 and data["entries"][0] in ids
    return data.get("number") in numbers


def all_texts(tournament: Tournament) -> "models.QuerySet[LogText]":
    """All words of its log that are not erased yet."""
    texts: models.QuerySet[LogText] = _log_texts().rows(tournament).filter(erased_at=None)
    return texts


class Anybody(Called):
    """Every word is about somebody."""

    def __init__(self) -> None:
        super().__init__([])

    def is_in(self, text: str) -> bool:
        return bool(text)


def rows(
    tournament: Tournament, entries: Collection[Entry], called: Called
) -> Iterator[tuple[models.Model, list[str]]]:
    """The rows of all other tables, each with the columns to empty."""
    keys = {entry.pk for entry in entries}
    for part in parts.parts():
        for row in part.rows(tournament) if erased.emptied(part.model) else ():
            if names := erased.to_empty(part.model, vars(row), keys, called.is_in):
                yield row, names


def forget_files(names: set[str]) -> None:
    """Delete files on commit, if no row refers to them any more. If the store does not answer, a job retries for a day."""

    def forget() -> None:
        for name in names - _needed(names):
            try:
                files.forget(name)
            except StoreError:
                enqueue(FORGET, key=name, by=SYSTEM, args={"file": name})

    transaction.on_commit(forget)


@job(FORGET, queue="maintenance", seconds=60, waits=(60, 600, 3600, 6 * 3600, 12 * 3600))
def forget_later(task: Task) -> Result:
    for name in {task.args["file"]} - _needed({task.args["file"]}):
        files.forget(name)
    return {}


def _needed(names: set[str]) -> set[str]:
    """The files that a row or job still refers to: equal pictures and papers are stored once."""
    columns = [(each.model, field) for each in table.tables() for field in each.where(is_file=True)]
    named = {name for model, field in columns for name in _named(model, field, names)}
    made = Job.objects.filter(result__isnull=False).values_list("result", flat=True)
    return names & (named | {name for result in made for name in _files(result)})


def _named(model: type[models.Model], field: str, names: set[str]) -> Iterator[str]:
    return model._default_manager.filter(**{f"{field}__in": names}).values_list(field, flat=True).iterator()


def drop_of(rows: Table, entries: Iterable[Entry]) -> int:
    """Delete the rows that are about these entries only. Returns how many."""
    about_them = rows.model._default_manager.filter(**{f"{rows.goes_with}__in": entries})
    return int(about_them.delete()[0])


def has_brief() -> Q:
    """A query filter: entries with data that is kept for a limited time after the tournament."""
    own = (~Q(**{name: ""}) for name in table.of(Entry).where(is_brief=True))
    of_them = [each.from_owner for each in table.tables() if each.is_brief and each.goes_with]
    return reduce(or_, (*own, *(Q(**{f"{name}__isnull": False}) for name in of_them)))


def empty_brief(tournament: Tournament) -> int:
    """Empty the columns that are kept for a limited time. Returns how many values there were."""
    brief = [(part, name) for part in parts.parts() for name in part.policy.where(is_brief=True)]
    return sum(part.rows(tournament).exclude(**{name: ""}).update(**{name: ""}) for part, name in brief)


def drop_brief(tournament: Tournament) -> None:
    """Delete rows of the tournament that are kept for a limited time. Rows about an entry are left to `drop_of`."""
    for each in table.tables():
        if each.is_brief and not each.goes_with:
            each.model._default_manager.filter(tournament=tournament).delete()


def names_file(row: models.Model, field: str) -> bool:
    return table.of(type(row)).columns[field].is_file


@cache
def _log_texts() -> parts.Part:
    return next(part for part in parts.parts() if part.model is LogText)


def drop_papers(tournament: Tournament) -> None:
    """Delete made papers with their files, and cancel those being made."""
    tournament.jobs.filter(state=JobState.RUNNING).update(is_cancelling=True)
    drop_jobs(tournament.jobs.exclude(state__in=OPEN_STATES))


def drop_jobs(ended: "models.QuerySet[Job]") -> int:
    """Delete ended jobs with their files, unless another job made the same file. Returns how many rows."""
    made = {
        name
        for result in ended.filter(result__isnull=False).values_list("result", flat=True)
        for name in _files(result)
    }
    count: int = ended.delete()[0]
    forget_files(made)
    return count


def _files(result: dict[str, Any] | None) -> list[str]:
    return [result[name] for name in ("file", "picture") if result and result.get(name)]


@job(SWEEP, queue="maintenance", seconds=600)
def sweep(_task: Task) -> Result:
    vacuum()
    return {}


def vacuum() -> None:
    """Overwrite deleted rows: a database leaves them on disk until it needs the space."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def people_called(people: "models.QuerySet[Person]", words: str) -> list[Person]:
    """Search by name: every word must begin a part of the name, in any spelling."""
    starts = folded(words).split()
    matches = [
        one for one in people if all(any(part.startswith(start) for part in _name_parts(one)) for start in starts)
    ]
    return sorted(matches, key=lambda person: folded(full_name(person))) if starts else []


def _name_parts(person: Person) -> list[str]:
    return folded(full_name(person)).split()

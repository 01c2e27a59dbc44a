"""What is left of somebody who wants to be forgotten, and where: everything that `actions.erasing` goes through.

Erased are names, contact, notes, and free words that name them, in the tables and in the log, whose chain stays whole; papers
that were made. Results stay, under a neutral name. Backups made earlier still hold it all until they are replaced.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from typing import Any

from django.db import connection, models, transaction

from tournament import files
from tournament.actors import SYSTEM
from tournament.bucket import StoreError
from tournament.document import shape
from tournament.duplicates import folded
from tournament.jobs import Result, Task, enqueue, job
from tournament.models import Entry, Job, LogText, Person, Stream, Tournament
from tournament.models.jobs import OPEN_STATES, JobState
from tournament.names import full_name

SWEEP, FORGET = "erasure.sweep", "files.forget"
NAME = "name"  # the key of texts in the log that are a name and nothing else


def neutral(person: Person) -> tuple[str, str]:
    """First name and surname of somebody forgotten: the same word in all our languages."""
    return "Person", str(person.pk)


class Called:
    """How somebody is spoken of."""

    def __init__(self, people: Iterable[Person]) -> None:
        known = [person for person in people if (person.given_name, person.family_name) != neutral(person)]
        names = [(folded(person.given_name), folded(person.family_name)) for person in known]
        self.whole = {
            " ".join(filter(None, pair)) for given, family in names for pair in ((given, family), (family, given))
        }
        words = sorted(re.escape(word) for pair in names for word in pair if word)
        self.words = re.compile(rf"(?<!\w)(?:{'|'.join(words) or '(?!)'})(?!\w)")

    def is_in(self, text: str) -> bool:
        """Rather once too often: a first name alone is enough."""
        return bool(self.words.search(folded(text)))

    def is_name(self, text: str) -> bool:
        return folded(text) in self.whole


def texts(tournament: Tournament, entries: Collection[Entry], called: Called) -> Iterator[LogText]:
    """Of the log: what was said about them, and where they are named."""
    ids, numbers = {entry.public_id for entry in entries}, {entry.number for entry in entries}
    for text in _part(LogText).rows(tournament).filter(erased_at=None).select_related("entry"):
        is_said = called.is_name(text.text) if text.key == NAME else called.is_in(text.text)
        if is_said or _is_about(text.entry.data, ids, numbers):
            yield text


def _is_about(data: dict[str, Any], ids: set[str], numbers: set[int]) -> bool:
    if "entry" in data:
        return data["entry"] in ids
    if "entries" in data:
        return len(data["entries"]) == 1 and data["entries"][0] in ids
    return data.get("number") in numbers


def rows(
    tournament: Tournament, entries: Collection[Entry], called: Called
) -> Iterator[tuple[models.Model, list[str]]]:
    """Of all other tables what is free words (a document without names leaves them empty), with the fields to be emptied."""
    keys = {entry.pk for entry in entries}
    for part in shape.parts():
        fields = [name for name, instead in part.private.items() if instead == "" and part.model is not Stream]
        whose = [each.attname for each in part.fields if each.related_model is Entry]
        for row in part.rows(tournament) if fields else ():
            is_theirs = any(getattr(row, name) in keys for name in whose)
            said = [name for name in fields if (is_theirs or called.is_in(getattr(row, name))) and getattr(row, name)]
            if said:
                yield row, said


def forget_files(names: set[str]) -> None:
    """On commit, and only those that no row names any more. A store that does not answer just then is asked again for a day."""

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
    """The same picture may belong to somebody else's claim, the same paper to another job."""
    kept = [(part.model, field) for part in shape.parts() for field in part.files]
    named = {name for model, field in kept for name in _named(model, field, names)}
    made = Job.objects.filter(result__isnull=False).values_list("result", flat=True)
    return names & (named | {name for result in made for name in _files(result)})


def _named(model: type[models.Model], field: str, names: set[str]) -> Iterator[str]:
    return model._default_manager.filter(**{f"{field}__in": names}).values_list(field, flat=True).iterator()


def names_file(row: models.Model, field: str) -> bool:
    return field in _part(type(row)).files


@cache
def _part(model: type[models.Model]) -> shape.Part:
    return next(part for part in shape.parts() if part.model is model)


def drop_papers(tournament: Tournament) -> None:
    """Made ones go with their files; one that is being made is called off."""
    tournament.jobs.filter(state=JobState.RUNNING).update(is_cancelling=True)
    drop_jobs(tournament.jobs.exclude(state__in=OPEN_STATES))


def drop_jobs(ended: "models.QuerySet[Job]") -> int:
    """With what they made, unless another made the same."""
    made = {
        name
        for result in ended.filter(result__isnull=False).values_list("result", flat=True)
        for name in _files(result)
    }
    count: int = ended.delete()[0]
    forget_files(made)
    return count


def _files(result: dict[str, Any]) -> list[str]:
    return [result[name] for name in ("file", "picture") if result.get(name)]


@job(SWEEP, queue="maintenance", seconds=600)
def sweep(_task: Task) -> Result:
    vacuum()
    return {}


def vacuum() -> None:
    """A database keeps what was deleted until its place is needed: not so what was erased."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def people_called(people: "models.QuerySet[Person]", words: str) -> list[Person]:
    """Those in whose name every one of the words begins a part, however it is spelled."""
    wanted = folded(words).split()
    found = [
        person for person in people if all(any(part.startswith(word) for part in _parts(person)) for word in wanted)
    ]
    return sorted(found, key=lambda person: folded(full_name(person))) if wanted else []


def _parts(person: Person) -> list[str]:
    return folded(full_name(person)).split()

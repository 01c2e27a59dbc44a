"""The policy of every column of every model, in one table. Other apps add theirs at startup."""

from collections.abc import Iterable, Iterator
from functools import cache

from django.db import models

from tournament.policy import people, play, records
from tournament.policy.columns import Log, Table

_TABLES = {table.model: table for table in (*people.TABLES, *play.TABLES, *records.TABLES)}


def add(*tables: Table) -> None:
    _TABLES.update({table.model: table for table in tables})
    never_logged.cache_clear()
    texts_only.cache_clear()


def tables() -> Iterator[Table]:
    yield from _TABLES.values()


def is_declared(model: type[models.Model]) -> bool:
    """Not so in migrations, whose models are those of another time."""
    return model in _TABLES


def of(model: type[models.Model]) -> Table:
    return _TABLES[model]


@cache
def never_logged() -> frozenset[str]:
    """Names of columns that leave no trace in the log, not even a hash."""
    return frozenset(name for table in tables() for name in table.where(log=Log.NEVER))


@cache
def texts_only() -> frozenset[str]:
    """Names of columns that a log entry must hold as texts, which can be erased."""
    as_data = {name for table in tables() for name in table.where(log=Log.DATA)}
    return frozenset(name for table in tables() for name in table.columns if name not in as_data)


def undeclared(known: Iterable[type[models.Model]]) -> Iterator[str]:
    """A sentence for each column that has no policy, and for each policy whose column is gone."""
    for model in known:
        name, columns = model._meta.label, {field.name for field in model._meta.concrete_fields}
        if model not in _TABLES:
            yield f"{name} has no policy: declare a table for it beside its likes (tournament/policy, games, referee)."
            continue
        for column in sorted(columns - of(model).columns.keys()):
            yield (
                f"{name}.{column} has no policy: put it into the table of {model.__name__}, under who may see it, what erasing "
                f"does to it and whether the log may hold it (tournament/policy/columns.py)."
            )
        for column in sorted(of(model).columns.keys() - columns):
            yield f"{name} has no column {column} any more: take it out of its table."

"""Which columns of a row are emptied when somebody is erased: of rows in the database, and of those in snapshots."""

from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Any

from django.db import models

from tournament.models import Entry
from tournament.policy import table
from tournament.policy.columns import Erased


@cache
def emptied(model: type[models.Model]) -> list[str]:
    """The columns that may have to be emptied."""
    policy = table.of(model)
    return policy.where(erased=Erased.THEIRS) + policy.where(erased=Erased.NAMED)


@cache
def _entry_keys(model: type[models.Model]) -> list[str]:
    """The columns that refer to an entry: they say whose a row is."""
    own = [model._meta.pk.attname] if model is Entry else []
    return own + [each.attname for each in model._meta.concrete_fields if each.related_model is Entry]


def to_empty(
    model: type[models.Model], row: Mapping[str, Any], entries: Collection[int], names_them: Callable[[str], bool]
) -> list[str]:
    """The columns to empty in this row: all of them if it is about one of `entries`, else those that name them."""
    filled = [name for name in emptied(model) if row.get(name)]
    if any(row[key] in entries for key in _entry_keys(model)):
        return filled
    columns = table.of(model).columns
    return [name for name in filled if columns[name].erased is Erased.NAMED and names_them(row[name])]

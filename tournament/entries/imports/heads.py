"""The column headings of our own exports in every language, so that they can be imported again."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.core.languages import in_each
from tournament.entries.fields import FIELDS
from tournament.entries.imports import text as lists

# "Name" is the heading of a column with the whole name.
PEOPLE = {lists.NAME: _("Name"), **{field.column: _(field.title) for field in FIELDS if field.column and field.title}}


def known(own: Mapping[str, Promise], usual: Mapping[str, str]) -> dict[str, str]:
    """Map headings to columns: our own and those that clubs usually write."""
    ours = {lists.plain(text): column for column, head in own.items() for text in in_each(head).values()}
    return {**ours, **usual}


def of_people() -> dict[str, str]:
    return known(PEOPLE, lists.MEANING)

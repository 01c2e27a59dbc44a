"""What is said about somebody, of each kind of field; and how it stands in the database afterwards."""

import pytest

from tournament.entries.details import value
from tournament.entries.fields import Kind
from tournament.entries.imports.actions import import_entries
from tournament.models import Entry

SAID = {
    Kind.NAME: "Probe Wort",
    Kind.TEXT: "Probe, ein Satz",
    Kind.EMAIL: "probe@example.org",
    Kind.TRUTH: True,
    Kind.NUMBER: 77,
    Kind.GROUP: "Probe",
    Kind.BOARDS: (3, 14),
}
WRITTEN = {Kind.TRUTH: "x", Kind.NUMBER: "77", Kind.BOARDS: "3, 14"}
NAME = {"given_name": "Anna", "family_name": "Kern"}
each = pytest.mark.parametrize


def of(fields):
    return each("field", fields, ids=lambda field: field.name)


def written(field) -> str:
    return WRITTEN.get(field.kind, SAID[field.kind])


def kept(entry, field):
    """As it stands in the database."""
    found = value(Entry.objects.get(pk=entry.pk), field)
    return found.name if field.kind == Kind.GROUP and found else tuple(found) if field.kind == Kind.BOARDS else found


def imported(tournament, by, field, **how) -> Entry:
    return import_entries(tournament, by=by, people=[{**NAME, field.name: SAID[field.kind]}], **how).result[0]

"""Map the declared fields of an entry (`tournament.entries.fields`) to the columns of the models."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import models

from tournament.entries.fields import CONTACT, FIELDS, Field, Kind, Of, names
from tournament.models import Category, Contact, Entry, Person, Team

Details = Mapping[str, Any]
MODELS: Mapping[Of, type[models.Model]] = {Of.PERSON: Person, Of.ENTRY: Entry, Of.CONTACT: Contact}
GROUPS: Mapping[str, type[Team] | type[Category]] = {"team": Team, "category": Category}


def column(field: Field) -> Any:
    """The model field; for a team or category that of its name."""
    if field.kind == Kind.GROUP:
        return GROUPS[field.name]._meta.get_field("name")
    return MODELS[field.of]._meta.get_field(field.name)


def most(field: Field) -> int:
    """The maximal length."""
    return int(column(field).max_length)


def is_required(field: Field) -> bool:
    return field.kind == Kind.NAME and not column(field).blank


def nothing(field: Field) -> Any:
    """The value of an empty field."""
    return {Kind.TRUTH: False, Kind.NUMBER: None, Kind.BOARDS: ()}.get(field.kind, "")


def value(entry: Entry, field: Field) -> Any:
    """The stored value; the empty one where there is no contact."""
    owner = entry if field.of == Of.ENTRY else getattr(entry, field.of, None)
    return nothing(field) if owner is None else getattr(owner, field.name)


def checked(details: Details, fields: Iterable[Field]) -> Details:
    """Raise TypeError for details that are not among these fields: they would be lost."""
    if unknown := sorted(set(details) - names(fields)):
        raise TypeError(f"not declared in tournament.entries.fields: {', '.join(unknown)}")
    return details


def columns_of(kind: Of, details: Details) -> dict[str, Any]:
    """The details that are columns of one model, without team and category, which the caller looks up."""
    own = (field for field in FIELDS if field.of == kind and field.kind != Kind.GROUP and field.name in details)
    return {field.name: _stored(field, details[field.name]) for field in own}


def _stored(field: Field, given: Any) -> Any:
    if field.kind == Kind.BOARDS:
        return list(given)
    return bool(given) if field.kind == Kind.TRUTH else given


def new_contacts(people: Iterable[tuple[Entry, Details]], **more: str) -> None:
    """Create a contact for each entry whose details have one."""
    contacts = ((entry, columns_of(Of.CONTACT, one)) for entry, one in people)
    Contact.objects.bulk_create(Contact(entry=entry, **own, **more) for entry, own in contacts if any(own.values()))


def replace_contact(entry: Entry, details: Details) -> None:
    """Replace the whole contact: missing details are emptied, and an empty contact is deleted."""
    values = {field.name: details.get(field.name, nothing(field)) for field in CONTACT}
    if any(values.values()):
        Contact.objects.update_or_create(entry=entry, defaults=values)
    else:
        Contact.objects.filter(entry=entry).delete()

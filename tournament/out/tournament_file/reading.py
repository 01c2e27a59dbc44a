"""Import a tournament from its document, completely or not at all, and only if it is consistent.

People whom the club knows by the same public id stay one person. Accounts are found by theirs; for an unknown one an inactive
account is created, with which nobody can sign in.
"""

import json
from collections.abc import Callable, Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DatabaseError, IntegrityError, models, transaction
from django.utils.translation import gettext as _

from tournament.core import chain
from tournament.core.errors import Refused
from tournament.core.refusals import NEWER_FILE
from tournament.models import Account, Club, Entry, Person, Stream, Tournament
from tournament.out.tournament_file.schema import validator
from tournament.out.tournament_file.writing import NOBODY, Row
from tournament.policy import parts as shape
from tournament.policy.parts import Part
from tournament.stages.options import are_playable

LARGEST = 100 * 1024 * 1024
ERASING = ("entries.erased", "contacts.erased")
CONTRADICTIONS = (
    *(IntegrityError, DatabaseError, ValidationError, KeyError, TypeError, ValueError, AttributeError),
    OverflowError,  # a number too large for its column, a time out of range
)
# Checks of what was read, each app adds its own in `ready()`: False where rows contradict each other; Refused says more.
FITS: list[Callable[[Tournament], bool]] = [are_playable]
Keys = dict[type[models.Model], dict[int, int]]  # primary keys by the ids in the document, for each model


def read(raw: bytes) -> dict[str, Any]:
    """Parse a document, and check its format, its version and its schema."""
    if len(raw) > LARGEST:
        raise Refused("too_large", _("This file is too large to be a tournament."))
    try:
        content = json.loads(raw)
    except (ValueError, RecursionError):
        raise Refused("not_json", _("This is not a tournament's file: it cannot be read as JSON.")) from None
    if not isinstance(content, dict) or content.get("format") != shape.FORMAT:
        raise Refused("not_a_tournament", _("This is not a tournament's file."))
    version = content.get("version")
    if isinstance(version, int) and version > shape.VERSION:
        raise NEWER_FILE()
    for error in validator().iter_errors(content):
        raise Refused(
            "wrong_shape",
            _("Something in this file is not as it should be, at %(place)s: %(what)s")
            % {"place": error.json_path, "what": error.message[:200]},
        )
    return content


def take_in(club: Club, content: dict[str, Any]) -> Tournament:
    """Create the tournament; refused if it exists already. The caller's transaction makes it all or nothing."""
    if Tournament.objects.filter(public_id=content["tournament"]["public_id"]).exists():
        raise Refused("is_here", _("This tournament is here already."))
    try:
        with transaction.atomic():
            tournament = _create(club, content)
    except CONTRADICTIONS as error:
        raise Refused("contradicts", _("What stands in this file contradicts itself.")) from error
    return tournament


def _create(club: Club, content: dict[str, Any]) -> Tournament:
    tournament: Tournament = _instance(shape.TOURNAMENT, content["tournament"], {}, club=club)
    tournament.save(force_insert=True)
    keys: Keys = {}
    for part in shape.parts():
        keys[part.model] = _known(part, content[part.name], club) if part.model in (Account, Person) else {}
        new = [row for row in content[part.name] if row["id"] not in keys[part.model]]
        keys[part.model] = {**keys[part.model], **_save(part, new, keys, tournament)}
    if not all(fits(tournament) for fits in FITS):
        raise ValueError("a row lacks what belongs to it")
    for stream in Stream.objects.filter(pk__in=keys[Stream].values()):
        if any(chain.faults(stream)):
            raise Refused(
                "broken_chain", _("The log in this file is not as it was written: something was changed in it.")
            )
        if not stream.forgotten and stream.log.filter(code__in=ERASING).exists():
            stream.change_salt()  # written by an old version, which kept the salt when somebody was erased
    return tournament


def _save(part: Part, rows: list[Row], keys: Keys, tournament: Tournament) -> dict[int, int]:
    own = _self_references(part)
    instances = [_instance(part, row, keys, tournament=tournament, club=tournament.club) for row in rows]
    saved = part.model._default_manager.bulk_create(instances, batch_size=500)
    pks = {row["id"]: each.pk for row, each in zip(rows, saved, strict=True)}
    for name in own:
        for row, each in zip(rows, saved, strict=True):
            if row[name] is not None:
                part.model._default_manager.filter(pk=each.pk).update(**{name: pks.get(row[name])})
    return pks


def _self_references(part: Part) -> list[str]:
    return [each.name for each in part.fields if each.related_model is part.model]


def _known(part: Part, rows: Iterable[Row], club: Club) -> dict[int, int]:
    by_public_id = {row["public_id"]: row["id"] for row in rows}
    here = part.model._default_manager.filter(public_id__in=by_public_id)
    if part.model is Person:
        here = here.filter(club=club)
    return {by_public_id[public_id]: pk for pk, public_id in here.values_list("pk", "public_id")}


def _instance(part: Part, row: Row, keys: Keys, **home: Any) -> Any:
    """An unsaved instance. `home`: the tournament and club, which rows do not contain."""
    values: dict[str, Any] = {}
    for each in part.model._meta.concrete_fields:
        if each.name in row and each.name != "id":
            values |= _value(part, each, row[each.name], keys, home)
        elif not each.primary_key and each.is_relation and each.related_model in (Tournament, Club) and not each.null:
            values[each.name] = home[each.name]
    if part.model is Account:
        values |= _inactive_account(row)
    if part.model is Person and Person.objects.filter(public_id=row["public_id"]).exists():
        del values["public_id"]  # the id belongs to a person of another club
    return part.model(**values)


def _value(part: Part, each: Any, value: Any, keys: Keys, home: Row) -> Row:
    if not each.is_relation:
        if each.name in part.inside:
            value = part.inside[each.name](value, lambda number: keys[Entry].get(number, NOBODY))
        return {each.attname: value if isinstance(each, models.JSONField) else each.to_python(value)}
    if each.related_model is Tournament:
        return {each.name: home["tournament"] if value else None}
    if value is None or each.related_model is part.model:
        return {each.attname: None}
    return {each.attname: keys[each.related_model][value]}


def _inactive_account(row: Row) -> Row:
    login = row["login"]
    if Account.objects.filter(login__iexact=login).exists():
        login = f"{login[:60]} ({row['public_id']})"
    return {"login": login, "is_active": False, "password": "!"}

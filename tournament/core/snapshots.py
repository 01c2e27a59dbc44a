"""The rows of a tournament as one document, and restoring a tournament from such a document (undo).

Included: what a tournament is made of, from its stages to its results. Excluded by the policy: people with their names, addresses
of guardians, accounts, the log. What is erased there stays erased, the log goes on, and people who came with an undone import
stay in the club's address book. Rows of other apps that refer to a table stay as long as the table does.
"""

import json
import zlib
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from typing import Any

from django.db import models
from django.db.models import ProtectedError
from django.utils.translation import gettext as _

from tournament.core.errors import Refused
from tournament.models import Entry, Person, Snapshot, Tournament
from tournament.policy import erased, parts, table

LATEST = 60  # snapshots, each a step back
RESTORED = "state.restored"
PLAIN = (bool, int, str, dict, list, type(None))
Row = dict[str, Any]
State = dict[str, dict[int, Row]]  # by model and primary key


@cache
def kept() -> tuple[parts.Part, ...]:
    """The parts that a snapshot includes; rows that others refer to come first."""
    return tuple(part for part in parts.parts() if not part.policy.not_back)


def keep(tournament: Tournament, seq: int, code: str) -> None:
    """Store a snapshot before a step, and drop those older than the latest ones."""
    new = Snapshot(tournament=tournament, seq=seq, code=code, rows=_packed(state_of(tournament)))
    Snapshot.objects.bulk_create(
        [new], update_conflicts=True, unique_fields=["tournament", "seq"], update_fields=["code", "rows"]
    )
    old = list(tournament.snapshots.values_list("pk", flat=True)[LATEST:])
    Snapshot.objects.filter(pk__in=old).delete()


def state_of(tournament: Tournament) -> State:
    """Nothing is asked about rows that cannot be: without a round there is no table."""
    state: State = {}
    for part in kept():
        needed = [
            field.related_model for field in part.model._meta.concrete_fields if field.remote_field and not field.null
        ]
        is_none = any(state.get(model.__name__) == {} for model in needed if isinstance(model, type))
        state[part.model.__name__] = {} if is_none else _rows(part, tournament)
    return state


def _rows(part: parts.Part, tournament: Tournament) -> dict[int, Row]:
    fields = part.model._meta.concrete_fields
    return {row.pk: {field.attname: _plain(field, row) for field in fields} for row in part.rows(tournament)}


def _plain(field: Any, row: models.Model) -> Any:
    value = field.value_from_object(row)
    return value if isinstance(value, PLAIN) else field.value_to_string(row)


def restore(snapshot: Snapshot, version: int) -> None:
    """Rewrite the rows that differ, with a version that no open page can have seen; delete later rows."""
    then: State = {name: _by_pk(rows) for name, rows in json.loads(zlib.decompress(snapshot.rows)).items()}
    _require_people(then)
    now = state_of(snapshot.tournament)
    different = {name: [pk for pk, row in rows.items() if row != then[name].get(pk)] for name, rows in now.items()}
    models_kept = [part.model for part in kept()]
    for model in models_kept:
        name = model.__name__
        again = [pk for pk in different[name] if pk in then[name]]
        rows_now = model._default_manager.filter(pk__in=again)
        rows_now._raw_delete(rows_now.db)  # without cascading: they are inserted again under the same key
    _delete_later(different, then)
    for model in models_kept:
        name = model.__name__
        missing = [row for pk, row in then[name].items() if pk in different[name] or pk not in now[name]]
        model._default_manager.bulk_create([_made(model, row, now[name], version) for row in missing])


def forget(
    tournament: Tournament, people: Collection[int], now: Collection[int], is_to_go: Callable[[str], bool]
) -> None:
    """Erase in the snapshots too, so that undo does not bring it back: for the people's entries `now` and those of then."""
    for snapshot in tournament.snapshots.all():
        then = json.loads(zlib.decompress(snapshot.rows))
        entered = then[Entry.__name__].values()
        entries = {*now, *(row["id"] for row in entered if row["person_id"] in people)}
        for part in kept():
            for row in then[part.model.__name__].values() if erased.emptied(part.model) else ():
                row.update(dict.fromkeys(erased.to_empty(part.model, row, entries, is_to_go), ""))
        snapshot.rows = _packed(then)
        snapshot.save(update_fields=["rows"])


def _packed(state: Any) -> bytes:
    return zlib.compress(json.dumps(state, ensure_ascii=False, separators=(",", ":")).encode(), 3)


def _require_people(then: State) -> None:
    people = {row["person_id"] for row in then[Entry.__name__].values()}
    if Person.objects.filter(pk__in=people).count() < len(people):
        raise Refused("person_gone", _("Somebody who was entered then has been erased since."))


def _by_pk(rows: Mapping[str, Row]) -> dict[int, Row]:
    return {int(pk): row for pk, row in rows.items()}


def _delete_later(different: Mapping[str, Iterable[int]], then: State) -> None:
    try:
        for part in reversed(kept()):
            name, model = part.model.__name__, part.model
            later = model._default_manager.filter(pk__in=[pk for pk in different[name] if pk not in then[name]])
            later.delete()
    except ProtectedError as error:
        raise Refused(
            "is_referred_to", _("Something that was ruled since then rests on it: revoke that first.")
        ) from error


def _made(model: type[models.Model], row: Row, now: Mapping[int, Row], version: int) -> models.Model:
    known = {field.attname: field for field in model._meta.concrete_fields}
    values = {name: known[name].to_python(value) for name, value in row.items() if name in known}
    current = now.get(row[model._meta.pk.attname], {})
    values |= {name: current[name] for name in table.of(model).where(comes_back=False) if name in current}
    if "version" in known:
        values["version"] = version
    return model(**values)

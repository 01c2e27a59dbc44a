"""The rows of a tournament as one document, and a tournament set back to such a document.

Kept: what a tournament is made of, from its stages to its results. Not kept: people with their names, addresses of guardians,
accounts, the log. What is erased there stays erased, the log goes on, and who came with a list that is taken back stays in the
club's address book. Rows of other apps that hang on a table stay as long
as the table does.
"""

import json
import zlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.db import models
from django.db.models import ProtectedError
from django.utils.translation import gettext as _

from tournament.errors import Refused
from tournament.models import (
    Board,
    Category,
    Declined,
    Entry,
    Penalty,
    Person,
    Report,
    Result,
    ResultSeat,
    Round,
    Seat,
    Snapshot,
    Stage,
    Table,
    Team,
    ThrowOff,
    Tournament,
)

LATEST = 20  # so many steps back
# By the way from the row to its tournament; what others refer to comes first.
KEPT: Mapping[type[models.Model], str] = {
    Team: "tournament",
    Category: "tournament",
    Entry: "tournament",
    Board: "tournament",
    Stage: "tournament",
    Round: "stage__tournament",
    Table: "round__stage__tournament",
    Seat: "round__stage__tournament",
    Report: "table__round__stage__tournament",
    Result: "table__round__stage__tournament",
    ResultSeat: "result__table__round__stage__tournament",
    Penalty: "stage__tournament",
    ThrowOff: "stage__tournament",
    Declined: "stage__tournament",
}
# What a tournament has besides, by the model's name (models of other apps are not imported here), and why no step brings it
# back. A test wants every model that hangs on a tournament to stand here or above.
LEFT_OUT: Mapping[str, str] = {
    "Tournament": "name, day and settings are changed back by hand; the row itself leads the log",
    "Contact": "what is erased stays erased",
    "Grant": "who may do what is no step of play",
    "Invitation": "a link that was used or revoked stays so",
    "Job": "work that was done",
    "Mail": "letters that were sent",
    "Screen": "what the hall shows now",
    "Snapshot": "the steps themselves",
    "Stream": "the log goes on",
    "LogEntry": "the log goes on",
    "LogText": "the log goes on",
    "Game": "a record stays with its table; what stands there was thrown",
    "Line": "a record stays with its table; what stands there was thrown",
    "Chance": "computed from a record",
    "Call": "a referee was called",
    "Claim": "a ruling is superseded, never undone",
    "Ruling": "a ruling is superseded, never undone",
    "Appeal": "a ruling is superseded, never undone",
    "Vote": "a ruling is superseded, never undone",
    "Terms": "until when an appeal may be made is announced",
}
# A private link that was made worthless stays so.
NEVER_BACK: Mapping[type[models.Model], tuple[str, ...]] = {Entry: ("link_number",)}
PLAIN = (bool, int, str, dict, list, type(None))
Row = dict[str, Any]
State = dict[str, dict[int, Row]]  # by model and primary key


def keep(tournament: Tournament, seq: int, code: str) -> None:
    """Before a step; the oldest beyond the latest ones are dropped."""
    Snapshot.objects.update_or_create(
        tournament=tournament, seq=seq, defaults={"code": code, "rows": _packed(state_of(tournament))}
    )
    old = list(tournament.snapshots.values_list("pk", flat=True)[LATEST:])
    Snapshot.objects.filter(pk__in=old).delete()


def state_of(tournament: Tournament) -> State:
    return {model.__name__: _rows(model, way, tournament) for model, way in KEPT.items()}


def _rows(model: type[models.Model], way: str, tournament: Tournament) -> dict[int, Row]:
    fields = model._meta.concrete_fields
    found = model._default_manager.filter(**{way: tournament}).order_by("pk")
    return {row.pk: {field.attname: _plain(field, row) for field in fields} for row in found}


def _plain(field: Any, row: models.Model) -> Any:
    value = field.value_from_object(row)
    return value if isinstance(value, PLAIN) else field.value_to_string(row)


def restore(snapshot: Snapshot, version: int) -> None:
    """Rows that differ are written anew, with a version that no open page can have seen; later ones are deleted."""
    then: State = {name: _by_pk(rows) for name, rows in json.loads(zlib.decompress(snapshot.rows)).items()}
    _require_people(then)
    now = state_of(snapshot.tournament)
    different = {name: [pk for pk, row in rows.items() if row != then[name].get(pk)] for name, rows in now.items()}
    for model in KEPT:
        name = model.__name__
        again = [pk for pk in different[name] if pk in then[name]]
        rows_now = model._default_manager.filter(pk__in=again)
        rows_now._raw_delete(rows_now.db)  # what refers to them stays: they come again under the same key
    _delete_later(different, then)
    for model in KEPT:
        name = model.__name__
        missing = [row for pk, row in then[name].items() if pk in different[name] or pk not in now[name]]
        model._default_manager.bulk_create([_made(model, row, now[name], version) for row in missing])


def forget(tournament: Tournament, entries: Iterable[int], is_to_go: Callable[[str], bool]) -> None:
    """What is erased does not come back by undoing."""
    for snapshot in tournament.snapshots.all():
        then = json.loads(zlib.decompress(snapshot.rows))
        for pk in entries:
            then[Entry.__name__].get(str(pk), {}).update(note="", family="", from_club="")
        for row in [*then[Table.__name__].values(), *then[Entry.__name__].values()]:
            row.update({name: "" for name in ("problem", "note") if is_to_go(row.get(name, ""))})
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
        for model in reversed(KEPT):
            name = model.__name__
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
    values |= {name: current[name] for name in NEVER_BACK.get(model, ()) if name in current}
    if "version" in known:
        values["version"] = version
    return model(**values)

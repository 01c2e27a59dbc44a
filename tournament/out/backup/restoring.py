"""Restore a backup into an empty installation: all of it, verified before and after, or nothing.

First migrate to the state in which the backup was made, then fill the tables, then migrate to the present: so the migrations
convert the data of older versions.
"""

from itertools import islice
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.color import no_style
from django.db import connections, models, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from tournament.core import chain, files
from tournament.core.errors import Refused
from tournament.core.refusals import NEWER_BACKUP, NOT_SAME
from tournament.models import Account, Club, Stream
from tournament.out.backup.looking import Backup, as_one_sentence, look_over
from tournament.out.backup.making import APPS, AT_ONCE, KEY


def restore(path: Path, alias: str = "default") -> dict[str, Any]:
    """Restore the backup and return its manifest."""
    manifest = look_over(path)
    executor = MigrationExecutor(connections[alias])
    known = {name for app, name in executor.loader.graph.nodes if app in APPS}
    if not {name for names in manifest["migrations"].values() for name in names} <= known:
        raise NEWER_BACKUP()
    _require_empty(executor, alias)
    then = [(app, names[-1]) for app, names in manifest["migrations"].items() if names]
    with as_one_sentence(path):
        _require_known(then, executor)
    others = [node for node in executor.loader.graph.leaf_nodes() if node[0] not in APPS]
    with Backup(path) as backup:
        state = executor.migrate([*others, *then])
        with as_one_sentence(path), transaction.atomic(using=alias):
            _fill(backup, state.apps, alias)
        executor = MigrationExecutor(connections[alias])
        with as_one_sentence(path):
            executor.migrate(executor.loader.graph.leaf_nodes())
        _compare(manifest, alias)
        if alias == "default":
            _take_files(backup)
    return manifest


def _require_known(then: list[tuple[str, str]], executor: MigrationExecutor) -> None:
    if not set(then) <= executor.loader.graph.nodes.keys():
        raise ValueError("not states of our apps")


def _require_empty(executor: MigrationExecutor, alias: str) -> None:
    applied = {app for app, _name in executor.loader.applied_migrations}
    if "tournament" in applied and any(
        model.objects.using(alias).exists() for model in (Account, Club, Stream) if _has_table(model, alias)
    ):
        raise Refused(
            "not_empty", _("There is something here already: a backup is restored into an empty installation.")
        )


def _has_table(model: type[models.Model], alias: str) -> bool:
    return model._meta.db_table in connections[alias].introspection.table_names()


def _fill(backup: Backup, apps: Any, alias: str) -> None:
    filled = []
    for label in backup.tables():
        model = apps.get_model(label)
        fields = {field.attname: field for field in model._meta.concrete_fields}
        rows = (
            model(**{name: fields[name].to_python(value) for name, value in row.items()}) for row in backup.rows(label)
        )
        while some := list(islice(rows, AT_ONCE)):
            model._base_manager.using(alias).bulk_create(some)
        filled.append(model)
    connection = connections[alias]
    with connection.cursor() as cursor:  # so that the next primary key is a new one
        for statement in connection.ops.sequence_reset_sql(no_style(), filled):
            cursor.execute(statement)


def _compare(manifest: dict[str, Any], alias: str) -> None:
    streams = list(Stream.objects.using(alias))
    if {stream.public_id: [stream.seq, stream.head] for stream in streams} != manifest["heads"]:
        raise NOT_SAME()
    for stream in streams:
        if any(chain.faults(stream)):
            raise NOT_SAME()


def _take_files(backup: Backup) -> None:
    for content in backup.files():
        files.keep(content)
    if not settings.ON_SERVER and KEY in backup.archive.namelist():
        key = settings.DATA_DIR / KEY  # printed links and QR codes were signed with it
        draft = key.with_name(f".{KEY}.restored")
        draft.touch(mode=0o600)
        draft.write_bytes(backup.read(KEY))
        draft.replace(key)

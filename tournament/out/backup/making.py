"""Make a backup: one file with every row, every stored file, and on a laptop the secret key, by which its links are signed.

A zip archive with a JSON Lines file for each table, column names first. The manifest comes last, so that an incomplete file is
noticed. The format is the same for both databases, so that a laptop's backup can be restored on a server.
"""

import json
import os
import secrets
import zipfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import connections, models
from django.db.migrations.recorder import MigrationRecorder

from tournament.core import files
from tournament.core.disks import DAMAGED
from tournament.models import LogEntry, LogText, Session, Stream
from tournament.out.backup import archive
from tournament.out.backup.frozen import frozen
from tournament.out.backup.proving import Proven, prove
from tournament.out.tournament_file.writing import plain

APPS = ("tournament", "games", "referee")
FORMAT, VERSION, MANIFEST = archive.FORMAT, archive.VERSION, archive.MANIFEST
KEY = "secret-key"
AT_ONCE = 2000
ORDER = {
    LogEntry: ("stream", "seq"),
    LogText: ("entry__stream", "entry__seq", "pk"),
}  # the order in which `looking` reads them


@dataclass(frozen=True)
class Made:
    path: Path
    size: int
    entries: int  # of all logs
    made_at: str
    proven: Proven


def make(path: Path) -> Made:
    """Write a backup. It is complete and on disk when this returns; after an error there is no file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        descriptor = os.open(
            draft, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600
        )  # private: it holds names and password hashes
        with os.fdopen(descriptor, "wb") as file:
            manifest, proven = _write(file, path.parent)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    entries = sum(seq for seq, _head in manifest["heads"].values())
    return Made(path, path.stat().st_size, entries, manifest["made_at"], proven)


def tables() -> list[type[models.Model]]:
    """All models but sessions: nobody must be able to sign in with a stolen backup."""
    models_of_apps = (model for app in APPS for model in apps.get_app_config(app).get_models(include_auto_created=True))
    return [model for model in models_of_apps if model is not Session]


def _write(file: Any, beside: Path) -> tuple[dict[str, Any], Proven]:
    with frozen(beside) as alias, _archive(file) as zipped:
        _require_whole(alias)
        made_at = datetime.now(UTC).isoformat(timespec="seconds")
        rows = {model._meta.label_lower: _table(zipped, model, alias) for model in tables()}
        streams = Stream.objects.using(alias).values_list("public_id", "seq", "head")
        manifest = {
            "format": FORMAT,
            "version": VERSION,
            "program": settings.VERSION,
            "made_at": made_at,
            "migrations": _migrations(alias),
            "rows": rows,
            "heads": {public_id: [seq, head] for public_id, seq, head in streams},
            "files": _files(zipped),
        }
        if not settings.ON_SERVER and (settings.DATA_DIR / KEY).exists():
            zipped.write(settings.DATA_DIR / KEY, KEY)
        zipped.writestr(MANIFEST, json.dumps(manifest, indent=1))
        return manifest, prove(alias)


def _require_whole(alias: str) -> None:
    """Of a database with a torn page no backup is called good. PostgreSQL looks after its pages itself."""
    if connections[alias].vendor != "sqlite":
        return
    with connections[alias].cursor() as cursor:
        cursor.execute("PRAGMA integrity_check(1)")
        if cursor.fetchone() != ("ok",):
            raise DAMAGED.refusal()


def _archive(file: Any) -> zipfile.ZipFile:
    """A zip file. `strict_timestamps=False`, as a machine without a clock dates files 1970, before the first date in zip."""
    return zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=5, strict_timestamps=False)


def _migrations(alias: str) -> dict[str, list[str]]:
    applied = MigrationRecorder(connections[alias]).applied_migrations()
    return {app: sorted(name for its, name in applied if its == app) for app in APPS}


def _table(zipped: zipfile.ZipFile, model: type[models.Model], alias: str) -> int:
    columns = [field.attname for field in model._meta.concrete_fields]
    rows = model._base_manager.using(alias).order_by(*ORDER.get(model, ("pk",))).values_list(*columns)
    count = 0
    with zipped.open(f"tables/{model._meta.label_lower}.jsonl", "w", force_zip64=True) as out:
        out.write(_line(columns))
        for row in rows.iterator(chunk_size=AT_ONCE):
            out.write(_line([plain(value) for value in row]))
            count += 1
    return count


def _line(values: list[Any]) -> bytes:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _files(zipped: zipfile.ZipFile) -> int:
    count = 0
    for name in files.all_kept():
        zipped.writestr(zipfile.ZipInfo(f"files/{name}"), files.read(name), zipfile.ZIP_DEFLATED)
        count += 1
    return count

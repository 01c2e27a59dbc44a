"""Everything in one file: every row, every kept file, and on a laptop the key that its links were signed with.

A zip archive: a table is a list of rows, a line each, below its columns; the manifest comes last, so that half a file is
seen to be one. The same on both databases, so that a laptop's backup can be restored on a server.
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

from tournament import files
from tournament.backup.frozen import frozen
from tournament.document.writing import plain
from tournament.models import LogEntry, LogText, Session, Stream

FORMAT, VERSION = "augengenau/backup", 1
APPS = ("tournament", "games", "referee")
MANIFEST, KEY = "manifest.json", "secret-key"
AT_ONCE = 2000
ORDER = {LogEntry: ("stream", "seq"), LogText: ("entry__stream", "entry__seq", "pk")}  # as they are looked over


@dataclass(frozen=True)
class Made:
    path: Path
    size: int
    entries: int  # of all logs
    made_at: str


def make(path: Path) -> Made:
    """Whole or not at all, and on the disk when this returns."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        descriptor = os.open(draft, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600)  # names and password hashes
        with os.fdopen(descriptor, "wb") as file:
            manifest = _write(file)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    entries = sum(seq for seq, _head in manifest["heads"].values())
    return Made(path, path.stat().st_size, entries, manifest["made_at"])


def tables() -> list[type[models.Model]]:
    """All but who is signed in: whoever finds a backup must not come in by it."""
    found = (model for app in APPS for model in apps.get_app_config(app).get_models(include_auto_created=True))
    return [model for model in found if model is not Session]


def _write(file: Any) -> dict[str, Any]:
    with frozen() as alias, _archive(file) as archive:
        made_at = datetime.now(UTC).isoformat(timespec="seconds")
        rows = {model._meta.label_lower: _table(archive, model, alias) for model in tables()}
        streams = Stream.objects.using(alias).values_list("public_id", "seq", "head")
        manifest = {
            "format": FORMAT,
            "version": VERSION,
            "program": settings.VERSION,
            "made_at": made_at,
            "migrations": _migrations(alias),
            "rows": rows,
            "heads": {public_id: [seq, head] for public_id, seq, head in streams},
            "files": _files(archive),
        }
        if not settings.ON_SERVER and (settings.DATA_DIR / KEY).exists():
            archive.write(settings.DATA_DIR / KEY, KEY)
        archive.writestr(MANIFEST, json.dumps(manifest, indent=1))
    return manifest


def _archive(file: Any) -> zipfile.ZipFile:
    """A small machine without a clock of its own dates its files 1970, which zip does not know: they get its first day."""
    return zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=5, strict_timestamps=False)


def _migrations(alias: str) -> dict[str, list[str]]:
    applied = MigrationRecorder(connections[alias]).applied_migrations()
    return {app: sorted(name for its, name in applied if its == app) for app in APPS}


def _table(archive: zipfile.ZipFile, model: type[models.Model], alias: str) -> int:
    columns = [field.attname for field in model._meta.concrete_fields]
    rows = model._base_manager.using(alias).order_by(*ORDER.get(model, ("pk",))).values_list(*columns)
    count = 0
    with archive.open(f"tables/{model._meta.label_lower}.jsonl", "w", force_zip64=True) as out:
        out.write(_line(columns))
        for row in rows.iterator(chunk_size=AT_ONCE):
            out.write(_line([plain(value) for value in row]))
            count += 1
    return count


def _line(values: list[Any]) -> bytes:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _files(archive: zipfile.ZipFile) -> int:
    count = 0
    for name in files.all_kept():
        archive.writestr(zipfile.ZipInfo(f"files/{name}"), files.read(name), zipfile.ZIP_DEFLATED)
        count += 1
    return count

"""Whether a backup is one: opened, read to its end, its logs recomputed and compared with their heads."""

import json
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from tournament import chain
from tournament.backup.making import FORMAT, MANIFEST, VERSION
from tournament.errors import Refused
from tournament.models import LogEntry, LogText, Stream

BROKEN = (KeyError, ValueError, EOFError, zipfile.BadZipFile, zlib.error)
Row = dict[str, Any]


class Backup:
    """An open file; use it as a context."""

    def __init__(self, path: Path) -> None:
        try:
            self.archive = zipfile.ZipFile(path)
            self.manifest: dict[str, Any] = json.loads(self.archive.read(MANIFEST))
        except OSError as error:
            why = {"path": path, "why": error.strerror}
            raise Refused("unreadable", _("%(path)s cannot be read: %(why)s.") % why) from error
        except BROKEN as error:
            raise _damaged(str(path)) from error
        if self.manifest.get("format") != FORMAT:
            raise Refused("no_backup", _("%(path)s is not a backup.") % {"path": path})
        if self.manifest["version"] > VERSION:
            raise Refused("newer", _("This backup was made by a newer version of the program: update this one first."))
        self.path = path

    def __enter__(self) -> "Backup":
        return self

    def __exit__(self, *_: object) -> None:
        self.archive.close()

    def tables(self) -> list[str]:
        return list(self.manifest["rows"])

    def rows(self, label: str) -> Iterator[Row]:
        with self.archive.open(f"tables/{label}.jsonl") as lines:
            columns = json.loads(next(lines))
            for line in lines:
                yield dict(zip(columns, json.loads(line), strict=True))

    def files(self) -> Iterator[bytes]:
        for name in self.archive.namelist():
            if name.startswith("files/"):
                yield self.archive.read(name)


def look_over(path: Path) -> dict[str, Any]:
    """The manifest of a sound backup; Refused says that it is not."""
    with Backup(path) as backup:
        try:
            broken = backup.archive.testzip()
            counted = {label: sum(1 for _row in backup.rows(label)) for label in backup.tables()}
            sound = broken is None and counted == backup.manifest["rows"] and _heads(backup) == backup.manifest["heads"]
        except (OSError, *BROKEN) as error:
            raise _damaged(str(path)) from error
        if not sound:
            raise _damaged(str(path))
        return backup.manifest


def _damaged(path: str) -> Refused:
    return Refused("damaged", _("%(path)s is damaged or incomplete: it cannot be relied on.") % {"path": path})


def _heads(backup: Backup) -> dict[str, list[Any]]:
    """Of each log the number of its lines and the hash of the last one, if nothing in it is wrong."""
    streams = {row["id"]: _filled(Stream, row) for row in backup.rows("tournament.stream")}
    heads = {stream.public_id: [0, chain.START] for stream in streams.values()}
    texts = _Texts(backup)
    for row in backup.rows("tournament.logentry"):
        entry = _filled(LogEntry, row)
        entry.stream = streams[row["stream_id"]]
        seq, prev = heads[entry.stream.public_id]
        if any(chain.wrong(entry, texts.of(row["id"]), seq + 1, prev)):
            heads[entry.stream.public_id] = [-1, ""]
            continue
        heads[entry.stream.public_id] = [entry.seq, entry.hash]
    return heads if texts.are_used_up else {}


class _Texts:
    """The words of the log, which lie in the order of its lines."""

    def __init__(self, backup: Backup) -> None:
        self._rows = backup.rows("tournament.logtext")
        self._next = next(self._rows, None)

    @property
    def are_used_up(self) -> bool:
        return self._next is None

    def of(self, entry: int) -> list[LogText]:
        found = []
        while self._next is not None and self._next["entry_id"] == entry:
            found.append(_filled(LogText, self._next))
            self._next = next(self._rows, None)
        return found


def _filled(model: type[Any], row: Row) -> Any:
    fields = {field.attname: field for field in model._meta.concrete_fields}
    return model(**{name: fields[name].to_python(value) for name, value in row.items() if name in fields})

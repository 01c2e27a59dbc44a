"""Verify a backup: read it to its end, recompute the hash chains of its logs, and compare them with the manifest."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from django.db import OperationalError
from django.utils.translation import gettext as _

from tournament.core import chain
from tournament.core.errors import Refused
from tournament.core.refusals import NEWER_BACKUP, UNREADABLE_FILE
from tournament.models import LogEntry, LogText, Stream
from tournament.out.backup import archive

Row = dict[str, Any]
LONGEST_LINE = 32 << 20


@contextmanager
def as_one_sentence(path: Path) -> Iterator[None]:
    """Whatever breaks in a file that a disk may have damaged, or somebody made up, is one sentence about the file."""
    try:
        yield
    except (Refused, OperationalError):  # our own database: its disk is full, or gone
        raise
    except archive.TooLarge as error:
        raise Refused(
            "too_large_unpacked",
            _("%(path)s is no backup of ours: it would unpack to %(megabytes)d MB. Nothing was read.")
            % {"path": path, "megabytes": error.megabytes},
        ) from error
    except archive.NotOurs as error:
        raise Refused("not_a_backup", _("%(path)s is not a backup.") % {"path": path}) from error
    except archive.Newer as error:
        raise NEWER_BACKUP() from error
    except Exception as error:
        raise _damaged(str(path)) from error


class Backup:
    """An open backup file; use it as a context manager."""

    def __init__(self, path: Path) -> None:
        try:
            path.open("rb").close()
        except OSError as error:
            raise UNREADABLE_FILE({"path": path, "why": error.strerror}) from error
        with as_one_sentence(path):
            self.archive, self.manifest = archive.opened(path)
        self.path = path

    def __enter__(self) -> "Backup":
        return self

    def __exit__(self, *_: object) -> None:
        self.archive.close()

    def tables(self) -> list[str]:
        return list(self.manifest["rows"])

    def rows(self, label: str) -> Iterator[Row]:
        with as_one_sentence(self.path), self.archive.open(f"tables/{label}.jsonl") as lines:
            columns = json.loads(_line(lines))
            while line := _line(lines):
                yield dict(zip(columns, json.loads(line), strict=True))

    def read(self, name: str) -> bytes:
        with as_one_sentence(self.path):
            return self.archive.read(name)

    def files(self) -> Iterator[bytes]:
        for name in self.archive.namelist():
            if name.startswith("files/"):
                yield self.read(name)


def _line(lines: IO[bytes]) -> bytes:
    line = lines.readline(LONGEST_LINE)
    if len(line) == LONGEST_LINE:
        raise ValueError("a line without end")
    return line


def look_over(path: Path) -> dict[str, Any]:
    """Verify a backup and return its manifest; Refused if it is damaged."""
    with Backup(path) as backup, as_one_sentence(path):
        broken = backup.archive.testzip()
        counted = {label: sum(1 for _row in backup.rows(label)) for label in backup.tables()}
        if broken or counted != backup.manifest["rows"] or _heads(backup) != backup.manifest["heads"]:
            raise _damaged(str(path))
        return backup.manifest


def _damaged(path: str) -> Refused:
    return Refused("damaged", _("%(path)s is damaged or incomplete: it cannot be relied on.") % {"path": path})


def _heads(backup: Backup) -> dict[str, list[Any]]:
    """For each log its number of lines and the hash of the last one; [-1, ""] if its chain is broken."""
    streams = {row["id"]: _instance(Stream, row) for row in backup.rows("tournament.stream")}
    heads: dict[str, list[Any]] = {stream.public_id: [0, chain.START] for stream in streams.values()}
    texts = _Texts(backup)
    for row in backup.rows("tournament.logentry"):
        entry = _instance(LogEntry, row)
        entry.stream = streams[row["stream_id"]]
        seq, prev = heads[entry.stream.public_id]
        if any(chain.wrong(entry, texts.of(row["id"]), seq + 1, prev)):
            heads[entry.stream.public_id] = [-1, ""]
            continue
        heads[entry.stream.public_id] = [entry.seq, entry.hash]
    return heads if texts.are_used_up else {}


class _Texts:
    """Reads the texts of the log, which are stored in the order of its lines, one line at a time."""

    def __init__(self, backup: Backup) -> None:
        self._rows = backup.rows("tournament.logtext")
        self._next = next(self._rows, None)

    @property
    def are_used_up(self) -> bool:
        return self._next is None

    def of(self, entry: int) -> list[LogText]:
        texts = []
        while self._next is not None and self._next["entry_id"] == entry:
            texts.append(_instance(LogText, self._next))
            self._next = next(self._rows, None)
        return texts


def _instance(model: type[Any], row: Row) -> Any:
    fields = {field.attname: field for field in model._meta.concrete_fields}
    return model(**{name: fields[name].to_python(value) for name, value in row.items() if name in fields})

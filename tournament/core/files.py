"""Generated files, named by the hash of their content: the same bytes are one file, and a name always matches the content.

Stored in a folder, which several nodes may share, or in a bucket of an S3 store (settings.FILES_BUCKET).
"""

import hashlib
import os
import re
import secrets
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.conf import settings

from tournament.core import system
from tournament.core.bucket import Bucket

_SHA256 = re.compile(r"[0-9a-f]{64}")


def keep(content: bytes) -> str:
    """Store a file whole or not at all, on the disk when this returns. Returns its name."""
    name = hashlib.sha256(content).hexdigest()
    if not _store().has(name):
        _store().put(name, content)
    return name


def read(name: str) -> bytes:
    return _store().get(_checked(name))


def forget(name: str) -> None:
    _store().drop(_checked(name))


def is_kept(name: str) -> bool:
    return _store().has(_checked(name))


def all_kept() -> Iterator[str]:
    """The names of all files, in order."""
    return (name for name in _store().names() if _SHA256.fullmatch(name))


def _checked(name: str) -> str:
    if not _SHA256.fullmatch(name):
        raise ValueError("not the name of a kept file")
    return name


def _store() -> "Bucket | Folder":
    return _bucket(settings.FILES_BUCKET) if settings.FILES_BUCKET else Folder(Path(settings.FILES_DIR))


_bucket = cache(Bucket.at)


class Folder:
    def __init__(self, place: Path) -> None:
        self._root = place

    def _path(self, name: str) -> Path:
        return self._root / name[:2] / name

    def put(self, name: str, content: bytes) -> None:
        path = self._path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{secrets.token_hex(8)}")
        try:
            with draft.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
        system.write_through(path.parent)
        system.write_through(path.parent.parent)

    def get(self, name: str) -> bytes:
        return self._path(name).read_bytes()

    def drop(self, name: str) -> None:
        self._path(name).unlink(missing_ok=True)

    def has(self, name: str) -> bool:
        return self._path(name).is_file()

    def names(self) -> Iterator[str]:
        return iter(sorted(path.name for path in self._root.glob("??/*")))

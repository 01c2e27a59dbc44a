"""Made files, kept by their content: the same bytes are one file, and a name never lies about what is in it.

In a folder, which several nodes may share, or in a bucket of a store that speaks S3 (settings.FILES_BUCKET).
"""

import hashlib
import os
import re
import secrets
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.conf import settings

from tournament.bucket import Bucket

_SHA256 = re.compile(r"[0-9a-f]{64}")


def keep(content: bytes) -> str:
    """Whole or not at all, on the disk when this returns; gives the name under which it is found again."""
    name = hashlib.sha256(content).hexdigest()
    if not _place().has(name):
        _place().put(name, content)
    return name


def read(name: str) -> bytes:
    return _place().get(_checked(name))


def forget(name: str) -> None:
    _place().drop(_checked(name))


def is_kept(name: str) -> bool:
    return _place().has(_checked(name))


def all_kept() -> Iterator[str]:
    """Their names, in order."""
    return (name for name in _place().names() if _SHA256.fullmatch(name))


def _checked(name: str) -> str:
    if not _SHA256.fullmatch(name):
        raise ValueError("not the name of a kept file")
    return name


def _place() -> "Bucket | Folder":
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
        _write_through(path.parent)
        _write_through(path.parent.parent)

    def get(self, name: str) -> bytes:
        return self._path(name).read_bytes()

    def drop(self, name: str) -> None:
        self._path(name).unlink(missing_ok=True)

    def has(self, name: str) -> bool:
        return self._path(name).is_file()

    def names(self) -> Iterator[str]:
        return iter(sorted(path.name for path in self._root.glob("??/*")))


def _write_through(folder: Path) -> None:
    """The name of a new file stands in its folder, which the disk may hold back as it may the file itself."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

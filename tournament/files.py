"""Made files, kept by their content: the same bytes are one file, and a name never lies about what is in it."""

import hashlib
import os
import re
import secrets
from pathlib import Path

from django.conf import settings

_SHA256 = re.compile(r"[0-9a-f]{64}")


def keep(content: bytes) -> str:
    """Whole or not at all, on the disk when this returns; gives the name under which it is found again."""
    name = hashlib.sha256(content).hexdigest()
    path = _path(name)
    if not path.exists():
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
    return name


def _write_through(folder: Path) -> None:
    """The name of a new file stands in its folder, which the disk may hold back as it may the file itself."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def read(name: str) -> bytes:
    return _path(name).read_bytes()


def forget(name: str) -> None:
    _path(name).unlink(missing_ok=True)


def is_kept(name: str) -> bool:
    return _path(name).is_file()


def _path(name: str) -> Path:
    if not _SHA256.fullmatch(name):
        raise ValueError("not the name of a kept file")
    return Path(settings.FILES_DIR) / name[:2] / name

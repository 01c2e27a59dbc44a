"""Open a backup that a disk may have damaged, or that somebody made up. Standard library only: the launcher uses it too.

Whatever breaks in such a file is one error, `Broken`: no list of what a zip file and JSON can raise was ever whole.
"""

import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

FORMAT, VERSION = "augengenau/backup", 1
MANIFEST = "manifest.json"
# A backup packs to about a fifth; what unpacks to much more than it is large was made to fill memory and disk.
PACKED_BY_MOST, ALLOWED_ANYHOW = 200, 64 << 20
LONGEST_MANIFEST = 16 << 20
# zipfile unpacks the other kinds as far as they go, whatever size they say.
OURS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
AT_ONCE = 1 << 20


class Broken(Exception):
    """It is damaged, or no backup."""


class TooLarge(Broken):
    def __init__(self, megabytes: int) -> None:
        super().__init__(megabytes)
        self.megabytes = megabytes


class NotOurs(Broken):
    """A file of another kind."""


class Newer(Broken):
    """Made by a version that this one cannot read."""


@contextmanager
def guarded() -> Iterator[None]:
    try:
        yield
    except Broken:
        raise
    except Exception as error:
        raise Broken(repr(error)) from error


def opened(path: Path) -> tuple[zipfile.ZipFile, dict[str, Any]]:
    """The archive, bounded, and its manifest, which has all that we write into one."""
    with guarded():
        archive = zipfile.ZipFile(path)
        try:
            _require_bounded(archive, path)
            return archive, _manifest(archive)
        except BaseException:
            archive.close()
            raise


def is_whole(path: Path) -> bool:
    """By its checksums and the number of its lines. `restore` also recomputes its logs."""
    try:
        with guarded():
            archive, manifest = opened(path)
            with archive:
                counted = {label: _lines(archive, label) for label in manifest["rows"]}
                return archive.testzip() is None and counted == manifest["rows"]
    except Broken:
        return False


def rows_of(path: Path, label: str) -> int:
    """How many a table has by the manifest; 0 if that cannot be read."""
    try:
        archive, manifest = opened(path)
    except Broken:
        return 0
    archive.close()
    return int(manifest["rows"].get(label, 0))


def _require_bounded(archive: zipfile.ZipFile, path: Path) -> None:
    """By what the archive says of itself; more than that is read of no member."""
    unpacked = sum(member.file_size for member in archive.infolist())
    is_bomb = unpacked > ALLOWED_ANYHOW + PACKED_BY_MOST * path.stat().st_size
    if is_bomb or archive.getinfo(MANIFEST).file_size > LONGEST_MANIFEST:
        raise TooLarge(unpacked >> 20)
    if any(member.compress_type not in OURS for member in archive.infolist()):
        raise Broken("packed otherwise than ours are")


def _manifest(archive: zipfile.ZipFile) -> dict[str, Any]:
    said = json.loads(archive.read(MANIFEST))
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        raise NotOurs
    if _is_number(said.get("version")) and said["version"] > VERSION:
        raise Newer
    fits = {
        "version": _is_number(said.get("version")),
        "made_at": isinstance(said.get("made_at"), str),
        "rows": _holds(said.get("rows"), _is_number),
        "heads": _holds(said.get("heads"), _is_head),
        "migrations": _holds(said.get("migrations"), _is_names),
    }
    if not all(fits.values()):
        raise Broken(f"its manifest: {[name for name, does in fits.items() if not does]}")
    return said


def _holds(value: Any, is_one: Any) -> bool:
    return isinstance(value, dict) and all(map(is_one, value.values()))


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_head(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and _is_number(value[0]) and isinstance(value[1], str)


def _is_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def _lines(archive: zipfile.ZipFile, label: str) -> int:
    """Without the first one, which names the columns."""
    with archive.open(f"tables/{label}.jsonl") as table:
        return sum(block.count(b"\n") for block in iter(lambda: table.read(AT_ONCE), b"")) - 1

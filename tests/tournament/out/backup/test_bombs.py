"""A small file that unpacks to gigabytes is refused before it is unpacked: whatever it claims of itself."""

import json
import struct
import time
import tracemalloc
import zipfile
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tournament.out.backup import archive, making

GIGABYTE, BLOCK = 1 << 30, bytes(1 << 20)
SECONDS, MOST = 1.0, 100 << 20
ROWS = "tables/tournament.club.jsonl"


def write(path: Path, name: str, size: int, *, manifest: bool = True) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        with archive.open(name, "w", force_zip64=True) as out:
            for _block in range(size // len(BLOCK)):
                out.write(BLOCK)
        if manifest:
            rows = {"tournament.club": 1}
            said = {"format": making.FORMAT, "version": making.VERSION, "rows": rows, "heads": {}, "migrations": {}}
            archive.writestr(making.MANIFEST, json.dumps(said))
    return path


@pytest.fixture(scope="module")
def bombs(tmp_path_factory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("bombs")
    found = {name: write(folder / f"{n}.zip", name, GIGABYTE) for n, name in enumerate((ROWS, "files/" + "a" * 64))}
    found["manifest"] = write(folder / "manifest.zip", making.MANIFEST, GIGABYTE, manifest=False)
    found["liar"] = lying(write(folder / "liar.zip", ROWS, GIGABYTE // 4))
    return found


def lying(path: Path) -> Path:
    """Says in the directory that the first member is small."""
    content = bytearray(path.read_bytes())
    at = content.index(b"PK\x01\x02")
    content[at + 24 : at + 28] = struct.pack("<I", 1000)
    path.write_bytes(content)
    return path


@pytest.mark.django_db
@pytest.mark.parametrize("kind", [ROWS, "files/" + "a" * 64, "manifest", "liar"])
def test_what_unpacks_to_gigabytes_is_refused_at_once(bombs, kind):
    tracemalloc.start()
    began = time.process_time()
    try:
        with pytest.raises(CommandError, match=r"würde ausgepackt|beschädigt"):
            call_command("restore", bombs[kind])
        assert tracemalloc.get_traced_memory()[1] < MOST
    finally:
        tracemalloc.stop()
    assert time.process_time() - began < SECONDS


@pytest.mark.django_db
def test_a_line_without_end_is_not_read_to_its_end(tmp_path, monkeypatch):
    path = write(tmp_path / "line.zip", ROWS, 512 << 20)
    monkeypatch.setattr(archive, "PACKED_BY_MOST", 10**6)
    tracemalloc.start()
    try:
        with pytest.raises(CommandError):
            call_command("restore", path)
        assert tracemalloc.get_traced_memory()[1] < MOST
    finally:
        tracemalloc.stop()

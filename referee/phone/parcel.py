"""The engine and the judge as one archive, which a phone unpacks and runs: the same files that the server runs.

Decided here: which files a phone needs. The same files give the same bytes, and their fingerprint is part of the address:
a phone keeps an archive for ever and fetches the next when the program is a newer one.
"""

import hashlib
import io
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
# Whole folders, and single files: all of it without Django.
PACKAGES = ("games/rules", "games/drawing", "referee/judging")
FILES = (
    "games/__init__.py",
    "games/opening.py",
    "games/protocol.py",
    "games/record.py",
    "games/stepping.py",
    "referee/__init__.py",
)
SOME_DAY = (2000, 1, 1, 0, 0, 0)


@cache
def parcel() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(_files()):
            archive.writestr(zipfile.ZipInfo(path.relative_to(ROOT).as_posix(), SOME_DAY), path.read_bytes())
    return packed.getvalue()


@cache
def fingerprint() -> str:
    return hashlib.sha256(parcel()).hexdigest()[:16]


def _files() -> Iterator[Path]:
    yield from (ROOT / name for name in FILES)
    for package in PACKAGES:
        yield from (path for path in (ROOT / package).rglob("*") if path.suffix in (".py", ".json"))

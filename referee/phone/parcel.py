"""The engine and the judge as one archive, which a phone unpacks and runs: the same files that the server runs.

Decided here: which files a phone needs. The same files give the same bytes, and their hash is part of the address: a phone
caches an archive for ever and fetches another one when the program has changed. All files are compressed as one, since they have
much in common: each by itself would be a quarter more.
"""

import gzip
import hashlib
import io
import tarfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from games.engine.rules.speech import CATALOGUE, catalogue_folders

ROOT = Path(__file__).parents[2]
# Whole folders, and single files: all of it without Django.
PACKAGES = ("games/engine/rules", "games/engine/drawing", "referee/judging", "referee/commentary")
# Of a game that is watched, what only a page or a paper draws, and the book's German once more, which stands in its data.
SERVER_ONLY = (
    "games/engine/drawing/curve.py",
    "referee/commentary/card.py",
    "referee/commentary/ladder.py",
    "referee/commentary/locale/de/LC_MESSAGES/engine.mo",
)
FILES = (
    "games/__init__.py",
    "games/engine/__init__.py",
    "games/engine/records/__init__.py",
    "games/engine/records/left_standing.py",
    "games/engine/records/handing_on.py",
    "games/engine/records/opening.py",
    "games/engine/protocol.py",
    "games/engine/records/record.py",
    "games/engine/records/stepping.py",
    "referee/__init__.py",
)
CATALOGUES = "catalogues"  # a folder a number, in the order in which they count
KIND = "application/gzip"


@cache
def parcel() -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name, path in sorted([*_files(), *_further_catalogues()]):
            content = path.read_bytes()
            entry = tarfile.TarInfo(name)  # without time and owner, so that the same files give the same archive
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return gzip.compress(packed.getvalue(), mtime=0)


@cache
def fingerprint() -> str:
    return hashlib.sha256(parcel()).hexdigest()[:16]


def _files() -> Iterator[tuple[str, Path]]:
    """The name in the archive, and where the file is."""
    yield from ((name, ROOT / name) for name in FILES)
    for package in PACKAGES:
        paths = (path for path in (ROOT / package).rglob("*") if path.suffix in (".py", ".json", ".mo"))
        named = ((path.relative_to(ROOT).as_posix(), path) for path in paths)
        yield from ((name, path) for name, path in named if name not in SERVER_ONLY)


def _further_catalogues() -> Iterator[tuple[str, Path]]:
    """Languages that were added beside the packages: the page speaks them, so the phone's Python has to as well."""
    packages = [ROOT / package for package in PACKAGES]
    beside = [folder for folder in catalogue_folders() if not any(map(folder.is_relative_to, packages))]
    for n, folder in enumerate(beside):
        paths = (path for path in folder.glob(f"*/{CATALOGUE}") if path not in [ROOT / name for name in SERVER_ONLY])
        yield from ((f"{CATALOGUES}/{n}/{path.relative_to(folder).as_posix()}", path) for path in paths)

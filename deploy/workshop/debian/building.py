"""Builds `augengenau_VERSION_debian12_amd64.deb`: the product and all its packages, with a menu entry and an icon.

What papers need, and Python itself, it asks of Debian: `apt install ./augengenau_….deb` brings them. The packages are the wheels
that the lock pins, for Python 3.11, which is that of Debian 12; another release needs a package of its own.
"""

import gzip
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from deploy.laptop.launch import PDF_PACKAGES
from deploy.workshop import wheels
from deploy.workshop.windows.building import compile_bytecode, deliver, put_packages, put_product

HERE = Path(__file__).parent
ROOT = wheels.ROOT
IMAGES = ROOT / "tournament" / "static" / "tournament" / "img"
PLATFORM, RELEASE = "x86_64-manylinux_2_28", "debian12"
SITE = Path("usr/lib/augengenau")
NEEDS = ("python3 (>= 3.11)", "python3 (<< 3.12)", "python3-tk", *PDF_PACKAGES.split())
CONTROL = """Package: augengenau
Version: {version}
Architecture: amd64
Maintainer: Augengenau <augengenau@example.org>
Depends: {needs}
Installed-Size: {size}
Section: games
Priority: optional
Description: tournaments, from the entry list to the certificate
 Entries, draw, results, standings, finals, papers, and a referee for the
 German board game. It runs on this machine; phones in the same network join.
"""
COMMAND = """#!/bin/sh
export PYTHONPATH=/usr/lib/augengenau
export PYTHONNOUSERSITE=1
exec /usr/bin/python3.11 -P -m augengenau "$@"
"""


def build(folder: Path) -> Path:
    version = wheels.version()
    target = folder / f"augengenau_{version}_{RELEASE}_amd64.deb"
    with tempfile.TemporaryDirectory(prefix="augengenau-debian-") as name:
        tree = Path(name, "tree")
        site = tree / SITE
        site.mkdir(parents=True)
        put_packages(site, PLATFORM)
        put_product(site, Path(name))
        compile_bytecode(site)
        put(tree, "usr/bin/augengenau", COMMAND.encode(), mode=0o755)
        put(tree, "usr/share/applications/augengenau.desktop", (HERE / "augengenau.desktop").read_bytes())
        put(tree, "usr/share/icons/hicolor/scalable/apps/augengenau.svg", (IMAGES / "logo.svg").read_bytes())
        put(tree, "usr/share/icons/hicolor/512x512/apps/augengenau.png", (IMAGES / "logo-512.png").read_bytes())
        put(tree, "usr/share/doc/augengenau/copyright", (ROOT / "LICENSE").read_bytes())
        changes = gzip.compress((ROOT / "CHANGELOG.md").read_bytes(), 9, mtime=0)
        put(tree, "usr/share/doc/augengenau/changelog.gz", changes)
        size = sum(path.stat().st_size for path in tree.rglob("*") if path.is_file()) // 1024
        control = CONTROL.format(version=version, needs=", ".join(NEEDS), size=size)
        put(tree, "DEBIAN/control", control.encode())
        for path in (tree, *tree.rglob("*")):
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
        words = ["dpkg-deb", "--root-owner-group", "-Zgzip", "--build", str(tree), str(target)]
        subprocess.run(
            words, env={**os.environ, "SOURCE_DATE_EPOCH": "315532800"}, check=True, stdout=subprocess.DEVNULL
        )
    return target


def put(tree: Path, place: str, data: bytes, mode: int = 0o644) -> None:
    path = tree / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    path.chmod(mode)


def main(arguments: list[str]) -> int:
    if not shutil.which("dpkg-deb"):
        raise SystemExit("dpkg-deb is missing: a package for Debian is built on Debian or Ubuntu.")
    return deliver(build, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Python for phones: CPython compiled for browsers (Pyodide), with which a phone judges when the network is gone.

`python -m deploy.phone` fetches the one version we know, by npm, compares its fingerprint and lays out what browsers ask
for, compressed. It is not part of the project, 6 MB; without it the server judges, and phones keep what was not judged.
"""

import base64
import gzip
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from deploy.folder import ROOT

VERSION = "314.0.7"
SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
FILES = {
    "pyodide.mjs": "text/javascript",
    "pyodide.asm.mjs": "text/javascript",
    "pyodide.asm.wasm": "application/wasm",
    "pyodide-lock.json": "application/json",
    "python_stdlib.zip": "application/zip",
}
PATIENCE = 180  # seconds


class NotHad(Exception):
    """Why it could not be fetched, in a sentence."""


def folder() -> Path:
    return Path(os.environ.get("AUGENGENAU_PHONE") or ROOT / "build" / "phone") / VERSION


def is_there() -> bool:
    return folder().is_dir()


def fetch() -> None:
    """Whole or not at all: whoever looks meanwhile finds nothing."""
    if is_there():
        return
    npm = shutil.which("npm")
    if not npm:
        raise NotHad("npm is missing (apt install npm).")
    target = folder()
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as name:
        here = Path(name)
        _lay_out(_packed(npm, here), here / "files")
        try:
            (here / "files").rename(target)
        except OSError:
            if not is_there():  # somebody else was quicker
                raise


def _packed(npm: str, here: Path) -> Path:
    command = [npm, "pack", f"pyodide@{VERSION}", "--ignore-scripts", "--silent"]
    try:
        subprocess.run(command, cwd=here, check=True, capture_output=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        raise NotHad(f"npm did not end within {PATIENCE} seconds.") from None
    except subprocess.CalledProcessError:
        raise NotHad("npm could not fetch it, perhaps for want of an internet connection.") from None
    package = next(here.glob("*.tgz"), None)
    if package is None or base64.b64encode(hashlib.sha512(package.read_bytes()).digest()).decode() != SHA512:
        raise NotHad("what npm fetched is not what we know, so it is not used.")
    return package


def _lay_out(package: Path, target: Path) -> None:
    target.mkdir()
    with tarfile.open(package) as archive:
        for name in FILES:
            file = archive.extractfile(f"package/{name}")
            assert file, name
            (target / f"{name}.gz").write_bytes(gzip.compress(file.read(), 9, mtime=0))


def main() -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # what lies about half made is removed
    try:
        fetch()
    except NotHad as why:
        print(f"Phones cannot judge without network yet: {why}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

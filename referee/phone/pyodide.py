"""Python for phones: CPython compiled for browsers (Pyodide), with which a phone judges when the network is gone.

`python -m referee.phone.pyodide` downloads one pinned version with npm, checks its hash and stores the files that browsers
request, compressed. It is not part of the project (6 MB); without it the server judges, and phones queue what was not judged.
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

from tournament.core import system

VERSION = "314.0.7"
SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
FILES = {
    "pyodide.mjs": "text/javascript",
    "pyodide.asm.mjs": "text/javascript",
    "pyodide.asm.wasm": "application/wasm",
    "pyodide-lock.json": "application/json",
    "python_stdlib.zip": "application/zip",
}
ROOT = Path(__file__).resolve().parents[2]
TIMEOUT = 180  # seconds


class NotFetched(Exception):
    """Says in a sentence why Pyodide could not be fetched."""


def folder() -> Path:
    return Path(os.environ.get("AUGENGENAU_PHONE") or ROOT / "build" / "phone") / VERSION


def is_there() -> bool:
    return folder().is_dir()


def fetch() -> None:
    """Download all files and publish them by one rename, so that nobody sees half of them."""
    if is_there():
        return
    npm = shutil.which("npm")
    if not npm:
        raise NotFetched("npm is missing (apt install npm).")
    target = folder()
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as name:
        here = Path(name)
        _compress(_downloaded(npm, here), here / "files")
        try:
            (here / "files").rename(target)
        except OSError:
            if not is_there():  # another process was faster
                raise


def _downloaded(npm: str, here: Path) -> Path:
    command = [npm, "pack", f"pyodide@{VERSION}", "--ignore-scripts", "--silent"]
    try:
        subprocess.run(command, cwd=here, check=True, capture_output=True, timeout=TIMEOUT)  # noqa: S603  (npm, with words of ours)
    except subprocess.TimeoutExpired:
        raise NotFetched(f"npm did not end within {TIMEOUT} seconds.") from None
    except subprocess.CalledProcessError:
        raise NotFetched("npm could not fetch it, perhaps for want of an internet connection.") from None
    package = next(here.glob("*.tgz"), None)
    if package is None or base64.b64encode(hashlib.sha512(package.read_bytes()).digest()).decode() != SHA512:
        raise NotFetched("what npm fetched is not what we know, so it is not used.")
    return package


def _compress(package: Path, target: Path) -> None:
    target.mkdir()
    with tarfile.open(package) as archive:
        for name in FILES:
            file = archive.extractfile(f"package/{name}")
            assert file, name
            (target / f"{name}.gz").write_bytes(gzip.compress(file.read(), 9, mtime=0))


def main() -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the temporary directory is removed
    system.obey_parent()
    try:
        fetch()
    except NotFetched as why:
        print(f"Phones cannot judge without network yet: {why}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

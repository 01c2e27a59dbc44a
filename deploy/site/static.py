"""Whether static files must be collected again (compressed, under hashed names), and the security headers of a static file.

They are compared by name, size and modification time with what was collected last; those of other packages by the lock.
"""

import hashlib
import os
from collections.abc import Iterator, MutableMapping
from pathlib import Path

from deploy.laptop.folder import ROOT, packages

CLOSED = "default-src 'none'; frame-ancestors 'none'"
# A web worker has the policy of its own file: the one that runs Python compiles WebAssembly, which no page may.
RUNS_PYTHON = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
KEEPS_PAGES = "default-src 'none'; connect-src 'self'"


def fence(headers: MutableMapping[str, str], _path: str, url: str) -> None:
    name = url.rpartition("/")[2]
    headers["Content-Security-Policy"] = CLOSED
    if name.startswith("engine-worker."):
        headers["Content-Security-Policy"] = RUNS_PYTHON
    elif name.startswith("keeper."):
        headers["Content-Security-Policy"] = KEEPS_PAGES
        headers["Service-Worker-Allowed"] = "/"


def must_collect() -> bool:
    try:
        return _stamp().read_text() != fingerprint(ROOT)
    except FileNotFoundError:
        return True


def mark() -> None:
    _stamp().write_text(fingerprint(ROOT))


def _stamp() -> Path:
    """Stored beside the collected files, so that it is removed with them."""
    return Path(os.environ.get("AUGENGENAU_STATIC") or ROOT / "build" / "static") / ".collected-from"


def fingerprint(root: Path) -> str:
    lines = [f"{path.relative_to(root)} {_size_and_time(path)}" for path in sorted(_sources(root))]
    return hashlib.sha256("\n".join([packages(), *lines]).encode()).hexdigest()


def _size_and_time(path: Path) -> str:
    status = path.stat()
    return f"{status.st_size} {status.st_mtime_ns}"


def _sources(root: Path) -> Iterator[Path]:
    for folder in root.glob("*/static"):
        if folder.parent.name != "build":
            yield from (path for path in folder.rglob("*") if path.is_file())

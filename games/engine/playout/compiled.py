"""The playout loop compiled to machine code if it was built, else as plain Python.

    python -m games.engine.playout.compiled     builds it; needs mypy and a C compiler, and mypy's librt to run

In the library of its own that is `python -m augengenau_engine.compiled`.

Decided here: which of the two is used. A build is used only if this Python made it from the present source; any other,
or one that does not load, is ignored without a message, because both play the same games throw for throw.
AUGENGENAU_PURE=1 turns it off.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import ModuleType

from . import loop as pure

SOURCE = Path(pure.__file__)
# Where Python keeps what it compiles: writable by whoever may install, in no repository, and gone with the package.
BUILD = SOURCE.parent / "__pycache__" / "compiled"
NAME = "playout_loop"
# What is replaced in the compiled source. These imports are only here: the product itself needs neither package.
MACHINE = {
    "list[Number]": "vec[Number]",
    "Number = int\n": "from librt.vecs import vec\nfrom mypy_extensions import i64 as Number\n",
    "Row = list[int]\n": "Row = bytes\n",
}


def path() -> Path:
    """The path of the build of the present source for this Python."""
    fingerprint = hashlib.sha256(SOURCE.read_bytes()).hexdigest()[:16]
    return BUILD / fingerprint / f"{NAME}{EXTENSION_SUFFIXES[0]}"


def built() -> ModuleType | None:
    """The compiled loop, if there is one that loads."""
    try:
        compiled = path()
        if not compiled.exists():
            return None
        spec = importlib.util.spec_from_file_location(NAME, compiled)
        assert spec and spec.loader
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    except (ImportError, OSError):
        return None
    return module


def chosen() -> ModuleType:
    return (None if os.environ.get("AUGENGENAU_PURE") else built()) or pure


def build() -> Path:
    """Compile the loop; CalledProcessError if there is nothing to compile it with."""
    target = path()
    with tempfile.TemporaryDirectory() as folder:
        source = SOURCE.read_text()
        for plain, fast in MACHINE.items():
            source = source.replace(plain, fast)
        Path(folder, f"{NAME}.py").write_text(source)
        subprocess.run([sys.executable, "-m", "mypyc", f"{NAME}.py"], cwd=folder, check=True, capture_output=True)  # noqa: S603
        (made,) = Path(folder).glob(f"{NAME}*{EXTENSION_SUFFIXES[0]}")
        target.parent.mkdir(parents=True, exist_ok=True)
        # Renamed, so that a process that starts meanwhile finds the whole file or none.
        shutil.copy(made, target.with_suffix(".new"))
        target.with_suffix(".new").replace(target)
    return target


def main() -> int:
    try:
        print(build())
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode(errors="replace").strip()
        print(f"Nothing was compiled; games are played by plain Python as before.\n{said}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"What was compiled cannot be kept here: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

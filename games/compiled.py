"""The playout loop compiled to a machine-code module, where somebody built one; else the same source as it stands.

    python -m games.compiled     builds it into build/; needs mypy (as the tests do) and a C compiler, and where it
                                 is used mypy's librt

Decided here: which of the two is used. A build counts only if it was made by this Python from the loop as it is now;
anything else, or one that does not load, is passed over in silence: both play the same games throw for throw.
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

import games.playout_loop as pure

SOURCE = Path(pure.__file__)
BUILD = SOURCE.parents[1] / "build" / "compiled"
NAME = "playout_loop"
# What the compiled source says instead. The imports are nowhere else: the product itself needs neither package.
MACHINE = {
    "list[Number]": "vec[Number]",
    "Number = int\n": "from librt.vecs import vec\nfrom mypy_extensions import i64 as Number\n",
    "Row = list[int]\n": "Row = bytes\n",
}


def path() -> Path:
    """Where the build of the present source for this Python belongs."""
    fingerprint = hashlib.sha256(SOURCE.read_bytes()).hexdigest()[:16]
    return BUILD / fingerprint / f"{NAME}{EXTENSION_SUFFIXES[0]}"


def built() -> ModuleType | None:
    """The compiled loop, if there is one that loads."""
    try:
        found = path()
        if not found.exists():
            return None
        spec = importlib.util.spec_from_file_location(NAME, found)
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
        # A process that starts meanwhile finds the whole file or none.
        shutil.copy(made, target.with_suffix(".new"))
        target.with_suffix(".new").replace(target)
    return target


def main() -> int:
    try:
        print(build())
    except subprocess.CalledProcessError as error:
        print(error.stderr.decode(errors="replace").strip(), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

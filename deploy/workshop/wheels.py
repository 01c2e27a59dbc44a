"""Builds the two wheels, the same bytes every time: the product (`augengenau`), the engine with its judge (`augengenau-engine`).

`deploy/release` calls it, and so does pip for `pip install .` (PEP 517: it is the backend that pyproject.toml names). Standard
library only, so that building asks nothing of the internet. A wheel holds one package at its top, named like the wheel:

- the product keeps its tree below `augengenau/house`, which only its own processes put on their path (`deploy/command`), so that
  `games` or `deploy` of another program never meets ours;
- the engine is `games/engine` and `referee/judging` side by side, with the names by which they know each other replaced.
"""

import base64
import hashlib
import re
import sys
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
SINCE = (1980, 1, 1, 0, 0, 0)  # the moment of every file: a zip has no earlier one
MODE = 0o100644 << 16
LEVEL = 9

HOUSE = ("tournament", "games", "referee", "templates", "deploy")
LOOSE = ("manage.py", "pyproject.toml", "LICENSE")
# What only those who work on the project need.
WORKSHOP = (
    *(
        "deploy/workshop/",
        "deploy/bootstrap.sh",
        "deploy/lock",
        "deploy/messages",
        "deploy/release",
        "deploy/run",
        "deploy/test",
    ),
    *("deploy/samples", "deploy/augengenau", "games/engine/README.md", "templates/dev/"),
)
SECRETS = ("deploy/server/secrets/", "deploy/server/certificates/")  # of this machine
SOURCES_OF_OTHERS = (".po", ".pyc", ".lock")  # catalogues are shipped compiled

ENGINE = "augengenau_engine"
RENAMED = {"games.engine": f"{ENGINE}.engine", "referee.judging": f"{ENGINE}.judging"}
PARTS = {"games/engine": "engine", "referee/judging": "judging"}
CLASSIFIERS = (
    "Development Status :: 4 - Beta",
    *(f"Programming Language :: Python :: 3.{minor}" for minor in (11, 12, 13, 14)),
    "Topic :: Games/Entertainment :: Board Games",
    "Typing :: Typed",
)
PRODUCT = '''"""Augengenau: tournaments from the entry list to the certificate. The command is `augengenau`."""
'''
PRODUCT_MAIN = '''"""The command `augengenau`. The tree in `house` is put on the path of this process alone."""

import sys
from pathlib import Path

HOUSE = Path(__file__).resolve().parent / "house"


def main() -> None:
    sys.path.insert(0, str(HOUSE))
    from deploy.command.main import main as command

    command()


if __name__ == "__main__":
    main()
'''
ENGINE_MAIN = f'''"""`python -m {ENGINE}`: the protocol over standard input and output."""

import sys

from .engine.protocol import main
from .judging.protocol import OPS

if __name__ == "__main__":
    sys.exit(main(OPS))
'''


ENGINE_COMPILED = f'''"""`python -m {ENGINE}.compiled`: playouts compiled to machine code, where mypy and a C compiler are."""

import sys

from .engine.playout.compiled import main

if __name__ == "__main__":
    sys.exit(main())
'''


class Wheel(NamedTuple):
    name: str
    summary: str
    needs: tuple[str, ...]
    readme: str
    files: Mapping[str, bytes]
    command: str = ""

    @property
    def file(self) -> str:
        return f"{self.name.replace('-', '_')}-{version()}-py3-none-any.whl"


def project() -> dict[str, Any]:
    data: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return data


def version() -> str:
    return str(project()["version"])


# What is in them


def product() -> Wheel:
    files = {f"augengenau/house/{name}": data for name, data in _house()}
    files["augengenau/__init__.py"] = PRODUCT.encode()
    files["augengenau/__main__.py"] = PRODUCT_MAIN.encode()
    about = project()
    command = "augengenau = augengenau.__main__:main"
    readme = (ROOT / "README.md").read_text()
    return Wheel("augengenau", about["description"], tuple(about["dependencies"]), readme, files, command)


def _house() -> Iterator[tuple[str, bytes]]:
    for top in HOUSE:
        for path in _files(ROOT / top):
            name = path.relative_to(ROOT).as_posix()
            if not name.startswith((*WORKSHOP, *SECRETS)):
                yield name, path.read_bytes()
    for name in LOOSE:
        yield name, (ROOT / name).read_bytes()


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(ROOT).parts
        is_ours = not any(part.startswith(".") or part == "__pycache__" for part in parts)
        if is_ours and path.is_file() and path.suffix not in SOURCES_OF_OTHERS:
            yield path


def engine() -> Wheel:
    files = {}
    for source, part in PARTS.items():
        for path in _files(ROOT / source):
            if path.suffix != ".md":
                name = f"{ENGINE}/{part}/{path.relative_to(ROOT / source).as_posix()}"
                files[name] = _renamed(path.read_text()).encode() if path.suffix == ".py" else path.read_bytes()
    names = _public_names()
    door = "".join(f"from .judging.door import {name} as {name}\n" for name in names)
    listed = "".join(f"    {name!r},\n" for name in names).replace("'", '"')
    head = (
        '"""Five games of one family: rules, records, drawings, playouts, and a judge. The README shows all of it."""'
    )
    files[f"{ENGINE}/__init__.py"] = f'{head}\n\n{door}\n__version__ = "{version()}"\n__all__ = [\n{listed}]\n'.encode()
    files[f"{ENGINE}/__main__.py"] = ENGINE_MAIN.encode()
    files[f"{ENGINE}/compiled.py"] = ENGINE_COMPILED.encode()
    files[f"{ENGINE}/py.typed"] = b""
    readme = (ROOT / "games" / "engine" / "README.md").read_text()
    summary = (
        "Mensch ärgere Dich nicht and its kin: rules, notation, records, drawings, playouts, and a referee's verdict."
    )
    return Wheel("augengenau-engine", summary, (), readme, files)


def _renamed(source: str) -> str:
    for ours, theirs in RENAMED.items():
        source = re.sub(rf"\b{re.escape(ours)}\b", theirs, source)
    return source


def _public_names() -> list[str]:
    """What the door gives out, read from its source: building imports nothing."""
    listed = re.search(
        r"^__all__ = \[(.*?)^\]", (ROOT / "referee/judging/door.py").read_text(), re.MULTILINE | re.DOTALL
    )
    assert listed, "the door lists what it gives out"
    return re.findall(r'"(\w+)"', listed[1])


WHEELS = {"product": product, "engine": engine}


# How one is written


def write(wheel: Wheel, folder: Path) -> Path:
    about = f"{wheel.name.replace('-', '_')}-{version()}.dist-info"
    files = {
        **wheel.files,
        f"{about}/METADATA": metadata(wheel).encode(),
        f"{about}/WHEEL": b"Wheel-Version: 1.0\nGenerator: augengenau\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{about}/licenses/LICENSE": (ROOT / "LICENSE").read_bytes(),
    }
    if wheel.command:
        files[f"{about}/entry_points.txt"] = f"[console_scripts]\n{wheel.command}\n".encode()
    rows = [f"{name},sha256={_hash(data)},{len(data)}" for name, data in sorted(files.items())]
    record = f"{about}/RECORD"
    files[record] = "".join(f"{row}\n" for row in [*rows, f"{record},,"]).encode()
    target = folder / wheel.file
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL) as archive:
        for name in sorted(files, key=lambda name: (name.startswith(about), name)):
            member = zipfile.ZipInfo(name, SINCE)
            member.external_attr, member.compress_type = MODE, zipfile.ZIP_DEFLATED
            archive.writestr(member, files[name], compresslevel=LEVEL)
    return target


def _hash(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def metadata(wheel: Wheel) -> str:
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {wheel.name}",
        f"Version: {version()}",
        f"Summary: {wheel.summary}",
        f"License-Expression: {project()['license']}",
        "License-File: LICENSE",
        *(f"Classifier: {classifier}" for classifier in CLASSIFIERS),
        f"Requires-Python: {project()['requires-python']}",
        *(f"Requires-Dist: {need}" for need in wheel.needs),
        "Description-Content-Type: text/markdown",
    ]
    return "\n".join(lines) + "\n\n" + wheel.readme


# What pip asks


def build_wheel(wheel_directory: str, config_settings: object = None, metadata_directory: object = None) -> str:
    return write(product(), Path(wheel_directory)).name


def build_sdist(sdist_directory: str, config_settings: object = None) -> str:
    raise NotImplementedError("The source is the repository: build a wheel (pip wheel ., deploy/release).")


def main(arguments: list[str]) -> int:
    """Writes both wheels, and their checksums, into a folder."""
    folder = Path(arguments[0] if arguments else ROOT / "build" / "release")
    folder.mkdir(parents=True, exist_ok=True)
    made = [write(make(), folder) for make in WHEELS.values()]
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in made]
    (folder / "SHA256SUMS").write_text("".join(sums))
    for path in made:
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

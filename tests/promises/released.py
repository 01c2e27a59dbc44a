"""The folders under tests/data/releases (`tests.promises.release` makes them), and an installation in which one comes to life."""

import json
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from deploy.laptop import children, folder
from deploy.laptop.folder import ROOT
from deploy.laptop.launch import child_environment
from tests.deploy.conftest import bare_environment
from tests.promises.server import Server

RELEASES = ROOT / "tests" / "data" / "releases"
SITE = "http://site.example"  # stands for where it was reached
PASSWORD = "sechs mal sechs"  # of Yara, in every release


@dataclass(frozen=True)
class Release:
    name: str

    @property
    def folder(self) -> Path:
        return RELEASES / self.name

    @cached_property
    def told(self) -> dict[str, Any]:
        return json.loads((self.folder / "told.json").read_text())

    @property
    def facts(self) -> dict[str, Any]:
        return self.told["facts"]

    @property
    def said(self) -> dict[str, Any]:
        """What the program of then said of itself."""
        return {name: value for name, value in self.told.items() if name != "facts"}

    def phone(self, site: str) -> dict[str, Any]:
        """What a phone kept and sent then, as if it had been at this address."""
        return json.loads((self.folder / "phone.json").read_text().replace(SITE, site))

    def unpacked(self, data: Path) -> "Installation":
        data.mkdir(mode=0o700, parents=True)
        with tarfile.open(self.folder / "data.tar.xz") as archive:
            archive.extractall(data, filter="data")
        return Installation(data)


def _age(name: str) -> tuple[tuple[int, ...], float]:
    """0.1.0.dev12 is a state on the way to 0.1.0: `tournament` had twelve migrations."""
    version, _dev, number = name.partition(".dev")
    return folder.version_key(version), float(number or "inf")


RELEASED = [Release(name) for name in sorted((path.name for path in RELEASES.iterdir()), key=_age)]


@dataclass
class Installation:
    """A laptop's data folder and the program of today."""

    data: Path
    more: dict[str, str] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        return child_environment(self.data, "127.0.0.1", 8000, bare_environment(**self.more))

    def brought_up_to_date(self) -> "Installation":
        """As `deploy/run` does before anything else."""
        folder.prepare(self.data)
        if folder.must_migrate(self.data):
            children.wait_for(children.start_preparing(["migrate"], self.environment))
        return self

    def copied(self, data: Path) -> "Installation":
        return Installation(Path(shutil.copytree(self.data, data)))

    def run(self, *words: str, code: int = 0) -> str:
        """What it said, with its complaints if it has to end with a code."""
        line = [sys.executable, *words]
        done = subprocess.run(
            line, cwd=ROOT, env=self.environment, capture_output=True, text=True, timeout=120, check=False
        )
        assert done.returncode == code, done.stdout[-1000:] + done.stderr[-3000:]
        return done.stdout + (done.stderr if code else "")

    def says(self) -> dict[str, Any]:
        return json.loads(self.run("-m", "tests.promises.release_evening", "tell"))

    def verify(self, *seals: str, code: int = 0) -> str:
        return self.run(
            "manage.py", "verify_tournament", *(word for seal in seals for word in ("--seal", seal)), code=code
        )

    @contextmanager
    def server(self) -> Iterator[Server]:
        server = Server(self.data)
        server.env = self.environment | {"AUGENGENAU_DEBUG": "1", "AUGENGENAU_LOG": "ERROR"}
        server.start()
        try:
            yield server
        finally:
            server.kill()

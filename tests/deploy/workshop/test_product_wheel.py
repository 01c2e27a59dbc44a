"""The product's wheel, installed beside nothing but what it needs: one command, a running program, nothing written beside it."""

import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest

from deploy.workshop import wheels
from deploy.workshop.services import free_port
from tests.deploy.conftest import until

pytestmark = pytest.mark.slow
SAMPLE = "23 players"


class Installed:
    """An environment with the wheel; what it needs is lent by ours, so that nothing is fetched."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.home.mkdir()
        venv.create(folder / "venv", with_pip=True, symlinks=True)
        self.bin = folder / "venv" / "bin"
        self.packages = Path(
            self.run(self.bin / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
        )
        (self.packages / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
        wheel = wheels.write(wheels.product(), folder)
        self.run(self.bin / "python", "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", wheel)
        self.data = self.home / "data"

    def environment(self, **more: str) -> dict[str, str]:
        return {
            "PATH": "/usr/bin:/bin",
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "PYTHONDONTWRITEBYTECODE": "1",
            **more,
        }

    def start(self, *words: object, **more: str) -> "subprocess.CompletedProcess[bytes]":
        command = [str(word) for word in words]
        return subprocess.run(
            command, cwd=self.home, env=self.environment(**more), capture_output=True, timeout=120, check=False
        )

    def run(self, *words: object, **more: str) -> str:
        done = self.start(*words, **more)
        assert done.returncode == 0, (done.stdout + done.stderr).decode()
        return done.stdout.decode()

    def says(self, *words: object, **more: str) -> str:
        return self.run(self.bin / "augengenau", *words, **more)

    def refuses(self, *words: object, code: int = 1, **more: str) -> str:
        done = self.start(self.bin / "augengenau", *words, **more)
        assert done.returncode == code
        assert b"Traceback" not in done.stderr
        assert not self.is_written(words)
        return done.stderr.decode()

    def is_written(self, words: tuple[object, ...]) -> bool:
        """Whether a folder that was named wrongly is there now."""
        return "--data" in words and "nowhere" in str(words) and (self.home / "nowhere").exists()


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Installed:
    return Installed(tmp_path_factory.mktemp("installed"))


@pytest.fixture(scope="module")
def running(installed):
    """Started with a sample, as a person starts it."""
    port, log = free_port(), installed.home / "log"
    with log.open("wb") as output:
        command = [
            installed.bin / "augengenau",
            "run",
            "--demo",
            "--host",
            "127.0.0.1",
            "--port",
            str(port),
            "--data",
            installed.data,
        ]
        environment = installed.environment(AUGENGENAU_PHONE=str(installed.home))
        process = subprocess.Popen(
            command,
            cwd=installed.home,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        until(lambda: process.poll() is not None or "Ctrl-C ends" in log.read_text(), limit=90)
        assert process.poll() is None, log.read_text()
        yield f"http://127.0.0.1:{port}"
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


def fetched(address: str) -> str:
    request = urllib.request.Request(address, headers={"Accept-Language": "de"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        assert answer.status == 200
        return answer.read().decode()


def tree(folder: Path) -> dict[str, int]:
    return {str(path.relative_to(folder)): path.stat().st_size for path in folder.rglob("*") if path.is_file()}


def test_it_runs_with_its_templates_its_files_and_its_words(installed, running):
    page = fetched(f"{running}/")
    assert 'lang="de"' in page
    styles = re.findall(r'href="(/static/[^"]+\.css)"', page)
    assert styles
    assert all("{" in fetched(running + style) for style in styles)
    assert "openapi" in fetched(f"{running}/api/v1/schema/?format=json")
    assert "Zug" in fetched(f"{running}/rules/") or "Regel" in fetched(f"{running}/rules/")


def test_nothing_is_written_where_it_is_installed(installed, running):
    named = {name.removeprefix("augengenau/") for name in wheels.product().files}
    there = {name for name in tree(installed.packages / "augengenau") if "__pycache__" not in name}
    assert there == named


def test_its_packages_are_nobody_elses(installed):
    for name in ("games", "referee", "tournament", "deploy", "manage"):
        done = installed.start(installed.bin / "python", "-c", f"import augengenau, {name}")
        assert b"ModuleNotFoundError" in done.stderr


def test_what_is_backed_up_is_restored_elsewhere_through_pipes(installed, running, tmp_path):
    made = installed.start(installed.bin / "augengenau", "backup", "-", "--data", installed.data)
    assert (made.returncode, made.stderr) == (0, b"")
    (tmp_path / "b.zip").write_bytes(made.stdout)
    assert zipfile.is_zipfile(tmp_path / "b.zip")
    other = installed.home / "other"
    with (tmp_path / "b.zip").open("rb") as source:
        command = [installed.bin / "augengenau", "restore", "-", "--data", other]
        done = subprocess.run(
            command, stdin=source, env=installed.environment(), capture_output=True, timeout=120, check=False
        )
    assert done.returncode == 0, done.stderr
    assert "all logs whole" in done.stdout.decode()
    assert "whole, head" in installed.says("verify", "--data", other)
    assert "in use already" in installed.refuses("restore", tmp_path / "b.zip", "--data", other)
    assert "is whole" in installed.says("check", "--data", other)


def test_a_person_is_found_and_erased(installed, running):
    found = installed.says("erase", "--find", "Anna", "--data", installed.data)
    assert "Anna Albers" in found
    installed.says("erase", found.split()[0], "--data", installed.data)
    assert installed.says("erase", "--find", "Anna", "--data", installed.data) == ""


@pytest.mark.parametrize(
    "words",
    [
        *(
            ["verify"],
            ["backup", "b.zip"],
            ["export", "x", "-"],
            ["token", "yara", "read"],
            ["account", "yara", "--close"],
        ),
        *(["password", "yara"], ["erase", "x"], ["check"], ["import", "x.json"]),
    ],
    ids=lambda words: words[0],
)
def test_a_wrong_folder_is_refused_and_never_filled(installed, words):
    said = installed.refuses(*words, "--data", "nowhere")
    assert said.startswith("There is nothing of Augengenau in ")
    assert said.count("\n") == 1


def test_it_speaks_the_language_of_the_terminal(installed):
    assert installed.refuses("verify", "--data", "nowhere", LANG="de_DE.UTF-8").startswith("In ")
    assert "Turniere" in installed.says("--help", LANG="de_DE.UTF-8")
    assert "Tournaments" in installed.says("--help", LANG="fr_FR.UTF-8")


@pytest.mark.parametrize(
    "words", [[], ["no"], ["backup"], ["token", "a", "all"], ["account", "a"], ["run", "--port", "x"]], ids=str
)
def test_words_that_are_not_understood(installed, words):
    code = 1 if words[:1] == ["run"] else 2
    assert installed.refuses(*words, code=code)


@pytest.mark.parametrize(
    "word",
    [
        "run",
        "backup",
        "restore",
        "verify",
        "export",
        "import",
        "token",
        "account",
        "erase",
        "password",
        "check",
        "engine",
        "manage",
    ],
)
def test_every_word_has_a_help(installed, word):
    assert f"augengenau {word}" in installed.says(word, "--help")


def test_the_protocols_answer(installed):
    for program, line in (
        ("games", '{"op": "rules"}'),
        ("referee", '{"op": "incidents", "rules": "turnier"}'),
        ("draw", '{"op": "draw", "players": 4}'),
    ):
        command = [installed.bin / "augengenau", "engine", program]
        done = subprocess.run(
            command, input=line, env=installed.environment(), capture_output=True, text=True, timeout=60, check=True
        )
        assert done.stdout.startswith("{")
        assert '"error"' not in done.stdout


def test_pip_builds_the_same_from_the_project(tmp_path):
    """`pip install .`: the backend is ours, and nothing is fetched for it."""
    source = tmp_path / "source"
    for top in wheels.HOUSE:
        shutil.copytree(wheels.ROOT / top, source / top, ignore=shutil.ignore_patterns("__pycache__"))
    for name in (*wheels.LOOSE, "README.md"):
        shutil.copy(wheels.ROOT / name, source)
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-index",
        "--wheel-dir",
        tmp_path,
        source,
    ]
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}
    subprocess.run(command, env=environment, check=True, capture_output=True, timeout=300)
    assert (tmp_path / wheels.product().file).read_bytes() == wheels.write(wheels.product(), source).read_bytes()

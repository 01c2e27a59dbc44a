"""What stops a start: one sentence that says what to do, an exit code, no traceback, and before anything is installed."""

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.laptop.folder import ROOT
from deploy.workshop.services import free_port
from tests.deploy.conftest import bare_environment


@pytest.fixture
def fresh(tmp_path) -> Path:
    """The project as it is unpacked: nothing installed."""
    copy = tmp_path / "augengenau"
    for top in ("deploy", "tournament", "games", "referee"):
        shutil.copytree(ROOT / top, copy / top, ignore=shutil.ignore_patterns("__pycache__", "static", "locale"))
    shutil.copy(ROOT / "pyproject.toml", copy)
    return copy


@pytest.fixture
def path_of(tmp_path):
    """A search path on which `python3` is what the test says, and no other Python is."""

    def make(script: str) -> str:
        folder = tmp_path / "bin"
        folder.mkdir()
        for name in ("sh", "id", "dirname", "cmp"):
            (folder / name).symlink_to(shutil.which(name))
        if script:
            (folder / "python3").write_text(f"#!/bin/sh\n{script}\n")
            (folder / "python3").chmod(0o755)
        return str(folder)

    return make


def refusal(fresh: Path, *options: str, path: str = "") -> str:
    """Runs deploy/run and returns the one line it may say."""
    search = path or f"{Path(sys.executable).resolve().parent}:{os.environ['PATH']}"
    done = subprocess.run(
        [fresh / "deploy" / "run", *options],
        env=bare_environment(PATH=search),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    assert not (fresh / ".venv").exists()
    return done.stderr.strip()


def test_an_old_python(fresh, path_of):
    # Answers as Python 3.9 would: false to "is it 3.11?", its version to the question for it.
    said = refusal(fresh, path=path_of('case $2 in *sys.exit*) exit 1 ;; *) echo "this machine has 3.9" ;; esac'))
    assert said.startswith("Python 3.11 or newer is needed (this machine has 3.9): ")


def test_no_python(fresh, path_of):
    assert "none was found here" in refusal(fresh, path=path_of(""))


def test_a_python_without_venv(fresh, path_of):
    real = Path(sys.executable).resolve()
    path = path_of(f'case "$*" in *ensurepip*) exit 1 ;; *) exec {real} "$@" ;; esac')
    said = refusal(fresh, "--port", str(free_port()), path=path)
    version = "{}.{}".format(*sys.version_info)
    assert said.endswith(f"apt install python{version}-venv")


def test_an_unknown_option(fresh):
    assert refusal(fresh, "--prot", "8001") == (
        "Unrecognized arguments: --prot 8001; deploy/run --help says what there is."
    )


def test_a_port_that_is_none(fresh):
    assert "is not a port" in refusal(fresh, "--port", "80000")


def test_an_occupied_port(fresh):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = refusal(fresh, "--port", str(port))
    assert said == f"Port {port} is taken by another program: choose another one with --port {port + 1}."


def test_an_address_of_another_machine(fresh):
    assert refusal(fresh, "--host", "203.0.113.7").startswith("203.0.113.7 is not an address of this machine")


def test_a_data_folder_that_cannot_be_written(fresh, tmp_path):
    (tmp_path / "file").touch()
    said = refusal(fresh, "--data", str(tmp_path / "file" / "data"))
    assert "cannot be written (Not a directory): choose a folder" in said


def test_a_data_folder_of_a_newer_version(fresh, tmp_path):
    (tmp_path / "newer").mkdir()
    (tmp_path / "newer" / "VERSION").write_text("99.0\nabc\n")
    assert "last used by a version newer than this one" in refusal(fresh, "--data", str(tmp_path / "newer"))


def test_a_data_folder_that_a_sync_program_copies(fresh, tmp_path):
    assert "OneDrive - SC Augenzahl, which" in refusal(fresh, "--data", str(tmp_path / "OneDrive - SC Augenzahl" / "d"))


def test_help_needs_nothing_installed(fresh):
    done = subprocess.run([fresh / "deploy" / "run", "--help"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    assert "--demo" in done.stdout
    assert not (fresh / ".venv").exists()

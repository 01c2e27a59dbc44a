"""docs/command.md as it stands: each line in a shell, in a folder as somebody has it, on data that deploy/run has made."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.command.main import NEEDS_NO_DATA
from deploy.laptop.folder import ROOT
from tests.deploy.conftest import bare_environment

PAGE = (ROOT / "docs" / "command.md").read_text()
LINES = re.search(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[1].splitlines()
WORDS = set(re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| (`.+?) \|", PAGE, re.MULTILINE))))
LENT = """
from tournament.models import Account, Tournament
Account.objects.create(login="NAME", is_operator=True)
print(Tournament.objects.get().public_id)
"""
DONE = {"password": "/password/", "erase": "Anna Albers", "check": "is whole", "engine": "{", "token": "augengenau_"}


def shell(folder: Path, line: str) -> str:
    environment = bare_environment(PATH=f"{folder}:/usr/bin:/bin", LANG="C.UTF-8", HOME=str(folder))
    done = subprocess.run(
        ["sh", "-c", line], cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture
def folder(tmp_path) -> Path:
    """With the command in it, and questions for the engine."""
    (tmp_path / "augengenau").write_text(f'#!/bin/sh\nexec "{ROOT}/deploy/augengenau" "$@"\n')
    (tmp_path / "augengenau").chmod(0o755)
    (tmp_path / "questions.jsonl").write_text('{"op": "rules"}\n')
    (tmp_path / "draws.jsonl").write_text('{"op": "draw", "players": 8}\n')
    return tmp_path


@pytest.fixture
def tournament(folder) -> str:
    """The id of the sample in the folder DIR, which is as a start has made it, and so is NEW; an account is called NAME."""
    python, data = sys.executable, folder / "DIR"
    environment = bare_environment(AUGENGENAU_DATA=str(data), PYTHONPATH=str(ROOT))
    ours = {"cwd": ROOT, "env": environment, "check": True, "capture_output": True, "text": True}
    subprocess.run([python, "-m", "deploy.laptop.prepare", "migrate"], **ours)
    shutil.copytree(data, folder / "NEW")
    subprocess.run([python, "-m", "deploy.laptop.prepare", "demo"], **ours)
    return subprocess.run([python, "manage.py", "shell", "--no-imports", "-c", LENT], **ours).stdout.strip()


def test_the_page_names_every_word(folder):
    listed = shell(folder, "augengenau --help")
    assert set(re.findall(r"^    (\w+) ", listed, re.MULTILINE)) == WORDS
    assert NEEDS_NO_DATA < WORDS


@pytest.mark.slow
def test_each_line_does_what_it_says(folder, tournament):
    for line in LINES:
        said = shell(folder, re.sub(r"\bID\b", tournament, line))
        word = line.split()[1]
        assert DONE.get(word, "") in said, line
        if ">" in line:
            assert (folder / line.split()[-1]).stat().st_size
    assert {line.split()[1] for line in LINES} >= WORDS - {
        "run",
        "window",
        "manage",
    }  # those two go on until somebody ends them
    assert "Anna" not in (folder / "published.json").read_text()
    assert (folder / "evening.json").read_text() == shell(folder, f"augengenau export {tournament} - --data EMPTY")


@pytest.mark.parametrize("word", ["password_link NAME", "backup FILE", "token NAME read"])
def test_manage_fills_no_wrong_folder_either(folder, word):
    (folder / "EMPTY").mkdir()
    with pytest.raises(AssertionError, match=r"There is nothing of Augengenau in .*EMPTY"):
        shell(folder, f"augengenau --data EMPTY manage {word}")
    assert not list((folder / "EMPTY").iterdir())

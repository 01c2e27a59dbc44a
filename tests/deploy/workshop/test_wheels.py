"""The two wheels: the same bytes every time, installed as somebody has them, and what their pages say is true there."""

import hashlib
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from deploy.workshop import wheels

ROOT = Path(__file__).parents[3]
BOTS = ROOT / "docs" / "bots"


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheels")
    assert wheels.main([str(folder)]) == 0
    return folder


@pytest.fixture(scope="module")
def installed(built, tmp_path_factory) -> Path:
    """The Python of an empty environment with the engine's wheel in it, and nothing else; no index is asked."""
    folder = tmp_path_factory.mktemp("bare")
    venv.create(folder / "venv", with_pip=True, symlinks=True)
    python = folder / "venv" / "bin" / "python"
    (wheel,) = built.glob("augengenau_engine-*.whl")
    run(folder, python, "-m", "pip", "install", "--quiet", "--no-index", wheel)
    return python


def run(folder: Path, *words: object) -> str:
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "LANG": "C.UTF-8"}
    command = [str(word) for word in words]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# What is in them


def test_built_twice_they_are_the_same_bytes(built, tmp_path):
    wheels.main([str(tmp_path)])
    one, other = ({path.name: path.read_bytes() for path in folder.iterdir()} for folder in (built, tmp_path))
    assert one == other
    assert len(one) == 3


def test_the_checksums_are_those_of_the_wheels(built):
    lines = (built / "SHA256SUMS").read_text().splitlines()
    assert len(lines) == 2
    for line in lines:
        digest, name = line.split("  ")
        assert hashlib.sha256((built / name).read_bytes()).hexdigest() == digest


@pytest.mark.parametrize("name", ["augengenau", "augengenau_engine"])
def test_nothing_but_its_own_name_stands_at_the_top(built, name):
    (wheel,) = built.glob(f"{name}-*.whl")
    tops = {member.partition("/")[0] for member in zipfile.ZipFile(wheel).namelist()}
    assert tops == {name, f"{name}-{wheels.version()}.dist-info"}


def test_the_engine_names_nothing_of_the_product():
    for name, data in wheels.engine().files.items():
        if name.endswith(".py"):
            found = re.findall(
                r"^\s*(?:from|import) (games|referee|tournament|deploy|django)\b", data.decode(), re.MULTILINE
            )
            assert found == [], name


def test_the_engine_needs_nothing_and_says_that_it_is_typed():
    wheel = wheels.engine()
    assert wheel.needs == ()
    assert "augengenau_engine/py.typed" in wheel.files
    about = wheels.metadata(wheel)
    assert all(f"Python :: 3.{minor}\n" in about for minor in (11, 12, 13, 14))


def test_no_secret_and_no_workshop_is_shipped(tmp_path, monkeypatch):
    names = wheels.product().files
    house = {name.removeprefix("augengenau/house/") for name in names}
    assert {"manage.py", "pyproject.toml", "deploy/site/settings.py", "templates/base.html"} <= house
    assert not [
        name
        for name in house
        if name.startswith(("deploy/workshop", "tests", "docs", "data", "build", ".", *wheels.SECRETS))
    ]
    assert not [name for name in house if name.endswith((".pyc", ".po"))]
    assert [name for name in house if name.endswith("/de/LC_MESSAGES/django.mo")]


def test_a_secret_beside_the_units_stays_at_home(tmp_path, monkeypatch):
    for name in (*wheels.HOUSE, "deploy/server/secrets"):
        (tmp_path / name).mkdir(exist_ok=True, parents=True)
    for name in (*wheels.LOOSE, "deploy/server/secrets/key", "deploy/server/Caddyfile"):
        (tmp_path / name).write_text("x")
    monkeypatch.setattr(wheels, "ROOT", tmp_path)
    assert sorted(name for name, _data in wheels._house()) == sorted([*wheels.LOOSE, "deploy/server/Caddyfile"])


# The engine, as somebody has it


@pytest.mark.slow
def test_every_example_of_its_page_is_true(installed, tmp_path):
    page = tmp_path / "README.md"
    shutil.copy(ROOT / "games" / "engine" / "README.md", page)
    assert page.read_text().count(">>> ") > 30
    assert run(tmp_path, installed, "-m", "doctest", page.name) == ""


@pytest.mark.slow
def test_a_bot_from_the_page_alone(installed, tmp_path):
    shutil.copy(BOTS / "bot.py", tmp_path)
    once, again = run(tmp_path, installed, "bot.py", "3"), run(tmp_path, installed, "bot.py", "3")
    assert once == again
    assert once.startswith("Augengenau 1\n")
    assert set(once.splitlines()[-1].removeprefix("Places: ").split()) == {"Yara", "Gero", "Rosa", "Karl"}


@pytest.mark.slow
def test_a_bot_in_another_language_over_the_protocol(installed, tmp_path):
    node = shutil.which("node")
    if node is None:
        pytest.skip("node not found (apt install nodejs)")
    shutil.copy(BOTS / "bot.mjs", tmp_path)
    said = run(tmp_path, node, "bot.mjs", installed, "-m", "augengenau_engine")
    assert re.fullmatch(r"\d+ throws, places:( [YGRK]){4}\n", said)


@pytest.mark.slow
def test_a_program_that_leans_on_it_is_checked_strictly(installed, tmp_path):
    shutil.copy(BOTS / "bot.py", tmp_path)
    said = run(tmp_path, sys.executable, "-m", "mypy", "--strict", "--python-executable", installed, "bot.py")
    assert said.startswith("Success")
    (tmp_path / "wrong.py").write_text('import augengenau_engine as ae\nae.Board.start("turnier", players="four")\n')
    wrong = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(installed), "wrong.py"]
    assert subprocess.run(wrong, cwd=tmp_path, capture_output=True, check=False).returncode == 1


@pytest.mark.slow
def test_it_is_compiled_where_a_compiler_is(installed, tmp_path):
    """Without mypy it says so in a sentence, and games are played as before."""
    module = "augengenau_engine.compiled"
    done = subprocess.run([installed, "-m", module], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("Nothing was compiled; games are played by plain Python as before.")

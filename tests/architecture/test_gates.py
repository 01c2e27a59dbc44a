"""Every view and endpoint says who may use it, and nothing that is shipped lies about unused."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from deploy.workshop.house import APPS
from tests.architecture.modules import ROOT, imports, is_pure, name_of, sources
from tournament.core.access import MATRIX

OURS = ("tournament.", "games.", "referee.", "deploy.")


def patterns(resolver: URLResolver, prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    for entry in resolver.url_patterns:
        path = prefix + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from patterns(entry, path)
        else:
            yield path, entry


ROUTES = [(path, pattern.callback) for path, pattern in patterns(get_resolver())]
DJANGOS_OWN = {"i18n/setlang/"}  # sets a cookie for the language, for everybody


def gates_of(view: object) -> set[str]:
    """What a view asks for: one gate for a function, one a method for an endpoint."""
    endpoint = getattr(view, "view_class", None) or getattr(view, "cls", None)
    if endpoint is None:
        return {getattr(view, "gate", "")}
    methods = {name.upper() for name in ("get", "post", "put", "patch", "delete") if hasattr(endpoint, name)}
    return {endpoint.gates.get(method, "") for method in methods}


@pytest.mark.parametrize(
    ("path", "view"),
    [r for r in ROUTES if r[0] not in DJANGOS_OWN],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_every_route_declares_who_may_use_it(path, view):
    assert gates_of(view) <= set(MATRIX), path


def test_every_line_of_the_matrix_is_asked_somewhere():
    code = "\n".join(path.read_text() for app in APPS for path in (ROOT / app).rglob("*.py"))
    assert {what for what in MATRIX if len(re.findall(rf'"{re.escape(what)}"(?!:)', code)) == 0} == set()


def project_files(*kinds: str) -> list[Path]:
    tops = ["templates", "deploy", "docs", "tests", *APPS]
    return [path for top in tops for kind in kinds for path in (ROOT / top).rglob(f"*{kind}") if path.is_file()]


@cache
def texts() -> dict[Path, str]:
    return {path: path.read_text() for path in project_files(".py", ".html", ".css", ".js", ".svg")}


def is_named_elsewhere(path: Path, *names: str) -> bool:
    return any(name in text for other, text in texts().items() if other != path for name in names)


TEMPLATES = [p for p in project_files(".html") if p.is_relative_to(ROOT / "templates")]
FOUND_BY_NAME = {"404.html", "500.html", "503.html"}  # asked for by Django and by deploy.site.answers


def test_every_template_is_used():
    names = {path.relative_to(ROOT / "templates").as_posix(): path for path in TEMPLATES}
    assert names.keys() >= FOUND_BY_NAME
    assert {name for name in names.keys() - FOUND_BY_NAME if not is_named_elsewhere(names[name], name)} == set()


STATIC = [p for app in APPS for p in (ROOT / app / "static").rglob("*") if p.is_file()]
PAPERS = re.compile(r"(licen[cs]e|readme|version)", re.I)  # kept beside what is vendored


def test_every_static_file_is_used():
    files = [path for path in STATIC if not PAPERS.search(path.name)]
    assert files
    assert [path for path in files if not is_named_elsewhere(path, path.name, path.stem)] == []


MODULES = [
    path
    for top in ("deploy", *APPS)
    for path in (ROOT / top).rglob("*.py")
    if path.name not in ("__init__.py", "__main__.py", "apps.py") and not {"migrations", "commands"} & set(path.parts)
]
# By gunicorn, both of them; by the image's health check; by Django's localisation.
STARTED_FROM_OUTSIDE = {
    "deploy/site/wsgi.py",
    "deploy/site/gunicorn_settings.py",
    "deploy/site/health_check.py",
    "deploy/site/formats/en/formats.py",
}


def test_every_module_is_used():
    """PURE code is a library: its tests are users of it. Anything else is there for the product."""
    assert MODULES
    names = {path.relative_to(ROOT).as_posix() for path in MODULES if not is_used(path)}
    assert names - STARTED_FROM_OUTSIDE == set()


def is_used(path: Path) -> bool:
    name, module = path.relative_to(ROOT).with_suffix("").as_posix(), name_of(path)
    users = ("deploy", "tests", *APPS) if is_pure(path) else ("deploy", *APPS)
    loaded = f"{{% load {path.stem} %}}" if "templatetags" in path.parts else ""
    found = any(module in imports(other) for other in sources(*users) if other != path) or any(
        module in text or f"{name}.py" in text or (f'".{path.stem}:' in text and other.parent == path.parent)
        for other, text in {**texts(), **scripts()}.items()
        if other != path and other.relative_to(ROOT).parts[0] in users
    )
    return found or bool(loaded and any(loaded in texts()[template] for template in TEMPLATES))


@cache
def scripts() -> dict[Path, str]:
    """The shell scripts, which have no ending."""
    return {path: path.read_text() for path in (ROOT / "deploy").iterdir() if path.is_file() and not path.suffix}

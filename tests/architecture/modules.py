"""Which file imports which: read from the source, not from what happens to be imported today."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from deploy.workshop import house
from deploy.workshop.house import APPS

ROOT = Path(__file__).parents[2]


@cache
def sources(*tops: str) -> tuple[Path, ...]:
    """Every Python file of these folders, or of the project."""
    return tuple(
        path
        for top in tops or ("deploy", "tests", *APPS)
        for path in sorted((ROOT / top).rglob("*.py"))
        if "migrations" not in path.parts
    )


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def name_of(path: Path) -> str:
    """As it is imported."""
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    return name.removesuffix(".__init__")


def is_pure(path: Path) -> bool:
    return house.is_pure(relative(path))


@cache
def imports(path: Path) -> frozenset[str]:
    """Full names of all that a file imports, wherever in it: of ours the modules, of others what stands there."""
    return frozenset(_imported(path))


@cache
def ours() -> dict[str, Path]:
    return {name_of(path): path for path in sources()}


@cache
def imports_when_run(path: Path) -> frozenset[str]:
    """Without what only the checker of types imports."""
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            node.body = [ast.Pass()]
    return frozenset(_imported_in(tree, path))


def _imported(path: Path) -> Iterator[str]:
    return _imported_in(ast.parse(path.read_text()), path)


def _imported_in(tree: ast.Module, path: Path) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = _full(node, path)
            for alias in node.names:
                module = f"{source}.{alias.name}"
                yield module if module in ours() else source


def _full(node: ast.ImportFrom, path: Path) -> str:
    if not node.level:
        return node.module or ""
    package = name_of(path).split(".")
    if path.name != "__init__.py":
        package.pop()
    return ".".join([*package[: len(package) - node.level + 1], *filter(None, [node.module])])


def is_written_from_here(path: Path) -> bool:
    """Does it name another file from where it stands (`from .x import y`)?"""
    return any(isinstance(node, ast.ImportFrom) and node.level for node in ast.walk(ast.parse(path.read_text())))

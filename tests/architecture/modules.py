"""Which file imports which: read from the source, not from what happens to be imported today."""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

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


class Read(NamedTuple):
    """What the imports of a file say: its source is parsed and walked once for all tests."""

    imported: frozenset[str]
    when_run: frozenset[str]
    is_from_here: bool


@cache
def _read(path: Path) -> Read:
    text = path.read_text()
    tree = ast.parse(text)
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    imported = frozenset(_named(nodes, path))
    is_from_here = any(isinstance(node, ast.ImportFrom) and node.level for node in nodes)
    return Read(imported, _when_run(tree, path) if "TYPE_CHECKING" in text else imported, is_from_here)


def _when_run(tree: ast.Module, path: Path) -> frozenset[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            node.body = [ast.Pass()]
    return frozenset(_named(ast.walk(tree), path))


def imports(path: Path) -> frozenset[str]:
    """Full names of all that a file imports, wherever in it: of ours the modules, of others what stands there."""
    return _read(path).imported


def imports_when_run(path: Path) -> frozenset[str]:
    """Without what only the checker of types imports."""
    return _read(path).when_run


def is_written_from_here(path: Path) -> bool:
    """Does it name another file from where it stands (`from .x import y`)?"""
    return _read(path).is_from_here


@cache
def ours() -> dict[str, Path]:
    return {name_of(path): path for path in sources()}


def _named(nodes: Iterable[ast.AST], path: Path) -> Iterator[str]:
    for node in nodes:
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

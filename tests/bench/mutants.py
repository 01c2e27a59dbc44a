"""Would a test notice? Changes one thing at a time in PURE modules, runs their tests, and names what survives.

    python -m tests.bench.mutants tournament/standings/ranking                       60 changes in the package
    python -m tests.bench.mutants tournament/people/duplicates.py --sample 30 --seed 2
    python -m tests.bench.mutants referee/judging --tests tests/referee

A change is one comparison turned, one number one higher, one condition negated … The files stay as they are: each change runs
in a process of its own that imports the changed module. The tests are the quick ones of the folder that mirrors the module's,
first those named after it. A survivor is a missing test, or a change that makes no difference: somebody has to look.
"""

import argparse
import ast
import copy
import importlib.machinery
import os
import resource
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import hypothesis  # noqa: F401  once for all processes
import pytest

ROOT = Path(__file__).parents[2]
SECONDS = 120  # of computing for the tests of one change; what needs more never ends, or is named to be looked at
SWAPPED: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.FloorDiv,),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.Add,),
    ast.Div: (ast.Mult,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
    ast.BitOr: (ast.BitAnd,),
    ast.BitAnd: (ast.BitOr,),
}
NO_CODE = ("annotation", "returns", "type_params")  # fields of a node that only the type checker reads


KILLED, SURVIVED, ENDLESS = "killed  ", "SURVIVED", "ENDLESS "


class Mutant(NamedTuple):
    path: Path
    line: int
    was: str
    now: str
    source: str


def mutants(path: Path) -> Iterator[Mutant]:
    tree = ast.parse(path.read_text())
    for node in list(changeable(tree)):
        before = copy.copy(node.__dict__)
        was = ast.unparse(node)
        for _ in variants(node):
            yield Mutant(path, node.lineno, was, ast.unparse(node), ast.unparse(tree))  # type: ignore[attr-defined]
            node.__dict__.clear()
            node.__dict__.update(before)


def changeable(node: ast.AST) -> Iterator[ast.AST]:
    """Every node that is run: no annotations, no docstrings, no imports."""
    if isinstance(node, ast.Import | ast.ImportFrom) or is_text_alone(node) or is_type(node):
        return
    if hasattr(node, "lineno"):
        yield node
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and name not in NO_CODE:
                yield from changeable(child)


def is_text_alone(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def is_type(node: ast.AST) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "Literal"


def variants(node: ast.AST) -> Iterator[None]:
    """Changes the node in place, one way after the other; the caller puts it back in between."""
    if isinstance(node, ast.Compare):
        for at, each in enumerate(node.ops):
            for other in SWAPPED[type(each)]:
                node.ops = [*node.ops[:at], other(), *node.ops[at + 1 :]]  # type: ignore[list-item]
                yield
    elif isinstance(node, ast.BinOp | ast.BoolOp | ast.AugAssign):
        for other in SWAPPED.get(type(node.op), ()):
            node.op = other()  # type: ignore[assignment]
            yield
    elif isinstance(node, ast.Constant):
        yield from of_constant(node)
    elif isinstance(node, ast.If | ast.While | ast.IfExp):
        node.test = ast.UnaryOp(ast.Not(), node.test)
        yield
    elif isinstance(node, ast.Return) and node.value is not None and not is_nothing(node.value):
        node.value = ast.Constant(None)
        yield
    else:
        yield from of_the_rest(node)


def of_constant(node: ast.Constant) -> Iterator[None]:
    value = node.value
    if isinstance(value, bool):
        node.value = not value
        yield
    elif isinstance(value, int | float):
        for other in (value + 1, value - 1):
            node.value = other
            yield
    elif isinstance(value, str) and value:
        node.value = value + "X"
        yield


def of_the_rest(node: ast.AST) -> Iterator[None]:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        node.operand = ast.UnaryOp(ast.Not(), node.operand)
        yield
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node.op = ast.UAdd()
        yield
    elif isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp):
        for each in node.generators:
            for kept in list(each.ifs):
                each.ifs.remove(kept)
                yield
                each.ifs.insert(0, kept)


def is_nothing(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def modules_in(places: list[str]) -> list[Path]:
    asked = [ROOT / place for place in places]
    found = [path for one in asked for path in ([one] if one.is_file() else sorted(one.rglob("*.py")))]
    return [path for path in found if path.name != "__init__.py"]


def tests_of(path: Path) -> list[str]:
    """The folder of tests that mirrors the module's, else the file that is named after it."""
    inside = path.relative_to(ROOT)
    alone = ROOT / "tests" / inside.parent / f"test_{inside.name}"
    found = alone if alone.is_file() and len(inside.parts) == 2 else alone.parent
    if not found.exists():
        raise SystemExit(f"{inside}: no tests lie where it does; name them by --tests")
    return [str(found)]


def verdict(mutant: Mutant, tests: list[str], folder: str) -> str:
    """What the tests made of it, in a process of its own, which may hang."""
    child = os.fork()
    if not child:
        found = 1  # a change that nothing can be imported with is noticed as well
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
            quiet(folder)
            found = run(mutant, tests, folder)
        finally:
            os._exit(found)  # never back into the parent's code
    _child, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return ENDLESS
    return KILLED if os.waitstatus_to_exitcode(status) else SURVIVED


def quiet(folder: str) -> None:
    out = os.open(os.path.join(folder, "output"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(out, 1)
    os.dup2(out, 2)


def run(mutant: Mutant, tests: list[str], folder: str) -> int:
    import_instead(mutant)
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = folder

    class OwnFirst:
        @pytest.hookimpl(trylast=True)
        def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
            items.sort(key=lambda item: item.path.name != f"test_{mutant.path.name}")

    alone = [*(f"-pno:{plugin}" for plugin in ("cacheprovider", "xdist", "schemathesis")), "--hypothesis-seed=0"]
    return int(pytest.main(["-x", "-q", "-m", "not slow", *alone, *tests], plugins=[OwnFirst()]))


def import_instead(mutant: Mutant) -> None:
    """Whoever imports the module gets the changed one."""
    loader = importlib.machinery.SourceFileLoader
    usual = loader.get_code

    def get_code(self: importlib.machinery.SourceFileLoader, name: str) -> object:
        if Path(self.path) == mutant.path:
            return compile(mutant.source, self.path, "exec", dont_inherit=True)
        return usual(self, name)

    loader.get_code = get_code  # type: ignore[method-assign,assignment]


def main() -> None:
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("modules", nargs="+", metavar="MODULE", help="files or folders")
    asked.add_argument("--tests", nargs="+", help="instead of those that lie as the modules do")
    asked.add_argument("--sample", type=int, default=60)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    every = [mutant for path in modules_in(given.modules) for mutant in mutants(path)]
    tried = sorted(Random(given.seed).sample(every, min(given.sample, len(every))), key=lambda one: one[:2])
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for tests in {tuple(given.tests or tests_of(one.path)): one for one in tried}.items():
            must_be_green(*tests, folder)
        for mutant in tried:
            answer = verdict(mutant, given.tests or tests_of(mutant.path), folder)
            found[answer] += 1
            where = f"{mutant.path.relative_to(ROOT)}:{mutant.line}"
            print(f"{answer} {where}  {first_line(mutant.was)}  ->  {first_line(mutant.now)}", flush=True)
    counts = ", ".join(f"{found[each]} {each.strip().lower()}" for each in (KILLED, SURVIVED, ENDLESS))
    print(f"{len(tried)} of {len(every)} changes tried, {counts}")
    sys.exit(found[SURVIVED] > 0)


def must_be_green(tests: tuple[str, ...], one: Mutant, folder: str) -> None:
    """Tests that fail without any change would seem to notice every change."""
    if verdict(one._replace(source=one.path.read_text()), list(tests), folder) != SURVIVED:
        raise SystemExit(f"{' '.join(tests)}: not green, or too slow, without any change")


def first_line(code: str) -> str:
    return code.splitlines()[0][:100]


if __name__ == "__main__":
    main()

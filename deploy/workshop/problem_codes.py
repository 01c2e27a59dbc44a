"""Every code of a refusal with its status and its sentences, read from the source and written where the product finds it.

What is refused in one place stands there as `Refused("code", _("…"))`, what several places refuse is `Declared`, and the engine
declares its faults as `Code`. `python -m deploy.workshop.problem_codes` writes the list (deploy/messages runs it), a test
compares.
"""

import ast
import importlib
import json
import pkgutil
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from deploy.laptop.folder import ROOT

FILE = ROOT / "tournament" / "core" / "problem_codes.json"
SOURCES = [path for top in ("tournament", "games", "referee", "deploy") for path in sorted((ROOT / top).rglob("*.py"))]
STATUS = {"Refused": 422, "Stale": 409, "NotAllowed": 403, "Locked": 429}
OF_ENGINE = "Fault"  # so end the names of the engine's faults


class Raised(NamedTuple):
    code: str
    sentence: str  # in English
    status: int
    where: str


def calls(path: Path) -> Iterator[tuple[ast.Call, int]]:
    """That make a refusal: of one of the kinds, or of a class of its own (`super().__init__("code", …)`), with its status."""
    text = path.read_text()
    if not any(kind in text for kind in STATUS):
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef) and (kinds := {ast.unparse(base) for base in node.bases} & STATUS.keys()):
            for one in ast.walk(node):
                if isinstance(one, ast.Call) and ast.unparse(one.func) == "super().__init__":
                    yield one, _own_status(node) or STATUS[kinds.pop()]
        if isinstance(node, ast.Call) and ast.unparse(node.func) in STATUS:
            yield node, STATUS[ast.unparse(node.func)]


def _own_status(node: ast.ClassDef) -> int:
    for line in node.body:
        if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]).strip("()").split(", ")[0] == "status":
            value = line.value.elts[0] if isinstance(line.value, ast.Tuple) else line.value
            return int(ast.literal_eval(value))
    return 0


def written(path: Path) -> Iterator[Raised]:
    for call, status in calls(path):
        code = call.args[0] if call.args else None
        if isinstance(code, ast.Constant):
            yield Raised(str(code.value), sentence(call.args[1]), status, f"{path.relative_to(ROOT)}:{call.lineno}")


def sentence(node: ast.expr) -> str:
    """The text in the first _("…") of it."""
    for one in ast.walk(node):
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id in ("_", "gettext_lazy"):
            return str(ast.literal_eval(one.args[0]))
    return ""


def beside() -> dict[str, list[Raised]]:
    """What is refused in one place."""
    found = defaultdict(list)
    for path in SOURCES:
        for raised in written(path):
            found[raised.code].append(raised)
    return found


def catalogue() -> dict[str, dict[str, object]]:
    """By code: with which status it is answered, its sentences in English, and those that the engine words."""
    from django.urls import get_resolver
    from django.utils import translation

    from tournament.core.errors import DECLARED

    get_resolver().url_patterns  # noqa: B018  (imports whatever declares a refusal)
    found: dict[str, tuple[set[int], list[str], list[str]]] = defaultdict(lambda: (set(), [], []))
    for code, said in beside().items():
        found[code][0].update(one.status for one in said)
        found[code][1].extend(one.sentence for one in said if one.sentence)
    with translation.override("en"):
        for code, ways in DECLARED.items():
            found[code][0].update(way.kind.status for way in ways)
            found[code][1].extend(str(way.sentence) for way in ways)
    for code, text in _of_engine():
        found[code][0].add(STATUS["Refused"])
        found[code][2].append(text)
    return {
        code: {"status": sorted(status), "sentences": ours, **({"engine": engine} if engine else {})}
        for code, (status, ours, engine) in sorted(found.items())
    }


def _of_engine() -> Iterator[tuple[str, str]]:
    import games.engine
    from games.engine.rules.codes import Code

    for module in pkgutil.walk_packages(games.engine.__path__, "games.engine."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    for kind in sorted(Code.__subclasses__(), key=lambda kind: kind.__name__):
        if kind.__name__.endswith(OF_ENGINE):
            yield from ((str(code), code.text.english) for code in kind)


def text() -> str:
    return json.dumps(catalogue(), indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.site.settings")
    django.setup()
    FILE.write_text(text())


if __name__ == "__main__":
    main()

"""Writes the codes at the end of docs/protocol.md: `python -m tests.games.engine.protocol_page`."""

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import games.engine
import referee.judging
from games.engine.protocol import BAD_REQUEST
from games.engine.records.errors import RecordFault
from games.engine.rules.codes import Code

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "protocol.md"
HEADING = "\n## Codes\n"
OF_ALL = {
    BAD_REQUEST: "the line, or a key of the request, is not as it must be",
    "unknown_key": "the op takes no such key; they are in `keys`",
    "internal": "a fault of the program, which it has written to standard error",
}
NOT_ASKED_FOR = (RecordFault,)  # of texts of whole games, which no op takes


def faults(package: ModuleType) -> Iterator[Code]:
    """The codes of its errors, as they are declared."""
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        for thing in vars(importlib.import_module(module.name)).values():
            is_own = isinstance(thing, type) and issubclass(thing, Code) and thing.__module__ == module.name
            if is_own and thing.__name__.endswith("Fault") and thing not in NOT_ASKED_FOR:
                yield from thing


def of_engine() -> dict[str, str]:
    return {str(code): code.text.english for package in (games.engine, referee.judging) for code in faults(package)}


def of_draw() -> set[str]:
    """The codes with which a draw is refused: the first word of each `SeatingError`."""
    sources = (ROOT / "tournament" / "draw" / "seating").glob("*.py")
    trees = [ast.parse(path.read_text()) for path in sources if path.name != "hand.py"]  # seats changed by hand: no op
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return {
        call.args[0].value
        for call in calls
        if ast.unparse(call.func) == "SeatingError" and isinstance(call.args[0], ast.Constant)
    }


def section() -> str:
    lines = [HEADING, "Written by `python -m tests.games.engine.protocol_page`, from the code.\n"]
    lines += [
        "All programs:\n",
        "| code | says |",
        "|---|---|",
        *(f"| `{code}` | {says} |" for code, says in OF_ALL.items()),
    ]
    lines += ["\nGames and referee, in the words of the sentence:\n", "| code | sentence |", "|---|---|"]
    lines += [f"| `{code}` | {sentence} |" for code, sentence in sorted(of_engine().items())]
    lines += ["\nDraw: " + ", ".join(f"`{code}`" for code in sorted(of_draw() - OF_ALL.keys())) + "."]
    return "\n".join(lines) + "\n"


def main() -> None:
    text = PAGE.read_text()
    PAGE.write_text(text[: text.index(HEADING)] + section())


if __name__ == "__main__":
    main()

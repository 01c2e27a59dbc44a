"""Reads the case tables in `tests/data/cases`: hand-worked cases that a referee can read too.

A case is a name on a line of its own and indented lines of a word and what it says. `shows` names clauses of the
rules page, the name itself the book and its rule.
"""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "data" / "cases"
WORDS = {
    "shows", "rules", "options", "layout", "start", "gives", "position", "throw", "legal", "includes", "excludes",
    "permitted", "duties", "captures", "play", "next", "refused",
}  # fmt: skip
NAME = re.compile(r"(?P<book>[a-z0-9]+) (?P<rule>[0-9]{2})( [a-z])?: .+")


@dataclass
class Case:
    name: str
    rules: str
    said: dict[str, str] = field(default_factory=dict)

    @property
    def clauses(self) -> set[str]:
        """What the case shows: the rule in its name, the clauses of the page on its `shows` line."""
        found = NAME.fullmatch(self.name)
        assert found, self.name
        return {f"{found['book']} {found['rule']}", *(f"page {clause}" for clause in self.words("shows"))}

    def words(self, key: str) -> list[str]:
        return [] if self.said.get(key) in (None, "--") else self.said[key].split()

    def table(self, key: str) -> dict[str, list[str]]:
        """`move = word word | move = word`."""
        parts = (part.split(" = ") for part in self.said.get(key, "").split(" | ") if part)
        return {move.strip(): words.split() for move, words in parts}

    def request(self, op: str, **more: object) -> dict[str, Any]:
        return {
            "op": op,
            "rules": self.said.get("rules", self.rules),
            "options": {name: _value(text) for name, text in self._options()},
            **({"position": self.said["position"]} if "position" in self.said else {}),
            **({"roll": self._roll()} if "throw" in self.said else {}),
            **more,
        }

    def _options(self) -> list[list[str]]:
        return [pair.split("=") for pair in self.words("options")]

    def _roll(self) -> object:
        dice = [int(die) for die in self.words("throw")]
        return dice[0] if len(dice) == 1 else dice


def _value(text: str) -> object:
    return {"true": True, "false": False}.get(text, text)


def read(path: Path) -> list[Case]:
    rules, cases = "", list[Case]()
    for line in path.read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("rules "):
            rules = line.split()[1]
        elif not line.startswith(" "):
            cases.append(Case(line, rules))
        else:
            key, text = line.split(maxsplit=1)
            assert key in WORDS, f"{path.name}: {key}"
            assert key not in cases[-1].said, f"{cases[-1].name}: {key} twice"
            cases[-1].said[key] = text
    return cases


def all_cases() -> list[Case]:
    return [case for path in sorted(FOLDER.glob("*.txt")) if path.stem != "clauses" for case in read(path)]


def clauses() -> dict[str, str | None]:
    """Every clause that has to be shown, with the reason where it cannot be."""
    book, found = "", dict[str, str | None]()
    for line in (FOLDER / "clauses.txt").read_text().splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if line.startswith(("book ", "page")):
            book = line.split()[-1]
            continue
        number, text = line.split(maxsplit=1)
        _, _, reason = text.partition("| none: ")
        assert f"{book} {number}" not in found, f"{book} {number} twice"
        found[f"{book} {number}"] = reason or None
    return found


def layout_of(case: Case) -> Any:
    return json.loads(case.said["layout"]) if "layout" in case.said else None

"""The perft files: one for every rule set and option, and how a missing one is made.

`python -m tests.games.engine.rules.perft_files` plays games at random, keeps positions in which pieces meet, and writes the
files that are not there. The numbers come from the engine; the test has the second reading of the rules agree.
"""

import json
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from games.engine.rules import registry
from games.engine.rules.contract import Position, Rules
from games.engine.rules.options import Option

FOLDER = Path(__file__).parents[3] / "data" / "perft"
POSITIONS = 10
# Two dice make hundreds of ways a throw.
DEPTH = {"mauer": 3}
USUAL_DEPTH = 4
# What an option is set to in its file, where that is not the first value besides the usual one.
VALUES = {"neutral": "K"}


class PerftFile(NamedTuple):
    rules: str
    name: str
    options: dict[str, Any]

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.rules}.{self.name}.json"

    @property
    def depth(self) -> int:
        return DEPTH.get(self.rules, USUAL_DEPTH)

    def positions(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads(self.path.read_text(encoding="utf-8"))["positions"]
        return found


def wanted() -> list[PerftFile]:
    """Every rule set without options, with each one, and with all of them."""
    files = []
    for rules in registry.RULE_SETS:
        options = {option.name: _value(option) for option in registry.rule_class(rules).choices}
        files.append(PerftFile(rules, "plain", {}))
        files += [PerftFile(rules, name, {name: value}) for name, value in options.items()]
        if len(options) > 1:
            files.append(PerftFile(rules, "all", options))
    return files


def _value(option: Option) -> object:
    return VALUES.get(option.name) or next(value for value in option.values if value != option.default)


def make(file: PerftFile) -> None:
    rules = registry.rules(file.rules, file.options)
    random = Random(f"{file.rules} {file.name}")
    entries: list[dict[str, Any]] = []
    while len(entries) < POSITIONS:
        position = mid_game(rules, random)
        text = rules.write(position)
        if text not in [entry["position"] for entry in entries]:
            nodes = [rules.perft(position, depth) for depth in range(1, file.depth + 1)]
            entries.append({"position": text, "nodes": nodes})
    write(file, entries)


def write(file: PerftFile, entries: list[dict[str, Any]]) -> None:
    """One position a line."""
    head = json.dumps({"rules": file.rules, "options": file.options})[1:-1]
    lines = ",\n  ".join(json.dumps(entry) for entry in entries)
    file.path.write_text(f'{{{head},\n "positions": [\n  {lines}\n]}}\n', encoding="utf-8")


def mid_game(rules: Rules, random: Random) -> Position:
    """A position some way into a game with a capture to be made."""
    players = random.randint(*rules.players)
    position = rules.start(3 if rules.options.get("neutral") else players)
    for _ in range(random.randint(60, 240)):
        roll = random.choice(rules.rolls)
        move = random.choice(rules.permitted(position, roll) or (None,))
        position = rules.follow(position, roll, move)
    captures = any(move.captures for roll in rules.rolls for move in rules.legal(position, roll))
    return position if captures and not rules.over(position) else mid_game(rules, random)


if __name__ == "__main__":
    for wanted_file in wanted():
        if not wanted_file.path.exists():
            make(wanted_file)

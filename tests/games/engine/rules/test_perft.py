"""The perft files: they exist for every rule set and option, the engine counts what they say, and so does the oracle.

Short counts always, the deepest of every position with AUGENGENAU_LONG=1.
"""

import os
from collections.abc import Iterator

import pytest

from games.engine.rules import registry
from games.engine.rules.contract import Rules
from games.engine.rules.ring_rules import RingRules
from tests.games.engine.asking import oracle
from tests.games.engine.rules.perft_files import FOLDER, PerftFile, wanted

LONG = os.environ.get("AUGENGENAU_LONG") == "1"
FILES = wanted()
# The position that the rules' page names, with its counts from depth 1 to 5.
NAMED = "4 Y:B,7,21,c G:B,14,33,39 R:5,25,31,d K:B,B,3,36 Y 0"
NAMED_NODES = [11, 135, 1664, 15196, 140935]


def counts(file: PerftFile, most: int) -> Iterator[tuple[str, int, int]]:
    """Position, depth, nodes: for each position the deepest count that is not above so many nodes."""
    for entry in file.positions():
        depth = max((d for d, nodes in enumerate(entry["nodes"], 1) if nodes <= most), default=1)
        yield entry["position"], depth, entry["nodes"][depth - 1]


def perft_of(file: PerftFile) -> Rules:
    return registry.rules(file.rules, file.options)


def test_each_rule_set_and_option_has_a_file() -> None:
    assert {file.path for file in FILES} == set(FOLDER.glob("*.json"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.path.stem)
def test_positions_are_ten_from_mid_game(file: PerftFile) -> None:
    rules = perft_of(file)
    written = [entry["position"] for entry in file.positions()]
    assert len(set(written)) >= 10
    for text in written:
        position = rules.read(text)
        assert rules.write(position) == text
        assert not rules.over(position)
        assert any(move.captures for roll in rules.rolls for move in rules.legal(position, roll))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.path.stem)
def test_engine_counts_what_is_written(file: PerftFile) -> None:
    rules = perft_of(file)
    for text, depth, nodes in counts(file, 10**12 if LONG else 3000):
        assert rules.perft(rules.read(text), depth) == nodes, text


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.path.stem)
def test_second_reading_counts_what_is_written(file: PerftFile) -> None:
    for text, depth, nodes in counts(file, 30000 if LONG else 100):
        asked = {"op": "perft", "rules": file.rules, "options": file.options, "position": text, "depth": depth}
        assert oracle(asked) == {"nodes": nodes}


@pytest.mark.parametrize(("depth", "nodes"), [*enumerate(NAMED_NODES, 1)])
def test_named_position(depth: int, nodes: int) -> None:
    rules = registry.rules("turnier")
    assert rules.perft(rules.read(NAMED), depth) == nodes


@pytest.mark.parametrize("file", [file for file in FILES if file.rules != "mauer"], ids=lambda file: file.path.stem)
def test_short_cuts_change_nothing(file: PerftFile) -> None:
    """The fast count, the count that plays every last move, and the plain one of the contract."""
    rules = perft_of(file)
    assert isinstance(rules, RingRules)
    for text, depth, nodes in counts(file, 300):
        position = rules.read(text)
        assert Rules.perft(rules, position, depth) == nodes
        if rules.is_plain:
            assert rules.perft_played(position, depth) == nodes


def test_count_stops_at_the_end_of_the_game() -> None:
    rules = registry.rules("classic")
    assert rules.perft(rules.read("4 Y:a,b,c,d G:B,B,B,11 Y 0"), 7) == 1
    # A 1 ends the game, the other five throws lapse and pass on; a 6 throws again.
    assert rules.perft(rules.read("4 Y:40,b,c,d G:B,B,B,11 Y 0"), 1) == 6
    assert rules.perft(rules.read("4 Y:40,b,c,d G:B,B,B,11 Y 0"), 2) == 1 + 5 * 6

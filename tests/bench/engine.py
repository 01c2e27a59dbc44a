"""How fast the engine is beside what a user would take instead: the table of the engine's issue, with its gates.

    python -m tests.bench.engine               everything (about five minutes)
    python -m tests.bench.engine perft moves   any of: throws, perft, moves, playouts

The peers are in the dependency groups `bench` and `test`; into a virtual environment of their own:

    uv pip install --require-hashes -r deploy/requirements-bench.lock
    uv pip install --require-hashes -r deploy/requirements-test.lock

What is not installed is left out and said. The compiled column needs `python -m games.engine.playout.compiled` first.
Everything is CPU time of one process, three rounds with the contenders in turn, and the median.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from games.engine.playout import compiled, playout
from games.engine.playout import loop as playout_loop
from games.engine.playout import tables as playout_tables
from games.engine.playout.strategies import RANDOM
from games.engine.rules import registry
from tests.bench import peers

ROUNDS = 3
SECONDS = 1.0
MIDGAME = "4 Y:B,7,21,c G:B,14,33,39 R:5,25,31,d K:B,B,3,36 Y 0"
REQUESTS = 20_000
Work = Callable[[], int]
Rates = dict[str, float]
# What is asked for: of whom, beside whom, at least how many times as fast (None: as many a second).
Gate = tuple[str, str | None, float]


def rate(work: Work) -> float:
    """Steps a second of CPU time."""
    done, began = 0, time.process_time()
    while (spent := time.process_time() - began) < SECONDS:
        done += work()
    return done / spent


def measured(contenders: Mapping[str, Work]) -> Rates:
    """The median rate of each, one after the other in every round, the first step of each untimed."""
    here = {}
    for name, work in contenders.items():
        try:
            work()
            here[name] = work
        except ImportError as error:
            print(f"  left out: {name} ({error})")
    rounds = [{name: rate(work) for name, work in here.items()} for _ in range(ROUNDS)]
    return {name: median(found[name] for found in rounds) for name in here}


def show(title: str, rates: Rates, gates: list[Gate], unit: str) -> None:
    print(f"\n{title}")
    for name, value in rates.items():
        print(f"  {name:34} {value:14,.0f} {unit}")
    for name, other, least in gates:
        if name in rates and (other is None or other in rates):
            reached = rates[name] / (rates[other] if other else 1)
            beside = f"of {other}" if other else unit
            verdict = "ok" if reached >= least else f"MISSED by {1 - reached / least:.0%}"
            print(f"  gate: {name} {reached:,.2f} {beside}, wanted {least:,.2f}: {verdict}")


def loops() -> dict[str, Any]:
    found = {"pure": playout_loop}
    built = compiled.built()
    if built:
        found["compiled"] = built
    else:
        print("  left out: compiled (python -m games.engine.playout.compiled makes it)")
    return found


# The rows


def throws() -> None:
    """turnier, four players, random permitted play to the table's end."""
    rules = registry.rules("turnier")
    random = Random(3)
    contenders: dict[str, Work] = {
        name: partial(_one_table, playout.games(rules, rules.start(4), 1, "random", to_end=True, loop=loop))
        for name, loop in loops().items()
    }
    contenders |= {
        "engine, throw by throw": partial(
            _one_table, playout.games(rules, rules.start(4), 1, "random", to_end=True, loop=None)
        ),
        "ludo-king-engine": partial(peers.ludo_king, random),
        "LUDOpy": partial(peers.ludopy, random),
        "OpenSpiel maedn": partial(peers.maedn, random),
        "OpenSpiel maedn, dice not asked for": partial(peers.maedn_told, random),
    }
    gates = [("pure", "ludo-king-engine", 35), ("pure", "LUDOpy", 55), ("pure", "OpenSpiel maedn", 6)]
    gates += [("compiled", "ludo-king-engine", 480), ("compiled", "LUDOpy", 800), ("compiled", "OpenSpiel maedn", 80)]
    show("turnier, 4 players, random permitted play to the end", measured(contenders), gates, "throws/s")


def _one_table(games: Iterator[playout.Game]) -> int:
    return next(games).home_at[-1]


def perft() -> None:
    rules = registry.rules("turnier")
    position = rules.read(MIDGAME)
    contenders: dict[str, Work] = {
        "pure, last ply counted": partial(rules.perft, position, 5),
        "python-chess, last ply counted": partial(peers.chess_counted, 4),
        "pure, every leaf played": partial(rules.perft_played, position, 4),
        "python-chess, every leaf played": partial(peers.chess_played, 3),
    }
    if loop := loops().get("compiled"):
        laid = playout_tables.table(rules, position, RANDOM, loop)
        counted, played = [partial(loop.perft, laid, position.mover, position.throws, 5, n) for n in (1, 0)]
        contenders |= {"compiled, last ply counted": counted, "compiled, every leaf played": played}
    gates: list[Gate] = [
        (f"{ours}, {how}", f"python-chess, {how}", least)
        for ours, how, least in (
            ("pure", "last ply counted", 2.5),
            ("pure", "every leaf played", 3.5),
            ("compiled", "last ply counted", 10),
            ("compiled", "every leaf played", 14),
        )
    ]
    show("perft from mid-game (ours) and from the start (chess)", measured(contenders), gates, "nodes/s")


ECHO = "import json, sys\nfor line in sys.stdin.buffer: sys.stdout.write(json.dumps(json.loads(line)) + '\\n')"


def moves() -> None:
    """Requests for moves through the program, and a loop that only decodes and encodes the same lines."""
    with tempfile.TemporaryDirectory() as folder:
        asked = Path(folder, "requests")
        asked.write_text("".join(islice(_requests(), REQUESTS)))
        contenders: dict[str, list[str]] = {"python -m games": ["-m", "games"], "decode and encode": ["-c", ECHO]}
        rounds = [{name: _piped(asked, words) for name, words in contenders.items()} for _ in range(ROUNDS)]
    rates = {name: REQUESTS / median(found[name] for found in rounds) for name in contenders}
    show("moves requests, turnier", rates, [("python -m games", "decode and encode", 0.3)], "requests/s")


def _requests() -> Iterator[str]:
    """Positions of games under way, with the throws that were thrown."""
    rules = registry.rules("turnier")
    chance = playout.RandomSource("requests")
    while True:
        for throw in playout.throws(rules, rules.start(4), chance, "random"):
            position = rules.write(throw.before)
            request = {"id": 7, "op": "moves", "rules": "turnier", "position": position, "roll": throw.roll}
            yield json.dumps(request) + "\n"


def _piped(asked: Path, words: list[str]) -> float:
    """CPU seconds of a Python that reads the requests, its start left out."""
    with asked.open() as source:
        return _spent(words, source) - _spent(words, subprocess.DEVNULL)


def _spent(words: list[str], source: object) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], stdin=source, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def playouts() -> None:
    """Games to the first winner in half a second."""
    rules = registry.rules("turnier")
    for title, position, wanted in (
        ("start", rules.start(4), {"pure": 2_000, "compiled": 28_000}),
        ("mid-game", rules.read(MIDGAME), {"pure": 3_000, "compiled": 42_000}),
    ):
        contenders = {
            name: partial(_some_games, playout.games(rules, position, 1, loop=loop)) for name, loop in loops().items()
        }
        rates = {name: value / 2 for name, value in measured(contenders).items()}
        gates: list[Gate] = [(name, None, least) for name, least in wanted.items()]
        show(f"playouts to the first winner, sensible play, {title}", rates, gates, "in 0.5 s")


def _some_games(games: Iterator[playout.Game]) -> int:
    return sum(1 for _ in islice(games, 20))


ROWS = {row.__name__: row for row in (throws, perft, moves, playouts)}


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast the engine is beside others.")
    parser.add_argument("rows", nargs="*", choices=[[], *ROWS], help="only these rows")
    for name in parser.parse_args().rows or ROWS:
        ROWS[name]()


if __name__ == "__main__":
    main()

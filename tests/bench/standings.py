"""How long standings take to compute: from facts in memory, and from the database with names and reasons.

    python -m tests.bench.standings                 gate: 1,000 players, 10 rounds, six tie-breaks in 60 ms
    python -m tests.bench.standings --runs 30       more runs

The time of a run is processor time, so that a busy machine is not to blame; the gate is on the median.
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from random import Random

from tournament.standings.ranking.model import Facts, Player, Scheme, Seat, Table
from tournament.standings.ranking.rank import standings

PLAYERS, ROUNDS, GATE_MS = 1000, 10, 60
SIX = ("wins", "seconds", "best", "share", "direct", "opponents")


def field(players: int, rounds: int, dice: Random) -> Facts:
    """Tables of four drawn anew each round, every board counted."""
    tables = []
    for number in range(1, rounds + 1):
        order = dice.sample(range(players), players)
        for table in range(players // 4):
            counts = sorted(dice.sample(range(300), 4), reverse=True)
            seats = [
                Seat(player, place, count)
                for place, (player, count) in enumerate(zip(order[4 * table : 4 * table + 4], counts, strict=True), 1)
            ]
            tables.append(Table(number, table + 1, tuple(seats)))
    return Facts(tuple(Player(n, n + 1) for n in range(players)), tuple(tables))


def milliseconds(do: Callable[[], object], runs: int) -> list[float]:
    taken = []
    for _ in range(runs):
        begun = time.process_time()
        do()
        taken.append((time.process_time() - begun) * 1000)
    return sorted(taken)


def in_memory(runs: int) -> float:
    facts, scheme = field(PLAYERS, ROUNDS, Random(1)), Scheme(breaks=SIX)
    taken = milliseconds(lambda: standings(facts, scheme), runs)
    middle = statistics.median(taken)
    print(f"in memory, {PLAYERS} x {ROUNDS}: median {middle:.1f} ms, worst {taken[-1]:.1f} ms (gate {GATE_MS} ms)")
    return middle


def from_database(runs: int) -> None:
    """The same through the queries of the product, on a database of its own."""
    from tests.bench.hall import hall

    stage = hall(PLAYERS, ROUNDS, breaks=SIX)

    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from tournament.core.actors import SYSTEM
    from tournament.standings.queries import kept_lines, standings_of
    from tournament.standings.scores import stage_lines

    with CaptureQueriesContext(connection) as queries:
        stage_lines(stage)
    afresh = milliseconds(lambda: stage_lines(stage), max(3, runs // 3))
    kept_lines(stage)
    shown = milliseconds(lambda: standings_of(stage, SYSTEM), max(3, runs // 3))
    print(f"from the database, {len(queries)} queries: median {statistics.median(afresh):.1f} ms")
    print(f"kept, with names and reasons: median {statistics.median(shown):.1f} ms")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--runs", type=int, default=15)
    arguments.add_argument("--memory", action="store_true", help="without the database")
    asked = arguments.parse_args()
    middle = in_memory(asked.runs)
    if not asked.memory:
        with tempfile.TemporaryDirectory(prefix="augengenau-bench-") as data:
            os.environ["AUGENGENAU_DATA"] = data
            from_database(asked.runs)
    sys.exit(middle > GATE_MS)


if __name__ == "__main__":
    main()

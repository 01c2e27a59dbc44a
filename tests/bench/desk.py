"""What the desk waits for: confirming a result while a hall plays, and what its pages read, with counted queries.

    python -m tests.bench.desk              250 players, 8 rounds; gate: 95 of 100 confirmations within 100 ms

In process, on a SQLite file with the product's own settings: a commit is on the disk when it is counted.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable

PLAYERS, ROUNDS, GATE_MS = 250, 8, 100


def taken(do: Callable[[], object]) -> float:
    begun = time.perf_counter()
    do()
    return (time.perf_counter() - begun) * 1000


def confirmations(stage) -> list[float]:  # type: ignore[no-untyped-def]
    """Every table of the running round, one after the other."""
    from tournament.actions.results import confirm_result
    from tournament.actors import SYSTEM

    places = {colour: {"place": place, "counted": 100 - place} for place, colour in enumerate("YGRK", 1)}
    tables = stage.rounds.get(state="published").tables.values_list("public_id", flat=True)
    return sorted(
        taken(lambda table=table: confirm_result(stage.tournament, by=SYSTEM, table_id=table, places=places, version=1))
        for table in list(tables)
    )


def reads(stage) -> None:  # type: ignore[no-untyped-def]
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from tournament import queries_rounds, queries_standings
    from tournament.actors import SYSTEM
    from tournament.effects import effect_of

    round_ = stage.rounds.select_related("stage__tournament").get(state="published")
    table = round_.tables.select_related("round__stage__tournament").first()
    turned = {colour: {"place": place, "counted": 1} for place, colour in enumerate("KRGY", 1)}
    for name, do in {
        "round_view": lambda: queries_rounds.round_view(round_, full=True),
        "next_step": lambda: queries_rounds.next_step(stage.tournament),
        "standings_of, afresh": lambda: queries_standings.standings_of(stage, SYSTEM),
        "standings_of, kept": lambda: queries_standings.standings_of(stage, SYSTEM),
        "climbs": lambda: queries_standings.climbs(stage, SYSTEM),
        "effect_of": lambda: effect_of(table, turned),
    }.items():
        with CaptureQueriesContext(connection) as queries:
            milliseconds = taken(do)
        print(f"{name:24} {milliseconds:7.1f} ms  {len(queries):3} queries")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.parse_args()
    with tempfile.TemporaryDirectory(prefix="augengenau-bench-") as data:
        os.environ["AUGENGENAU_DATA"] = data
        from tests.bench.hall import hall

        stage = hall(PLAYERS, ROUNDS, breaks=("wins", "seconds", "best", "share", "direct", "opponents"), running=True)
        times = confirmations(stage)
        p95 = times[int(len(times) * 0.95)]
        print(
            f"confirm_result x {len(times)}: median {times[len(times) // 2]:.1f} ms, p95 {p95:.1f} ms (gate {GATE_MS})"
        )
        reads(stage)
        from django.db import connections

        connections.close_all()
    sys.exit(p95 > GATE_MS)


if __name__ == "__main__":
    main()

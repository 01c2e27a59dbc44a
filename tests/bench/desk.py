"""What the desk waits for: confirming a result while a hall plays, and what its pages read, with counted queries.

    python -m tests.bench.desk              250 players, 8 rounds

Gates: 95 of 100 confirmations within 100 ms; effect_of within 120 ms; every page of the desk within 120 ms and 15 queries, as
whoever looks after somebody else finds it (what was computed for a state of the tournament is kept). The first look after
a write is printed beside it.

In process, on a SQLite file with the product's own settings: a commit is on the disk when it is counted.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable

PLAYERS, ROUNDS, GATE_MS = 250, 8, 100
PAGE_MS, PAGE_QUERIES, EFFECT_MS = 120, 15, 120


def taken(do: Callable[[], object]) -> float:
    begun = time.perf_counter()
    do()
    return (time.perf_counter() - begun) * 1000


def confirmations(stage) -> list[float]:  # type: ignore[no-untyped-def]
    """Every table of the running round, one after the other."""
    from tournament.core.actors import SYSTEM
    from tournament.results.actions import confirm_result

    places = {colour: {"place": place, "counted": 100 - place} for place, colour in enumerate("YGRK", 1)}
    tables = stage.rounds.get(state="published").tables.values_list("public_id", flat=True)
    return sorted(
        taken(lambda table=table: confirm_result(stage.tournament, by=SYSTEM, table_id=table, places=places, version=1))
        for table in list(tables)
    )


def reads(stage) -> bool:  # type: ignore[no-untyped-def]
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from tournament.core.actors import SYSTEM
    from tournament.results.corrections.effects import effect_of
    from tournament.rounds import queries as queries_rounds
    from tournament.standings import queries as queries_standings

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
    return milliseconds <= EFFECT_MS


def pages(stage) -> bool:  # type: ignore[no-untyped-def]
    """Every page of the desk: the first look after a write, and the best of five later ones."""
    from django.conf import settings
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from tournament.models import Account, Grant

    settings.ALLOWED_HOSTS = ["testserver"]
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}  # nothing is collected for a bench
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
    account = Account.objects.create(login="bench")
    Grant.objects.create(account=account, club=stage.tournament.club, role="admin")
    browser = Client()
    browser.force_login(account)
    is_good = True
    for name, address in addresses(stage).items():
        first = taken(lambda address=address: browser.get(address))
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(address).status_code == 200, address
        asked = len(queries)  # the next request forgets them
        later = min(taken(lambda address=address: browser.get(address)) for _ in range(5))
        print(f"{name:24} {later:7.1f} ms  {asked:3} queries  (first {first:.1f} ms)")
        is_good &= later <= PAGE_MS and asked <= PAGE_QUERIES
    return is_good


def addresses(stage) -> dict[str, str]:  # type: ignore[no-untyped-def]
    from django.urls import reverse

    here = stage.tournament.public_id
    round_ = stage.rounds.get(state="published")
    table = round_.tables.first().public_id
    plain = (
        "desk_tournament",
        "rounds",
        "results",
        "table_numbers",
        "desk_standings",
        "check_in",
        "enter",
        "log",
        "stages",
    )
    return {
        **{name: reverse(name, args=[here]) for name in plain},
        "end result": reverse("desk_standings", args=[here]) + "?view=end",
        "round": reverse("round", args=[here, round_.pk]),
        "desk_table": reverse("desk_table", args=[here, table]),
        "counter": reverse("counter", args=[here, table]),
        "player_page": reverse("player_page", args=[here, 17]),
        "desk_club": reverse("desk_club", args=[stage.tournament.club.public_id]),
    }


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
        is_good = p95 <= GATE_MS
        is_good &= reads(stage)
        is_good &= pages(stage)
        from django.db import connections

        connections.close_all()
    sys.exit(not is_good)


if __name__ == "__main__":
    main()

"""A long log checked: python -m tests.bench.verify [lines=100000]

How long `verify_tournament` takes for it, and how long the state is told from its lines alone.
"""

import os
import sys
import tempfile
import time


def main(lines: int = 100_000) -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["AUGENGENAU_DATA"] = folder
        from tests.bench.hall import begin

        begin()
        from django.core.management import call_command

        from tests.promises.histories import History, fold

        tournament = History(0).run(100)
        lengthen(tournament, lines)
        began = time.perf_counter()
        call_command("verify_tournament", tournament.public_id)
        print(f"verify_tournament: {time.perf_counter() - began:.1f} s")
        began = time.perf_counter()
        fold(list(tournament.stream.log.order_by("seq")))
        print(f"the state told from the lines alone: {time.perf_counter() - began:.1f} s")


def lengthen(tournament, lines: int) -> None:  # type: ignore[no-untyped-def]
    """By what is done most often and has words: somebody sits out a round."""
    from django.db import transaction

    from tournament.core.action import Write, _append, _locked
    from tournament.core.actors import SYSTEM

    entry = tournament.entries.first()
    with transaction.atomic():
        write = Write(SYSTEM, "system", _locked(tournament), "entry.paid")
        write.data = {"entry": entry.public_id, "number": entry.number, "state": entry.state, "is_paid": True}
        write.texts, write.receipt = {"name": "Yara Yilmaz"}, {"id": entry.public_id, "version": 2}
        for n in range(lines - write.stream.seq):
            _append(write, f"line-{n}", "0" * 64)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

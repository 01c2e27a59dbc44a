"""How long a long record takes: replaying and judging it, what a phone kept, and one more tap. `python -m tests.bench.record`

Bounds: 700 throws replayed and judged in 150 ms; 25 ms for each entry of a queue; the answer to a tap in 100 ms for 95 of 100.
"""

import json
import os
import statistics
import sys
import time
from itertools import islice

import django
from django.test.utils import get_runner, setup_test_environment

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
THROWS, QUEUE, TAPS = 700, 100, 60


def one_record():
    """So many throws, of several games if one is over too soon."""
    from games.engine.playout.playout import RandomSource, throws
    from games.engine.records.record import Record, Throw
    from games.engine.rules import registry

    rules = registry.rules("turnier")
    for seed in range(1000):
        played = list(islice(throws(rules, rules.start(4), RandomSource(seed), "random"), THROWS))
        if len(played) == THROWS:
            break
    entries = tuple(
        Throw(rules.view(p.before).to_move, p.roll, p.move.text if p.move else "--", p.move.origin if p.move else None)
        for p in played
    )
    return rules, Record(rules="turnier", start=rules.write(rules.start(4)), entries=entries)


def replay_and_judge(rules, record):
    from games.engine.records.replay import replay
    from referee.judging.throw import judge

    began = time.perf_counter()
    found = replay(record)
    for ply in found.plies:
        assert judge(rules, ply.before, ply.throw.roll, ply.throw.touched, ply.throw.played).verdict == "correct"
    return 1000 * (time.perf_counter() - began)


def taps(record):
    """Requests on a game that has all but the last of the throws already: a queue that a phone kept, then tap after tap."""
    from django.test import Client

    from games.models import Game, Line
    from games.recording.actions import open_game
    from tests.tournament.evening import Evening, a_club
    from tournament.core.actors import SYSTEM
    from tournament.models import Account, Grant

    evening = Evening(a_club(), "championship")
    evening.come(4, fours=1)
    first = evening.draw(1)[0]
    evening.publish(first)
    table = first.tables.get()
    game = Game.objects.get(
        public_id=open_game(evening.tournament, by=SYSTEM, table_id=table.public_id).receipt["game"]
    )
    kept = record.entries[: THROWS - QUEUE - TAPS]
    Line.objects.create(game=game, seq=1, kind="begins", colour="Y")
    Line.objects.bulk_create(
        Line(game=game, seq=n + 1, kind="throw", number=n, colour=e.colour, roll=str(e.roll), played=e.played)
        for n, e in enumerate(kept, 1)
    )
    game.version = len(kept) + 1
    game.save()
    who = Account.objects.create(login="bench")
    Grant.objects.create(account=who, club=evening.tournament.club, tournament=evening.tournament, role="referee")
    browser = Client()
    browser.force_login(who)
    url = f"/desk/t/{evening.tournament.public_id}/games/{game.public_id}/lines/"
    lines = [
        {"id": f"{n:08}", "seen": n, "kind": "throw", "roll": str(entry.roll), "played": entry.played}
        for n, entry in enumerate(record.entries[len(kept) :], game.version)
    ]
    queue = sent(browser, url, lines[:QUEUE])
    return [one / QUEUE for one in queue], [sent(browser, url, [line]) for line in lines[QUEUE:]]


def sent(browser, url, lines):
    """Milliseconds by the clock, and of the processor, which tells more on a busy machine."""
    began, worked = time.perf_counter(), time.process_time()
    answer = browser.post(url, json.dumps({"lines": lines}), content_type="application/json")
    assert answer.status_code == 200, answer.content[:300]
    return 1000 * (time.perf_counter() - began), 1000 * (time.process_time() - worked)


def main() -> int:
    django.setup()
    rules, record = one_record()
    replayed = statistics.median(replay_and_judge(rules, record) for _ in range(7))
    from django.conf import settings

    setup_test_environment()
    runner = get_runner(settings)(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        queued, took = taps(record)
    finally:
        runner.teardown_databases(databases)
    clock, worked = (sorted(one) for one in zip(*took, strict=True))
    p95, middle = clock[int(0.95 * len(clock))], statistics.median(clock)
    print(f"{THROWS} throws replayed and judged: {replayed:.0f} ms (bound 150)")
    print(f"an entry of a queue of {QUEUE}: {queued[0]:.0f} ms (bound 25), of the processor {queued[1]:.0f} ms")
    print(
        f"a tap on a record of {THROWS} throws: median {middle:.0f} ms, p95 {p95:.0f} ms (bound 100), "
        f"of the processor {statistics.median(worked):.0f} ms"
    )
    return int(replayed > 150 or queued[0] > 25 or p95 > 100)


if __name__ == "__main__":
    sys.exit(main())

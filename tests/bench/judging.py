"""What it costs to say on which readings a verdict rests: `python -m tests.bench.judging [THROWS]`

Judged throws of every rule set are timed on the processor's clock: without readings, as they were judged before there were
any, and with them. Bound: twice the time, for each rule set.
"""

import os
import statistics
import sys
import time
from collections import defaultdict
from random import Random

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
BOUND, PASSES = 2.0, 5


def requests(count: int):
    """By rule set: what is judged, as the judge takes it."""
    from games.engine.rules import registry
    from games.engine.rules.errors import GameError
    from referee.judging import judge
    from tests.referee.judging.test_against_oracle import thrown

    random, found = Random("judging"), defaultdict(list)
    while sum(map(len, found.values())) < count:
        for asked in thrown(random):
            rules = registry.rules(asked["rules"], asked.get("options"))
            roll = rules.read_roll(asked["roll"])
            done = (asked.get("touched"), asked["played"], asked.get("choice"))
            try:
                judge(rules, rules.read(asked["position"]), roll, *done)
            except GameError:
                continue
            found[asked["rules"]].append((rules, asked["position"], roll, done))
    return found


def timed(asked) -> float:
    """Microseconds a throw: the position read anew, and judged."""
    from referee.judging import judge

    began = time.process_time()
    for rules, position, roll, done in asked:
        judge(rules, rules.read(position), roll, *done)
    return (time.process_time() - began) / len(asked) * 1e6


def main() -> None:
    django.setup()
    from referee.judging import throw

    with_readings, slowest = throw.rests_on, 0.0
    for rules, asked in requests(int(sys.argv[1]) if len(sys.argv) > 1 else 8000).items():
        passes = []
        for _ in range(PASSES):
            throw.rests_on = lambda *_facts: ()
            before = timed(asked)
            throw.rests_on = with_readings
            passes.append((timed(asked), before))
        after, before = (statistics.median(each) for each in zip(*passes, strict=True))
        slowest = max(slowest, after / before)
        print(
            f"{rules:9} {len(asked):6} throws  before {before:6.0f} µs  now {after:6.0f} µs  {after / before:.2f} times"
        )
    if slowest > BOUND:
        sys.exit(f"{slowest:.2f} times, the bound is {BOUND}")


if __name__ == "__main__":
    main()

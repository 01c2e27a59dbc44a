"""How good the draw is, and how fast, beside a naive shuffle with retries and what other programs reach.

    python -m tests.bench.draw                          everything (some minutes)
    python -m tests.bench.draw whole --sizes 16-24 64   all rounds at once, for these fields alone
    python -m tests.bench.draw swiss next --events 100  any of: whole, clubs, next, redraw, swiss, events

Judged by the tests' own checker. The figures of others are those measured for the same sizes elsewhere.
"""

import argparse
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from statistics import median

from tests.tournament.draw.seating.checker import Judged, judge, new_repeats, together, whole
from tournament.draw.seating.draw import Mode, draw
from tournament.draw.seating.model import Draw, Report, Request, Round, Wish
from tournament.draw.seating.split import split

TRIES = 200
SMALL = range(6, 48)
LARGE = (
    *((n, 8) for n in (48, 49, 50, 51, 63, 85, 100, 101, 150, 199, 250, 397, 500, 998, 999, 1000)),
    *((64, 7), (64, 10), (100, 7), (128, 7), (1000, 7)),
)
OTHERS = {
    (16, 4): "EDH 9-11, Skat 4",
    (16, 5): "GEG 0, archon 18",
    (17, 4): "EDH 6-12",
    (18, 4): "EDH 8-11",
    (20, 4): "Skat 1",
    (20, 5): "GEG 3-4",
    (24, 4): "EDH 6-10, Skat 0",
    (24, 6): "GEG 5-6",
    (24, 7): "GEG 15-18, archon 30",
    (28, 9): "GEG 32",
    (32, 5): "EDH 5-9, Skat 0",
    (32, 7): "GEG 0, archon 16",
    (32, 8): "GEG 7",
    (32, 10): "GEG 33, Pantheon 164",
    (40, 10): "GEG 8-9",
    (64, 7): "GEG 0 (2 s), Pantheon 74",
    (128, 7): "GEG 0 (12 s), Pantheon 89",
}
SWISS = ((16, 5), (20, 5), (24, 5), (32, 5), (32, 7), (64, 7), (128, 7), (50, 7), (1000, 7))
SWISS_OTHERS = {
    (16, 5): "Pantheon 11/3.0",
    (24, 5): "Pantheon 5.8/2.3",
    (32, 5): "Pantheon 4.0/1.4",
    (32, 7): "Pantheon 11/3.0",
    (64, 7): "edh 15/.85, Pantheon 8.0/.90",
    (128, 7): "edh 9.8/.30, Pantheon 5.0/.39",
    (50, 7): "edh 10/1.3",
    (1000, 7): "edh 1, Pantheon > 180 s",
}
POINTS = (3, 2, 1, 0)


def timed(work: Callable[[], Draw]) -> tuple[Draw, float]:
    start = time.perf_counter()
    done = work()
    return done, time.perf_counter() - start


def bench_whole(sizes: Sequence[tuple[int, int]], args: argparse.Namespace) -> None:
    """All rounds at once; threes are `in the end / worst after any round`."""
    print("\nAll rounds at once")
    print("    N   R  repeats bound  colours threes  seconds | shuffled: repeats threes seconds | others")
    for n, rounds in sizes:
        done, seconds = timed(lambda n=n, rounds=rounds: draw(request(n, rounds, args)))
        ours = whole(done.rounds, n)
        bound = done.report["repeats"]["least"]
        start = time.perf_counter()
        theirs = whole(shuffled(n, rounds, random.Random(args.seed)), n)
        print(
            f"{n:5} {rounds:3} {ours.repeats:8} {bound:5} {ours.worst_seat_spread:8}"
            f" {ours.three_spread:3}/{ours.worst_three_spread} {seconds:9.3f} |"
            f" {theirs.repeats:17} {theirs.three_spread:6} {time.perf_counter() - start:7.3f} |"
            f" {OTHERS.get((n, rounds), '')}"
        )


def request(n: int, rounds: int, args: argparse.Namespace) -> Request:
    return Request(ids=tuple(range(n)), rounds=rounds, seed=str(args.seed))


def shuffled(n: int, rounds: int, dice: random.Random) -> list[Round]:
    """What a spreadsheet does: shuffle, count the repeats, shuffle again, keep the best of some."""
    played: list[Round] = []
    for _ in range(rounds):
        tries = [_shuffle(n, dice) for _ in range(TRIES if n < 300 else TRIES // 10)]
        played.append(min(tries, key=lambda tables: new_repeats([tables], played)))
    return played


def _shuffle(n: int, dice: random.Random) -> Round:
    players = list(range(n))
    dice.shuffle(players)
    return tuple(tuple(players.pop() for _ in range(size)) for size in split(n))


def bench_clubs(args: argparse.Namespace) -> None:
    print("\nClubs apart, all rounds at once")
    print("    N   R clubs  together in round 1  in all  repeats  seconds")
    for n, rounds, clubs in ((30, 5, 6), (32, 5, 8), (100, 7, 15), (128, 7, 20), (1000, 7, 60)):
        own = [player % clubs for player in range(n)]
        random.Random(args.seed).shuffle(own)
        wishes = tuple(Wish("club", tuple(p for p in range(n) if own[p] == club)) for club in range(clubs))
        asked = replace(request(n, rounds, args), wishes=wishes)
        done, seconds = timed(lambda asked=asked: draw(asked))
        first, total = together(done.rounds[:1], own), together(done.rounds, own)
        print(f"{n:5} {rounds:3} {clubs:5} {first:20} {total:7} {whole(done.rounds, n).repeats:8} {seconds:8.3f}")


@dataclass
class Event:
    """An event played round by round, with simulated results and, if wanted, people coming and going."""

    n: int
    rounds: int
    mode: Mode
    dice: random.Random
    absent: float = 0.0

    def __post_init__(self) -> None:
        size = ceil(self.n * (1 + self.absent))
        self.skill = [self.dice.gauss(0, 1) for _ in range(size)]
        self.scores = [0.0] * size
        self.played: list[Round] = []
        self.fields: list[list[int]] = []
        self.slowest = 0.0
        self.spreads: list[float] = []
        self.reports: list[Report] = []

    def play(self) -> "Event":
        for _ in range(self.rounds):
            self.round()
        return self

    def round(self) -> None:
        everybody = range(len(self.skill))
        present = sorted(self.dice.sample(everybody, self.n)) if self.absent else list(everybody)
        done, seconds = timed(lambda: draw(self.request(present), self.mode))
        tables = tuple(tuple(present[player] for player in table) for table in done.rounds[0])
        self.slowest = max(self.slowest, seconds)
        for table in tables:
            before = [self.scores[player] for player in table]
            self.spreads.append(max(before) - min(before))
        self.played.append(tables)
        self.fields.append(present)
        self.reports.append(done.report)
        self.score(tables)

    def request(self, present: list[int]) -> Request:
        known = {player for tables in self.played for table in tables for player in table}
        ids = [*present, *sorted(known.difference(present))]
        number = {player: index for index, player in enumerate(ids)}
        history = tuple(tuple(tuple(number[player] for player in table) for table in tables) for tables in self.played)
        return Request(
            ids=tuple(present),
            gone=tuple(ids[len(present) :]),
            rounds=self.rounds - len(self.played),
            seed=str(self.dice.random()),
            history=history,
            scores=tuple(self.scores[player] for player in present) if self.mode == "swiss" else (),
        )

    def score(self, tables: Round) -> None:
        for table in tables:
            order = sorted(table, key=lambda player: -self.skill[player] - self.dice.gauss(0, 1))
            for points, player in zip(POINTS, order, strict=False):
                self.scores[player] += points


def bench_next(args: argparse.Namespace) -> None:
    print(f"\nRound by round, 4 rounds, {args.events} events each; absent: a tenth each round, others come")
    print("    N absent  events without repeat  most repeats  colours  threes  slowest round")
    for n in (19, 20, 21, 22, 23, 24, 28, 29, 32, 37, 45, 64, 100, 250):
        for absent in (0.0, 0.1) if n >= 28 else (0.0,):
            report_events(n, 4, "next", absent, args)


def bench_swiss(args: argparse.Namespace) -> None:
    print(f"\nSwiss, {args.events} events each; points 3-2-1-0; spread = best minus worst score at a table")
    print("    N   R  events without repeat  most repeats  spread  colours  threes  slowest round | others")
    for n, rounds in SWISS:
        report_events(n, rounds, "swiss", 0.0, args, SWISS_OTHERS.get((n, rounds), ""))


def bench_events(args: argparse.Namespace) -> None:
    print("\nTwo Swiss events with drop-outs and late entries, a tenth each round; `reached/least of any draw`")
    for n in (64, 37):
        print(f"    N round  repeats threes  colours  score spread  seconds  who met again ({n} of {ceil(n * 1.1)})")
        for number, found in enumerate(Event(n, 7, "swiss", random.Random(args.seed), 0.1).play().reports, start=1):
            again, threes, scores = found["repeats"], found["threes"], found["scores"]
            print(
                f"{n:5} {number:5} {again['count']:6}/{again['least']} {threes['spread']:4}/{threes['least']}"
                f" {found['colours']['four']['spread']:6}/{found['colours']['four']['least']}"
                f" {scores['mean']:8.2f}/{scores['least_mean']:.2f} {found['seconds']:8.3f}  {again['who']}"
            )


def report_events(n: int, rounds: int, mode: Mode, absent: float, args: argparse.Namespace, others: str = "") -> None:
    count = args.events if n < 500 else 1
    events = [Event(n, rounds, mode, random.Random(f"{args.seed} {i}"), absent).play() for i in range(count)]
    judged = [judge(event.played, event.fields) for event in events]
    clean = f"{sum(each.repeats == 0 for each in judged)} of {count}"
    worst = max(each.repeats for each in judged)
    colours = max(each.seat_spread for each in judged)
    threes = max(each.three_spread for each in judged)
    slowest = max(event.slowest for event in events)
    spreads = [spread for event in events for spread in event.spreads]
    first = f"{rounds:3}" if mode == "swiss" else f"{absent:6.0%}"
    middle = f" {sum(spreads) / len(spreads):7.2f}" if mode == "swiss" else ""
    print(
        f"{n:5} {first} {clean:>22} {worst:13}{middle} {colours:8} {threes:7} {slowest:14.3f}"
        + (f" | {others}" if others else "")
    )


def bench_redraw(args: argparse.Namespace) -> None:
    print(f"\nDropping out of a plan, {args.events} times each: what is redrawn around what was played")
    print("    N   R after  gone  plan  without repeat  most repeats  bound  colours  threes  CPU median   most")
    for n, rounds, after in ((64, 10, 4), (32, 7, 3), (100, 7, 3)):
        for gone in range(1, 9):
            for planned in (True, False):
                report_redraws(n, rounds, after, gone, planned, args)


def report_redraws(n: int, rounds: int, after: int, gone: int, planned: bool, args: argparse.Namespace) -> None:
    done = [redraw(n, rounds, after, gone, planned, f"{args.seed} {i}") for i in range(args.events)]
    repeats, bounds, judged, seconds = zip(*done, strict=True)
    print(
        f"{n:5} {rounds:3} {after:5} {gone:5} {'yes' if planned else 'no':>5}"
        f" {f'{repeats.count(0)} of {len(done)}':>15} {max(repeats):13} {max(bounds):6}"
        f" {max(each.seat_spread for each in judged):8} {max(each.three_spread for each in judged):7}"
        f" {median(seconds):11.3f} {max(seconds):6.3f}"
    )


def redraw(n: int, rounds: int, after: int, gone: int, planned: bool, seed: str) -> tuple[int, int, Judged, float]:
    """New repeats, their bound, everything judged, and the seconds of CPU. Who goes is left to chance."""
    order = random.Random(seed).sample(range(n), n)
    asked = Request(ids=tuple(range(n)), rounds=rounds, seed=seed)
    plan = tuple(tuple(tuple(order[player] for player in table) for table in tables) for tables in draw(asked).rounds)
    asked = replace(
        asked,
        ids=tuple(range(n - gone)),
        gone=tuple(range(n - gone, n)),
        rounds=rounds - after,
        history=plan[:after],
        plan=plan[after:] if planned else (),
    )
    start = time.process_time()
    done = draw(asked)
    seconds = time.process_time() - start
    judged = judge([*plan[:after], *done.rounds], [range(n)] * after + [range(n - gone)] * (rounds - after))
    return new_repeats(done.rounds, plan[:after]), done.report["repeats"]["least"], judged, seconds


def sizes(args: argparse.Namespace) -> Iterator[tuple[int, int]]:
    wanted = [part.partition("-") for part in args.sizes]
    fields = {n for low, _, high in wanted for n in range(int(low), int(high or low) + 1)}
    for n in SMALL:
        for rounds in range(1, 11):
            if not fields or n in fields:
                yield n, rounds
    yield from (size for size in LARGE if not fields or size[0] in fields)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", help="whole, clubs, redraw, next, swiss, events; none is all")
    parser.add_argument("--sizes", nargs="*", default=[], help="fields for whole: 16 or 16-24")
    parser.add_argument("--events", type=int, default=10, help="simulated events for redraw, next and swiss")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    parts: dict[str, Callable[[], None]] = {
        "whole": lambda: bench_whole(list(sizes(args)), args),
        "clubs": lambda: bench_clubs(args),
        "redraw": lambda: bench_redraw(args),
        "next": lambda: bench_next(args),
        "swiss": lambda: bench_swiss(args),
        "events": lambda: bench_events(args),
    }
    for part in args.parts or parts:
        parts[part]()


if __name__ == "__main__":
    main()

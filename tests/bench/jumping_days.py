"""Evenings on random days, with a clock that jumps: python -m tests.bench.jumping_days [--days 3] [--jumps 12] [--seed N]

Each day a house of its own, on a date within two years of today, where a tournament is played over the API while the machine's
clock is set now an hour, now a year forward or back, mostly for some seconds; the program is started anew under it once. Every
write has to be taken and every page answered (but for a session that has ended by such a date: it works again with the right
one), nothing may be cleared away, the chain has to be whole; what is left of the round stays right when the clock goes back. A
clock that goes forward is believed, as tournament/core/clock.py says, so a round may then be over. Where the program was started
anew with a date hours before the round, the round has not begun by that date: it stands at its whole length until the date is
right again, and the order of times is not held. (libfaketime; R29 in tests/promises has the short form and the controls.)
Ends with 1 where something was not as it should be.
"""

import argparse
import json
import random
import sys
import tempfile
import time
from pathlib import Path
from urllib.error import HTTPError

from tests.promises.clients import SEED
from tests.promises.conftest import House
from tests.promises.server import Server
from tests.promises.test_r29_clocks import DAY, HOUR, LIBRARY, PATIENCE, READ, Machine, Watch
from tournament.core.clock import BRIDGED
from tournament.core.session_times import IDLE

JUMPS = (60, 10 * 60, HOUR, 2 * HOUR, 5 * HOUR, DAY, 7 * DAY, 90 * DAY, 400 * DAY)
SIGNED_OUT = 401  # while the date is later than a session lasts
HELD = (2.0, 8.0)  # seconds until the next jump
KEPT = """
from datetime import timedelta
from django.utils import timezone
from tournament.models import Account, Contact, Entry, Token
Contact.objects.bulk_create(Contact(entry=one, email=f"{one.pk}@example.org") for one in Entry.objects.all())
ends = timezone.now() + timedelta(days=20)
Token.objects.create(account=Account.objects.first(), name="board", scope="read", token_hash="x" * 64, expires_at=ends)
"""
COUNT = """
from tournament.models import Contact, LogEntry, Person, Session, Token
print(Contact.objects.count(), Token.objects.count(), Session.objects.count(), Person.objects.count())
"""


class OnADay(Machine):
    """All of its times are off by `base` seconds."""

    base = 0
    believed = 0  # the furthest forward that the clock was, in seconds
    is_ordered = True
    now = 0

    def set_back(self, seconds: int) -> None:
        super().set_back(seconds - self.base)

    def jump(self, seconds: int) -> bool:
        """Whether what is left of a round has to stay as it was."""
        self.set_back(-seconds)
        has_begun, is_back = self.believed >= 0, seconds <= self.believed
        self.believed = max(self.believed, seconds)
        return has_begun and is_back

    def start_anew(self, seconds: int) -> None:
        self.is_ordered = self.is_ordered and self.believed - seconds < BRIDGED.total_seconds()
        self.believed = seconds


def house(folder: Path, base: int) -> OnADay:
    folder.mkdir(mode=0o700)
    clock = folder.parent / f"{folder.name}.clock"
    more = {"LD_PRELOAD": str(LIBRARY), "FAKETIME_TIMESTAMP_FILE": str(clock), "FAKETIME_CACHE_DURATION": "1"}
    more |= {"FAKETIME_DONT_FAKE_MONOTONIC": "1", "NO_FAKE_STAT": "1"}
    clock.write_text(f"{base:+}\n")
    plain = Server(folder, **more)
    plain.manage("from django.core.management import call_command; call_command('migrate', verbosity=0)")
    machine = type("OnThisDay", (OnADay,), {"base": base})(House(folder, *plain.manage(SEED).split(), more), clock, {})
    plain.manage(KEPT)
    return machine


def play(machine: OnADay, jumps: int, dice: random.Random) -> list[str]:
    """What was done, to be read when something was wrong."""
    done: list[str] = []
    before = machine.house.server().manage(COUNT)
    tables = list(range(len(machine.facts["tables"])))
    halves = (jumps // 2, jumps - jumps // 2)
    with machine.running():
        machine.change_clock("start")
        _evening(machine, halves[0], tables[:2], dice, done)
        written = time.monotonic()
    machine.start_anew(machine.now)
    with machine.running():
        machine.page("/")
        done.append(f"started anew after {time.monotonic() - written:.0f} s")
        _evening(machine, halves[1], tables[2:], dice, done)
        machine.set_back(0)
        time.sleep(HELD[0])
        machine.look_at_pages()
        machine.clerk.ask(f"{machine.at}/entries/")  # with the right date the session works again
    found = json.loads(machine.house.server().manage(READ))
    if machine.is_ordered:
        machine.expect(f"order {found}", found["logs"] and found["reports"])
    after = machine.house.server().manage(COUNT)
    machine.expect(f"kept {before} -> {after}", _nothing_is_gone(before, after))
    return done


def _nothing_is_gone(before: str, after: str) -> bool:
    return all(now >= then for then, now in zip(map(int, before.split()), map(int, after.split()), strict=True))


def _evening(machine: OnADay, jumps: int, tables: list[int], dice: random.Random, done: list[str]) -> None:
    watch = Watch(machine)
    for number in range(jumps):
        machine.now = dice.choice(JUMPS) * dice.choice((-1, 1))
        is_back = machine.jump(machine.now)
        time.sleep(dice.uniform(*HELD))
        work = dice.choice(("enter", "confirm", "correct", "pages", "paper"))
        done.append(f"{machine.now:+} s: {work}")
        try:
            _work(machine, work, number, tables)
            if is_back:
                watch.look(f"after {done[-1]}")
            else:
                watch = Watch(machine)
        except HTTPError as error:
            done[-1] += f" {error.code}"
            machine.expect(done[-1], error.code == SIGNED_OUT and machine.now >= IDLE)
            watch = Watch(machine)


def _work(machine: OnADay, work: str, number: int, tables: list[int]) -> None:
    if work == "confirm" and tables:
        machine.confirm(tables.pop())
    elif work == "correct" and tables:
        table = tables.pop()
        machine.confirm(table)
        machine.correct_and_undo(table)
    elif work == "paper":
        machine.expect("paper", machine.is_printed("de" if number % 2 else "en"))
    elif work == "pages":
        machine.look_at_pages()
    else:
        machine.enter(f"Wanda{number}{time.monotonic_ns()}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--days", type=int, default=3)
    parser.add_argument("--jumps", type=int, default=12)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    options = parser.parse_args()
    dice, wrong = random.Random(options.seed), []
    print(f"seed {options.seed}, patience {PATIENCE} s", flush=True)
    for _day in range(options.days):
        base = dice.randrange(-2 * 365, 2 * 365) * DAY + dice.randrange(DAY)
        with tempfile.TemporaryDirectory() as folder:
            machine = house(Path(folder) / "data", base)
            done = play(machine, options.jumps, dice)
        day = time.strftime("%A %Y-%m-%d %H:%M", time.localtime(time.time() + base))
        print(f"{day}: {len(done)} steps, wrong {machine.wrong}\n  {'; '.join(done)}", flush=True)
        wrong += machine.wrong
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()

"""R6: of many who edit one thing on the same old state, one wins and all others are told; no edit is lost in silence.

Fifty at once, through the API of a real server (on PostgreSQL through three). The control does not compare versions: there
several win, and all but one of them have written for nothing. AUGENGENAU_LONG=1: 200 rounds.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from tests.promises.clients import Clerk
from tests.promises.conftest import DATABASE, House

ROUNDS = 200 if os.environ.get("AUGENGENAU_LONG") else 4
HANDS, NODES = 50, 3 if DATABASE else 1

pytestmark = pytest.mark.slow


class Hall:
    """Many clerks at the screens of some nodes, and one entry that all of them edit."""

    def __init__(self, house: House, settings: str, **more: str) -> None:
        self.nodes = [house.server(settings, **more) for _ in range(NODES)]
        self.clerks = [clerk for node in self.nodes for clerk in house.clerks(node, HANDS // NODES + 1)][:HANDS]
        self.at = f"tournaments/{house.tournament}/entries/"

    def __enter__(self) -> "Hall":
        for node in self.nodes:
            node.start(wait=False)
        for node in self.nodes:
            node.wait_until_ready()
        self.clerks[0].add("Yara", float("inf"))
        self.at += f"{self.clerks[0].ask(self.at)['items'][0]['id']}/"
        return self

    def __exit__(self, *_: object) -> None:
        for node in self.nodes:
            node.kill()

    def race(self, first_number: int) -> tuple[list[tuple[int, dict]], dict]:
        """What each was answered who gave the entry a number of the own, and the entry as it is then."""
        version, together = self.clerks[0].ask(self.at)["version"], Barrier(HANDS)

        def edit(hand: tuple[int, Clerk]) -> tuple[int, dict]:
            together.wait(30)
            return hand[1].answered(f"{self.at}number/", {"number": first_number + hand[0], "version": version})

        with ThreadPoolExecutor(HANDS) as pool:
            answers = list(pool.map(edit, enumerate(self.clerks)))
        return answers, self.clerks[0].ask(self.at)


def test_r6_of_fifty_edits_of_one_state_one_wins(house):
    with Hall(house, "tests.promises.settings_many") as hall:
        for round_ in range(ROUNDS):
            answers, entry = hall.race(first_number := 100 + round_ % 9 * HANDS)
            won = [n for n, (status, _said) in enumerate(answers) if status == 200]
            told = [said["data"] for status, said in answers if status == 409]
            assert len(won) == 1 and len(told) == HANDS - 1, answers
            assert entry["number"] == first_number + won[0]
            assert all(data == {"now": entry["version"], "then": entry["version"] - 1} for data in told)
    print(f"R6: {ROUNDS} rounds of {HANDS} edits on {NODES} nodes: 1 winner, {HANDS - 1} × 409 in each")


def test_r6_control_without_the_comparison_edits_are_lost(house):
    with Hall(house, "tests.promises.settings_altered", WITHOUT="version") as hall:
        answers, _entry = hall.race(100)
    won = sum(status == 200 for status, _said in answers)
    print(f"R6, control: {won} winners of {HANDS}")
    assert won > 1

"""R7: what is in the tables is what the log says, whatever was done in whatever order.

Random histories through the actions; then the state told by the log alone must be that of the tables, the checks of
`verify_tournament` must find nothing, and another process (for the tests on PostgreSQL one with SQLite) must come to the same
bytes. The control writes past the actions, and must be found. AUGENGENAU_LONG=1: 1,000 histories.
"""

import os

import pytest

from tests.promises.histories import History, canonical, fold, state
from tests.promises.server import Server
from tests.tournament.evening import by_chance
from tournament.core import chain
from tournament.models import Entry, ResultSeat, Round
from tournament.out import verify as checking

LONG = bool(os.environ.get("AUGENGENAU_LONG"))
HISTORIES, STEPS = (1000, 60) if LONG else (8, 60)
COMPARED = range(2)
ELSEWHERE = f"""
from tests.promises.histories import History, canonical
from django.core.management import call_command
call_command("migrate", verbosity=0)
for seed in {list(COMPARED)}:
    print(canonical(History(seed).run({STEPS})))
"""

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


@pytest.mark.parametrize("seed", range(HISTORIES))
def test_r7_the_tables_are_the_fold_of_the_log(seed):
    tournament = History(seed).run(STEPS)
    assert fold(list(tournament.stream.log.order_by("seq"))).canonical() == state(tournament).canonical()
    assert list(checking.differences(tournament)) == []
    assert list(chain.faults(tournament.stream)) == []


def test_r7_the_same_history_gives_the_same_bytes_on_the_other_database(tmp_path):
    server = Server(tmp_path)
    server.env.pop("DATABASE_URL", None)
    there = server.manage(ELSEWHERE).splitlines()
    assert [canonical(History(seed).run(STEPS)) for seed in COMPARED] == there


@pytest.mark.parametrize("change", ["an entry", "a round", "a place"])
def test_r7_control_what_is_written_past_the_actions_is_found(change):
    history = History(1)
    first, *_later = history.evening.draw(1)
    history.evening.fill(history.evening.publish(first), by_chance(1))
    {
        "an entry": lambda: Entry.objects.filter(number=1).update(state="absent"),
        "a round": lambda: Round.objects.filter(pk=first.pk).update(state="draft"),
        "a place": lambda: ResultSeat.objects.filter(place=1).update(place=2),
    }[change]()
    log = list(history.tournament.stream.log.order_by("seq"))
    assert fold(log).canonical() != state(history.tournament).canonical()

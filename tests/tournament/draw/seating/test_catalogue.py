"""The catalogue against the best known: repeats, spread of threes in the end, and the worst spread on the way."""

from pathlib import Path

import pytest

from tests.tournament.draw.seating.checker import Judged, whole
from tournament.draw.seating.catalogue import _file, look_up
from tournament.draw.seating.model import Priority
from tournament.draw.seating.split import split

Known = tuple[int, int, int]


def best_known() -> dict[tuple[int, int], list[Known]]:
    """Players: then for each number of rounds what is known, as repeats/spread/worst spread."""
    known: dict[tuple[int, int], list[Known]] = {}
    for line in Path(__file__).with_name("best_known.txt").read_text(encoding="utf-8").splitlines():
        n, _, rest = line.partition(":")
        for rounds, entry in enumerate(rest.split(","), start=1):
            known[int(n), rounds] = [_three(figures) for figures in entry.split()]
    return known


def _three(figures: str) -> Known:
    repeats, spread, worst = map(int, figures.split("/"))
    return repeats, spread, worst


BEST_KNOWN = best_known()


def _judged(n: int, rounds: int, first: Priority) -> Judged:
    found = look_up(n, rounds, first)
    assert found is not None
    return whole(found, n)


@pytest.mark.parametrize("n", range(6, 48))
def test_threes_first_is_at_the_best_known(n: int) -> None:
    """Threes even in the end come first, then repeats, then threes even on the way."""
    for rounds in range(1, 11):
        known = [(r, max(worst, 1)) for r, spread, worst in BEST_KNOWN[n, rounds] if spread <= 1]
        judged = _judged(n, rounds, "threes")
        assert judged.three_spread <= 1
        assert (judged.repeats, max(judged.worst_three_spread, 1)) <= min(known), rounds


@pytest.mark.parametrize("n", range(6, 48))
def test_repeats_first_is_at_the_best_known(n: int) -> None:
    for rounds in range(1, 11):
        known = min((r, spread) for r, spread, _ in BEST_KNOWN[n, rounds])
        judged = _judged(n, rounds, "repeats")
        assert judged.repeats <= known[0], rounds
        if judged.repeats == known[0]:
            assert judged.three_spread <= known[1], rounds


def test_every_line_is_valid_whole_and_without_repeat_from_48_players_on() -> None:
    for n, lines in _file().items():
        for fields in lines:
            rounds = len(fields) - 3
            assert all(len(text) == sum(split(n)) for text in fields[3:])
            for first in ("threes", "repeats"):
                schedule = look_up(n, rounds, first)
                judged = None if schedule is None else whole(schedule, n)
                assert judged is None or n < 48 or (judged.repeats, judged.worst_three_spread <= 1) == (0, True)


def test_a_cut_short_event_is_still_at_its_best() -> None:
    """16 players: five rounds without a repeat are planned; whoever stops earlier has had none either."""
    five = look_up(16, 5, "threes")
    assert five is not None
    assert look_up(16, 3, "threes") == five[:3]


def test_what_is_not_there_is_not_made_up() -> None:
    assert look_up(16, 11, "threes") is None
    assert look_up(5, 1, "threes") is None
    assert look_up(1000, 3, "threes") is None

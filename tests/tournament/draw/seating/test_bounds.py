"""Bounds against exhaustive search, where that is possible, and against what is known to be reachable."""

from collections.abc import Iterator
from itertools import combinations, product

import pytest

from tests.tournament.draw.seating.checker import whole
from tournament.draw.seating import bounds
from tournament.draw.seating.bounds import Bound, even_pairs, own_spread, repeats, repeats_with_even_threes, spread
from tournament.draw.seating.catalogue import look_up
from tournament.draw.seating.model import Dice, Round
from tournament.draw.seating.split import split

FIELDS = [6, 7, 8, 9, *(pytest.param(n, marks=pytest.mark.slow) for n in (10, 11))]


def all_rounds(players: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[Round]:
    """Every way to seat the players; equal tables may come in any order, which does no harm."""
    if not sizes:
        yield ()
        return
    for table in combinations(players, sizes[0]):
        rest = tuple(player for player in players if player not in table)
        for others in all_rounds(rest, sizes[1:]):
            yield (table, *others)


@pytest.mark.parametrize("n", FIELDS)
def test_two_rounds_of_few_tables(n: int) -> None:
    """The first round can be any: all others are the same with other names."""
    players = tuple(range(n))
    first = next(all_rounds(players, split(n)))
    seen = [whole([first, second], n) for second in _some(all_rounds(players, split(n)), n)]
    assert repeats([players] * 2).count == min(judged.repeats for judged in seen)
    even = [judged.repeats for judged in seen if judged.three_spread <= 1]
    assert repeats_with_even_threes(n, 2).count == min(even)


def _some(rounds: Iterator[Round], n: int) -> Iterator[Round]:
    """All for small fields. For larger ones those are left out that only swap equal tables."""
    for tables in rounds:
        heads = [(len(table), table[0]) for table in tables]
        if n < 9 or all(a[0] != b[0] or a[1] < b[1] for a, b in combinations(heads, 2)):
            yield tables


def test_a_third_round_after_a_history_of_two() -> None:
    """Seven players, two rounds played: no third round has fewer repeats than the bound says."""
    first = look_up(7, 2, "threes")
    assert first is not None
    least = min(
        whole([*first, third], 7).repeats - whole(first, 7).repeats for third in all_rounds(tuple(range(7)), split(7))
    )
    assert repeats([range(7)], first).count <= least
    assert repeats([range(7)], first).count > 0


def test_whoever_has_met_nearly_everybody_makes_the_bound() -> None:
    """Player 0 has met 1 to 6 of eight; at any table of four they meet two of them again at least."""
    history: list[Round] = [((0, 1, 2, 3), (4, 5, 6, 7)), ((0, 4, 5, 6), (1, 2, 3, 7))]
    assert repeats([range(8)], history) == Bound(4, "few_tables")
    assert repeats([range(4)], history[:1]) == Bound(6, "counting")


def test_newcomers_can_be_met() -> None:
    history: list[Round] = [(tuple(range(4)),)]
    assert repeats([range(16)], history).count == 0
    assert repeats([range(4, 8)], history).count == 0


@pytest.mark.parametrize(
    ("n", "rounds", "least"), [(16, 5, 0), (16, 6, 24), (28, 9, 0), (28, 10, 42), (20, 6, 1), (12, 5, 24), (8, 3, 8)]
)
def test_known_values(n: int, rounds: int, least: int) -> None:
    assert repeats([range(n)] * rounds).count == least


@pytest.mark.slow
def test_no_known_schedule_beats_a_bound() -> None:
    for n, rounds in product(range(6, 48), range(1, 11)):
        for first in ("threes", "repeats"):
            schedule = look_up(n, rounds, first)
            assert schedule is not None
            judged = whole(schedule, n)
            assert judged.repeats >= repeats([range(n)] * rounds).count
            assert judged.three_spread >= spread([0] * n, [rounds] * n, 3 * (-n % 4) * rounds)
            if judged.three_spread <= 1:
                assert judged.repeats >= repeats_with_even_threes(n, rounds).count


def test_even_pairs_by_trying() -> None:
    for things, places in product(range(9), range(1, 5)):
        ways = (way for way in product(range(things + 1), repeat=places) if sum(way) == things)
        assert even_pairs(things, places) == min(sum(k * (k - 1) // 2 for k in way) for way in ways)


def test_spread_by_trying() -> None:
    for before in product(range(4), repeat=3):
        for room in product(range(3), repeat=3):
            for total in range(sum(room) + 1):
                gains = (gain for gain in product(*(range(r + 1) for r in room)) if sum(gain) == total)
                after = ([b + g for b, g in zip(before, gain, strict=True)] for gain in gains)
                assert spread(before, room, total) == min(max(counts) - min(counts) for counts in after)


def test_own_spread_by_trying() -> None:
    for before in product(range(4), repeat=3):
        for games in range(4):
            ways = ([before[i] + way.count(i) for i in range(3)] for way in product(range(3), repeat=games))
            assert own_spread(before, games) == min(max(counts) - min(counts) for counts in ways)


def test_a_group_larger_than_the_tables_must_meet() -> None:
    assert [bounds.together(members, 16) for members in (4, 5, 8, 9)] == [0, 1, 4, 6]


@pytest.mark.parametrize("n", FIELDS)
def test_score_spreads_by_trying(n: int) -> None:
    dice = Dice(str(n), "scores")
    for _ in range(3):
        scores = [float(dice.below(12)) for _ in range(n)]
        ways = _some(all_rounds(tuple(range(n)), split(n)), n)
        least = min(sum(max(at) - min(at) for at in _scores(way, scores)) for way in ways)
        assert bounds.score_spreads(scores) == least


def _scores(tables: Round, scores: list[float]) -> list[list[float]]:
    return [[scores[player] for player in table] for table in tables]

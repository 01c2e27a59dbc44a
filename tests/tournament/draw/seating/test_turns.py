from itertools import combinations, product

import pytest

from tests.tournament.draw.seating.checker import whole
from tests.tournament.draw.seating.test_seats import shuffled
from tournament.draw.seating.model import Dice, Round
from tournament.draw.seating.seats import seat_all, seat_counts
from tournament.draw.seating.turns import Chunk, Spot, first_turns


def begun(rounds: tuple[Round, ...], n: int) -> list[int]:
    return [sum(table[0] == player for tables in rounds for table in tables) for player in range(n)]


@pytest.mark.parametrize("n", [7, 10, 13, 17, 18, 22, 30, 47, 50, 101, 250])
def test_first_turns_over_both_sizes_are_one_apart(n: int) -> None:
    for rounds in (2, 3, 4, 5, 8):
        dice = Dice(str(rounds), "turns")
        seated = seat_all(shuffled(n, rounds, dice), dice)
        turns = begun(seated, n)
        assert max(turns) - min(turns) <= (1 if n > 7 else 2)
        assert whole(seated, n).worst_seat_spread <= 1


def test_no_other_way_is_more_even() -> None:
    """Seven players, four rounds: every way to deal eight first turns that the chunks allow."""
    for seed in "abcdef":
        dice = Dice(seed, "all ways")
        rounds = shuffled(7, 4, dice)
        tables = [table for tables in rounds for table in tables]
        least = min(sum(way.count(p) ** 2 for p in range(7)) for way in product(*tables) if allowed(way, tables))
        assert sum(count**2 for count in begun(seat_all(rounds, dice), 7)) == least


def allowed(way: tuple[int, ...], tables: list[tuple[int, ...]]) -> bool:
    """Within a player's chunk of games of one size the first turn comes at most once, in a full one once."""
    for player, size in product(range(7), (3, 4)):
        own = [way[i] == player for i, table in enumerate(tables) if len(table) == size and player in table]
        for start in range(0, len(own), size):
            chunk = own[start : start + size]
            if sum(chunk) > 1 or (len(chunk) == size and not any(chunk)):
                return False
    return True


def test_a_chain_goes_through_others() -> None:
    """Yara (0) has begun twice, Karl (3) never, and they never met: Gero (1) hands on what they get."""
    tables = {(0, 0): (0, 1, 2), (1, 0): (1, 3, 4), (2, 0): (0, 5, 6, 7)}
    chunks: dict[Spot, Chunk] = {(*at, p): (len(table), p, 0) for at, table in tables.items() for p in table}
    chunks[1, 0, 1] = (3, 1, 0)
    given = {(0, 0, 0), (1, 0, 1), (2, 0, 0)}
    found = first_turns(chunks, given)
    players = [player for _, _, player in found]
    assert {spot[:2] for spot in found} == set(tables)
    assert all(a != b for a, b in combinations(players, 2))


def test_the_seats_after_the_first_stay_even_too() -> None:
    dice = Dice("1", "rest")
    counts = seat_counts(seat_all(shuffled(30, 10, dice), dice), 30)
    for size in (3, 4):
        assert all(max(own) - min(own) <= 1 for own in counts[size])

from itertools import combinations

import pytest

from tests.tournament.draw.seating.checker import judge
from tournament.draw.seating import knockout
from tournament.draw.seating.model import Dice, Request, Round, SeatingError, Watch, Wish


def drawn(request: Request) -> Round:
    (tables,) = knockout.draw(request, Watch(60))
    return tables


def groups(tables: Round) -> set[frozenset[int]]:
    return {frozenset(table) for table in tables}


def test_eight_sit_as_the_snake_says() -> None:
    assert groups(drawn(Request(tuple(range(1, 9))))) == {frozenset({0, 3, 4, 7}), frozenset({1, 2, 5, 6})}


def test_the_best_score_is_seed_one_and_alike_the_earlier_comes_first() -> None:
    request = Request(tuple("abcdefgh"), scores=(1, 2, 3, 4, 4, 3, 2, 1))
    assert knockout.seeds(request) == [3, 4, 2, 5, 1, 6, 0, 7]


@pytest.mark.parametrize("n", [3, 4, 6, 7, 9, 10, 13, 14, 16, 30, 61, 64, 128])
def test_every_table_has_one_of_each_pot(n: int) -> None:
    tables = drawn(Request(tuple(range(n))))
    judge([tables], [range(n)])
    for table in tables:
        assert sorted(player // len(tables) for player in table) == list(range(len(table)))


def test_five_are_refused() -> None:
    with pytest.raises(SeatingError):
        drawn(Request(tuple(range(5))))


@pytest.mark.parametrize("n", [16, 32, 48, 64, 128])
def test_the_first_seeds_meet_as_late_as_can_be(n: int) -> None:
    """If the better seed always wins, seeds 1 to t are at t tables as long as there are t of them."""
    field = list(range(n))
    while len(field) > 4:
        tables = drawn(Request(tuple(field)))
        best = {frozenset(table) & set(range(len(tables))) for table in tables}
        assert best == {frozenset({seed}) for seed in range(len(tables))}
        places = [[field[p] for p in sorted(table)] for table in tables]
        field = list(knockout.advance(places, field, dice=Dice("1", "lucky")).through)
    assert sorted(field)[:2] == [0, 1]


@pytest.mark.parametrize(("n", "clubs"), [(16, 4), (32, 8), (64, 12), (128, 20)])
def test_clubs_are_apart_and_the_pots_stay(n: int, clubs: int) -> None:
    wishes = tuple(Wish("club", tuple(range(c, n, clubs))) for c in range(clubs))
    tables = drawn(Request(tuple(range(n)), wishes=wishes))
    assert not [pair for table in tables for pair in combinations(table, 2) if (pair[0] - pair[1]) % clubs == 0]
    for table in tables:
        assert sorted(player // len(tables) for player in table) == [0, 1, 2, 3]


def test_the_weakest_wish_is_kept_where_it_costs_nothing() -> None:
    sat_together = drawn(Request(tuple(range(16))))[1][:2]
    again = drawn(Request(tuple(range(16)), wishes=(Wish("club", sat_together, weight=1),)))
    assert not any(set(sat_together) <= set(table) for table in again)


@pytest.mark.parametrize("pair", [(0, 3), (1, 6), (4, 7)])
def test_the_first_descent_alone_keeps_the_weakest_wish(pair: tuple[int, int]) -> None:
    """There is no time for another start."""
    request = Request(tuple(range(8)), wishes=(Wish("club", pair, weight=1),))
    pots = knockout.parted(knockout.snake(range(8)), request, range(8), Watch(0))
    assert not any(set(pair) <= set(table) for table in zip(*pots, strict=True))


def test_old_opponents_are_apart() -> None:
    history = (tuple(tuple(range(4 * t, 4 * t + 4)) for t in range(4)),)
    tables = drawn(Request(tuple(range(16)), history=history))
    assert not [pair for table in tables for pair in combinations(table, 2) if pair[0] // 4 == pair[1] // 4]


def test_the_first_seeds_stay_where_the_snake_puts_them() -> None:
    tables = knockout.parted(
        knockout.snake(range(8)), Request(tuple(range(8)), wishes=(Wish("club", (0, 3)),)), range(8), Watch(60)
    )
    assert tables[0] == [0, 1]
    assert tables[1] == [2, 3]


@pytest.mark.parametrize("seed", range(12))
def test_the_first_seeds_stay_whoever_would_rather_not_meet_them(seed: int) -> None:
    dice = Dice(str(seed), "wishes")
    wishes = tuple(Wish("club", (pair[0], pair[1])) for pair in combinations(range(16), 2) if not dice.below(3))
    tables = knockout.parted(knockout.snake(range(16)), Request(tuple(range(16)), wishes=wishes), range(16), Watch(60))
    assert tables[0] == [0, 1, 2, 3]


def test_the_best_two_of_each_table_go_on_winners_first() -> None:
    went = knockout.advance([[3, 0, 7, 4], [1, 6, 2, 5]], range(8), dice=Dice("1", ""))
    assert went.through == (1, 3, 0, 6)
    assert (went.lucky, went.out) == ((), (2, 7, 4, 5))


def test_losers_are_drawn_to_a_full_table_and_it_is_told_among_whom() -> None:
    places = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]
    went = knockout.advance(places, range(12), dice=Dice("1", ""))
    assert len(went.through) == 8
    assert went.through[6:] == went.lucky
    assert set(went.lucky) < set(went.drawn_from) == {2, 6, 10}
    assert went == knockout.advance(places, range(12), dice=Dice("1", ""))
    drawn_by_seed = {knockout.advance(places, range(12), dice=Dice(str(s), "")).lucky for s in range(20)}
    assert len(drawn_by_seed) > 2


def test_the_next_places_are_asked_when_one_place_is_not_enough() -> None:
    went = knockout.advance([[0, 1, 2, 3], [4, 5, 6, 7]], range(8), top=1, dice=Dice("1", ""))
    assert sorted(went.through[2:]) == sorted(went.lucky) == [1, 5]
    one = knockout.advance([[0, 1, 2], [3, 4, 5]], range(6), top=1, fill=True, dice=Dice("1", ""))
    assert set(one.lucky) == {1, 4}


def test_five_never_go_on() -> None:
    five = [[4 * t, 4 * t + 1, 4 * t + 2, 4 * t + 3] for t in range(5)]
    with pytest.raises(SeatingError, match="seated"):
        knockout.advance(five, range(20), top=1, fill=False, dice=Dice("1", ""))
    assert len(knockout.advance(five, range(20), top=1, dice=Dice("1", "")).through) == 8


def test_the_winner_of_the_last_table_stands_alone() -> None:
    went = knockout.advance([[2, 0, 1, 3]], range(4), top=1, dice=Dice("1", ""))
    assert (went.through, went.lucky) == ((2,), ())


def test_the_small_final_is_between_those_just_out() -> None:
    went = knockout.advance([[3, 0, 7, 4], [1, 6, 2, 5]], range(8), dice=Dice("1", ""))
    assert knockout.small_final(went) == (2, 7, 4, 5)

from itertools import combinations

from tournament.draw.seating.stock import Stock, members, tables_of


def unmet(n: int, met: set[tuple[int, int]]) -> list[int]:
    """For each player the set of those they have not met."""
    return [sum(1 << b for b in range(n) if a != b and (min(a, b), max(a, b)) not in met) for a in range(n)]


def test_members_of_a_set() -> None:
    assert members(0) == []
    assert members(0b1011) == [0, 1, 3]
    assert members(1 << 5000) == [5000]


def test_a_table_is_any_players_of_whom_no_two_have_met() -> None:
    met = {(0, 1), (2, 5), (3, 6)}
    free = [table for size in (3, 4) for table in combinations(range(7), size) if not met & set(combinations(table, 2))]
    assert sorted(tables_of(unmet(7, met), with_threes=True)) == sorted(free)
    assert sorted(tables_of(unmet(7, met), with_threes=False)) == [table for table in free if len(table) == 4]


def test_what_a_table_takes_from_its_round_and_from_the_others() -> None:
    stock = Stock(9, list(tables_of(unmet(9, {(0, 8)}), with_threes=True)))
    for number, table in enumerate(stock.tables):
        touching = {i for i, other in enumerate(stock.tables) if set(table) & set(other)}
        meeting = {i for i, other in enumerate(stock.tables) if len(set(table) & set(other)) > 1}
        assert set(members(stock.touching(number))) == touching
        assert set(members(stock.meeting(number))) == meeting


def test_a_round_takes_fours_or_threes_only_where_it_needs_no_others() -> None:
    stock = Stock(7, list(tables_of(unmet(7, set()), with_threes=True)))
    assert stock.fitting(stock.everything, 7, 1) == stock.everything
    assert stock.fitting(stock.everything, 4, 0) == stock.fours
    assert stock.fitting(stock.everything, 3, 1) == stock.threes
    assert stock.threes_with([0]) | stock.fours_with([0]) == stock.at[0]

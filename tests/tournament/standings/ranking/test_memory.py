"""What a club remembers, from plain facts."""

import math

import pytest

from tournament.standings.ranking.memory import UNLIKELY, Played, awards, chances, longest_rows, records


def seat(event: int, round_: int, table: int, person: int, place: int, colour: str = "Y", size: int = 4) -> Played:
    worth = {1: 5, 2: 3, 3: 1, 4: 0}[place] * 12
    return Played(event, round_, table, person, colour, "YGRK".index(colour), place, size, worth, 60)


def table(event: int, round_: int, number: int, *order: int) -> list[Played]:
    """Persons as they came in; the first one played yellow."""
    return [seat(event, round_, number, person, n + 1, "YGRK"[n]) for n, person in enumerate(order)]


def found(list_of, code: str):
    return next((record for record in list_of if record.code == code), None)


def test_a_row_of_wins_goes_on_over_tournaments_and_ends_with_a_table_that_is_not_won():
    played = [*table(1, 1, 1, 7, 8, 9, 6), *table(1, 2, 1, 7, 8, 9, 6), *table(2, 1, 1, 7, 9, 8, 6)]
    assert longest_rows(played) == {7: 3}
    assert longest_rows([*played, *table(2, 2, 1, 8, 7, 9, 6), *table(2, 3, 1, 7, 8, 9, 6)]) == {7: 3, 8: 1}


def test_a_shared_first_place_is_no_win_of_a_row():
    shared = [seat(1, 1, 1, 7, 1), seat(1, 1, 1, 8, 1), seat(1, 1, 1, 9, 3), seat(1, 1, 1, 6, 4)]
    assert longest_rows(shared) == {} and found(records(shared), "wins") is None


def test_records_name_all_who_hold_them():
    played = [*table(1, 1, 1, 7, 8, 9, 6), *table(1, 2, 1, 8, 7, 9, 6)]
    wins = found(records(played), "wins")
    assert (wins.value, [holder.person for holder in wins.holders]) == (1, [7, 8])


def test_a_share_of_the_points_needs_three_tables():
    two = [*table(1, 1, 1, 7, 8, 9, 6), *table(1, 2, 1, 7, 8, 9, 6)]
    assert found(records(two), "share") is None
    share = found(records([*two, *table(1, 3, 1, 8, 7, 9, 6)]), "share")
    assert (share.value, share.holders[0]) == (13 * 10_000 // 15, (7, 1))


@pytest.mark.parametrize(
    ("tables", "winner", "verdict"),
    [(19, None, "few"), (40, None, "alike"), (40, "Y", "apart")],
    ids=["too few tables", "in turn", "yellow always"],
)
def test_colours_are_only_judged_when_there_is_enough(tables, winner, verdict):
    played = []
    for n in range(tables):
        first = "YGRK".index(winner) if winner else n % 4
        played += [seat(1, n, 1, i, 1 if i == first else 2 + (i > first) % 2, "YGRK"[i]) for i in range(4)]
    (four,) = chances(played, lambda one: one.colour)
    assert (four.verdict, four.tables, four.expected) == (verdict, tables, 2500)
    assert sum(line.wins for line in four.lines) == tables * 12


def test_a_shared_win_is_shared_between_the_colours():
    played = [seat(1, 1, 1, n, 1, colour) for n, colour in enumerate("YG")]
    played += [seat(1, 1, 1, n, 3, colour) for n, colour in enumerate("RK", 2)]
    (four,) = chances(played, lambda one: one.colour)
    assert {line.key: line.wins for line in four.lines} == {"Y": 6, "G": 6, "R": 0, "K": 0}


def test_awards_go_to_whom_it_happened_more_than_once():
    played = [*table(1, 1, 1, 7, 8, 9, 6), *table(1, 2, 1, 6, 7, 9, 8)]
    given = awards(played, {7: (1, 2), 8: (2, 4), 9: (5, 1), 6: (4, 3)})
    assert {record.code: [one.person for one in record.holders] for record in given} == {
        "climber": [9],
        "thirds": [9],
        "comebacks": [6],
    }


def test_without_results_nothing_is_remembered():
    assert records([]) == [] and chances([], lambda one: one.colour) == [] and awards([], {}) == []


# Pearson's test: above these values equal chances are unlikely.


def beyond(square: float, freedom: int) -> float:
    """How often chance alone makes the square larger: the tail of the chi-square distribution, summed up."""
    wide = 0.001
    density = [
        x ** (freedom / 2 - 1) * math.exp(-x / 2) for x in (square + wide * (n + 0.5) for n in range(int(80 / wide)))
    ]
    return sum(density) * wide / (2 ** (freedom / 2) * math.gamma(freedom / 2))


def test_the_table_of_the_test_is_that_of_the_distribution():
    assert sorted(UNLIKELY) == [1, 2, 3, 4, 5]
    assert all(abs(beyond(square, freedom) - 0.05) < 0.0001 for freedom, square in UNLIKELY.items())


def test_tables_of_two_are_no_tables():
    played = [seat(1, 1, 1, n, n + 1, size=2) for n in range(2)]
    assert chances(played, lambda one: one.colour) == []


def test_tables_of_four_stand_before_those_of_three_and_have_shares_of_their_own():
    three = [seat(1, 1, 2, n, n + 1, "YGR"[n], size=3) for n in range(3)]
    found = chances([*three, *table(1, 1, 1, 7, 8, 9, 6)], lambda one: one.colour)
    assert [(one.size, one.tables, one.expected) for one in found] == [(4, 1, 2500), (3, 1, 3333)]
    assert {line.key: (line.tables, line.wins, line.share) for line in found[1].lines} == {
        "Y": (1, 12, 10_000),
        "G": (1, 0, 0),
        "R": (1, 0, 0),
    }


@pytest.mark.parametrize(("tables", "verdict"), [(19, "few"), (20, "alike")])
def test_five_wins_must_be_expected_of_each(tables, verdict):
    played = [one for n in range(tables) for one in table(1, n, 1, *[[7, 8, 9, 6][(n + i) % 4] for i in range(4)])]
    (four,) = chances(played, lambda one: str(one.person))
    assert four.verdict == verdict


def test_where_one_alone_is_compared_nothing_is_said():
    played = [one for n in range(40) for one in table(1, n, 1, 7, 8, 9, 6)]
    assert chances(played, lambda _one: "all")[0].verdict == "few"


def test_every_record_there_is():
    played = [*table(1, 1, 1, 7, 8, 9, 6), *table(1, 2, 1, 7, 8, 9, 6), *table(1, 3, 1, 8, 7, 9, 6)]
    played += table(2, 1, 1, 8, 9, 7, 5)
    records_ = {one.code: (one.value, one.holders) for one in records(played)}
    assert records_ == {
        "events": (2, ((7, None), (8, None), (9, None))),
        "wins": (2, ((7, None), (8, None))),
        "wins_in_one": (2, ((7, 1),)),
        "row": (2, ((7, None), (8, None))),
        "share": ((5 + 5 + 3) * 10_000 // 15, ((7, 1),)),
    }


def test_where_the_count_is_the_score_there_is_no_share():
    played = [one._replace(most=0) for n in range(4) for one in table(1, n, 1, 7, 8, 9, 6)]
    assert found(records(played), "share") is None


def test_every_award_there_is_and_from_how_many_on():
    turns = [(7, 8, 9, 6), (6, 8, 9, 7), (7, 8, 9, 6), (6, 8, 9, 7)]
    played = [one for n, order in enumerate(turns) for one in table(1, n, 1, *order)]
    played[-4] = played[-4]._replace(colour="G")
    given = awards(played, {7: (4, 1), 8: (3, 1), 9: (None, 5), 6: (None, None)})
    assert {one.code: (one.value, [holder.person for holder in one.holders]) for one in given} == {
        "climber": (3, [7]),
        "seconds": (4, [8]),
        "thirds": (4, [9]),
        "colours": (2, [6]),
        "comebacks": (2, [6]),
    }
    assert awards(table(1, 1, 1, 7, 8, 9, 6), {7: (3, 1)}) == []


@pytest.mark.parametrize(("code", "place"), [("seconds", 2), ("thirds", 3)])
def test_twice_the_same_place_is_enough_and_once_is_not(code, place):
    once = table(1, 1, 1, *[90 if at == place else 10 + at for at in range(1, 5)])
    twice = once + table(1, 2, 1, *[90 if at == place else 20 + at for at in range(1, 5)])
    assert found(awards(once, {}), code) is None
    assert (found(awards(twice, {}), code).value, found(awards(twice, {}), code).holders) == (2, ((90, None),))


def test_rounds_are_taken_in_the_order_of_time_whatever_comes_first():
    first, second = table(1, 1, 1, 8, 9, 6, 7), table(1, 2, 1, 7, 8, 9, 6)
    assert found(awards([*second, *first], {}), "comebacks").holders == ((7, None),)
    assert longest_rows([*table(2, 1, 1, 7, 8, 9, 6), *table(1, 2, 1, 7, 8, 9, 6), *table(1, 1, 1, 8, 7, 9, 6)]) == {
        7: 2,
        8: 1,
    }


@pytest.mark.parametrize(
    ("wins", "verdict"), [((15, 8, 9, 8), "alike"), ((18, 8, 7, 7), "apart"), ((16, 8, 8, 8), "alike")]
)
def test_wins_of_colours_by_hand(wins, verdict):
    """Of forty tables ten wins are due to each: the squares make 3.4, 8.6 and 4.8, and 7.815 is the border."""
    played = []
    for n, first in enumerate(i for i, times in enumerate(wins) for _ in range(times)):
        order = [first, *(i for i in range(4) if i != first)]
        played += [seat(1, n, 1, i, place, "YGRK"[i]) for place, i in enumerate(order, 1)]
    assert chances(played, lambda one: one.colour)[0].verdict == verdict

"""What a club remembers, from plain facts."""

import pytest

from tournament.standings.memory import Played, awards, chances, longest_rows, records


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

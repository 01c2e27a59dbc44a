"""Who meets whom: every number of players, planned and played."""

from collections.abc import Callable, Iterator
from random import Random

import pytest

from tournament.draw.seating.knockout import advance, snake
from tournament.draw.seating.model import Dice
from tournament.finals.bracket.model import Box, Bracket, Origin, Part, Played
from tournament.finals.bracket.onward import onward
from tournament.finals.bracket.plan import USUAL, bracket
from tournament.finals.bracket.tree import numbers
from tournament.setup.planning import knockout

PLAYERS = [n for n in range(4, 257) if n != 5]


def knockouts(found: Bracket) -> list[list[Box]]:
    columns = [[box for box in column if box.kind == "knockout"] for column in found.columns]
    return [column for column in columns if column]


def test_everybody_is_seeded_once_and_every_way_leads_somewhere():
    for n in PLAYERS:
        found = bracket(USUAL, n)
        first = [slot.origin for box in found.columns[0] for slot in box.slots]
        assert sorted(first) == [Origin("seed", seed) for seed in range(1, n + 1)], n
        for before, column in zip(found.columns, found.columns[1:], strict=False):
            ways = [slot.origin for box in column for slot in box.slots]
            assert len(set(ways)) == len(ways)
            taken = {(way.table, way.number) for way in ways if way.kind == "place"}
            assert {(box.number, place) for box in before for place in (1, 2)} <= taken, n
            assert all(len(box.slots) == 4 for box in column if box.kind != "small_final"), n


def test_there_are_as_many_rounds_as_the_schedule_of_the_day_says():
    for n in PLAYERS[1:]:
        fields = knockout(n, 2, 4)
        assert [sum(len(box.slots) for box in column) for column in knockouts(bracket(USUAL, n))] == fields[:-1], n


def test_the_second_of_a_table_never_meets_its_winner_at_once():
    """Until only one table is left to meet at."""
    for n in PLAYERS:
        for column in bracket(USUAL, n).columns[1:]:
            if len([box for box in column if box.kind == "knockout"]) < 2:
                continue
            for box in column:
                tables = [slot.origin.table for slot in box.slots if slot.origin.kind == "place"]
                assert len(set(tables)) == len(tables), n


@pytest.mark.parametrize("tables", [1, 2, 3, 4, 5, 7, 8, 16, 33, 64])
@pytest.mark.parametrize("going_on", [1, 2])
def test_everybody_who_goes_on_is_seeded_once_the_winners_first(tables, going_on):
    found = onward(tables, going_on)
    assert sorted(found) == [(table, place) for table in range(1, tables + 1) for place in range(1, going_on + 1)]
    assert found[:tables] == tuple((table, 1) for table in range(1, tables + 1))


def test_losers_fill_up_to_tables_of_four():
    ways = [slot.origin for box in bracket(USUAL, 20).columns[1] for slot in box.slots]
    assert sorted(way for way in ways if way.kind == "lucky") == [Origin("lucky", 1), Origin("lucky", 2)]


def test_a_final_of_the_best_and_the_small_one_of_those_behind():
    found = bracket((Part("final", 4), Part("small_final", 8)), 30)
    ((final, small),) = found.columns
    assert [slot.origin.number for slot in final.slots] == [1, 2, 3, 4] and final.kind == "final"
    assert [slot.origin.number for slot in small.slots] == [5, 6, 7, 8] and small.kind == "small_final"


def test_with_too_few_players_there_is_no_small_final():
    assert [box.kind for box in bracket(USUAL, 6).columns[-1]] == ["final"]
    assert bracket(USUAL, 0).columns == ()


def test_without_a_final_behind_it_the_last_table_decides():
    assert [len(column) for column in bracket((Part("knockout"),), 16).columns] == [4, 2, 1]


def test_states_and_names_fill_up_as_results_come_in():
    drawn = [[(4 * table + seat, None) for seat in range(4)] for table in range(2)]
    before = bracket(USUAL, 8, played={0: [Played(drawn, seeds=range(8))]})
    assert [box.state for box in before.columns[0]] == ["full", "full"]
    assert [box.state for box in before.columns[1]] == ["empty", "empty"]
    one_table = [[(player, place) for place, (player, _none) in enumerate(drawn[0], 1)], drawn[1]]
    final, small = bracket(USUAL, 8, played={0: [Played(one_table, seeds=range(8))]}).columns[1]
    assert (final.state, small.state) == ("partly", "partly")
    assert {slot.player for slot in final.slots} == {0, 1, None} and {slot.player for slot in small.slots} == {
        2,
        3,
        None,
    }


def test_who_shares_a_place_is_not_named_before_it_is_settled():
    shared = [[(0, 1), (1, 2), (2, 2), (3, 4)], [(4, 1), (5, 2), (6, 3), (7, 4)]]
    final = bracket(USUAL, 8, played={0: [Played(shared, seeds=range(8))]}).columns[1][0]
    assert {slot.player for slot in final.slots} == {0, 4, 5, None}
    settled = Played(shared, seeds=range(8), onward=[0, 4, 2, 5], out=[1, 6, 3, 7])
    final, small = bracket(USUAL, 8, played={0: [settled]}).columns[1]
    assert {slot.player for slot in final.slots} == {0, 2, 4, 5}
    assert [slot.player for slot in small.slots] == [1, 6, 3, 7]


def played_out(n: int, dice: Random) -> tuple[Bracket, list[Played]]:
    """A whole knock-out as the draw would make it, with losers drawn by the seating's own code."""
    order, rounds = list(range(n)), []
    while len(order) > 4:
        pots = snake(order)
        tables = [[pot[t] for pot in pots if pot[t] >= 0] for t in range(len(pots[0]))]
        ended = [dice.sample(table, len(table)) for table in tables]
        seeded = [ended[table - 1][place - 1] for table, place in onward(len(tables), 2)]
        seeded += [player for table in ended for player in table[2:]]
        through = advance(ended, seeded, dice=Dice(str(n), "losers"))
        said = [
            [(player, ranks.index(player) + 1) for player in table] for table, ranks in zip(tables, ended, strict=True)
        ]
        numbered = sorted(zip(numbers(len(order), 2, 4), said, strict=True))
        own = [number for number, _table in numbered]
        said = [table for _number, table in numbered]
        rounds.append(Played(said, order, through.through, through.lucky, through.out, own))
        order = list(through.through)
    return bracket(USUAL, n, played={0: rounds}), rounds


@pytest.mark.parametrize("n", [8, 12, 13, 20, 36, 50, 64, 147, 256])
def test_what_is_played_goes_the_way_that_was_planned(n):
    plan, (found, rounds) = bracket(USUAL, n), played_out(n, Random(n))
    ways = [[[slot.origin for slot in box.slots] for box in column] for column in found.columns]
    assert ways == [[[slot.origin for slot in box.slots] for box in column] for column in plan.columns]
    final = next(box for box in found.columns[-1] if box.kind == "final")
    assert final.state == "full" and {slot.player for slot in final.slots} == set(rounds[-1].onward)
    small = next(box for box in found.columns[-1] if box.kind == "small_final")
    assert {slot.player for slot in small.slots}.isdisjoint(rounds[-1].onward)


def test_somebody_put_in_by_hand_is_shown_without_a_way():
    rounds = [Played([[(n, None) for n in range(4)], [(n, None) for n in (4, 5, 6, 99)]], seeds=range(8))]
    assert bracket(USUAL, 8, played={0: rounds}).columns[0][1].slots[3].origin == Origin("other")


def knocked_out(n: int, ended: Callable[[list[int]], list[int]]) -> Iterator[list[list[int]]]:
    """The tables of every round, players named by their first seeds; `ended`: a table from its winner on."""
    order = list(range(1, n + 1))
    while True:
        pots = snake(order)
        tables = [[pot[t] for pot in pots] for t in range(len(pots[0]))]
        yield tables
        if len(tables) == 1:
            return
        places = [ended(table) for table in tables]
        order = [places[table - 1][place - 1] for table, place in onward(len(tables), 2)]


@pytest.mark.parametrize("n", [16, 32, 64])
def test_where_the_favourites_win_seeds_meet_as_late_as_the_snake_allows(n):
    *before, two, last = knocked_out(n, sorted)
    for tables in (*before, two, last):
        assert all(sum(seed <= len(tables) for seed in table) == 1 for table in tables)
    assert sorted(last[0]) == [1, 2, 3, 4]
    assert [sorted(table)[:2] for table in two] == [[1, 4], [2, 3]]


@pytest.mark.parametrize("n", [16, 32, 64])
def test_after_upsets_the_seeds_that_win_every_table_still_meet_as_late(n):
    for each in range(100):
        dice, won = Random(each), set(range(1, n + 1))

        def ended(table: list[int], dice: Random = dice, won: set[int] = won) -> list[int]:
            ranks = dice.sample(table, 4) if dice.random() < 0.4 else sorted(table)
            won.difference_update(ranks[1:])
            return ranks

        for tables in knocked_out(n, ended):
            for table in tables:
                assert sum(seed in won and seed <= len(tables) for seed in table) <= 1, (each, tables)

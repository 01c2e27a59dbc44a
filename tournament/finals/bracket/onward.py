"""Seeds the players who stay in after a knock-out round, which decides who meets whom in the next one.

The winner of a table takes over its best seed, so the path through the tables is known before anybody plays; that is what a
printed bracket shows. The snake (`seating.knockout`) then brings the winners of two tables together. Second places are seeded
so that the snake leads them to a table where they meet neither the winner of their own table nor that winner's next opponent.

The usual alternative seeds anew by place and then by the earlier seed. If the favourites win, both are equal for the winners:
the first t seeds sit at t tables as long as there are that many. After an upset the alternative keeps the best remaining
seeds apart slightly more often (64 players, one table in three by chance: two of the best meet at 5 instead of 8 of 100
tables), but nobody knows a round ahead whom they would meet, and three times as many pairs meet again at once. Here a player
who beats a favourite takes over the favourite's path, and players who win every table meet as late as the snake lets them.
"""

from functools import cache

from tournament.draw.seating.assignment import cheapest

TABLE = 4
REMATCH = 1000  # costs more than any number of longer lines


@cache
def onward(tables: int, going_on: int) -> tuple[tuple[int, int], ...]:
    """(table, place) by new seed, from seed 1 on; tables and places are counted from 1."""
    winners = tuple((table, 1) for table in range(1, tables + 1))
    if going_on < 2:
        return winners
    return winners + tuple((table, 2) for table in _seconds(tables))


def _seconds(tables: int) -> list[int]:
    """The tables in the order in which their second places are seeded."""
    following = -(-2 * tables // TABLE)
    slots = [_table_of(seed, following) for seed in range(tables, 2 * tables)]
    costs = [[_cost(slot, _table_of(table, following), following) for slot in slots] for table in range(tables)]
    slot_of = cheapest(costs)
    return sorted(range(1, tables + 1), key=lambda table: slot_of[table - 1])


def _table_of(seed: int, tables: int) -> int:
    """The table that the snake gives a seed, both counted from 0."""
    pot, at = divmod(seed, tables)
    return tables - 1 - at if pot % 2 else at


def _cost(slot: int, winner: int, tables: int) -> int:
    """Worst is the table of the own winner; best the one whose winner that winner meets next, because the lines stay short."""
    if slot == winner:
        return REMATCH
    return 0 if slot == tables - 1 - winner else 1


def lucky(through: int) -> int:
    """How many losers are drawn by lot so that all tables have four players."""
    return -through % TABLE if through > 1 else 0

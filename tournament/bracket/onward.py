"""Who meets whom after a knock-out round: in which order those who go on are seeded anew.

Whoever wins a table takes over its best seed, so that the way through the tables is known before a throw is made; it is
what a printed bracket shows. The snake (`seating.knockout`) then brings the winners of two tables together. Second ones are
seeded so that it leads them to the table where they meet neither the winner of their own table nor its partner.

The other usual way is to seed anew by place and then by the earlier seed. Where the favourites win, both are the same for the
winners: the first t seeds sit at t tables as long as there are so many. After an upset that way keeps the best seeds still
in apart a little more often (64 players, one table in three by chance: two of the best at 5 instead of 8 tables of 100), but
then nobody knows a round ahead whom they would meet, and three times as many meet again at once. Here whoever beats a
favourite takes over the favourite's way, and everybody who wins every table meets the others who do as late as the snake
lets their seeds.
"""

from functools import cache

from tournament.seating.assignment import cheapest

TABLE = 4
REMATCH = 1000  # dearer than any number of longer lines


@cache
def onward(tables: int, going_on: int) -> tuple[tuple[int, int], ...]:
    """(table, place) from the new seed 1 on, tables and places counted from 1."""
    winners = tuple((table, 1) for table in range(1, tables + 1))
    if going_on < 2:
        return winners
    return winners + tuple((table, 2) for table in _seconds(tables))


def _seconds(tables: int) -> list[int]:
    """The tables in the order in which their second ones are seeded."""
    following = -(-2 * tables // TABLE)
    slots = [_table_of(seed, following) for seed in range(tables, 2 * tables)]
    costs = [[_cost(slot, _table_of(table, following), following) for slot in slots] for table in range(tables)]
    slot_of = cheapest(costs)
    return sorted(range(1, tables + 1), key=lambda table: slot_of[table - 1])


def _table_of(seed: int, tables: int) -> int:
    """Where the snake leads a seed, both counted from 0."""
    pot, at = divmod(seed, tables)
    return tables - 1 - at if pot % 2 else at


def _cost(slot: int, winner: int, tables: int) -> int:
    """The table that the one of the own winner meets next is the best, since lines stay short; the own one is the worst."""
    if slot == winner:
        return REMATCH
    return 0 if slot == tables - 1 - winner else 1


def lucky(through: int) -> int:
    """How many losers are drawn so that all tables are of four."""
    return -through % TABLE if through > 1 else 0

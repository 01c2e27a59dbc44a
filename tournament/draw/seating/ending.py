"""The last rounds, one or two, out of all tables left, by trying everything in a good order.

Two rounds are searched together: next always the player with the fewest tables left in either. So a dead end shows
long before the first of them is complete. The tables that leave most come first, and those of three for players
who still need one. Left out: what was played or opened before; evenness of threes between the two rounds.
"""

from collections.abc import Sequence

from tournament.draw.seating.stock import Stock, Table, members

LAST = 2
"""How many rounds are searched together at most."""
NEVER = 1 << 60
NEED = 100
"""What it is worth, in tables left, to give a three to somebody who needs one rather than to another."""
Place = tuple[int, int]
"""Which of the rounds, and the number of a table."""


def ending(
    stock: Stock, rounds: int, threes: int, turns: list[int], even: tuple[int, int], most_steps: int
) -> tuple[list[list[Table]] | None, int]:
    """The rounds, or None; and the steps it took. With fewer than the most steps, None says that there are none.

    `turns` are the threes everybody has had, `even` the fewest and most they may have had in the end.
    """
    search = _Ending(stock, threes, turns, even, most_steps)
    places = search.places(rounds)
    if places is None:
        return None, search.steps
    return [[stock.tables[number] for r, number in places if r == this] for this in range(rounds)], search.steps


class _Ending:
    def __init__(self, stock: Stock, threes: int, turns: list[int], even: tuple[int, int], most_steps: int) -> None:
        self.stock, self.threes, self.turns = stock, threes, turns
        self.fewest, self.most = even
        self.steps, self.most_steps = 0, most_steps

    def places(self, rounds: int) -> list[Place] | None:
        stock = self.stock
        enough = stock.threes_with(p for p, had in enumerate(self.turns) if had >= self.most)
        too_few = stock.fours_with(p for p, had in enumerate(self.turns) if had + rounds <= self.fewest)
        left = stock.fitting(stock.everything & ~enough & ~too_few, stock.n, self.threes)
        return self._fill([left] * rounds, [range(stock.n)] * rounds, [self.threes] * rounds, self.turns)

    def _fill(
        self, left: list[int], free: list[Sequence[int]], threes: list[int], turns: list[int]
    ) -> list[Place] | None:
        """For each round the tables left, the players to be seated and the threes to be filled."""
        ways, r, player = self._scarcest(left, free)
        if ways == NEVER:
            return []
        is_first = not self.steps
        self.steps += 1
        for number in self._in_order(left, r, player, turns) if ways else ():
            table = self.stock.tables[number]
            is_three = len(table) == 3
            then = [*free]
            then[r] = [p for p in free[r] if p not in table]
            to_fill = [*threes]
            to_fill[r] -= is_three
            rest = self._fill(
                self._after(left, r, number, turns, len(then[r]), to_fill[r]),
                then,
                to_fill,
                [had + (p in table) for p, had in enumerate(turns)] if is_three else turns,
            )
            if rest is not None:
                return [(r, number), *rest]
            if self.steps > self.most_steps:
                return None
            if is_first:  # the rounds are alike: a dead end in one is a dead end in the other
                left = [tables & ~(1 << number) for tables in left]
        return None

    def _scarcest(self, left: list[int], free: list[Sequence[int]]) -> tuple[int, int, int]:
        """Fewest tables, and in which round for whom; NEVER where all sit. Most of the time goes here."""
        at = self.stock.at
        fewest, this, whose = NEVER, 0, 0
        for r, tables in enumerate(left):
            for player in free[r]:
                ways = (tables & at[player]).bit_count()
                if ways < fewest:
                    fewest, this, whose = ways, r, player
                    if not ways:
                        return fewest, this, whose
        return fewest, this, whose

    def _in_order(self, left: list[int], r: int, player: int, turns: list[int]) -> list[int]:
        stock = self.stock
        numbers = members(left[r] & stock.at[player])
        if len(numbers) < 2:
            return numbers

        def worth(number: int) -> int:
            kept = ~stock.meeting(number)
            count = (left[r] & ~stock.touching(number)).bit_count()
            count += sum([(tables & kept).bit_count() for s, tables in enumerate(left) if s != r])
            if not self.fewest:
                return count
            table = stock.tables[number]
            need = NEED * sum([turns[p] < self.fewest for p in table])
            return count + need if len(table) == 3 else count - need

        return sorted(numbers, key=worth, reverse=True)

    def _after(self, left: list[int], r: int, number: int, turns: list[int], players: int, threes: int) -> list[int]:
        """The tables left: who has had enough threes gets no more, who needs one more gets no four in the other round."""
        stock, table = self.stock, self.stock.tables[number]
        gone = stock.meeting(number)
        if len(table) == 3:
            gone |= stock.threes_with(p for p in table if turns[p] + 1 >= self.most)
        elif self.fewest:
            gone |= stock.fours_with(p for p in table if turns[p] < self.fewest)
        after = [tables & ~gone for tables in left]
        after[r] = stock.fitting(left[r] & ~stock.touching(number), players, threes)
        return after

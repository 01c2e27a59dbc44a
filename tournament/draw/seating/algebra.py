"""Rounds without a repeat for large fields, by differences instead of search.

Let k = ceil(n / 4). The 4k places are (level, x) with levels 0 to 3 and x modulo k. A round is a triple of
shifts (a, b, c); its tables are, for every x, {(0, x), (1, x + a), (2, x + b), (3, x + c)}.

Two places of one level never share a table. Two places of levels i < j, x and y, share one in the rounds
whose shifts satisfy shift_j - shift_i = y - x. So nobody meets anybody twice if each of the six differences
a, b, c, b - a, c - a, c - b takes another value modulo k in every round.

The 4k - n places too many, at most three, stay empty; players who would sit with an empty place are at a
table of three. The empty places are (0, 0), (0, s), (0, 2s), as many as are needed; on level j the mates of
(0, e) are e + shift_j. With all shifts below s, and s times the number of empty places at most k, these
mates are all different, of one round and of all: nobody is at a table of three twice, so the threes are
even after every round.

Left out: fields too small for it, and labels: which player is which place is decided elsewhere.
"""

from math import gcd

from tournament.draw.seating.model import Dice, Round

Shifts = tuple[int, int, int]
ATTEMPTS = 60
TRIES = 300


def rounds_without_repeat(n: int, rounds: int, dice: Dice) -> tuple[Round, ...]:
    """That many rounds, not seated, or as many as were found."""
    k = -(-n // 4)
    empty = 4 * k - n
    span = k // max(1, empty)
    shifts = _shifts(k, span, min(rounds, span), dice)
    gaps = {span * i for i in range(empty)}
    number: dict[int, int] = {}
    for place in range(4 * k):
        if place not in gaps:
            number[place] = len(number)
    return tuple(_tables(k, shift, number) for shift in shifts)


def _tables(k: int, shift: Shifts, number: dict[int, int]) -> Round:
    places = [[x, *((x + s) % k + k * level for level, s in enumerate(shift, 1))] for x in range(k)]
    tables = [tuple(number[place] for place in table if place in number) for table in places]
    return tuple(sorted(tables, key=len, reverse=True))


def _shifts(k: int, span: int, rounds: int, dice: Dice) -> list[Shifts]:
    """Shifts below `span` whose six differences are new in every round, at most `rounds`."""
    if span == k and gcd(k, 6) == 1:
        return [(j, 2 * j % k, 3 * j % k) for j in range(rounds)]
    best: list[Shifts] = []
    for _ in range(ATTEMPTS):
        best = max(best, _attempt(k, span, rounds, dice), key=len)
        if len(best) == rounds:
            break
    return best


def _attempt(k: int, span: int, rounds: int, dice: Dice) -> list[Shifts]:
    taken: list[set[int]] = [set() for _ in range(6)]
    found: list[Shifts] = []
    for _ in range(TRIES):
        a, b, c = dice.below(span), dice.below(span), dice.below(span)
        differences = (a, b, c, (b - a) % k, (c - a) % k, (c - b) % k)
        if any(value in values for value, values in zip(differences, taken, strict=True)):
            continue
        for value, values in zip(differences, taken, strict=True):
            values.add(value)
        found.append((a, b, c))
        if len(found) == rounds:
            break
    return found

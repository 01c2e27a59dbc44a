"""What two players changing seats would do to a round, before it is done: repeats, broken wishes, threes, colours."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournament.lots import request_before
from tournament.models import Round, Seat
from tournament.seating import hand

Pairs = tuple[tuple[int, int], ...]
Change = Mapping[int, tuple[int, int]]


@dataclass(frozen=True)
class SwapEffect:
    """By entry. `new_wishes`: who should not share a table and would. `threes`: visits at tables of three before and after;
    `colours`: how uneven the colours are."""

    new_repeats: Pairs
    gone_repeats: Pairs
    new_wishes: Pairs
    gone_wishes: Pairs
    threes: Change
    colours: Change


def swap_effect(round_: Round, one: int, other: int) -> SwapEffect:
    """Of two entries changing seats; one of them may have none in this round."""
    request, numbers = request_before(round_, one, other)
    index = {entry: number for number, entry in enumerate(numbers)}
    tables: dict[int, list[int]] = {}
    seats = Seat.objects.filter(round=round_).order_by("table__number", "order")
    for table, entry in seats.values_list("table", "entry"):
        tables.setdefault(table, []).append(index[entry])
    before = hand.of(tuple(tuple(table) for table in tables.values()))
    found = hand.effect(request, before, hand.swap(before, index[one], index[other]))
    repeats, wishes = (found.new_repeats, found.gone_repeats), (found.new_broken_wishes, found.gone_broken_wishes)
    return SwapEffect(
        *(tuple((numbers[a], numbers[b]) for a, b in pairs) for pairs in (*repeats, *wishes)),
        {numbers[player]: change for player, change in found.threes.items()},
        {numbers[player]: change for player, change in found.colours.items()},
    )

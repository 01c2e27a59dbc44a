import pytest

from tests.tournament.draw.seating.checker import judge, whole
from tournament.draw.seating import catalogue, known
from tournament.draw.seating.model import Dice, Round


def renamed(n: int, seed: str) -> tuple[Round, ...]:
    """The longest schedule known for this field, with players for numbers."""
    player = Dice(seed, "names").shuffled(range(n))
    schedule = catalogue.look_up(n, catalogue.longest(n, "threes"), "threes")
    assert schedule is not None
    return tuple(tuple(tuple(player[x] for x in table) for table in tables) for tables in schedule)


@pytest.mark.parametrize("n", [16, 20, 27, 32, 35, 48])
@pytest.mark.parametrize("played", [1, 3, 4])
def test_later_rounds_fit_on_to_the_first_ones(n: int, played: int) -> None:
    rounds = renamed(n, str(n))
    later = known.later_rounds(rounds[:played], n, "threes", Dice("other", "known"))
    both = (*rounds[:played], *later)
    assert len(both) == len(rounds)
    ours, best = whole(both, n), whole(rounds, n)
    assert (ours.repeats, ours.worst_three_spread) == (best.repeats, best.worst_three_spread)


def test_no_table_is_recognised_where_players_have_changed_places() -> None:
    tables, *others = (list(tables) for tables in renamed(32, "mixed")[:4])
    (a, *one), (b, *other) = tables[:2]
    history = tuple(map(tuple, ([(b, *one), (a, *other), *tables[2:]], *others)))
    judge(history, [range(32)] * 4)
    assert known.later_rounds(history, 32, "threes", Dice("1", "known")) == ()


def test_nothing_is_recognised_where_somebody_was_missing() -> None:
    rounds = renamed(32, "missing")[:3]
    history = (*rounds[:2], tuple(tuple(p for p in table if p != 0) for table in rounds[2]))
    assert known.later_rounds(history, 32, "threes", Dice("1", "known")) == ()
    assert known.later_rounds((), 32, "threes", Dice("1", "known")) == ()

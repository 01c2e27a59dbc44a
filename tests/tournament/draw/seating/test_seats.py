from tests.tournament.draw.seating.checker import judge, whole
from tournament.draw.seating.model import Dice, Round
from tournament.draw.seating.seats import seat_all, seat_counts, seat_next, seat_rest
from tournament.draw.seating.split import split


def shuffled(n: int, rounds: int, dice: Dice) -> tuple[Round, ...]:
    """Rounds without any plan: whatever the tables, the seats must come out even."""
    result = []
    for _ in range(rounds):
        players = dice.shuffled(range(n))
        result.append(tuple(tuple(players.pop() for _ in range(size)) for size in split(n)))
    return tuple(result)


def test_rounds_seated_together_are_never_more_than_one_apart() -> None:
    dice = Dice("1", "test")
    for n in (4, 6, 7, 10, 11, 16, 17, 30, 61, 250):
        seated = seat_all(shuffled(n, 12, dice), dice)
        assert whole(seated, n).worst_seat_spread <= 1


def test_after_four_games_at_four_everybody_has_had_every_colour() -> None:
    dice = Dice("2", "test")
    counts = seat_counts(seat_all(shuffled(64, 8, dice), dice), 64)
    assert counts[4] == [[2, 2, 2, 2]] * 64


def test_seating_moves_nobody_to_another_table() -> None:
    dice = Dice("3", "test")
    rounds = shuffled(23, 6, dice)
    seated = seat_all(rounds, dice)
    assert [[set(t) for t in tables] for tables in seated] == [[set(t) for t in tables] for tables in rounds]


def test_one_round_after_another_stays_within_two() -> None:
    for seed in range(10):
        dice = Dice(str(seed), "test")
        played: list[Round] = []
        for tables in shuffled(30, 8, dice):
            played.append(seat_next(tables, played, 30, dice))
        assert whole(played, 30).worst_seat_spread <= 2


def test_the_rarest_seat_is_given_where_only_one_is_missing() -> None:
    history = [((0, 1, 2, 3),), ((1, 2, 3, 0),), ((2, 3, 0, 1),)]
    assert seat_next(((0, 1, 2, 3),), history, 4, Dice("1", "x")) == ((3, 0, 1, 2),)
    threes = [((0, 1, 2),), ((1, 2, 0),)]
    assert seat_next(((0, 1, 2),), threes, 3, Dice("1", "x")) == ((2, 0, 1),)


def test_rounds_after_a_history_count_it_in() -> None:
    dice = Dice("4", "test")
    before = seat_all(shuffled(40, 3, dice), dice)
    after = seat_rest(shuffled(36, 3, dice), before, 40, dice)
    judged = judge([*before, *after], [range(40)] * 3 + [range(36)] * 3)
    assert judged.seat_spread <= 2

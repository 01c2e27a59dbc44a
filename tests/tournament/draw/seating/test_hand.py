import pytest

from tournament.draw.seating import hand
from tournament.draw.seating.model import Request, SeatingError, Wish

PLAYED = ((0, 1, 2, 3), (4, 5, 6))
REQUEST = Request(tuple("ABCDEFG"), history=(PLAYED,), wishes=(Wish("family", (0, 4), name="Karl & Rosa"),))
NEXT = hand.of(((0, 4, 5, 1), (2, 3, 6)))


def test_from_empty_to_a_round() -> None:
    draft = hand.empty(REQUEST)
    assert hand.figures(draft, REQUEST).unseated == tuple(range(7))
    for player, (table, seat) in enumerate([(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2)]):
        draft = hand.move(draft, player, table, seat)
    assert hand.finished(draft, REQUEST) == PLAYED


def test_an_unfinished_round_is_refused_and_says_who_is_missing() -> None:
    with pytest.raises(SeatingError) as refused:
        hand.finished(hand.of(((0, 4, 5, 1), (2, 3))), REQUEST)
    assert refused.value.data == {"unseated": [6], "tables": [1]}


def test_to_a_taken_seat_means_to_change_places() -> None:
    moved = hand.move(NEXT, 6, 0, 3)
    assert moved.tables == ((0, 4, 5, 6), (2, 3, 1))
    assert hand.swap(NEXT, 6, 1) == moved


def test_a_swap_says_which_repeats_come_and_go() -> None:
    done = hand.effect(REQUEST, NEXT, hand.swap(NEXT, 1, 6))
    assert done.before.repeats == {(0, 1): 2, (4, 5): 2, (2, 3): 2}
    assert set(done.new_repeats) == {(4, 6), (5, 6), (1, 2), (1, 3)}
    assert done.gone_repeats == ((0, 1),)


def test_a_swap_says_which_wishes_it_breaks_and_mends() -> None:
    done = hand.effect(REQUEST, NEXT, hand.swap(NEXT, 4, 2))
    assert done.gone_broken_wishes == ((0, 4),)
    assert done.before.wishes == {(0, 4): ("Karl & Rosa",)}
    assert hand.effect(REQUEST, hand.swap(NEXT, 4, 2), NEXT).new_broken_wishes == ((0, 4),)


def test_a_swap_says_what_it_does_to_turns_at_threes_and_to_colours() -> None:
    done = hand.effect(REQUEST, NEXT, hand.swap(NEXT, 4, 2))
    assert done.threes == {2: (1, 0), 4: (0, 2)}
    turned = hand.effect(REQUEST, NEXT, hand.reseat(NEXT, 0, (4, 0, 5, 1)))
    assert turned.colours == {0: (2, 1)}
    assert turned.new_repeats == turned.gone_repeats == ()


def test_a_substitute_takes_the_very_seat() -> None:
    assert hand.substitute(NEXT, 5, 9).tables == ((0, 4, 9, 1), (2, 3, 6))
    with pytest.raises(SeatingError, match="has a seat already") as refused:
        hand.substitute(NEXT, 5, 6)
    assert (refused.value.code, refused.value.data) == ("already_seated", {"player": 6})
    with pytest.raises(SeatingError, match="no seat"):
        hand.substitute(NEXT, 9, 10)


def test_three_at_a_table_are_right_and_two_are_shown() -> None:
    assert hand.figures(hand.of(((0, 5, 1), (2, 3, 6))), REQUEST).wrong_tables == ()
    assert hand.figures(hand.of(((0, 4, 5, 1), (3, 6))), REQUEST).wrong_tables == (1,)


def test_they_sat_differently_but_they_are_the_same() -> None:
    assert hand.reseat(NEXT, 1, (6, 2, 3)).tables == ((0, 4, 5, 1), (6, 2, 3))
    with pytest.raises(SeatingError, match="not the players"):
        hand.reseat(NEXT, 1, (6, 2, 4))


def test_a_draft_never_changes() -> None:
    hand.swap(NEXT, 0, 6)
    hand.substitute(NEXT, 0, 9)
    assert hand.of(((0, 4, 5, 1), (2, 3, 6))) == NEXT

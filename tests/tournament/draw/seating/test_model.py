from collections import Counter

from tournament.draw.seating.model import Dice, Request, Watch, Wish, apart


def test_the_dice_are_the_same_on_every_machine() -> None:
    """Pinned: a change here changes every draw that was ever published."""
    dice = Dice("2026", "test")
    assert [dice.below(100) for _ in range(8)] == [21, 72, 95, 5, 1, 85, 55, 52]
    assert dice.shuffled(range(8)) == [4, 1, 0, 3, 5, 7, 2, 6]
    assert dice.chance() == 0.8189634442012182


def test_dice_for_one_purpose_leave_another_alone() -> None:
    request = Request(ids=(1, 2, 3), seed="7")
    first = request.dice("seats").below(10**9)
    request.dice("labels").below(10**9)
    assert request.dice("seats").below(10**9) == first
    assert request.dice("labels").below(10**9) != first


def test_dice_are_fair() -> None:
    dice = Dice("1", "fair")
    count = Counter(dice.below(6) for _ in range(60_000))
    assert sorted(count) == [0, 1, 2, 3, 4, 5]
    assert max(count.values()) - min(count.values()) < 800
    orders = Counter(tuple(dice.shuffled("abc")) for _ in range(60_000))
    assert len(orders) == 6
    assert max(orders.values()) - min(orders.values()) < 800


def test_dice_take_any_text_for_a_seed() -> None:
    assert Dice("\ud800", "odd").below(1000) == Dice("\ud800", "odd").below(1000)


def test_a_watch_stops_when_its_time_is_up_and_remembers() -> None:
    now = [0.0]
    watch = Watch(2.0, clock=lambda: now[0])
    assert (watch.is_over(), watch.was_hit, watch.left()) == (False, False, 2.0)
    now[0] = 2.5
    assert watch.is_over()
    assert (watch.was_hit, watch.left(), watch.elapsed()) == (True, 0.0, 2.5)


def test_a_watch_stops_when_it_is_cancelled() -> None:
    wanted = [True]
    watch = Watch(60, cancelled=lambda: not wanted[0])
    assert not watch.is_over()
    wanted[0] = False
    assert watch.is_over()
    wanted[0] = True
    assert watch.is_over()


def test_wishes_add_up_both_ways() -> None:
    wishes = (Wish("club", (0, 1, 2)), Wish("family", (1, 2), 4))
    costs = apart(Request(ids=tuple("abcd"), gone=("e",), wishes=wishes))
    assert costs == [{1: 1, 2: 1}, {0: 1, 2: 5}, {0: 1, 1: 5}, {}, {}]

"""Every case is drawn, says who throws next, and reads the same in every language but for the words."""

import pytest

from games.engine.rules import registry
from referee.commentary.book import cases
from referee.commentary.card import card, position_of
from referee.commentary.ladder import ladder

ONE = [card(case, "en") for case in cases().values()]


def test_every_case_is_drawn_before_and_after():
    for drawn in ONE:
        assert drawn.before.startswith("<svg"), drawn.case.number
        assert drawn.after.startswith("<svg") or drawn.thrown or drawn.next_is == "over", drawn.case.number
        assert drawn.title and drawn.why and (drawn.verdict or drawn.thrown)


def test_every_case_says_how_it_goes_on():
    assert {drawn.next_is for drawn in ONE} == {"same", "again", "left", "other", "over", "opening", "throw_off"}
    for drawn in ONE:
        assert drawn.next_colour or drawn.next_is == "over", drawn.case.number
        if drawn.next_is in ("same", "again", "left") and drawn.case.is_throw:
            assert drawn.next_colour == drawn.mover, drawn.case.number


def test_a_move_undone_by_a_book_without_numbers_is_played_again_or_lapses():
    going_on = {drawn.case.number: (drawn.next_is, drawn.next_colour) for drawn in ONE}
    assert going_on["F 6 c"] == ("same", "Y")  # a 6 that had to bring a piece in
    assert going_on["F 12 a"] == ("other", "G")  # nothing could be moved
    assert going_on["T 5 a"] == ("other", "G")  # the turn is lost with it
    assert going_on["T 7 a"] == ("again", "Y")
    assert going_on["T 15 c"] == ("over", "")


def test_every_position_is_one_of_its_book():
    for case in cases().values():
        registry.rules(case.book, case.options).read(position_of(case))


@pytest.mark.parametrize("book", registry.RULE_SETS)
def test_the_order_of_duties_is_drawn(book):
    german, english = ladder(book, "de", "Rangfolge"), ladder(book, "en", "Order")
    assert german.count("<rect") == english.count("<rect") >= 1 and german != english

"""Whole numbers as somebody typed them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.core.whole_numbers import LONGEST, whole_number


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("7", 7), ("007", 7), ("99", 99), ("100", None), ("", None), (" 7", None), ("-7", None), ("+7", None)],
)
def test_digits_up_to_the_most(text, number):
    assert whole_number(text, 99) == number


@pytest.mark.parametrize("text", ["²", "٣", "७", "7_0", "7.0", "1e3", "0x7", "\0"])
def test_what_python_or_unicode_takes_for_a_number_is_none(text):
    assert whole_number(text, 10**LONGEST) is None


def test_what_no_column_holds_is_not_even_read():
    assert whole_number("9" * LONGEST, 10**LONGEST) == 10**LONGEST - 1
    assert whole_number("0" * LONGEST + "1", 10**LONGEST) is None
    assert whole_number("9" * 5000, 10**LONGEST) is None


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_number_comes_back_as_it_was_written(number, most):
    assert whole_number(str(number), most) == (number if number <= most else None)


@given(st.text())
def test_no_text_breaks_it(text):
    found = whole_number(text, 10**LONGEST)
    assert found is None or int(text) == found

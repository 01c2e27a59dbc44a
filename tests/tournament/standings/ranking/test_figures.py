"""Numbers as people write them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.standings.ranking.figures import hundredths, negated, number, of_points, percent, points, throws

SIGNS = {"½": Fraction(1, 2), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}


def plain(text: str) -> str:
    return text


def read(text: str) -> Fraction:
    """The other way round."""
    sign, text = (-1, text[1:]) if text[0] == "−" else (1, text)
    if text[-1] in SIGNS:
        return sign * (SIGNS[text[-1]] + int(text[:-1] or 0))
    whole, _blank, rest = text.partition(" ")
    return sign * (Fraction(whole or 0) + Fraction(rest or 0))


@pytest.mark.parametrize("parts", range(-40, 41))
def test_points_say_what_they_are(parts):
    assert read(points(parts)) == Fraction(parts, 12)


@pytest.mark.parametrize(
    ("parts", "shown"), [(9, "¾"), (3, "¼"), (4, "⅓"), (8, "⅔"), (16, "1⅓"), (-9, "−¾"), (14, "1 1/6"), (2, " 1/6")]
)
def test_points_by_hand(parts, shown):
    assert points(parts) == shown == of_points(parts, plain)


@given(st.integers(0, 10**6))
def test_hundredths_have_two_digits_behind_the_sign(value):
    whole, behind = hundredths(value, plain).split(".")
    assert (int(whole) * 100 + int(behind), len(behind)) == (value, 2)
    assert percent(value, plain) == hundredths(value, plain) + " %"


def test_the_decimal_sign_is_that_of_the_language():
    assert hundredths(1667, lambda text: text.replace(".", ",")) == "16,67"


def test_numbers_that_mean_less_and_throws_in_turn():
    assert (number(7, plain), negated(-7, plain), negated(0, plain), throws(451, plain)) == ("7", "7", "0", "4-5-1")

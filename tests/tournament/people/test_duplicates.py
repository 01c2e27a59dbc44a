"""Who in a list is already there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.people.duplicates import Names, folded, is_one_slip

KNOWN = [(1, "Anna", "Kühn"), (2, "Gero", "Graf"), (3, "Łukasz", "Nowak"), (4, "Rosa", ""), (5, "Anna Maria", "Groß")]


@pytest.mark.parametrize(
    ("given", "family", "found"),
    [
        ("Anna", "Kühn", ("same", 1)),
        (" anna ", "KÜHN", ("same", 1)),
        ("Kühn", "Anna", ("exchanged", 1)),
        ("Kuehn", "Anna", ("exchanged", 1)),
        ("Anna", "Kuehn", ("spelling", 1)),
        ("Anna", "Kuhn", ("spelling", 1)),
        ("Lukasz", "Nowak", ("spelling", 3)),
        ("Anna-Maria", "Gross", ("spelling", 5)),
        ("Ana", "Kühn", ("close", 1)),
        ("Anna", "Kühne", ("close", 1)),
        ("Anna", "Kühm", ("close", 1)),
        ("Gero", "Garf", ("close", 2)),
        ("Rosa", "", ("same", 4)),
        ("Rose", "", None),  # too short for a slip to mean anything
        ("Gero", "Blau", None),
        ("Anne", "Kuhm", None),  # two slips
        ("", "", None),
    ],
)
def test_who_is_meant(given, family, found):
    match = Names(KNOWN).find(given, family)
    assert (match and tuple(match)) == found


def test_the_first_of_two_with_one_name_is_found():
    assert Names([("a", "Hans", "Müller"), ("b", "Hans", "Müller")]).find("Hans", "Müller") == ("same", "a")


def test_who_was_added_is_found():
    names: Names[int] = Names()
    assert names.find("Karl", "Kurz") is None
    names.add(9, "Karl", "Kurz")
    assert names.find("Karl", "Kurz") == ("same", 9)


@pytest.mark.parametrize(
    ("one", "other", "is_so"),
    [
        ("graf", "graf", False),
        ("graf", "garf", True),
        ("graf", "grafe", True),
        ("graf", "raf", True),
        ("graf", "gras", True),
        ("graf", "rgfa", False),
        ("graf", "g", False),
        ("ab", "ba", True),
        ("abc", "cba", False),
    ],
)
def test_one_slip_of_the_pen(one, other, is_so):
    assert is_one_slip(one, other) is is_one_slip(other, one) is is_so


@pytest.mark.parametrize(
    ("text", "as_compared"),
    [
        ("Ştefan O'Neill-Groß", "stefan o neill gross"),
        ("Müller", "muller"),
        ("Käthe Löwe", "kathe lowe"),
        ("Kaethe Loewe", "kathe lowe"),
        ("Bjørn Æbelø", "bjorn abelo"),
        ("Łukasz Đurić", "lukasz duric"),
        ("Yıldız", "yildiz"),
    ],
)
def test_spelling_that_does_not_matter(text, as_compared):
    assert folded(text) == as_compared


@pytest.mark.parametrize(
    ("known", "asked", "is_close"),
    [
        (("Ina", "Ro"), ("Ina", "Ra"), True),  # six letters, the blank among them
        (("Ia", "Ro"), ("Ina", "Ro"), True),  # five are known, six are asked for
        (("Ina", "Ro"), ("Ia", "Ro"), False),  # the other way round five are too few
        (("Ia", "Ro"), ("Ia", "Ra"), False),
        (("Inga", "Ro"), ("Ina", "Ro"), True),
    ],
)
def test_names_of_less_than_six_letters_are_not_compared_letter_by_letter(known, asked, is_close):
    match = Names([(1, *known)]).find(*asked)
    assert (match is not None and match.kind == "close") == is_close


def distance(one: str, other: str) -> int:
    """Letters added, dropped or changed, and neighbours exchanged, from the first letter to the last: a table of all ways."""
    ways = {(i, 0): i for i in range(len(one) + 1)} | {(0, j): j for j in range(len(other) + 1)}
    for i, a in enumerate(one, 1):
        for j, b in enumerate(other, 1):
            ways[i, j] = min(ways[i - 1, j] + 1, ways[i, j - 1] + 1, ways[i - 1, j - 1] + (a != b))
            if i > 1 and j > 1 and (a, b) == (other[j - 2], one[i - 2]):
                ways[i, j] = min(ways[i, j], ways[i - 2, j - 2] + 1)
    return ways[len(one), len(other)]


LETTERS = st.text("abc", max_size=7)


@given(LETTERS, LETTERS)
def test_one_slip_is_a_distance_of_one(one, other):
    assert is_one_slip(one, other) == (distance(one, other) == 1)


@given(st.lists(st.text("ab", min_size=3, max_size=5), max_size=6), st.text("ab", min_size=3, max_size=5))
def test_whoever_is_one_slip_away_is_found(known, asked):
    whole = {n: folded(f"Kim {name}") for n, name in enumerate(known)}
    match = Names((n, "Kim", name) for n, name in enumerate(known)).find("Kim", asked)
    near = {n for n, name in whole.items() if distance(name, folded(f"Kim {asked}")) <= 1}
    assert (match is not None) == bool(near) and (match is None or match.key in near)

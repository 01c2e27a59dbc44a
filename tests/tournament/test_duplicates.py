"""Who in a list is already there."""

import pytest

from tournament.duplicates import Names, folded, is_one_slip

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
    ("text", "as_compared"), [("Ştefan O'Neill-Groß", "stefan o neill gross"), ("Müller", "muller")]
)
def test_spelling_that_does_not_matter(text, as_compared):
    assert folded(text) == as_compared

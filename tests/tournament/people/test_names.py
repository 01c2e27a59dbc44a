import pytest

from tournament.models import Person
from tournament.people.names import is_called, looked_up, numbered, public_name


@pytest.mark.parametrize(
    ("person", "shown"),
    [
        ({"given_name": "Anna", "family_name": "Kurz"}, "Anna K."),
        ({"given_name": "Anna", "family_name": ""}, "Anna"),
        ({"given_name": "Anna", "family_name": "Kurz", "shows_full_name": True}, "Anna Kurz"),
        ({"given_name": "Anna", "family_name": "Kurz", "is_minor": True}, "Nummer 17"),
        ({"given_name": "Anna", "family_name": "Kurz", "is_minor": True, "shows_full_name": True}, "Anna K."),
        ({"given_name": "Anna", "family_name": "Kurz", "is_hidden": True, "shows_full_name": True}, "Nummer 17"),
    ],
)
def test_a_name_is_shown_as_far_as_it_may_be(person, shown):
    assert public_name(Person(**person), 17) == shown


def test_one_looks_for_a_name_by_its_surname_and_for_a_number_in_the_end():
    names = ["Zoe Z.", "Player 10", "Anna Özil", "Bela P.", "Łucja N.", "Player 9", "Rosa"]
    assert sorted(names, key=looked_up) == [
        "Łucja N.",
        "Anna Özil",
        "Bela P.",
        "Rosa",
        "Zoe Z.",
        "Player 9",
        "Player 10",
    ]


def test_a_number_is_not_said_twice():
    hidden = public_name(Person(given_name="Anna", is_hidden=True), 4)
    assert numbered(4, hidden) == "Nummer 4" and not is_called(4, hidden)
    assert numbered(4, "Anna K.") == "4 Anna K." and is_called(4, "Anna K.")
    assert numbered(4, "Nummer 5") == "4 Nummer 5", "somebody's name, not the number"

"""Sixty lists as clubs write them (made up by somebody who had not seen the program), with what a careful person would enter."""

import datetime
import json
from typing import Any

import pytest

from deploy.laptop.folder import ROOT
from tournament.entries.imports import parts
from tournament.entries.imports import text as lists
from tournament.entries.imports.cells import Cells, WrongCell, cells_of, checked
from tournament.entries.imports.lines import Doubt

LISTS = json.loads((ROOT / "tests/data/pasted/lists.json").read_text())
FIELDS = ("given", "family", "club", "email", "team", "number", "paid", "minor")
Person = dict[str, Any]


def entered(one: dict[str, Any]) -> list[Person]:
    """Whom the program would enter unasked."""
    day = datetime.date.fromisoformat(one["played_on"])
    found = cells_of(lists.read(one["text"], is_file=False), set())
    return [as_person(cells, day) for cells in found if is_certain(cells, day)]


def is_certain(cells: Cells, day: datetime.date) -> bool:
    try:
        checked(cells, set(), day)
    except WrongCell:
        return False
    return cells.doubt == Doubt.NONE


def as_person(cells: Cells, day: datetime.date) -> Person:
    said, number = cells.values, cells.values.get("number", "")
    given, family, _details = checked(cells, set(), day)
    is_young = lists.is_yes(said.get("minor", "")) or bool("born" in said and parts.is_under_16(said["born"], day))
    return {
        "given": given,
        "family": family,
        **{name: said.get(name, "") for name in ("club", "email", "team")},
        "number": int(number) if number else None,
        "paid": lists.is_yes(said.get("paid", "")),
        "minor": is_young,
    }


def compared(one: dict[str, Any]) -> tuple[int, list[Any]]:
    """How many fields are right, and which are wrong: of everybody who is to be entered, and of whoever was entered besides."""
    found, right, wrong = entered(one), 0, []
    for at, given in enumerate(one["people"], 1):
        person = {**dict.fromkeys(FIELDS[:5], ""), "number": None, "paid": False, "minor": False, **given}
        match = next((each for each in found if named(each) == named(person)), None)
        if match is None:
            wrong.append(person)
            continue
        found.remove(match)
        if person["number"] is None and match["number"] == at:
            match["number"] = None  # who comes first gets number one anyway
        right += sum(match[name] == person[name] for name in FIELDS if match[name] or person[name])
        wrong += [(named(person), name, match[name]) for name in FIELDS if match[name] != person[name]]
    return right, wrong + found


def named(person: Person) -> tuple[str, str]:
    return person["given"], person["family"]


def test_of_sixty_lists_nearly_every_field_is_read_as_a_person_would():
    results = [compared(one) for one in LISTS]
    right, wrong = sum(each for each, _wrong in results), [field for _right, each in results for field in each]
    assert len(LISTS) == 60 and right > 1200
    assert len(wrong) <= 0.02 * (right + len(wrong)), wrong


@pytest.mark.parametrize("one", LISTS, ids=[one["name"] for one in LISTS])
def test_nothing_becomes_a_player_unasked(one):
    people = {named(person) for person in one["people"]}
    ours = [named(person) for person in entered(one)]
    assert len(ours) <= len(one["people"])
    assert len(set(ours) - people) <= 1, set(ours) - people  # a name may be split elsewhere than a person would

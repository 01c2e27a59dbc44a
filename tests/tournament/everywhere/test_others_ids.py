"""Somebody else's things in any field of one's own pages, and of one's program: nothing of theirs is touched, nothing shown."""

import json

import pytest
from django.test import Client

from games.models import Game
from tests.architecture.test_gates import ROUTES
from tests.conftest import make_account, signed_in_as
from tests.tournament.evening import Evening
from tests.tournament.routes import GOOD, ON_THE_STRICTER, address, confirmed, things_of
from tournament.core.actors import SYSTEM, Actor
from tournament.entries.actions import add_entry
from tournament.entries.groups import actions as groups
from tournament.models import Club, Entry, Grant, Job, LogEntry, Person, Stage, Table
from tournament.people.clubs import create_club

pytestmark = [pytest.mark.slow, ON_THE_STRICTER]
PATHS = [path for path, _view in ROUTES]
OWN_FIELDS = ("action_id", "csrfmiddlewaretoken", "version", "password", "new", "old", "code")
OF_THE_API = ("entry", "entry_id", "person", "table", "round", "team", "of", "paper", "against", "by")
NUMBERS_OF_THE_API = ("stage", "claim", "call", "appeal", "report", "penalty", "token")


@pytest.fixture(scope="module")
def known(scene) -> dict[str, str]:
    add_entry(scene.tournament, by=scene.by, given_name="Yara")
    return things_of(scene.tournament, scene.by)


@pytest.fixture(scope="module")
def others(known) -> Evening:
    gero = make_account("gero")
    evening = Evening(create_club(None, by=SYSTEM, name="Andere", admin=gero).result, "village", by=Actor(gero))
    evening.come(8)
    evening.publish(evening.draw(1)[0])
    groups.add_group(evening.tournament, by=evening.by, kind="team", name="Rot")
    return evening


@pytest.fixture(scope="module")
def ids(others) -> list[str]:
    """All that the other club has, by every id that it goes by."""
    club = others.tournament.club
    theirs = {
        model: [each for each in model.objects.all() if club_of(each) == club]
        for model in (Entry, Person, Table, Stage, Grant, Job)
    }
    found = [each.public_id for model in (Entry, Person, Table) for each in theirs[model]]
    found += [str(each.pk) for model in (Stage, Table, Grant, Job, Entry) for each in theirs[model]]
    found += [str(team.pk) for team in others.tournament.teams.all()]
    return list(dict.fromkeys([*found, others.tournament.public_id, club.public_id]))


def club_of(thing: object) -> Club | None:
    for way in (
        ("club",),
        ("tournament", "club"),
        ("stage", "tournament", "club"),
        ("round", "stage", "tournament", "club"),
    ):
        found = thing
        for name in way:
            found = getattr(found, name, None)
        if found is not None:
            return found
    return None


@pytest.fixture(scope="module")
def signed_in(scene, ids) -> Client:
    return confirmed(scene.by.account)


@pytest.fixture
def yaras(signed_in, db) -> Client:
    return signed_in_as(signed_in)


def state_of(club: Club) -> list[object]:
    """Rows that a write would change, of one club."""
    found: list[object] = [LogEntry.objects.filter(stream__tournament__club=club).count()]
    found.append(LogEntry.objects.filter(stream__club=club).count())
    found += list(Entry.objects.filter(tournament__club=club).order_by("pk").values())
    found += list(Person.objects.filter(club=club).order_by("pk").values())
    found += list(Table.objects.filter(round__stage__tournament__club=club).order_by("pk").values())
    found += list(Grant.objects.filter(club=club).order_by("pk").values())
    return found


@pytest.mark.parametrize("path", [path for path in PATHS if path.startswith(("desk/", "referee/"))], ids=str)
def test_others_ids_in_any_field_of_ones_own_pages_touch_and_show_nothing(path, known, others, ids, yaras, heard):
    url, club = address(path, known), others.tournament.club
    yaras.post(url, GOOD)
    fields = sorted(heard - set(OWN_FIELDS))
    yaras.get(url)
    asked = sorted(heard - set(OWN_FIELDS))
    before = state_of(club)
    names = [f"{person.given_name} {person.family_name}" for person in Person.objects.filter(club=club)]
    for one in ids[::4] + ids[-2:]:
        answers = [
            yaras.post(url, {**GOOD, **dict.fromkeys(fields, one)}),
            yaras.get(url, dict.fromkeys(asked, one)),
        ]
        for answer in answers:
            assert answer.status_code < 500
            assert not any(name in answer.content.decode("utf-8", "replace") for name in names)
    assert state_of(club) == before


@pytest.mark.parametrize(
    "path", [path for path in PATHS if path.startswith("api/") and "tournament_id" in path], ids=str
)
def test_nor_in_any_field_of_the_api(path, known, others, ids, yaras):
    url, before = address(path, known), state_of(others.tournament.club)
    for one in (ids[0], ids[-2], next(one for one in ids if one.isdigit())):
        number = int(one) if one.isdigit() else 1
        body = {**dict.fromkeys(OF_THE_API, one), **dict.fromkeys(NUMBERS_OF_THE_API, number)}
        for name, value in body.items():
            assert yaras.post(url, json.dumps({name: value}), content_type="application/json").status_code < 500
    assert state_of(others.tournament.club) == before


def test_games_are_found_by_their_own_tournament_only(others, yaras):
    game = Game.objects.first().public_id
    assert Client().get(f"/t/{others.tournament.public_id}/games/{game}/").status_code == 404

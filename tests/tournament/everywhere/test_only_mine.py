"""Who is known to the club from other tournaments is told to nobody whose role does not show these people: every page and every
endpoint of one tournament is asked by everybody who works or plays in it, with names that are nearly those of an earlier one's
players. Hidden people and minors of the earlier one are told to nobody at all."""

import json
from datetime import date
from html import unescape

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.architecture.test_gates import DJANGOS_OWN, ROUTES
from tests.conftest import make_account, signed_in_as
from tests.promises.test_r15_tenants import address
from tests.tournament.api.furnished import furnish
from tests.tournament.routes import ON_EITHER, confirmed
from tournament.core.actors import SYSTEM, Actor
from tournament.core.links import entry_token, table_address
from tournament.entries.actions import add_entry
from tournament.models import Entry, Grant, Person, Role, Table, Tournament
from tournament.setup.actions import create_tournament

pytestmark = [pytest.mark.slow, pytest.mark.django_db, ON_EITHER]
PATHS = [path for path, _view in ROUTES if path not in DJANGOS_OWN and ("_id>" in path or not path)]
# name in the address book, what is typed for it, how it is protected
EARLIER = {
    "open": ("Kanarina Offenbach", "Kanarine Offenbach", {}),
    "hidden": ("Kanarilla Verborgen", "Kanarille Verborgen", {"is_hidden": True}),
    "minor": ("Kanaretta Kindermann", "Kanarette Kindermann", {"is_minor": True}),
    "shown": ("Kanarossa Kurzweil", "Kanarosse Kurzweil", {"is_minor": True, "shows_full_name": True}),
}
NEARLY = "\n".join(typed for _name, typed, _how in EARLIER.values())
BEGINNING = "Kanar"
WORKS_HERE = ("admin", "organiser", "desk", "referee", "both")
ROLES = (*WORKS_HERE, "player", "slip", "nobody")
# The admin's pages on which people of all the club's tournaments are joined and erased.
OF_THE_CLUB = {"desk/clubs/<str:club_id>/same/", "desk/clubs/<str:club_id>/erase/"}
SUGGESTED = {"desk/t/<str:tournament_id>/enter/known/", "desk/t/<str:tournament_id>/enter/list/"}
PREVIEWED = {"api/v1/tournaments/<str:tournament_id>/entries/list/"}


@pytest.fixture(autouse=True)
def _as_often_as_one_likes(settings):
    """A quick machine asks every endpoint within one minute; what is not answered tells nothing about names."""
    settings.API_LIMITS = dict.fromkeys(settings.API_LIMITS)


@pytest.fixture(scope="module")
def hall(scene):
    """The tournament of today, and an earlier one of the same club; accounts in each role of today's."""
    earlier = create_tournament(
        scene.club, by=scene.by, name="Frühling", played_on=date(2026, 3, 21), is_listed=False
    ).result
    for name, _typed, how in EARLIER.values():
        given, family = name.split()
        entry = add_entry(earlier, by=SYSTEM, given_name=given, family_name=family).result
        Person.objects.filter(pk=entry.person_id).update(**how)
    for role in WORKS_HERE:
        account = make_account(role)
        of = None if role == "admin" else scene.tournament
        held = Role.DESK if role == "both" else Role(role)
        Grant.objects.create(account=account, club=scene.club, tournament=of, role=held)
    Grant.objects.create(account=account, club=scene.club, tournament=earlier, role=Role.VIEWER)  # "both"
    return earlier, furnish(scene.tournament, scene.club, scene.by)


@pytest.fixture
def earlier(hall, db) -> Tournament:
    return hall[0]


@pytest.fixture
def things(hall, db) -> dict[str, str]:
    return hall[1]


def browser_of(role: str, things: dict[str, str]) -> Client:
    from tournament.models import Account

    if role in WORKS_HERE:
        return confirmed(Account.objects.get(login=role))
    browser = Client()
    if role == "player":
        entry = Entry.objects.get(public_id=things["entry_id"])
        browser.get(reverse("entry_link", args=[entry.public_id, entry_token(entry)]))
    if role == "slip":
        browser.get(table_address(Table.objects.get(public_id=things["table_id"])))
    return browser


def told(answer, canaries: dict[str, str]) -> set[str]:
    """Who of the earlier tournament is in an answer, by name or id."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    text = unescape(body.decode("utf-8", "replace")) + json.dumps(dict(answer.headers.items()))
    return {kind for canary, kind in canaries.items() if canary in text}


def canaries() -> dict[str, str]:
    given = {name.split()[0]: kind for kind, (name, *_how) in EARLIER.items()}
    people = Person.objects.filter(given_name__in=given)
    return given | {public_id: given[name] for public_id, name in people.values_list("public_id", "given_name")}


def asked(browser: Client, url: str):
    """By all that somebody may type: beginnings of names where one searches, nearly their names where one enters."""
    sought = dict.fromkeys(("name", "q", "sought", "table", "entry"), BEGINNING)
    yield browser.get(url)
    yield browser.get(url, sought, HTTP_HX_REQUEST="true")
    name = NEARLY.splitlines()[0]
    given, family = name.split()
    typed = {"name": name, "given_name": given, "family_name": family, "state": "present", "do": "look", "text": NEARLY}
    with transaction.atomic():
        yield browser.post(url, {**typed, "action_id": "x" * 16}, follow=True)  # a list is looked at on the next page
        yield browser.post(url, json.dumps({"text": NEARLY}), content_type="application/json")
        transaction.set_rollback(True)


def leaks_of(role: str, things: dict[str, str]) -> dict[str, set[str]]:
    """By route."""
    found, known, signed_in = {}, canaries(), browser_of(role, things)
    for path in PATHS:
        browser = signed_in_as(signed_in)
        if kinds := set().union(*(told(answer, known) for answer in asked(browser, address(path, things)))):
            found[path] = kinds
    return found


@pytest.mark.parametrize("role", ROLES)
def test_nobody_is_told_of_people_whom_the_role_does_not_show(role, things):
    expected = {}
    if role in ("admin", "both"):
        expected = {key: {"open"} for key in SUGGESTED | PREVIEWED}
    if role == "admin":
        expected |= {key: set(EARLIER) for key in OF_THE_CLUB}
    assert leaks_of(role, things) == expected


def test_the_crawler_would_find_them(things, tournament_of_today):
    """Control: entered today, they are on many pages."""
    for name, _typed, _how in EARLIER.values():
        person = Person.objects.get(given_name=name.split()[0])
        number = tournament_of_today.entries.count() + 1
        Entry.objects.create(tournament=tournament_of_today, person=person, number=number)
    found = leaks_of("desk", things)
    assert set().union(*found.values()) == set(EARLIER) and len(found) > 5


@pytest.fixture
def tournament_of_today(things) -> Tournament:
    return Tournament.objects.get(public_id=things["tournament_id"])


# The very name


def entered(role: str, things, name: str) -> tuple[Entry, str]:
    """Somebody of this name, entered by the page; and what the page says then."""
    url = reverse("enter", args=[things["tournament_id"]])
    answer = browser_of(role, things).post(url, {"name": name, "state": "present"}, follow=True)
    return Entry.objects.select_related("person").latest("pk"), unescape(answer.content.decode())


def person_of(kind: str) -> Person:
    return Person.objects.get(given_name=EARLIER[kind][0].split()[0], entries__tournament__name="Frühling")


@pytest.mark.parametrize("kind", EARLIER)
def test_a_helper_who_types_the_very_name_enters_somebody_else(kind, things):
    entry, said = entered("desk", things, EARLIER[kind][0])
    assert entry.person != person_of(kind) and "dem Verein bekannt" not in said
    assert entry.person.is_hidden == (kind != "open"), "a protected name comes to light by no other tournament"


@pytest.mark.parametrize("role", ["admin", "both"])
@pytest.mark.parametrize("kind", EARLIER)
def test_who_sees_them_means_them_and_is_told_of_those_on_offer_only(kind, role, things):
    entry, said = entered(role, things, EARLIER[kind][0])
    assert entry.person == person_of(kind)
    assert ("dem Verein bekannt" in said) == (kind == "open")


def previewed(role: str, things, text: str) -> dict:
    url = reverse("api_list_preview", args=[things["tournament_id"]])
    answer = browser_of(role, things).post(url, json.dumps({"text": text}), content_type="application/json")
    return {key: value for key, value in answer.json()["lines"][0].items() if key not in ("given_name", "family_name")}


@pytest.mark.parametrize("kind", EARLIER)
def test_a_preview_does_not_tell_a_helper_whether_the_name_is_known(kind, things):
    assert previewed("desk", things, EARLIER[kind][0]) == previewed("desk", things, "Nie Gesehen")


@pytest.mark.parametrize("kind", [kind for kind in EARLIER if kind != "open"])
def test_nor_does_it_tell_an_admin_of_somebody_protected(kind, things):
    for typed in EARLIER[kind][:2]:
        assert previewed("admin", things, typed) == previewed("admin", things, "Nie Gesehen")
    assert previewed("admin", things, EARLIER["open"][0])["person"] == person_of("open").public_id


@pytest.mark.parametrize("path", ["entries/import/", "entries/<str:entry_id>/substitute/"])
def test_an_id_from_elsewhere_opens_nobody(path, things):
    """As one that there is not."""
    url = address(f"api/v1/tournaments/<str:tournament_id>/{path}", things)
    one = {"given_name": "Kanarina", "family_name": "Offenbach"}
    codes = {}
    for role, person in (
        ("desk", person_of("open").public_id),
        ("desk", "nothere"),
        ("admin", person_of("open").public_id),
    ):
        body = {"people": [{**one, "person": person}]} if "import" in path else {**one, "person": person}
        with transaction.atomic():
            answer = browser_of(role, things).post(url, json.dumps(body), content_type="application/json")
            codes[role, person == "nothere"] = (answer.status_code, answer.json().get("code"))
            transaction.set_rollback(True)
    assert codes["desk", False] == codes["desk", True] and codes["desk", True][0] >= 400
    assert codes["admin", False][0] < 300


def test_by_a_program_a_protected_name_stays_protected_too(things, tournament_of_today):
    given, family = EARLIER["hidden"][0].split()
    desk = Actor(make_account("program"))
    Grant.objects.create(
        account=desk.account, club=tournament_of_today.club, tournament=tournament_of_today, role=Role.DESK
    )
    by_desk = add_entry(tournament_of_today, by=desk, given_name=given, family_name=family).result
    assert by_desk.person.is_hidden and by_desk.person != person_of("hidden")

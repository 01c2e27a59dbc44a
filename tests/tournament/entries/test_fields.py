"""Every declared field of an entry goes in and out by every way that its declaration names, and no other."""

from collections import Counter
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.tournament.evening import refused
from tests.tournament.said import NAME, SAID, each, imported, kept, of, written
from tournament.core.actors import ANONYMOUS, SYSTEM, Actor
from tournament.core.errors import NotAllowed
from tournament.entries.details import GROUPS, column, is_required
from tournament.entries.fields import CONTACT, FIELDS, IN_LISTS, NAMED, OWN, PERSONAL, WISHES, Kind
from tournament.entries.imports import reading as importing
from tournament.entries.imports import text as lists
from tournament.entries.imports.actions import import_entries
from tournament.entries.imports.heads import of_people
from tournament.entries.signup.actions import enter_oneself, erase_contact, set_contact, set_entering
from tournament.erasing.actions import erase_person
from tournament.models import Contact, Entry, Grant, LogEntry, LogText
from tournament.out import lists as exports
from tournament.policy.table import never_logged


@pytest.fixture
def open_to_all(tournament, as_yara):
    rules = {"takes_entries": True, "opens_at": None, "closes_at": None, "places": 0, "has_waiting_list": True}
    set_entering(tournament, by=as_yara, **rules)


def test_what_is_declared_is_declared_once():
    words = Counter(word for field in IN_LISTS for word in field.heads.split())
    columns = Counter(field.column for field in IN_LISTS)
    assert len(NAMED) == len(FIELDS)
    assert [one for one, count in (*words.items(), *columns.items()) if count > 1] == []
    assert all(column(field) is not None and field.label for field in FIELDS)
    assert all(field.heads and field.meaning for field in IN_LISTS)


@of(IN_LISTS)
def test_a_list_is_understood_by_each_word_over_a_column(tournament, field):
    for word in field.heads.split():
        head, cells = ("", "") if field.column in (lists.GIVEN, lists.FAMILY) else ("Name;", "Anna Kern;")
        sheet = lists.read(f"{head}{word};\n{cells}{written(field)};", is_file=True)
        assert field.column in sheet.columns, word


@of([field for field in IN_LISTS if not is_required(field)])
def test_what_a_list_says_is_entered_and_shown_before(tournament, desk, field):
    text = f"Vorname;{field.heads.split()[0]}\nAnna;{written(field)}"
    url = reverse("import", args=[tournament.public_id])
    [line] = desk.post(url, {"text": text}, follow=True).context["found"].lines
    assert line.problem == "" and {**line.details, "family_name": line.family_name}[field.name] == SAID[field.kind]
    desk.post(url, {"text": text, "do": "enter", "action_id": f"list-{field.name}"})
    assert kept(Entry.objects.get(), field) == SAID[field.kind]


@of([field for field in FIELDS if field.title])
@each("language", ["de", "en"])
def test_an_exported_column_is_read_again(tournament, as_yara, field, language):
    imported(tournament, as_yara, field)
    with translation.override(language):
        head, row = exports.sheet(tournament, "entries", as_yara).rows
    [at] = [at for at, cell in enumerate(head) if lists.meaning(cell, of_people()) == field.column]
    assert str(row[at]) == (written(field).replace(",", "") if field.kind == Kind.BOARDS else written(field))


@of([field for field in IN_LISTS if not field.is_public and isinstance(SAID[field.kind], str) and field.title])
def test_what_is_not_public_is_in_no_public_list(tournament, as_yara, field):
    imported(tournament, as_yara, field)
    head, row = exports.sheet(tournament, "entries", ANONYMOUS).rows
    assert len(head) == len(row) == 5 and SAID[field.kind] not in row


def test_a_private_column_is_handed_out_to_the_desk_alone(tournament, as_yara, account, club, monkeypatch):
    monkeypatch.setattr(exports, "SAID", (replace(NAMED["email"], title="E-mail address"),))
    imported(tournament, as_yara, NAMED["email"])
    viewer = account("gero")
    Grant.objects.create(account=viewer, club=club, tournament=tournament, role="viewer")
    shown = [str(exports.sheet(tournament, "entries", who).rows) for who in (as_yara, Actor(account=viewer), ANONYMOUS)]
    assert [SAID[Kind.EMAIL] in rows for rows in shown] == [True, False, False]
    assert "Anna" in shown[1]  # who may read names reads no addresses


@of([*PERSONAL, *WISHES, *CONTACT])
def test_the_desk_reads_and_changes_it(tournament, desk, entries, field):
    page = f"{reverse('player', args=[tournament.public_id])}?entry={entries[0].public_id}"
    do = "name" if field in PERSONAL else "contact" if field in CONTACT else "wishes"
    said = SAID[field.kind]
    if field.kind == Kind.GROUP:
        said = GROUPS[field.name].objects.create(tournament=tournament, name=said).pk
    form = {**(NAME if do == "name" else {}), field.name: written(field) if field.kind != Kind.GROUP else said}
    assert desk.post(page, {"do": do, "version": entries[0].version, **form}).status_code == 302
    assert kept(entries[0], field) == SAID[field.kind]
    shown = desk.get(page).content.decode()
    assert ("checked" if field.kind == Kind.TRUTH else written(field)) in shown


@of(OWN)
def test_people_say_it_themselves(tournament, open_to_all, field):
    said = {**NAME, "is_minor": True, "guardian": "Ida Lang", field.name: SAID[field.kind]}
    form = {name: "on" if one is True else one for name, one in said.items()}
    Client().post(reverse("self_entry", args=[tournament.public_id]), form)
    assert kept(Entry.objects.get(), field) == SAID[field.kind]


def traces() -> str:
    told = [*LogEntry.objects.values_list("data", "receipt"), *LogText.objects.values_list("text")]
    return str(told)


@of(CONTACT)
def test_what_is_private_leaves_no_trace(tournament, open_to_all, as_yara, entries, field):
    """The same id with another value is the same request: so the value is in no fingerprint either."""
    said = {field.name: SAID[field.kind]}
    for other in (SAID[field.kind], "other@example.org"):
        enter_oneself(tournament, by=ANONYMOUS, action_id="self-0001", **NAME, **{field.name: other})
        set_contact(tournament, by=as_yara, action_id="desk-0001", entry_id=entries[0].public_id, **{field.name: other})
        if field.column:
            people = [{**NAME, field.name: other}]
            import_entries(tournament, by=as_yara, action_id="list-0001", people=people)
    assert Contact.objects.filter(**said).count() == (3 if field.column else 2)
    assert SAID[field.kind] not in traces()
    with refused("id_reused"):  # what is not private is compared
        set_contact(tournament, by=as_yara, action_id="desk-0001", entry_id=entries[1].public_id, **said)
    assert field.name in never_logged()


@of(CONTACT)
def test_what_is_private_is_erased_by_itself_and_with_the_person(tournament, club, as_yara, entries, field):
    for one in entries[:2]:
        set_contact(tournament, by=as_yara, entry_id=one.public_id, **{field.name: SAID[field.kind]})
    erase_contact(tournament, by=as_yara, entry_id=entries[0].public_id)
    erase_person(club, by=SYSTEM, person_id=entries[1].person.public_id)
    assert not Contact.objects.exists()


def test_what_nobody_declared_is_refused(tournament, open_to_all, as_yara, entries):
    with pytest.raises(TypeError, match="shoe_size"):
        enter_oneself(tournament, by=ANONYMOUS, given_name="Anna", shoe_size=44)
    with pytest.raises(TypeError, match="shoe_size"):
        import_entries(tournament, by=as_yara, people=[{**NAME, "shoe_size": 44}])
    with pytest.raises(TypeError, match="note"):
        set_contact(tournament, by=as_yara, entry_id=entries[0].public_id, note="not a contact")


# The contact


def test_who_may_not_change_entries_sees_and_changes_no_contact(tournament, as_yara, entries, account, club):
    viewer = account("gero")
    Grant.objects.create(account=viewer, club=club, tournament=tournament, role="viewer")
    with pytest.raises(NotAllowed):
        set_contact(tournament, by=Actor(account=viewer), entry_id=entries[0].public_id, email="a@example.org")
    browser = Client()
    browser.force_login(viewer)
    page = f"{reverse('player', args=[tournament.public_id])}?entry={entries[0].public_id}"
    assert browser.get(page).status_code in (302, 403, 404)


def test_a_contact_that_is_emptied_is_erased_and_its_language_stays(tournament, as_yara, entries):
    Contact.objects.create(entry=entries[0], email="a@example.org", language="en")
    how = {"by": as_yara, "entry_id": entries[0].public_id}
    set_contact(tournament, **how, email="b@example.org", guardian="Ida Lang")
    assert Contact.objects.values_list("email", "guardian", "language").get() == ("b@example.org", "Ida Lang", "en")
    with refused("stale"):
        set_contact(tournament, **how, version=1, email="c@example.org")
    set_contact(tournament, **how)
    assert not Contact.objects.exists()


def test_an_address_in_a_list_that_is_none_is_said_with_its_place(tournament):
    sheet = lists.read("Name;E-Mail\nAnna Kern;anna@example.org\nBo Berg;bo at home", is_file=True)
    fine, faulty = importing.preview(SYSTEM, tournament, sheet).lines
    assert fine.details["email"] == "anna@example.org" and fine.words == ["anna@example.org"]
    assert faulty.problem == "Zeile 3, Spalte 2: Das ist keine E-Mail-Adresse."


def test_addresses_are_known_without_a_word_over_them():
    assert lists.read("Anna;anna@example.org\nBo;bo@example.org", is_file=True).columns == ("name", "email")

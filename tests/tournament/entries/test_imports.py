"""Many at once: lists read, looked at, entered; and people whom the club knows."""

import json
import re
import time

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tournament.club.same_person.actions import merge_people
from tournament.core.actors import SYSTEM
from tournament.core.errors import Refused
from tournament.entries.actions import add_entry
from tournament.entries.address_book import known_person
from tournament.entries.imports import text as lists
from tournament.entries.imports.actions import import_entries
from tournament.entries.imports.reading import preview
from tournament.entries.imports.text import ListError, read
from tournament.models import Entry, LogEntry, LogText, Person, Tournament
from tournament.people.clubs import create_club


def text(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


@pytest.fixture
def url(tournament):
    return lambda name: reverse(name, args=[tournament.public_id])


def one(name: str, **more):
    given, _space, family = name.partition(" ")
    return {"given_name": given, "family_name": family, "number": None, **more}


# Reading (PURE)


@pytest.mark.parametrize(
    ("text", "is_file", "columns", "head"),
    [
        ("Yara Yilmaz\nGero Graf", False, ("name",), None),
        ("Yilmaz, Yara\nGraf, Gero", False, ("name",), None),
        ("Yara\tYilmaz\nGero\tGraf", False, ("given", "family"), None),
        ("1;Yara;Yilmaz\n2;Gero;Graf", False, ("number", "given", "family"), None),
        ("Vorname,Nachname,Start-Nr.\nYara,Yilmaz,7", True, ("given", "family", "number"), 1),
        ("Surname;First name;Paid;Under 16\nYilmaz;Yara;x;", True, ("family", "given", "paid", "minor"), 1),
        ("Name\nYara Yilmaz", True, ("name",), 1),
        ("Yara Yilmaz;Berlin Mitte\nGero Graf;Bad Ems", True, ("name", ""), None),
        ("Name;Name\nYara;Yilmaz", True, ("name", ""), 1),
    ],
)
def test_columns_are_guessed(text, is_file, columns, head):
    sheet = read(text, is_file=is_file)
    assert sheet.columns == columns
    assert (sheet.head and sheet.head.line) == head


def test_lines_count_as_an_editor_shows_them():
    sheet = read('Vorname;Nachname\n\n"Anna\nMaria";Graf\n\nGero;Blau\n', is_file=True)
    assert [(row.line, row.cells) for row in sheet.rows] == [(3, ("Anna\nMaria", "Graf")), (6, ("Gero", "Blau"))]


def test_columns_that_were_put_right_are_kept():
    sheet = read("Yara;Yilmaz", is_file=True, columns=["family", "given"], has_head=False)
    assert sheet.columns == ("family", "given")
    assert read("Yara;Yilmaz", is_file=True, columns=["family"]).columns == ("given", "family")


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("", "empty", 0),
        ("\n \n", "empty", 0),
        ("a\0b", "no_text", 0),
        ("x\n" * 1002, "too_long", 1001),
        ("a;" * 30, "too_wide", 1),
        ("a;b\nc;" + "x" * 140_000, "unreadable", 2),
    ],
)
def test_what_is_no_list(text, code, line):
    with pytest.raises(ListError) as caught:
        read(text, is_file=True)
    assert (caught.value.code, caught.value.line) == (code, line)


@pytest.mark.parametrize("alphabet", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_files_of_every_spreadsheet(alphabet):
    assert lists.decode("Jürgen;Weiß".encode(alphabet)) == "Jürgen;Weiß"


# The action


def test_a_list_is_entered_at_once(tournament, entries, as_yara):
    people = [one("Anna Kühn"), one("Ida Ott", number=50, is_paid=True), one("Mia Lang", is_minor=True)]
    done = import_entries(tournament, by=as_yara, action_id="list-0001", people=people)
    numbers = Entry.objects.order_by("pk").values_list("number", "person__given_name", "is_paid", "person__is_minor")
    assert list(numbers)[6:] == [(51, "Anna", False, False), (50, "Ida", True, False), (52, "Mia", False, True)]
    assert done.receipt["count"] == 3
    assert done.receipt["numbers"] == "50–52"


def test_one_list_is_one_line_in_the_log_without_names(tournament, as_yara):
    import_entries(tournament, by=as_yara, people=[one("Canary Name"), one("Canary Other")])
    entry = LogEntry.objects.get(code="entries.imported")
    assert entry.data["numbers"] == [1, 2]
    assert "Canary" not in json.dumps(entry.data) + "".join(LogText.objects.values_list("text", flat=True))


def test_a_list_sent_twice_is_entered_once(tournament, as_yara):
    for _ in range(2):
        done = import_entries(tournament, by=as_yara, action_id="list-0001", people=[one("Anna Kühn")])
    assert done.is_repeat
    assert Entry.objects.count() == Person.objects.count() == 1


@pytest.mark.parametrize(
    ("people", "code"),
    [
        ([], "nobody"),
        ([one("A B", number=3)], "number_taken"),
        ([one("A B", number=9), one("C D", number=9)], "number_taken"),
        ([one("A B", number=0)], "number"),
        ([one("A B", number=10_000)], "number"),
        ([one("A B", person="nothere")], "not_known"),
        ([one(f"A{n} B") for n in range(995)], "full"),
    ],
)
def test_all_or_nobody(tournament, entries, as_yara, people, code):
    with pytest.raises(Refused) as caught:
        import_entries(tournament, by=as_yara, people=[one("Good One"), *people] if people else [])
    assert caught.value.code == code
    assert Entry.objects.count() == Person.objects.count() == 6


def test_somebody_known_is_the_same_person(tournament, club, as_yara):
    anna = Person.objects.create(club=club, given_name="Anna", family_name="Kühn")
    import_entries(tournament, by=as_yara, people=[one("Anna Kühn", person=anna.public_id, is_minor=True)])
    assert Entry.objects.get().person == anna
    anna.refresh_from_db()
    assert anna.is_minor  # better protected, never less
    with pytest.raises(Refused):
        import_entries(tournament, by=as_yara, people=[one("Anna Kühn", person=anna.public_id)])


def test_nobody_of_another_club_is_known(tournament, yara, as_yara):
    other = create_club(None, by=as_yara, name="Other", admin=yara).result
    anna = Person.objects.create(club=other, given_name="Anna")
    with pytest.raises(Refused):
        import_entries(tournament, by=as_yara, people=[one("Anna", person=anna.public_id)])


# Looking at it first


def looked_at(tournament: Tournament, text: str, **how):
    return preview(SYSTEM, tournament, read(text, is_file=False, **how)).lines


def test_who_is_there_already_is_found(tournament, entries):
    names = "Yara Yilmaz\nGraf Gero\nRosa Rot\nNew One\nNew One\nWándá Weiss"
    lines = looked_at(tournament, names)
    assert [(line.line, line.likeness, line.alike) for line in lines] == [
        (1, "same", "Nr. 1 Yara Yilmaz"),
        (2, "exchanged", "Nr. 2 Gero Graf"),
        (3, "close", "Nr. 3 Rosa Roth"),
        (4, "", ""),
        (5, "same", "Zeile 4 New One"),
        (6, "spelling", "Nr. 6 Wanda Weiss"),
    ]
    assert [line.is_taken_at_first for line in lines] == [False, False, True, True, False, False]


def test_what_is_wrong_is_said_with_line_and_column(tournament, entries):
    lines = looked_at(
        tournament, "Nr;Vorname;Nachname\n3;A;B\n0;C;D\nx;E;F\n20;;G\n20;H;I\n21;;\n22;\u202eJ;K\n23;" + "x" * 81
    )
    assert [line.problem for line in lines if line.problem] == [
        "Zeile 2, Spalte 1: Startnummer 3 ist schon vergeben.",
        "Zeile 3, Spalte 1: Eine Startnummer liegt zwischen 1 und 9999.",
        "Zeile 4, Spalte 1: Eine Startnummer liegt zwischen 1 und 9999.",
        "Zeile 6, Spalte 1: Startnummer 20 ist schon vergeben.",
        "Zeile 7, Spalte 2: Hier steht kein Name.",
        "Zeile 8, Spalte 2: Ein Name kann keine Steuerzeichen enthalten.",
        "Zeile 9, Spalte 2: Ein Vor- oder Nachname hat höchstens 80 Buchstaben.",
    ]


def test_whom_the_club_knows_is_recognised(tournament, club):
    anna = Person.objects.create(club=club, given_name="Anna", family_name="Kühn")
    for _ in range(2):
        Person.objects.create(club=club, given_name="Hans", family_name="Müller")
    lines = looked_at(tournament, "anna kühn\nHans Müller")
    assert [line.person for line in lines] == [anna.public_id, ""]  # of two, nobody can say which


@pytest.mark.parametrize(
    ("written", "nearness", "is_ticked"),
    [("Kühn Anna", "exchanged", True), ("Anna Kuehn", "spelling", True), ("Anna Kühne", "close", False)],
)
def test_whom_the_club_knows_under_another_spelling_is_asked_about(tournament, club, written, nearness, is_ticked):
    anna = Person.objects.create(club=club, given_name="Anna", family_name="Kühn")
    line = looked_at(tournament, f"{written}\nBert Blau")[0]
    assert (line.near, line.nearness, line.is_known_at_first) == (anna.public_id, nearness, is_ticked)
    assert (line.person, line.likeness) == ("", "")


# Pages


def test_who_the_club_knows_is_taken_from_the_address_book_where_that_is_ticked(tournament, club, desk, url):
    anna = Person.objects.create(club=club, given_name="Anna", family_name="Kühn")
    form = {"text": "Kühn Anna\nBert Blau"}
    page = desk.post(url("import"), form, follow=True)
    assert "Vor- und Nachname vertauscht: Anna Kühn" in text(page)
    assert 'id="known-1" name="known" value="1" checked' in page.content.decode()
    desk.post(url("import"), {**form, "do": "enter", "known": "1"})
    assert Entry.objects.get(number=1).person == anna and Entry.objects.count() == 2


def test_who_only_sounds_like_it_is_somebody_new(tournament, club, desk, url):
    anna = Person.objects.create(club=club, given_name="Anna", family_name="Kühn")
    desk.post(url("import"), {"text": "Kühn Anna", "do": "enter"})
    assert Entry.objects.get().person != anna


def test_a_pasted_list_is_looked_at_and_then_entered(tournament, entries, desk, url):
    form = {"text": "Anna Kühn\nYara Yilmaz\nIda Ott", "state": "present"}
    page = desk.post(url("import"), form, follow=True)
    assert Entry.objects.count() == 6
    assert "derselbe Name wie Nr. 1 Yara Yilmaz" in text(page)
    answer = desk.post(url("import"), {**form, "do": "enter", "column": "name", "head": "0"}, follow=True)
    assert "Eingetragen: 2 Spieler, Nummern 7–8." in text(answer)
    assert "Weggelassene Zeilen: 1." in text(answer)
    assert Entry.objects.filter(state="present").count() == 2


def test_forms_sent_twice_enter_once(tournament, club, desk, url):
    Person.objects.create(club=club, given_name="Anna", family_name="Kühn")
    for _ in range(2):
        answer = desk.post(url("enter"), {"name": "Anna Kühn", "state": "present", "action_id": "walk-in-1"})
        assert answer.status_code == 302
        form = {"text": "Ida Ott\nMia Lang", "do": "enter", "action_id": "whole-list-1"}
        told = desk.post(url("import"), form, follow=True)
        assert "Eingetragen: 2 Spieler, Nummern 2–3." in text(told)
    assert Entry.objects.count() == 3


def test_a_form_gone_back_to_enters_the_next(tournament, desk, url):
    for name in ("Anna Kühn", "Ida Ott"):
        desk.post(url("enter"), {"name": name, "state": "present", "action_id": "walk-in-1"})
    assert Entry.objects.count() == 2


@pytest.mark.parametrize("typed", ["Gero Graf", "graf gero", "Géro Graf"])
def test_who_seems_to_be_entered_already_is_asked_about_first(tournament, entries, desk, url, typed):
    asked = desk.post(url("enter"), {"name": typed, "state": "present"})
    assert asked.context["alike"][0] == entries[1] and "Nr. 2 Gero Graf (eingetragen)" in text(asked)
    assert Entry.objects.count() == 6
    other = {"name": typed, "state": "present", "other_than": entries[1].public_id}
    assert desk.post(url("enter"), other).status_code == 302
    assert Entry.objects.count() == 7
    assert desk.post(url("enter"), {**other, "name": "Rosa Roth"}).context["alike"][0] == entries[2]


def test_one_letter_apart_is_somebody_else_at_the_door(tournament, entries, desk, url):
    assert desk.post(url("enter"), {"name": "Karla Kurz", "state": "present"}).status_code == 302


def test_at_the_door_one_after_the_other_is_there(tournament, desk, url):
    junior = tournament.categories.create(name="Jugend")
    form = {"name": "Ida Ott", "state": "present", "is_paid": "on", "category": junior.pk}
    page = desk.post(url("enter"), form, follow=True)
    assert '<option value="present" selected>' in page.content.decode()
    ida = Entry.objects.get()
    assert (ida.state, ida.is_paid, ida.category, ida.team) == ("present", True, junior, None)


def test_a_walk_in_is_named_in_the_log(tournament, desk, url):
    desk.post(url("enter"), {"name": "Anna Kühn", "state": "present"})
    assert "Nr. 1 · Anna Kühn" in text(desk.get(url("log")))


def test_what_is_ticked_is_entered(tournament, entries, desk, url):
    form = {"text": "Yara Yilmaz\nGero Graf", "do": "enter", "take": ["2", "x", "99"]}
    desk.post(url("import"), form, follow=True)
    assert list(Entry.objects.filter(number__gt=6).values_list("person__given_name", flat=True)) == ["Gero"]


def test_a_file_is_read_and_its_columns_put_right(tournament, desk, url):
    file = SimpleUploadedFile("gaeste.csv", "Graf;Gero;1\nWeiß;Jürgen;2".encode("cp1252"))
    page = desk.post(url("import"), {"file": file}, follow=True)
    assert [meaning for _at, meaning, *_more in page.context["columns"]] == ["family", "given", "number"]
    wrong = {"text": page.context["text"], "is_file": "1", "column": ["given", "family", "number"], "head": "0"}
    assert "Weiß Jürgen" in text(desk.post(url("import"), {**wrong, "do": "look"}, follow=True))
    right = {**wrong, "column": ["family", "given", "number"]}
    assert "Jürgen Weiß" in text(desk.post(url("import"), {**right, "do": "look"}, follow=True))
    desk.post(url("import"), {**right, "do": "enter"})
    names = Entry.objects.order_by("number").values_list("number", "person__given_name", "person__family_name")
    assert list(names) == [(1, "Gero", "Graf"), (2, "Jürgen", "Weiß")]


@pytest.mark.parametrize("content", [b"", b"\0\1\2", b"x" * (2 * 1024 * 1024 + 1), b"PK\3\4\0\0"])
def test_a_file_that_is_no_list_is_said(tournament, desk, url, content):
    answer = desk.post(url("import"), {"file": SimpleUploadedFile("x.xlsx", content)}, follow=True)
    assert answer.status_code == 422
    assert answer.context["list_error"]


def test_who_was_joined_is_one_person_under_either_name(tournament, club, desk, url, as_yara):
    kept = Person.objects.create(club=club, given_name="Anna", family_name="Kühn")
    other = Person.objects.create(club=club, given_name="Anna", family_name="Kuehn")
    merge_people(club, by=as_yara, keep=kept.public_id, other=other.public_id)
    assert known_person(SYSTEM, tournament, "Anna", "Kuehn") == known_person(SYSTEM, tournament, "Anna", "Kühn") == kept
    assert [line.person for line in preview(SYSTEM, tournament, read("Anna Kuehn", is_file=False)).lines] == [
        kept.public_id
    ]
    assert desk.get(url("known_people"), {"name": "anna"}).content.decode().count("<option") == 1
    Entry.objects.create(tournament=tournament, person=other, number=1)
    assert known_person(SYSTEM, tournament, "Anna", "Kühn") is None
    assert "<option" not in desk.get(url("known_people"), {"name": "anna"}).content.decode()


def test_a_walk_in_is_known_by_name(tournament, club, desk, url):
    anna = Person.objects.create(club=club, given_name="Anna", family_name="Kühn")
    offered = desk.get(url("known_people"), {"name": "küh"}).content.decode()
    assert 'value="Anna Kühn"' in offered
    answer = desk.post(url("enter"), {"name": "Anna Kühn", "state": "present"}, follow=True)
    assert "Nummer 1, dem Verein bekannt" in text(answer)
    assert Entry.objects.get().person == anna
    assert 'value="Anna' not in desk.get(url("known_people"), {"name": "küh"}).content.decode()


@pytest.mark.parametrize("typed", ["", "k", "x y z", "%", "Graf"])
def test_the_address_book_is_never_shown_whole(tournament, club, desk, url, typed):
    Person.objects.bulk_create(Person(club=club, given_name=f"Gast{n}", family_name="Graf") for n in range(50))
    offered = desk.get(url("known_people"), {"name": typed}).content.decode()
    assert offered.count("<option") == (8 if typed == "Graf" else 0)


def test_a_name_that_will_not_do_comes_back(tournament, desk, url):
    answer = desk.post(url("enter"), {"name": "x" * 100, "state": "registered"})
    assert answer.status_code == 422
    assert "80 Buchstaben" in text(answer)
    assert desk.post(url("enter"), {"name": "Anna", "state": "excluded"}).status_code == 422
    assert not Entry.objects.exists()


def test_a_thousand_names(tournament, as_yara, desk, url, django_assert_max_num_queries):
    add_entry(tournament, by=as_yara, given_name="Gast0", family_name="Graf0")
    names = "\n".join(f"Gast{n} Graf{n * 7919 % 1000}" for n in range(999))
    began = time.perf_counter()
    with django_assert_max_num_queries(80):  # three requests: sent, looked at, entered
        page = desk.post(url("import"), {"text": names}, follow=True)
        ticks = [line.line for line, _words in page.context["asked"]]
        desk.post(url("import"), {"text": names, "do": "enter", "take": ticks})
    print(f"{time.perf_counter() - began:.2f} s")
    assert Entry.objects.count() == 1000


def test_back_from_the_list_that_is_looked_at_sends_nothing_again(desk, url, tournament):
    answer = desk.post(url("import"), {"text": "Anna Kühn\nBert Ott", "state": "present"})
    assert (answer.status_code, answer.url) == (302, url("import"))
    for _again in range(2):
        page = desk.get(url("import"))
        assert [line.name for line in page.context["found"].lines] == ["Anna Kühn", "Bert Ott"]
        assert page.context["state"] == "present"
    assert "Anna Kühn\nBert Ott" in desk.get(url("enter")).content.decode()
    desk.post(url("import"), {"text": "Anna Kühn\nBert Ott", "do": "enter", "column": "name", "head": "0"})
    assert tournament.entries.count() == 2
    assert desk.get(url("import")).status_code == 302 and "Bert Ott\n" not in desk.get(url("enter")).content.decode()

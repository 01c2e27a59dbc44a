"""Lists as people type or copy them: what is read as the name, what else is recognised, what is asked about."""

import datetime
import re
import time

import pytest
from django.urls import reverse

from tournament.core.actors import SYSTEM
from tournament.core.person_names import split_name
from tournament.entries.imports import lines, parts
from tournament.entries.imports import text as lists
from tournament.entries.imports.lines import Doubt
from tournament.entries.imports.reading import preview
from tournament.models import Entry


def read(line: str) -> dict[str, str]:
    return {name: cell for name, cell in lines.read(line).cells.items() if cell}


@pytest.mark.parametrize(
    ("line", "given", "family"),
    [
        ("1. Müller, Jürgen", "Jürgen", "Müller"),
        ("2) Dr. Sabine Koch", "Sabine", "Koch"),
        ("3\tÖzlem\tYıldız", "Özlem", "Yıldız"),
        ("Köhler; Bernd", "Bernd", "Köhler"),
        ("- Prof. Dr. med. Eva Stern", "Eva", "Stern"),
        ("☑ Frau Ida Ott", "Ida", "Ott"),
        ("Karl von der Heide", "Karl", "von der Heide"),
        ("von der Heide, Karl", "Karl", "von der Heide"),
        ("MÜLLER Jürgen", "Jürgen", "Müller"),
        ("anna-lena kühn", "Anna-Lena", "Kühn"),
        ("🎲 Tim Tell 👍", "Tim", "Tell"),
        ("Müller-Lüdenscheidt, Hans-Jürgen", "Hans-Jürgen", "Müller-Lüdenscheidt"),
        ("Nguyễn Văn An", "Nguyễn Văn", "An"),
        ("Karl Club", "Karl", "Club"),
        ("Bernd Kind", "Bernd", "Kind"),
        ("Ali", "Ali", ""),
    ],
)
def test_which_words_are_the_name(line, given, family):
    assert read(line) == {"given": given, **({"family": family} if family else {})}


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Petra Lang, 0171 2345678", {}),
        ("Petra Lang <petra@example.org>", {"email": "petra@example.org"}),
        ("Petra Lang bezahlt", {"paid": "x"}),
        ("Petra Lang, 5 € bezahlt", {"paid": "x"}),
        ("Petra Lang (noch nicht bezahlt)", {}),
        ("Petra Lang - TSV Adorf - 12 Jahre", {"club": "TSV Adorf", "born": "12 Jahre"}),
        ("Petra Lang (Bad Ems, Jg. 2014)", {"club": "Bad Ems", "born": "Jg. 2014"}),
        ("Petra Lang Spielefreunde Köln e.V.", {"club": "Spielefreunde Köln e.V."}),
        ("Feuerwehr Adorf: Petra Lang", {"club": "Feuerwehr Adorf"}),
        ("#17 Petra Lang, Kind, Team Rot", {"number": "17", "minor": "x", "team": "Team Rot"}),
        ("Petra Lang geb. 3.4.2011", {"born": "geb. 3.4.2011"}),
    ],
)
def test_what_else_a_line_says(line, found):
    assert read(line) == {"given": "Petra", "family": "Lang", **found}


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("Petra Lang, 0171 2345678", ("0171 2345678",)),
        ("Petra Lang, Vegetarierin", ("Vegetarierin",)),
        ("Petra Lang (5 €)", ("5 €",)),
        ("Mia Lang, Mutter: Petra Lang", ("Mutter: Petra Lang",)),
        ("Petra Lang", ()),
    ],
)
def test_what_is_not_kept_is_said(line, left):
    assert lines.read(line).left == left


@pytest.mark.parametrize(
    ("line", "doubt"),
    [
        ("=SUMME(A1:A3)", Doubt.FORMULA),
        ("#REF!", Doubt.FORMULA),
        ("Teilnehmerliste Sommerfest 2026:", Doubt.HEADING),
        ("Anna und Bert Kühn", Doubt.SEVERAL),
        ("Anna Kühn, Bert Blau", Doubt.SEVERAL),
        ("Familie Kühn", Doubt.SEVERAL),
        ("Petra kommt später", Doubt.SENTENCE),
        ("Petra Lang 3 4 4", Doubt.NUMBERS),
        ("Petra Lang", Doubt.NONE),
    ],
)
def test_what_is_in_doubt(line, doubt):
    assert lines.read(line).doubt == doubt


def test_a_list_with_the_surname_first_is_recognised_as_a_whole():
    typed = ["Müller Jürgen", "Koch Sabine", "Paul Özlem", "Ackermann Xylo"]
    assert [line.cells["family"] for line in lines.read_all(typed)] == ["Müller", "Koch", "Paul", "Ackermann"]
    assert [line.cells["family"] for line in lines.read_all(["Jürgen Müller", "Sabine Koch", "Özlem Paul"])] == [
        *("Müller", "Koch", "Paul")
    ]


@pytest.mark.parametrize(("typed", "numbers"), [(["1 A B", "2 C D"], [None, None]), (["4 A B", "17 C D"], ["4", "17"])])
def test_numbers_that_only_count_are_no_start_numbers(typed, numbers):
    assert [line.cells.get("number") for line in lines.read_all(typed)] == numbers


@pytest.mark.parametrize(
    ("piece", "is_young"),
    [
        ("2014", True),
        ("2010", True),  # sixteen some day this year: counts as younger
        ("2009", False),
        ("Jg. 14", True),
        ("Jg. 48", False),
        ("21.11.2010", False),
        ("22.11.2010", True),
        ("12 Jahre", True),
        ("16", False),
        ("31.2.2014", None),
        ("soon", None),
    ],
)
def test_who_is_under_16_on_the_day(piece, is_young):
    assert parts.is_under_16(piece, datetime.date(2026, 11, 21)) is is_young


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("Müller\tJürgen\t0171 2345678\t2014\nKoch\tSabine\t0172 2345678\t1980", ("family", "given", "", "born")),
        ("Jürgen Müller;TSV Adorf;bezahlt\nSabine Koch;SV Bdorf;offen", ("name", "club", "paid")),
        ("Name\tJahrgang\nJürgen Müller\t2014", ("name", "born")),
        ("Anna Kühn;anna@example.org\nBert Blau;0171 2345678", ("name",)),  # typed as everybody liked
    ],
)
def test_columns_without_headings_are_recognised(text, columns):
    assert lists.read(text, is_file=False).columns == columns


@pytest.mark.parametrize("name", ["Anna von der Heide", "von der Heide, Anna", "Anna VON DER HEIDE"])
def test_at_the_door_too_small_words_belong_to_the_surname(name):
    assert tuple(part.casefold() for part in split_name(name)) == ("anna", "von der heide")


LIST = """Anmeldungen Herbstturnier:
1. Müller, Jürgen (TSV Adorf) 0171 2345678
2. Mia Lang, Jg. 2014, bezahlt
3. Petra kommt später
"""


def test_the_page_shows_what_was_read_beside_what_is_in_doubt(tournament, desk):
    page = desk.post(reverse("import", args=[tournament.public_id]), {"text": LIST}, follow=True)
    shown = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.content.decode()))
    assert "Zeile 1: Das sieht nach einer Überschrift aus" in shown
    assert "Jürgen Müller TSV Adorf nicht übernommen: 0171 2345678" in shown
    assert "Mia Lang unter 16 bezahlt" in shown
    assert "das liest sich wie ein Satz" in shown and 'name="take" value="4" checked' not in page.content.decode()


def test_only_what_was_understood_or_ticked_is_entered(tournament, desk):
    desk.post(
        reverse("import", args=[tournament.public_id]), {"text": LIST, "do": "enter", "column": "name", "head": "0"}
    )
    entered = Entry.objects.order_by("number").values_list(
        "person__given_name", "person__family_name", "person__is_minor", "is_paid", "from_club"
    )
    assert list(entered) == [("Jürgen", "Müller", False, False, "TSV Adorf"), ("Mia", "Lang", True, True, "")]


def test_numbers_of_the_lines_do_not_collide_with_start_numbers(tournament, entries):
    found = preview(SYSTEM, tournament, lists.read("1;Jürgen;Müller\n2;Sabine;Koch", is_file=False))
    assert [(line.problem, line.number) for line in found.lines] == [("", None)] * 2


def test_a_line_without_end_is_read_at_once():
    """Two megabytes in one line took minutes; and a thousand lines of hundreds of letters."""
    began = time.process_time()
    assert lines.read("x" * (2 << 20)).left == ("x" * 300,)
    lines.read_all(["x" * 299] * 1000)
    assert time.process_time() - began < 20

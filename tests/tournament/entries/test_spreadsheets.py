"""Spreadsheets as clubs keep them, and as nobody should send them."""

import io
import random
import time
import zipfile
from datetime import date, datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from openpyxl import Workbook

from tournament.core.actors import SYSTEM
from tournament.entries.imports import text as lists
from tournament.entries.imports.reading import preview, sentence
from tournament.entries.imports.spreadsheets import read_sheet
from tournament.entries.imports.text import ListError
from tournament.models import Entry

HEAD = ["Nr", "Vorname", "Nachname", "Team", "Verein", "Kategorie", "Brett", "bezahlt"]


def saved(book: Workbook) -> bytes:
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def sheet_of(*rows, title: str = "Liste") -> bytes:
    book = Workbook()
    book.active.title = title
    for row in rows:
        book.active.append(row)
    return saved(book)


def read(content: bytes, **how):
    return lists.read(read_sheet(content, **how).text, is_file=False)


def test_cells_are_read_as_they_are_shown():
    content = sheet_of(["Nr", "Name", "bezahlt"], [7.0, "  Yara\nYilmaz ", True], [8, datetime(2026, 11, 21), False])
    assert [row.cells for row in read(content).rows] == [("7", "Yara Yilmaz", "x"), ("8", "2026-11-21", "")]
    assert read(sheet_of(["Nr", "Name"], [1, date(2026, 1, 2)], [1.5, "A B"])).rows[1].cells == ("1.5", "A B")


def test_a_line_is_the_row_of_the_sheet():
    content = sheet_of([], ["Nr", "Name"], [], [1, "Yara Yilmaz"], [None, None], [2, "Gero Graf"])
    assert [row.line for row in read(content).rows] == [4, 6]


def test_a_title_above_the_head_is_passed_over():
    book = Workbook()
    book.active.append(["Teilnehmer im Herbst"])
    book.active.merge_cells("A1:C1")
    book.active.append([])
    book.active.append(["Vorname", "Nachname", "Team"])
    book.active.append(["Yara", "Yilmaz", "Rot"])
    sheet = read(saved(book))
    assert sheet.columns == ("given", "family", "team")
    assert [row.cells for row in sheet.rows] == [("Yara", "Yilmaz", "Rot")]


def test_one_column_of_names_with_commas():
    sheet = read(sheet_of(["Yilmaz, Yara"], [], ["Graf, Gero"], ['"Zora" Zahn']))
    assert (sheet.columns, sheet.rows[2].cells, sheet.rows[1].line) == (("name",), ('"Zora" Zahn',), 3)


def test_the_first_visible_sheet_with_something_in_it_or_the_one_named():
    book = Workbook()
    book.active.title = "Leer"
    for title, name in (("Geheim", "Eva Ei"), ("Gäste", "Ida Ott"), ("Helfer", "Mia Lang")):
        book.create_sheet(title).append([name])
    book["Geheim"].sheet_state = "hidden"
    content = saved(book)
    assert read_sheet(content) == ("Ida Ott", "Gäste", ("Leer", "Gäste", "Helfer"))
    assert read_sheet(content, " helfer").text == "Mia Lang"
    assert read_sheet(content, "Geheim").text == "Ida Ott"


def test_a_formula_without_a_value_is_said_with_row_and_column():
    with pytest.raises(ListError) as caught:
        read_sheet(sheet_of(["Vorname", "Nachname"], ["Yara", "Yilmaz"], ["Gero", '=PROPER("graf")']))
    assert (caught.value.line, caught.value.column) == (3, 2)
    assert sentence(caught.value).startswith("Zeile 3, Spalte 2: ")


def packed(**parts: bytes) -> bytes:
    """A sheet with parts of it exchanged."""
    old, new = io.BytesIO(sheet_of(["Yara Yilmaz"])), io.BytesIO()
    with zipfile.ZipFile(old) as source, zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            target.writestr(name, parts.get(name.rpartition("/")[2].split(".")[0], source.read(name)))
    return new.getvalue()


def with_more(**parts: bytes) -> bytes:
    """A spreadsheet with more parts, well packed, whatever they are called."""
    new = io.BytesIO(sheet_of(["Yara", "Yilmaz"]))
    with zipfile.ZipFile(new, "a", zipfile.ZIP_DEFLATED) as target:
        for name, content in parts.items():
            target.writestr(name, content)
    return new.getvalue()


LITTLE = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "hah">]><worksheet>&b;</worksheet>'


@pytest.mark.parametrize("coded", ["utf-8", "utf-16", "utf-16-be"])
def test_what_defines_something_is_no_spreadsheet_however_small(coded):
    """Entities, which would grow while they are read."""
    for name in ("xl/more.xml", "xl/more.bin"):
        with pytest.raises(ListError, match="no_spreadsheet"):
            read_sheet(with_more(**{name: LITTLE.encode(coded)}))


def test_what_grows_counts_by_whatever_name():
    with pytest.raises(ListError, match="too_big"):
        read_sheet(with_more(**{"xl/media/sheet9.png": b" " * (5 << 20)}))
    picture = random.Random(1).randbytes(5 << 20)
    assert read_sheet(with_more(**{"xl/media/picture.png": picture})).text == "Yara\tYilmaz\n"


LAUGHS = b'<!DOCTYPE a [<!ENTITY b "ha">' + b"".join(
    b'<!ENTITY %c "%s">' % (99 + n, b"&%c;" % (98 + n) * 10) for n in range(9)
)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"PK\3\4\0\0", "no_spreadsheet"),
        (packed(workbook=b"<x/>"), "empty"),
        (packed(sheet1=b"<worksheet><sheetData><row><c"), "no_spreadsheet"),
        (packed(sheet1=b" " * 50_000_000), "too_big"),
        (packed(sheet1=LAUGHS + b"]><worksheet>&k;</worksheet>"), "no_spreadsheet"),
        (sheet_of(), "empty"),
        (packed(workbook=b"\0" * 100), "no_spreadsheet"),
    ],
    ids=["no zip", "no book", "half a sheet", "bomb", "laughs", "empty", "nul"],
)
def test_what_is_no_spreadsheet_is_said(content, code):
    with pytest.raises(ListError) as caught:
        read_sheet(content)
    assert caught.value.code == code


@pytest.mark.slow
def test_far_more_columns_and_rows_than_a_list_has():
    cells = b"".join(b'<c r="%s"><v>1</v></c>' % name for name in [b"A1"] * 120_000)
    head = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
    wide = packed(sheet1=head + b'<row r="1">' + cells + b"</row></sheetData></worksheet>")
    far = packed(sheet1=head + b'<row r="1048576"><c r="A1048576"><v>1</v></c></row></sheetData></worksheet>')
    for content in (wide, far):
        try:
            assert len(read_sheet(content).text) < 1000
        except ListError as error:
            assert error.code in ("empty", "no_spreadsheet")  # noqa: PT017  (either is an answer)


def test_what_a_spreadsheet_says_of_everybody_is_kept(tournament, desk):
    url = reverse("import", args=[tournament.public_id])
    rows = [
        [3, "Yara", "Yilmaz", "Rot", "SC Sechs", "Jugend", "3, 14", "x"],
        [4, "Gero", "Graf", "rot", "", "", "", ""],
    ]
    page = desk.post(url, {"file": SimpleUploadedFile("liste.xlsx", sheet_of(HEAD, *rows))}, follow=True)
    assert [line.words for line in page.context["found"].lines] == [
        ["Rot", "Jugend", "SC Sechs", "Brett 3, 14"],
        ["rot"],
    ]
    again = {"text": page.context["text"], "is_file": "0", "column": page.context["found"].sheet.columns, "head": "1"}
    desk.post(url, {**again, "do": "enter", "action_id": "from-a-sheet"})
    yara, gero = Entry.objects.order_by("number")
    assert (yara.number, yara.team, yara.is_paid, yara.fixed_boards) == (3, gero.team, True, [3, 14])
    assert (yara.category.name, yara.from_club, gero.category) == ("Jugend", "SC Sechs", None)


def test_what_is_wrong_in_a_sheet_is_said_with_row_and_column(tournament):
    content = sheet_of(
        ["Vorname", "Nachname", "Brett", "Team"], ["A", "B", "x"], ["#REF!", "D"], ["E", "F", "1", "T" * 61]
    )
    assert [line.problem for line in preview(SYSTEM, tournament, read(content)).lines] == [
        "Zeile 2, Spalte 3: Bretter werden mit ihrer Nummer genannt: 3, 14.",
        "Zeile 3, Spalte 1: Hier steht kein Name.",
        "Zeile 4, Spalte 4: Höchstens 60 Buchstaben.",
    ]


def test_a_thousand_rows(tournament, desk):
    rows = [[n, f"Gast{n}", f"Graf{n * 7919 % 1000}", f"Team {n % 40}", "", "", "", "x"] for n in range(1, 1001)]
    url = reverse("import", args=[tournament.public_id])
    content = sheet_of(HEAD, *rows)
    began = time.perf_counter()
    page = desk.post(url, {"file": SimpleUploadedFile("liste.xlsx", content)}, follow=True)
    ticks = [line.line for line, _words in page.context["asked"]]
    again = {"text": page.context["text"], "is_file": "0", "column": page.context["found"].sheet.columns, "head": "1"}
    desk.post(url, {**again, "do": "enter", "take": ticks})
    print(f"{time.perf_counter() - began:.2f} s")
    assert Entry.objects.count() == 1000
    assert tournament.teams.count() == 40


ODS_HEAD = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
    ' xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0">'
    '<office:automatic-styles><style:style style:name="gone" style:family="table">'
    '<style:table-properties table:display="false"/></style:style></office:automatic-styles>'
    "<office:body><office:spreadsheet>"
)


def ods(*tables: str) -> bytes:
    """As LibreOffice packs one."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(zipfile.ZipInfo("mimetype"), "application/vnd.oasis.opendocument.spreadsheet")
        packed.writestr(
            "content.xml",
            f"{ODS_HEAD}{''.join(tables)}</office:spreadsheet></office:body></office:document-content>",
        )
    return written.getvalue()


def row_of(*cells: str) -> str:
    return f"<table:table-row>{''.join(cells)}</table:table-row>"


def words(text: str) -> str:
    said = f"<office:annotation><text:p>Notiz</text:p></office:annotation><text:p>{text}</text:p>"
    return f'<table:table-cell office:value-type="string">{said}</table:table-cell>'


NUMBER = '<table:table-cell office:value-type="float" office:value="7"><text:p>7</text:p></table:table-cell>'
DAY = '<table:table-cell office:value-type="date" office:date-value="2015-03-20"><text:p>20.03.15</text:p></table:table-cell>'
TRUE = (
    '<table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>WAHR</text:p></table:table-cell>'
)
EMPTY = '<table:table-cell table:number-columns-repeated="16384"/>'
REST = f'<table:table-row table:number-rows-repeated="1048576">{EMPTY}</table:table-row>'


def test_an_open_document_is_read_like_any_spreadsheet():
    head = row_of(words("Vorname"), words("Nachname"), words("Nr"), words("Geburtstag"), words("Bezahlt"), EMPTY)
    rosa = row_of(
        words('<text:span>Ro</text:span>sa<text:s text:c="2"/>Maria'), words("Roth"), NUMBER, DAY, TRUE, EMPTY
    )
    hidden = f'<table:table table:name="Geheim" table:style-name="gone">{row_of(words("Eva Ei"))}</table:table>'
    read_in = read_sheet(ods(hidden, f'<table:table table:name="Gäste">{head}{rosa}{REST}</table:table>'))
    assert (read_in.name, read_in.names) == ("Gäste", ("Gäste",))
    assert read_in.text.count("\n") == 2
    sheet = lists.read(read_in.text, is_file=False)
    assert sheet.columns == ("given", "family", "number", "born", "paid")
    assert [row.cells for row in sheet.rows] == [("Rosa Maria", "Roth", "7", "2015-03-20", "x")]


def test_a_formula_without_a_value_in_an_open_document_is_said_too():
    formula = '<table:table-cell table:formula="of:=[.A1]"/>'
    with pytest.raises(ListError) as caught:
        read_sheet(ods(f'<table:table table:name="A">{row_of(words("Yara"), words("Yilmaz"), formula)}</table:table>'))
    assert (caught.value.code, caught.value.line, caught.value.column) == ("formula", 1, 3)


@pytest.mark.parametrize("content", ["<a", "<a/>"])
def test_a_broken_open_document_is_no_spreadsheet_or_empty(content):
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        packed.writestr("content.xml", content)
    with pytest.raises(ListError) as caught:
        read_sheet(written.getvalue())
    assert caught.value.code in ("no_spreadsheet", "empty")

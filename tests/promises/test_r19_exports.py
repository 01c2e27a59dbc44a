"""R19: exports are inert. Whatever a name begins with, no program that opens a list computes it, and it comes back as it was."""

import csv
import io
import shutil
import subprocess
import zipfile

import pytest
from django.utils import translation
from openpyxl import load_workbook

from tests.tournament.evening import Evening, a_club, by_number
from tournament.core.actors import ANONYMOUS, SYSTEM
from tournament.entries.imports import reading as importing
from tournament.entries.imports import spreadsheets
from tournament.entries.imports import text as lists
from tournament.entries.imports.actions import import_entries
from tournament.models import Entry
from tournament.out import lists as exports
from tournament.out.lists import Sheet, as_csv, as_xlsx

pytestmark = pytest.mark.slow

SIGNS = ("=", "+", "-", "@", "\t", "\r", "＝", "'=", "''@")
NASTY = [f"{sign}HYPERLINK(1;2)|x{n}" for n, sign in enumerate(SIGNS)]
FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝")
PEOPLE = [
    {"given_name": "=SUM(A1)", "family_name": "@Graf", "number": 3, "is_minor": True, "is_paid": True, "team": "+Rot"},
    {"given_name": "-Yara;", "family_name": 'Yil"maz', "number": 7, "is_hidden": True, "category": "=1+1"},
    {"given_name": "'=Rosa", "family_name": "'t Hooft", "number": 8, "from_club": "-SC", "family": "+R"},
    {"given_name": "'Noor", "family_name": "007", "number": 9, "fixed_boards": [2, 5]},
]
KEPT = ("number", "person__given_name", "person__family_name", "person__is_minor", "person__is_hidden", "is_paid")
KEPT += ("team__name", "category__name", "from_club", "family", "fixed_boards")


def cells(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=";"))


def played(club, by) -> Evening:
    evening = Evening(club, "children", by=by)
    people = [{**one, "fixed_boards": []} for one in PEOPLE]
    import_entries(evening.tournament, by=by, people=people, state="present")
    evening.play_stage(1, by_number)
    return evening


@pytest.mark.parametrize("name", NASTY)
def test_no_cell_of_a_csv_file_begins_like_a_formula_and_all_come_back(name):
    [[cell]] = cells(as_csv(Sheet("x", [[name]])))
    assert not cell.startswith(FORMULA)
    assert lists.bare(cell) == name


@pytest.mark.parametrize("name", [*NASTY, "#REF!", "a\x01b"])
def test_every_cell_of_a_spreadsheet_is_text(name):
    content = as_xlsx([Sheet("x", [[name, -5]])])
    text, number = next(load_workbook(io.BytesIO(content)).active.iter_rows())
    assert (text.data_type, number.data_type, number.value) == ("s", "n", -5)
    assert text.value == name.replace("\x01", "").replace("\r", "\n")
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        assert b"<f>" not in packed.read("xl/worksheets/sheet1.xml")


def test_the_library_alone_would_have_written_a_formula():
    from openpyxl import Workbook

    book = Workbook()
    book.active.append(["=1+1"])
    assert book.active["A1"].data_type == "f"


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("kind", exports.KINDS)
def test_who_was_exported_is_imported_unchanged(club, as_yara, kind, language):
    here, there = Evening(club, "children", by=as_yara), Evening(a_club(), "children")
    import_entries(here.tournament, by=as_yara, people=PEOPLE)
    with translation.override(language):
        content = exports.file(here.tournament, "entries", kind, as_yara)
    if kind == exports.XLSX:
        sheet = lists.read(spreadsheets.read_sheet(content).text, is_file=False)
    else:
        sheet = lists.read(lists.decode(content), is_file=True)
    found = importing.preview(SYSTEM, there.tournament, sheet)
    assert not found.faulty and not found.asked
    import_entries(there.tournament, by=SYSTEM, people=importing.as_people(found.fine))
    before, after = (
        list(Entry.objects.filter(tournament=each.tournament).values_list(*KEPT)) for each in (here, there)
    )
    assert before == after and len(after) == len(PEOPLE)


@pytest.mark.django_db
def test_every_list_of_a_played_evening(club, as_yara):
    evening = played(club, as_yara)
    content = exports.file(evening.tournament, "", exports.XLSX, as_yara)
    book = load_workbook(io.BytesIO(content))
    assert len(book.worksheets) == len(exports.LISTS)
    rows = {page.title: [[cell.value for cell in row] for row in page.iter_rows()] for page in book.worksheets}
    assert all(len(each) > len(PEOPLE) for each in rows.values()), rows
    assert not any(cell.data_type == "f" for page in book.worksheets for row in page.iter_rows() for cell in row)
    for code in exports.LISTS:
        for row in cells(exports.file(evening.tournament, code, exports.CSV, as_yara)):
            assert not any(cell.startswith(FORMULA) for cell in row)


@pytest.mark.django_db
def test_what_is_for_everybody_holds_no_hidden_name(club, as_yara):
    evening = played(club, as_yara)
    for code in exports.LISTS:
        said = exports.file(evening.tournament, code, exports.CSV, exports.eyes(SYSTEM, is_for_all=True)).decode()
        assert not any(word in said for word in ("Yara", "maz", "SUM", "@Graf", "Hooft", "-SC")), code
        assert said == exports.file(evening.tournament, code, exports.CSV, ANONYMOUS).decode()


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("soffice"), reason="LibreOffice is not installed")
def test_libreoffice_computes_nothing(tmp_path):
    (tmp_path / "x.csv").write_bytes(as_csv(Sheet("x", [[f"{sign}1+1"] for sign in "=+-@"])))
    command = ["soffice", "--headless", "--convert-to", "xlsx", "--outdir", str(tmp_path), str(tmp_path / "x.csv")]
    subprocess.run(command, check=True, timeout=120, capture_output=True)
    book = load_workbook(tmp_path / "x.xlsx")
    assert [cell.data_type for (cell,) in book.active.iter_rows()] == ["s"] * 4

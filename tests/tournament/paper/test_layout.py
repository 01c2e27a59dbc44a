"""Every document at every size of a tournament: nothing cut off, nothing on top of something else, nothing lost."""

import os
import re
from datetime import time

import pypdfium2 as pdfium
import pytest

from tests.tournament.paper import measuring
from tests.tournament.paper.halls import a_hall, a_knockout, printed
from tournament.models import Person
from tournament.paper import log
from tournament.paper.printing import print_out
from tournament.paper.registry import DOCUMENTS

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db,
    pytest.mark.skipif(bool(os.environ.get("DATABASE_URL")), reason="paper is the same from either database"),
]
OF_TOURNAMENTS = [code for code, document in DOCUMENTS.items() if document.build.__module__.startswith("tournament.")]

OF_CARDS = (
    "passes",
    "slips",
    "certificates",
    "numbers",
    "tents",
    "desk",
    "link",
    "sign",
    "wifi",
)  # each page is a drawing of its own
MANY, SOME = 100, 7  # of hundreds of such pages each seventh is measured, without AUGENGENAU_LONG=1
LONG = bool(os.environ.get("AUGENGENAU_LONG"))


def look_at(tournament, *, largest: bool, language: str = "de") -> None:
    each = SOME if tournament.entries.count() > MANY and not LONG else 1
    for code in OF_TOURNAMENTS:
        sizes = DOCUMENTS[code].sizes
        content = printed(tournament, code, size=sizes[-1 if largest else 0], language=language)
        found = measuring.problems(content, each=each if code in OF_CARDS else 1)
        assert not found, (code, found[:5])
        assert code in OF_CARDS or not measuring.orphans(content), (code, measuring.orphans(content))


SIZES = [
    *[(4, "A4"), (4, "large"), (37, "A4"), (37, "large"), (147, "A4")],
    pytest.param(256, "large", marks=pytest.mark.long),
]
ALSO = [(147, "large"), (256, "A4")] if LONG else []


@pytest.mark.parametrize(("players", "sheet"), SIZES + ALSO)
def test_nothing_is_cut_off_and_nothing_overlaps(club, players, sheet):
    is_large = sheet == "large"
    look_at(a_hall(club, players), largest=is_large, language="en" if is_large else "de")


@pytest.mark.parametrize("code", ["tables", "slips", "results", "surnames"])
def test_a_hidden_player_s_number_is_on_paper_once(club, code):
    hall = a_hall(club, 8)
    Person.objects.filter(entries__number=4).update(is_hidden=True)
    said = " ".join(measuring.text(printed(hall, code)).split())
    assert "Nummer 4" in said and not re.search("4 Nummer 4|Nummer 4 4", said), said


def test_the_sign_to_enter_oneself_says_when_and_where(club):
    hall = a_hall(club, 8)
    hall.takes_entries, hall.begins_at, hall.place = True, time(14), "Bürgerhaus am Markt, Lindenstraße 3, 54321 Waldau"
    content = printed(hall, "link", of="enter")
    said = " ".join(measuring.text(content).split())
    assert "21. November 2026, 14:00 Uhr, Bürgerhaus am Markt" in said and not measuring.problems(content)
    assert "14:00" not in measuring.text(printed(hall, "link", of="tournament")), "hangs in the hall"


@pytest.mark.parametrize(
    ("code", "players", "size", "seats"),
    [("tables", 147, "a4", 30), ("surnames", 199, "a4", 30)],
)
def test_no_page_is_for_a_last_row_or_two(club, code, players, size, seats):
    """Each of them had one."""
    pages = pdfium.PdfDocument(printed(a_hall(club, players, rounds=1), code, size=size))
    last = measuring.inside(pages[len(pages) - 1])
    assert len(pages) > 1 and len(re.findall("Gelb|Grün|Rot|Schwarz|Blau|Weiß", last)) >= seats, last


@pytest.mark.parametrize(
    ("players", "played", "size"),
    [
        (9, 1, "a4"),
        (37, 1, "a3"),
        (37, 0, "a1"),
        pytest.param(147, 2, "a1", marks=pytest.mark.slow),
        pytest.param(256, 0, "a1", marks=pytest.mark.slow),
    ],
)
def test_the_bracket_is_one_page_that_can_be_read(club, players, played, size):
    content = printed(a_knockout(club, players, played=played), "bracket", size=size)
    assert len(pdfium.PdfDocument(content)) == 1
    assert not measuring.problems(content)
    said = measuring.text(content)
    assert all(re.search(rf"\b{n} Gast{n} G\.", said) for n in range(1, players + 1)), "no text to be searched"
    assert measuring.smallest(content) >= 2.6  # mm: of digits and capitals where a small x is 2 mm high


@pytest.mark.parametrize(("players", "sheets"), [(32, 1), pytest.param(256, 9, marks=pytest.mark.slow)])
def test_where_only_a4_is_at_hand_it_is_taped_together(club, players, sheets):
    """Every name stands whole on a sheet, but for those that lie under a seam; what is cut is on both of them."""
    content = printed(a_knockout(club, players), "bracket", size="taped")
    pages = list(pdfium.PdfDocument(content))
    said = [re.sub(r"\s", "", measuring.inside(page)) for page in pages]
    whole = {int(number) for text in said for number in re.findall(r"(\d+)Gast\1G\.", text)}
    assert len(pages) == sheets and measuring.smallest(content, below=18) >= 2.6
    assert len(whole) == players if sheets == 1 else len(whole) > 0.8 * players
    assert sheets == 1 or all(f"Reihe{n // 3 + 1}von3,Blatt{n % 3 + 1}von3" in text for n, text in enumerate(said))


@pytest.mark.parametrize(
    ("players", "size", "width"),
    [(37, "A4", 297), pytest.param(147, "A2", 594, marks=pytest.mark.slow)],
)
def test_the_smallest_sheet_that_can_be_read_is_taken(club, players, size, width):
    hall = a_knockout(club, players)
    page = pdfium.PdfDocument(printed(hall, "bracket", size="fit"))[0]
    assert round(page.get_width() * 25.4 / 72) == width
    assert size in DOCUMENTS["bracket"].advice(hall)


@pytest.mark.parametrize(
    ("players", "played", "options", "size"),
    [
        (6, 0, {}, "a4"),
        (11, 0, {"by_hand": "blank"}, "a4"),
        (16, 1, {"by_hand": "boxes", "way_of": 3}, "a3"),
        (23, 1, {}, "a4"),
        (37, 2, {"distance": "1"}, "parts-a3"),
        (64, 1, {"distance": "1"}, "parts"),
        pytest.param(256, 1, {}, "parts-a3", marks=pytest.mark.slow),
    ],
)
def test_every_kind_of_bracket_is_whole(club, players, played, options, size):
    """No text on another, none cut off, none under 2 mm; what a distance asks is there or said to be missing."""
    for language in ("de", "en"):
        content = printed(
            a_knockout(club, players, played=played), "bracket", size=size, options=options, language=language
        )
        assert not measuring.problems(content)
        said = " ".join(measuring.text(content).split())
        assert measuring.smallest(content, below=16) >= (2.6 if players < 256 else 2.4)
        assert ("Zu klein" in said or "Too small" in said) == (
            measuring.smallest(content, below=16) < 6.4 and "distance" in options
        )
        assert ("Gast1 G." in said) == (options.get("by_hand") != "blank")
        assert size.startswith("parts") == (("Blatt 1 von" if language == "de" else "Sheet 1 of") in said)


def test_names_as_bad_as_can_be_are_ink_and_stay_in_their_place(club):
    tournament = a_hall(club, 23, is_nasty=True)
    tournament.name = tournament.club.name = "Sehr langes Turnier <i>mit</i> Namen " * 3
    look_at(tournament, largest=False)
    said = measuring.text(printed(tournament, "names"))
    assert "<b>Bobby</b><script>" in said
    assert "Петрова, Ольга" in said


def test_what_is_measured_is_found():
    """The measure itself: a line that is cut through, and two that lie on each other."""
    cut = "<body lang=de><p style='height:6pt;overflow:hidden;font-size:20pt;line-height:20pt'>Halbiert</p>"
    over = (
        "<body><p style='position:absolute;top:0'>Unten Unten</p><p style='position:absolute;top:1pt'>Obenauf Oben</p>"
    )
    assert "cut off" in measuring.problems(print_out([cut])[0])[0]
    assert "on each other" in measuring.problems(print_out([over])[0])[0]
    heading = (
        "<p>Anfang</p><h2 style='break-after: auto; margin-top: 252mm'>Verwaist</h2><p>Text</p>"
        + "<p>Noch mehr Text</p>" * 20
    )
    assert measuring.orphans(print_out([heading])[0]) == ["Verwaist"]
    assert measuring.orphans(print_out([heading.replace("auto", "avoid")])[0]) == []


SHARE = 0.6  # of the fullest sheet of a list


@pytest.mark.parametrize("players", [23, 62, 70, 147])
@pytest.mark.parametrize("code", ["names", "surnames", "standings", "crosstable"])
def test_no_sheet_of_a_list_is_nearly_empty(club, code, players):
    pages = pdfium.PdfDocument(printed(a_hall(club, players), code, options={}))
    filled = [len(measuring.inside(page)) for page in pages]
    assert min(filled) > SHARE * max(filled), filled


def test_sixty_rows_stand_on_a4_and_reasons_take_twice_as_much_at_most(club):
    hall = a_hall(club, 147)
    plain, told = (
        len(pdfium.PdfDocument(printed(hall, "standings", options={"why": has_why}))) for has_why in (False, True)
    )
    assert plain == 3 and plain < told <= 2 * plain
    content = printed(hall, "standings", options={})
    assert measuring.smallest(content) >= 1.5  # mm: digits and capitals
    assert not measuring.problems(printed(hall, "standings", options={"large": True}, size="a2"))


def test_large_letters_are_as_high_as_their_distance_asks(club):
    """A digit is a third higher than a small x, which is 5 mm on A4 and 10 mm on A2."""
    hall = a_hall(club, 23)
    for size, least in (("a4", 6.6), ("a2", 13.2)):
        pages = pdfium.PdfDocument(printed(hall, "standings", options={"large": True}, size=size))
        found = [one for page in pages for one in measuring._letters(page) if one.char in "0123456789"]
        tall = sorted((one.top - one.bottom) * 25.4 / 72 for one in found)
        assert tall[len(tall) // 2] >= least


def test_a_table_s_number_fills_its_sheet(club):
    for page in pdfium.PdfDocument(printed(a_hall(club, 8), "numbers", options={"first": 8, "last": 12})):
        digits = [one for one in measuring._letters(page) if one.char.isdigit() and one.top - one.bottom > 100]
        high = max(one.top for one in digits) - min(one.bottom for one in digits)
        wide = max(one.right for one in digits) - min(one.left for one in digits)
        assert high > 0.65 * page.get_height() or wide > 0.8 * page.get_width()


@pytest.mark.parametrize("size", ["a4", "a2"])
def test_the_page_that_one_looks_at_first_is_the_first_page(club, size):
    hall = a_hall(club, 100)
    for code in ("names", "surnames", "tables", "results", "standings"):
        size = size if size in DOCUMENTS[code].sizes else "a4"
        whole, sample = (pdfium.PdfDocument(printed(hall, code, size=size, is_sample=of)) for of in (False, True))
        first, shown = (re.sub(r"1 / \d+$|1$", "", measuring.inside(one[0]).strip()).split() for one in (whole, sample))
        assert first == shown, code


def test_a_long_log_is_one_document(club, monkeypatch):
    """Made in parts: one head, the pages counted through, no line lost."""
    monkeypatch.setattr(log, "LINES_IN_PART", 12)
    pages = [measuring.inside(page) for page in pdfium.PdfDocument(printed(a_hall(club, 16), "log"))]
    assert len(pages) > 1 and [page.split()[-1] for page in pages] == [str(n) for n in range(1, len(pages) + 1)]
    said = "\n".join(pages)
    assert said.count("Protokoll des Tages") == 1 and said.count("Turnierleitung") == 1
    numbers = [int(number) for number in re.findall(r"^(\d+) \d\d:\d\d:\d\d", said, re.M)]
    assert numbers == list(range(1, len(numbers) + 1)) and len(numbers) > 12

"""Results that were kept elsewhere: a list is looked at table by table, and only then counts; what cannot be is said."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import translation

from tests.tournament.evening import Evening, a_club, by_chance, by_number, text
from tournament.core.actors import SYSTEM
from tournament.models import LogEntry, Result, ResultSeat
from tournament.out import lists as exports
from tournament.results.imports import reading as result_lists
from tournament.results.imports.reading import preview
from tournament.rounds.actions import close_round

pytestmark = [pytest.mark.slow, pytest.mark.english]


def counting(round_) -> list[tuple]:
    """What counts now, by table and colour."""
    seats = ResultSeat.objects.filter(result__table__round=round_, result__superseded_at=None)
    return list(
        seats.order_by("result__table__number", "colour").values_list(
            "result__table__number", "colour", "place", "counted"
        )
    )


def row_of(table, place: int = 1, *, colour: str = "") -> str:
    """A row for one seat, the first if none is named."""
    seat = table.seats.get(colour=colour) if colour else table.seats.order_by("order").first()
    return f"{seat.entry.number};{place}"


def rows_of(table, digits: str = "1234") -> str:
    seats = table.seats.order_by("order").select_related("entry")
    return "\n".join(f"{seat.entry.number};{digit}" for seat, digit in zip(seats, digits, strict=True))


def test_lines_as_they_are_typed_are_looked_at_and_then_count(round_, desk, at):
    lines = "1 1324\n2\t1224\n3,1230\n4 x"
    look = desk.post(at("results_list"), {"text": lines})
    assert look.status_code == 200 and "4 new results" in text(look) and not Result.objects.exists()
    answer = desk.post(at("results_list"), {"text": lines, "do": "confirm", "action_id": "a-list-0001"}, follow=True)
    assert "The results of 4 tables count." in text(answer) and Result.objects.count() == 4
    assert Result.objects.get(table__number=4).report.is_abandoned
    assert sorted(place for table, _colour, place, _counted in counting(round_) if table == 3) == [0, 1, 2, 3]


def test_where_the_count_is_the_score_a_list_of_counts_is_enough(club, as_yara, desk):
    """Lines as the keyboard takes them, or cells; of both the places follow."""
    evening = Evening(club, "counted", by=as_yara)
    evening.come(8)
    round_ = evening.publish(evening.draw(1)[0])
    address = reverse("results_list", args=[round_.tournament.public_id])
    assert "Here the counts are enough" in text(desk.get(address))
    seats = round_.tables.get(number=2).seats.order_by("order").select_related("entry")
    rows = [f"{seat.entry.number};{count}" for seat, count in zip(seats, (80, 130, 80, -5), strict=True)]
    for said in ("1 80 130 80 -5", "\n".join(["No;Counted", *rows])):
        desk.post(address, {"text": said, "do": "confirm"})
    places = [2, 1, 2, 4]
    found = [
        list(table.seats.order_by("order").values_list("colour", flat=True))
        for table in round_.tables.order_by("number")
    ]
    by_seat = {(table, colour): place for table, colour, place, _counted in counting(round_)}
    assert [[by_seat[number, colour] for colour in colours] for number, colours in enumerate(found, 1)] == [places] * 2


def test_a_page_left_open_since_the_last_round_is_asked_about(evening, round_, desk, at):
    page = desk.get(at("results_list")).content.decode()
    assert page.count(f'name="round" value="{round_.pk}"') == 2  # of the text, and of the file
    evening.fill(round_, by_number)
    close_round(evening.tournament, by=evening.by, round_id=round_.pk)
    evening.publish(round_.stage.rounds.get(number=2))
    late = desk.post(at("results_list"), {"text": "1 1324", "round": str(round_.pk)})
    assert late.status_code == 422 and "Another round is being played by now" in text(late)


def test_sent_twice_it_counts_once_and_says_the_same(round_, desk, at):
    sent = {"text": "1 1324\n2 1234", "do": "confirm", "action_id": "a-list-0001"}
    said = [text(desk.post(at("results_list"), sent, follow=True)) for _twice in range(2)]
    assert all("The results of 2 tables count." in one for one in said)
    assert LogEntry.objects.filter(code="result.confirmed").count() == 2


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("kind", [exports.CSV, exports.XLSX])
@pytest.mark.parametrize("code", ["results", ""])
def test_what_was_exported_counts_as_it_did(language, kind, code, desk, at, round_, club, as_yara):
    """By the same draw, in another club; of the other rounds in the file nothing is taken."""
    if kind == exports.CSV and not code:
        return
    there = Evening(a_club(), "championship")
    there.come(16)
    first, second, *_more = there.draw(1)
    there.play(first, by_chance(7))
    there.play(second, by_number)
    with translation.override(language):
        content = exports.file(there.tournament, code, kind, SYSTEM)
    desk.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    sent = desk.post(at("results_list"), {"file": SimpleUploadedFile(f"x.{kind}", content)})
    found = sent.context["found"]
    assert (len(found.fresh), found.others, found.faulty, found.wrong) == (4, 16, (), [])
    again = {"text": sent.context["text"], "is_file": "1" if sent.context["is_file"] else "0", "do": "confirm"}
    desk.post(at("results_list"), again)
    assert counting(round_) == counting(first) and len(counting(round_)) == 16


def test_table_and_colour_name_a_seat_as_well(round_):
    table = round_.tables.get(number=2)
    names = {"Y": "Gelb", "G": "green", "R": "R", "K": "schwarz", "B": "blau", "W": "white"}
    rows = [
        f"2;{names[seat.colour]};{place};{40 * place}" for place, seat in enumerate(table.seats.order_by("order"), 1)
    ]
    found = preview(round_, "\n".join(["Bezirksliga;;;", "Tisch;Farbe;Platz;Gezählt", *rows]), is_file=True)
    assert [(place, counted) for _seat, place, counted in found.fresh[0].seats] == [
        (1, 40),
        (2, 80),
        (3, 120),
        (4, 160),
    ]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("99;1", "Line 6: Number 99 has no seat in this round."),
        ("x;1", "Line 6: Number x has no seat in this round."),
        (";1", "Line 6: There is no table 0 in this round."),
        ("{known};2", "Line 6: Table 1: the list speaks of this twice."),
        ("{free};first", "Line 6: Every seat needs a place."),
    ],
)
def test_a_row_that_speaks_of_nobody_is_named_by_its_line(round_, row, said):
    here, other = round_.tables.get(number=1), round_.tables.get(number=2)
    known, free = (row_of(table).partition(";")[0] for table in (here, other))
    with translation.override("en"):
        found = preview(round_, f"No;Place\n{rows_of(here)}\n{row.format(known=known, free=free)}", is_file=True)
    assert found.faulty == (said,) and [told.table.number for told in found.fresh] == [1]


def test_who_sits_elsewhere_than_the_list_says_is_asked_about(round_):
    table = round_.tables.get(number=1)
    number = row_of(table).partition(";")[0]
    with translation.override("en"):
        found = preview(round_, f"Table;No;Place\n3;{number};1\n", is_file=True)
    assert found.faulty == (f"Line 2: Number {number} sits at table 1, not at 3.",)


@pytest.mark.parametrize(
    ("places", "why"),
    [
        ("123", "Every seat of the table needs a place"),
        ("1123", "cannot be"),
        ("1239", "A place is 1 to 4"),
        ("0000", "Somebody"),
    ],
)
def test_a_table_that_cannot_be_so_is_left_out_with_the_reason(round_, desk, at, places, why):
    seats = round_.tables.get(number=1).seats.order_by("order").select_related("entry")
    rows = [f"{seat.entry.number};{place}" for seat, place in zip(seats, places, strict=False)]
    sent = {"text": "\n".join(["No;Place", *rows, *rows_of(round_.tables.get(number=2)).splitlines()])}
    assert why in text(desk.post(at("results_list"), sent))
    answer = text(desk.post(at("results_list"), {**sent, "do": "confirm"}, follow=True))
    assert "The result of 1 table counts." in answer and "Tables left out, as shown before: 1." in answer
    assert {table for table, *_seat in counting(round_)} == {2}


def test_what_counts_already_is_never_overwritten(round_, desk, at):
    for line in ("1 1234", "2 1234"):
        desk.post(at("results"), {"line": line})
    look = desk.post(at("results_list"), {"text": "1 1234\n2 4321\n3 1234"})
    found = look.context["found"]
    assert [[told.table.number for told in each] for each in (found.known, found.wrong, found.fresh)] == [[1], [2], [3]]
    assert "Of 1 more table the same counts already." in text(look) and "has another result already" in text(look)
    before = counting(round_)
    desk.post(at("results_list"), {"text": "1 1234\n2 4321\n3 1234", "do": "confirm"})
    assert counting(round_)[:8] == before and len(counting(round_)) == 12


@pytest.mark.parametrize(
    ("said", "why"),
    [("", "There is no line in this list."), ("a\0b", "NUL"), ("a\tb\n" * 5002, "More than 5000 lines")],
)
def test_what_is_no_list_is_said(round_, desk, at, said, why):
    answer = desk.post(at("results_list"), {"text": said})
    assert answer.status_code in (400, 422) and why in text(answer)


def test_without_a_round_there_is_nothing_to_tell(evening, desk, at):
    assert desk.get(at("results_list")).status_code == 302
    assert desk.post(at("results_list"), {"text": "1 1234"}).status_code == 302


def test_the_way_to_it_stands_beside_the_keyboard(round_, desk, at):
    assert at("results_list").encode() in desk.get(at("results")).content
    page = desk.get(at("results_list"))
    assert page.status_code == 200 and page.content.count(b'name="text"') == page.content.count(b'name="file"') == 1


@pytest.mark.django_db
def test_a_seat_is_known_by_every_head_of_our_own_export():
    for language in ("de", "en"):
        with translation.override(language):
            (head,) = exports._results(Evening(a_club(), "open_long").tournament, SYSTEM)
        known = [result_lists.list_text.meaning(str(cell), result_lists.MEANING) for cell in head]
        assert [column for column in known if column] == [
            "stage",
            "round",
            "table",
            "colour",
            "number",
            "place",
            "counted",
        ]

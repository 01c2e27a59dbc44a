"""One number in the hall: a table is where its board stands; apart only where somebody wants it, and then both are said."""

import pytest
from django.urls import reverse

from tests.tournament.evening import Evening, text
from tournament.models import Board, Table
from tournament.setup.actions import set_numbering

pytestmark = pytest.mark.english


@pytest.fixture
def evening(club, as_yara):
    """Eleven people; of the boards for four only 2, 5 and 7 stand in the hall."""
    made = Evening(club, "village", by=as_yara)
    made.come(11, fours=7, sixes=2)
    Board.objects.filter(tournament=made.tournament, number__in=(1, 3, 4, 6)).delete()
    return made


def numbers(evening: Evening) -> list[tuple[int, int]]:
    return list(Table.objects.of(evening.tournament).values_list("number", "board__number"))


def test_a_table_has_the_number_of_its_board_in_every_round(evening):
    evening.draw(1)
    assert len(numbers(evening)) == 9 and all(number == board for number, board in numbers(evening))
    assert {board for _number, board in numbers(evening)} <= {2, 5, 7, 8, 9}


def test_whoever_wants_them_apart_reads_both_everywhere(evening, desk, client):
    here = evening.tournament.public_id
    answer = desk.post(reverse("numbering", args=[here]), {"apart": "1", "version": evening.tournament.version})
    assert answer.status_code == 302
    first = evening.publish(evening.draw(1)[0])
    tables = first.tables.select_related("board")
    assert [table.number for table in tables] == [1, 2, 3]
    apart = next(table for table in tables if table.board.number != table.number)
    said = f"Table {apart.number} board {apart.board.number}"
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    assert said in " ".join(text(client.get(reverse("public_tables", args=[here]))).split())
    assert f"board {apart.board.number}" in text(client.get(reverse("hall", args=[here])))


def test_control_with_one_number_no_board_is_named(evening, client):
    evening.publish(evening.draw(1)[0])
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    assert "board 2" not in text(client.get(reverse("public_tables", args=[evening.tournament.public_id])))


def test_what_is_drawn_keeps_its_numbers(evening, as_yara):
    evening.draw(1)
    before = numbers(evening)
    set_numbering(evening.tournament, by=as_yara, numbers_apart=True)
    assert numbers(evening) == before

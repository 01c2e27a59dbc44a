"""A round typed in by hand: nothing is kept before it is taken over, and what speaks against it is said at once."""

import pytest
from django.urls import reverse

from tests.tournament.evening import Evening, by_number, refused, text
from tournament.draw.proof import draw_document
from tournament.draw.reached import reached
from tournament.models import Round

pytestmark = pytest.mark.english


@pytest.fixture
def evening(club, as_yara):
    made = Evening(club, "championship", by=as_yara)
    made.come(11)
    return made


@pytest.fixture
def page(evening):
    return reverse("hand", args=[evening.tournament.public_id, evening.stage(1).pk])


def typed(*tables: str, **more: str) -> dict[str, str]:
    """Start numbers by table, as the form sends them; what is not typed is sent empty."""
    rows = [table.split() for table in tables] + [[]] * (3 - len(tables))
    size = [4, 4, 3]
    seats = {f"seat_{t}_{i}": (row[i] if i < len(row) else "") for t, row in enumerate(rows) for i in range(size[t])}
    return {**seats, **more}


def test_it_starts_with_nobody_seated(evening, desk, page):
    shown = desk.get(page)
    assert len(shown.context["unseated"]) == 11 and len(shown.context["tables"]) == 3
    assert not Round.objects.exists()


def test_the_way_there_stands_beside_the_draw(evening, desk, page):
    assert page in desk.get(reverse("rounds", args=[evening.tournament.public_id])).content.decode()


def test_what_is_wrong_is_named_and_nothing_is_kept(evening, desk, page):
    shown = text(desk.post(page, typed("1 2 3 99", "1 5")))
    assert "Plays no part in this round: 99" in shown and "Sits at two places: 1" in shown
    assert not Round.objects.exists()
    assert desk.post(page, typed("1 2 3 4", to="take")).status_code == 422


def test_the_whole_round_becomes_the_draft(evening, desk, page):
    asked = typed("1 2 3 4", "5 6 7 8", "9 10 11", to="take")
    answer = desk.post(page, asked)
    made = Round.objects.get()
    assert answer.headers["Location"] == reverse("round", args=[evening.tournament.public_id, made.pk])
    seats = made.seats.order_by("table__number", "order").values_list("entry__number", flat=True)
    assert list(seats) == list(range(1, 12))
    assert {table.board.kind for table in made.tables.all() if table.seats.count() == 3} == {"6"}


def test_old_opponents_are_named_while_it_is_typed(evening, desk, page):
    desk.post(page, typed("1 2 3 4", "5 6 7 8", "9 10 11", to="take"))
    evening.play(Round.objects.get(), by_number)
    shown = desk.post(page, typed("1 5 9 2"))
    assert shown.context["against"] == ["1 Gast1 Graf and 2 Gast2 Graf meet again."]


def test_nobody_says_that_it_was_drawn(evening, desk, page):
    desk.post(page, typed("1 2 3 4", "5 6 7 8", "9 10 11", to="take"))
    made = evening.publish(Round.objects.get())
    with refused("by_hand"):
        draw_document(made)
    assert "Made by hand" in text(desk.get(reverse("public_draws", args=[evening.tournament.public_id])))


def test_the_rest_is_drawn_around_it(evening, desk, page):
    desk.post(page, typed("1 2 3 4", "5 6 7 8", "9 10 11", to="take"))
    evening.play(Round.objects.get(), by_number)
    rest = evening.draw(1)
    assert [round_.number for round_ in rest] == [2, 3]
    assert reached(rest)[1]["rounds_before"] == 1

"""The page on which the desk says who really sits at a table."""

import pytest
from django.urls import reverse

from tests.tournament.evening import Evening, by_number
from tournament.models import Entry, Grant, Person, Role, Table
from tournament.rounds.actions import close_round


@pytest.fixture
def evening(club, as_yara) -> Evening:
    evening = Evening(club, "open", by=as_yara)
    evening.come(11)
    evening.publish(evening.draw(1)[0])
    return evening


def of_size(size: int) -> Table:
    return next(table for table in Table.objects.all() if table.seats.count() == size and table.round.state != "draft")


def page_of(evening: Evening, table: Table) -> str:
    return reverse("table_seats", args=[evening.tournament.public_id, table.public_id])


def post(browser, evening: Evening, table: Table, **fields: str):
    table.round.refresh_from_db()
    table.refresh_from_db()
    is_of_table = fields["to"] in ("joined", "reseated")
    return browser.post(
        page_of(evening, table), {"version": table.version if is_of_table else table.round.version, **fields}
    )


def test_whoever_has_not_come_leaves_a_table_of_three(evening, desk):
    table = of_size(4)
    assert "5-3-1" in desk.get(page_of(evening, table)).content.decode()
    gone = table.seats.first().entry
    assert post(desk, evening, table, to="left", entry=gone.public_id).status_code == 302
    assert table.seats.count() == 3 and not table.seats.filter(entry=gone).exists()


def test_a_late_comer_joins_or_takes_a_seat(evening, desk):
    late, later = evening.enter(2, state="present")
    table = of_size(3)
    assert f"{late.number} Gast" in desk.get(page_of(evening, table)).content.decode()
    post(desk, evening, table, to="joined", other=late.public_id)
    assert table.seats.count() == 4
    seat = table.seats.first()
    post(desk, evening, table, to="taken", entry=seat.entry.public_id, other=later.public_id)
    assert set(table.seats.values_list("entry", flat=True)) >= {late.pk, later.pk}


def test_two_who_sat_at_each_others_table_are_exchanged(evening, desk):
    table = of_size(4)
    here, there = table.seats.first().entry, table.round.seats.exclude(table=table).first().entry
    post(desk, evening, table, to="swapped", entry=here.public_id, other=there.public_id)
    assert table.seats.filter(entry=there).exists() and not table.seats.filter(entry=here).exists()


def test_a_substitute_plays_on(evening, desk):
    table = of_size(4)
    entry = table.seats.first().entry
    post(desk, evening, table, to="substitute", entry=entry.public_id, name="Eva Ersatz")
    assert Entry.objects.get(pk=entry.pk).person.family_name == "Ersatz"
    assert post(desk, evening, table, to="substitute", entry=entry.public_id, name=" ").status_code == 422


def test_a_substitute_whom_the_club_knows_is_that_person(evening, desk, club):
    eva = Person.objects.create(club=club, given_name="Eva", family_name="Ersatz")
    entry = of_size(4).seats.first().entry
    post(desk, evening, of_size(4), to="substitute", entry=entry.public_id, name="eva ersatz", is_minor="on")
    eva.refresh_from_db()
    assert Entry.objects.get(pk=entry.pk).person == eva and eva.is_minor


def test_they_sat_differently(evening, desk):
    table = of_size(4)
    seats = list(table.seats.order_by("order"))
    turned = dict(zip([f"seat_{seat.colour}" for seat in seats], [s.entry.public_id for s in seats[::-1]], strict=True))
    post(desk, evening, table, to="reseated", **turned)
    assert [seat.entry for seat in table.seats.order_by("order")] == [seat.entry for seat in seats[::-1]]


def test_a_table_with_its_result_is_left_alone(evening, desk):
    table = of_size(4)
    evening.confirm(table, by_number([seat.entry for seat in table.seats.all()]))
    page = desk.get(page_of(evening, table)).content.decode()
    assert 'name="to"' not in page
    answer = post(desk, evening, table, to="left", entry=table.seats.first().entry.public_id)
    assert answer.status_code == 422 and table.seats.count() == 4


def test_the_desk_sets_seats_right_and_leaves_drawing_to_the_organiser(evening, account, club, signed_in):
    helper = account("helper")
    Grant.objects.create(account=helper, club=club, tournament=evening.tournament, role=Role.DESK)
    table, browser = of_size(4), signed_in(helper)
    page = browser.get(page_of(evening, table)).content.decode()
    assert 'value="reseated"' in page and 'value="left"' not in page
    assert post(browser, evening, table, to="left", entry=table.seats.first().entry.public_id).status_code == 403


def test_it_says_who_has_met_whom(evening, desk):
    first, second = evening.stage(1).rounds.order_by("number")[:2]
    evening.fill(first, by_number)
    close_round(evening.tournament, by=evening.by, round_id=first.pk)
    evening.publish(second)
    left = next(table for table in second.tables.all() if table.seats.count() == 4)
    gone = left.seats.first().entry
    post(desk, evening, left, to="left", entry=gone.public_id)
    met = set(first.tables.get(seats__entry=gone).seats.exclude(entry=gone).values_list("entry", flat=True))
    found = []
    for table in second.tables.all():
        ((_entry, _name, count),) = desk.get(page_of(evening, table)).context["spare"]
        assert count == len(met & set(table.seats.values_list("entry", flat=True)))
        found.append(count)
    assert sum(found) == len(met)

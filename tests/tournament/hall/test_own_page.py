"""A player's own page by the link on the start pass: what it shows, what it may, and what it never gives away."""

import pytest
from django.test import Client
from django.urls import reverse

from referee.models import Call
from tests.tournament.evening import Evening, a_club, by_number, settle
from tournament.core.actors import SYSTEM
from tournament.core.links import entry_token
from tournament.entries.signup.actions import renew_link
from tournament.finals.end_result import final_ranking
from tournament.models import Entry, LogEntry, Person, Report, Seat, Table
from tournament.rounds.actions import close_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    """Eight people, the second round running."""
    evening = Evening(a_club(), "village")
    evening.come(8)
    first, second, *_others = evening.draw(1)
    evening.play(first, by_number)
    evening.publish(second)
    return evening


@pytest.fixture
def table() -> Table:
    return Table.objects.filter(round__state="published").first()


def phone_of(entry: Entry) -> Client:
    """Somebody who has opened the link on the start pass."""
    phone = Client()
    answer = phone.get(reverse("entry_link", args=[entry.public_id, entry_token(entry)]))
    assert answer.headers["Location"] == reverse("own_entry", args=[entry.public_id])
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    return phone


def page(phone: Client, entry: Entry) -> str:
    return phone.get(reverse("own_entry", args=[entry.public_id])).content.decode()


def report(phone: Client, seat: Seat, places: dict[str, int]):
    said = {f"place_{colour}": place for colour, place in places.items()}
    return phone.post(reverse("own_report", args=[seat.entry.public_id]), said)


def in_order(table: Table) -> dict[str, int]:
    return {seat.colour: place for place, seat in enumerate(table.seats.all(), 1)}


def test_it_shows_table_colour_opponents_points_and_why(evening, table):
    seat, other = table.seats.all()[:2]
    shown = page(phone_of(seat.entry), seat.entry)
    assert f"Tisch {table.number}" in shown and other.entry.person.given_name in shown
    assert "Rang" in shown and "Punkten" in shown
    assert entry_token(seat.entry) not in reverse("own_entry", args=[seat.entry.public_id])


def test_two_players_of_a_table_who_say_the_same_make_its_result(evening, table):
    one, other = table.seats.all()[:2]
    report(phone_of(one.entry), one, in_order(table))
    assert not table.results.exists()
    second = phone_of(other.entry)
    assert "Stimmt das?" in page(second, other.entry) or "Ja, das stimmt" in page(second, other.entry)
    report(second, other, in_order(table))
    assert table.results.get().seats.get(entry=one.entry).place == 1


def test_the_same_player_twice_is_one_voice(evening, table):
    seat = table.seats.first()
    for _phone in range(2):
        report(phone_of(seat.entry), seat, in_order(table))
    assert not table.results.exists()
    assert Report.objects.filter(table=table).values("actor").distinct().count() == 1


def test_places_that_cannot_be_are_said_above_the_form(evening, table):
    seat = table.seats.first()
    answer = report(phone_of(seat.entry), seat, dict.fromkeys(in_order(table), 4))
    assert answer.status_code == 422 and 'role="alert"' in answer.content.decode()


def test_nobody_reports_for_another(evening, table):
    mine, *_others = table.seats.all()
    elsewhere = Seat.objects.filter(round=table.round).exclude(table=table).first()
    phone = phone_of(mine.entry)
    assert report(phone, elsewhere, in_order(table)).status_code == 404
    for name in ("own_referee", "own_name", "own_withdraw", "own_erase"):
        assert phone.post(reverse(name, args=[elsewhere.entry.public_id])).status_code == 404


def test_a_referee_comes_when_called(evening, table):
    seat = table.seats.first()
    phone = phone_of(seat.entry)
    for _tap in range(2):
        phone.post(reverse("own_referee", args=[seat.entry.public_id]))
    assert Call.objects.get().table == table


def test_without_a_table_there_is_nothing_to_report(evening):
    table = Table.objects.filter(round__state="published").first()
    evening.fill(table.round, by_number)
    seat = table.seats.first()
    close_round(evening.tournament, by=SYSTEM, round_id=table.round_id)
    phone = phone_of(seat.entry)
    assert report(phone, seat, in_order(table)).status_code == 404
    assert phone.post(reverse("own_referee", args=[seat.entry.public_id])).status_code == 404


def test_a_name_is_hidden_everywhere_at_once_and_shown_again(evening, table):
    seat = table.seats.first()
    Person.objects.filter(pk=seat.entry.person_id).update(given_name="Kanarina", family_name="Vogel")
    phone, public = phone_of(seat.entry), Client()
    addresses = [reverse(name, args=[evening.tournament.public_id]) for name in ("tournament", "public_standings")]
    assert all("Kanarina" in public.get(address).content.decode() for address in addresses)
    phone.post(reverse("own_name", args=[seat.entry.public_id]), {"to": "hide"})
    assert not any("Kanarina" in public.get(address).content.decode() for address in addresses)
    assert LogEntry.objects.latest("pk").data["is_hidden"] is True
    phone.post(reverse("own_name", args=[seat.entry.public_id]), {"to": "show"})
    assert all("Kanarina" in public.get(address).content.decode() for address in addresses)


def test_a_child_is_not_offered_to_show_the_name(evening, table):
    seat = table.seats.first()
    Person.objects.filter(pk=seat.entry.person_id).update(is_minor=True)
    assert 'value="show"' not in page(phone_of(seat.entry), seat.entry)


def test_a_link_that_was_renewed_opens_nothing_any_more(evening, table):
    seat = table.seats.first()
    phone = phone_of(seat.entry)
    renew_link(evening.tournament, by=SYSTEM, entry_id=seat.entry.public_id)
    assert phone.get(reverse("own_entry", args=[seat.entry.public_id])).status_code == 404
    assert report(phone, seat, in_order(table)).status_code == 404


def test_it_says_when_one_does_not_play_and_when_it_is_over():
    evening = Evening(a_club(), "children")
    entries = evening.come(8)
    evening.play_stage(1, by_number)
    last = entries[-1]
    phone = phone_of(last)
    assert "Tisch und Farbe erscheinen hier" in page(phone, last)
    settle(evening, 2)
    final = evening.publish(evening.draw(2)[0])
    assert "Du spielst in dieser Runde nicht mit." in page(phone, last)
    evening.fill(final, by_number)
    close_round(evening.tournament, by=SYSTEM, round_id=final.pk)
    evening.tournament.stream.refresh_from_db()
    end = {line.entry: line.rank for line in final_ranking(evening.tournament, SYSTEM)}
    over = page(phone, last)
    assert "Das Turnier ist zu Ende" in over and f"<strong>Rang {end[last.pk]}</strong>" in over
    assert "erscheinen hier" not in over
    assert reverse("own_withdraw", args=[last.public_id]) not in over

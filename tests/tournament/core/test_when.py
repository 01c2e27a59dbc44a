"""When it begins and where: asked at the desk, told on every page that names the day."""

from datetime import date, time, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from tests.tournament.evening import text
from tournament.core import when
from tournament.core.links import entry_token
from tournament.models import Tournament

PLACE = "Bürgerhaus, Lindenstraße 3, Waldau"
DAY = date(2026, 11, 21)


@pytest.fixture
def told(tournament) -> Tournament:
    tournament.begins_at, tournament.place = time(14), PLACE
    tournament.save(update_fields=["begins_at", "place"])
    return tournament


@pytest.mark.parametrize(
    ("language", "hour", "said"),
    [
        ("de", time(14), "21. November 2026, 14:00 Uhr"),
        ("de", time(9, 5), "21. November 2026, 09:05 Uhr"),
        ("de", None, "21. November 2026"),
        ("en", time(14), "21 November 2026, 14:00"),
        ("en", None, "21 November 2026"),
    ],
)
def test_the_day_with_the_hour_where_it_is_known(language, hour, said):
    with translation.override(language):
        assert when.told(Tournament(played_on=DAY, begins_at=hour)) == said


def test_where_it_is_stands_behind_it():
    assert when.when_and_where(Tournament(played_on=DAY, place=PLACE)) == f"21. November 2026, {PLACE}"


def test_the_length_is_that_of_the_wizard(tournament, desk):
    desk.post(reverse("preset", args=[tournament.public_id]), {"preset": "championship"})
    assert when.length(tournament, players=37) == timedelta(hours=4)
    desk.post(reverse("preset", args=[tournament.public_id]), {"preset": "knockout"})
    small, large = when.length(tournament, players=0), when.length(tournament, players=200)
    tournament.places = 200
    assert timedelta() < small < large == when.length(tournament, players=3), "three have entered so far"


def test_hour_and_place_are_set_and_taken_away_at_the_desk(tournament, desk):
    page = reverse("settings", args=[tournament.public_id])
    form = {"name": tournament.name, "played_on": "2026-11-21", "is_listed": "on"}
    desk.post(page, {**form, "begins_at": "14:00", "place": f"  {PLACE} "})
    tournament.refresh_from_db()
    assert (tournament.begins_at, tournament.place) == (time(14), PLACE)
    last = tournament.stream.log.last()
    assert last.code == "tournament.changed" and last.data["begins_at"] == "14:00"
    assert PLACE not in str(last.data) and last.texts.get(key="place").text == PLACE
    shown = desk.get(page).content.decode()
    assert 'value="14:00"' in shown and f'value="{PLACE}"' in shown
    assert PLACE in text(desk.get(reverse("log", args=[tournament.public_id])))
    desk.post(page, form)
    tournament.refresh_from_db()
    assert (tournament.begins_at, tournament.place) == (None, "")


@pytest.mark.parametrize("name", ["tournament", "self_entry", "start", "club", "desk_tournament", "desk"])
def test_every_page_that_names_the_day_says_when_and_where(told, desk, name):
    Tournament.objects.update(played_on=timezone.localdate() + timedelta(days=1))
    owner = {"start": [], "desk": [], "club": [told.club.public_id]}.get(name, [told.public_id])
    shown = text((desk if "desk" in name else Client()).get(reverse(name, args=owner)))
    assert "14:00 Uhr" in shown and PLACE in shown


def test_a_tournament_of_which_nobody_has_said_it_shows_nothing_empty(tournament):
    shown = text(Client().get(reverse("tournament", args=[tournament.public_id])))
    assert "21. November 2026" in shown and "Uhr" not in shown


def test_who_is_entered_reads_it_on_the_own_page_until_checked_in(told, entries):
    entry, phone = entries[0], Client()
    phone.get(reverse("entry_link", args=[entry.public_id, entry_token(entry)]))
    page = reverse("own_entry", args=[entry.public_id])
    assert "14:00 Uhr" in text(phone.get(page)) and PLACE in text(phone.get(page))
    told.entries.update(state="present")
    assert PLACE not in text(phone.get(page))


def test_the_hall_screen_says_when_it_begins_until_the_check_in_is_closed(told, entries):
    page = reverse("hall", args=[told.public_id])
    assert "21. November 2026, 14:00 Uhr" in text(Client().get(page))
    Tournament.objects.update(check_in_closed_at=timezone.now())
    assert "14:00 Uhr" not in text(Client().get(page))

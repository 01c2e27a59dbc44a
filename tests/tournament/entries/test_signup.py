"""People who enter by themselves: when they may, where they stand, how they withdraw, and what a flood does."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from tests.tournament.browsers import Browser
from tests.tournament.evening import Evening, refused
from tournament.core import guard
from tournament.core.actors import ANONYMOUS, Actor
from tournament.core.errors import NotAllowed
from tournament.core.links import entry_by_token, entry_token
from tournament.entries.actions import add_entry
from tournament.entries.checkin.actions import close_check_in, reopen_check_in
from tournament.entries.signup.actions import enter_oneself, erase_contact, renew_link, set_entering, withdraw_oneself
from tournament.entries.signup.queries import perhaps_twice
from tournament.entries.start_numbers.actions import renumber
from tournament.entries.substitutes.actions import substitute
from tournament.entries.withdrawals.actions import exclude_entry, withdraw_entry
from tournament.models import Contact, Entry, LogEntry, LogText, Person


def text(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


@pytest.fixture(autouse=True)
def _language():
    """What an English phone asked for last shall not be the language of the next test."""
    yield
    translation.deactivate()


@pytest.fixture
def open_to_all(tournament, as_yara):
    def set_rules(places: int = 0, **more):
        rules = {"takes_entries": True, "opens_at": None, "closes_at": None, "has_waiting_list": True, **more}
        return set_entering(tournament, by=as_yara, places=places, **rules).result

    return set_rules


def comes(tournament, name: str, **more) -> Entry:
    given, _space, family = name.partition(" ")
    return enter_oneself(tournament, by=ANONYMOUS, given_name=given, family_name=family, **more).result


def states(tournament) -> list[str]:
    return list(tournament.entries.order_by("number").values_list("state", flat=True))


# When


def test_closed_unless_the_organiser_opens_it(tournament, open_to_all):
    with refused("not_open"):
        comes(tournament, "Anna Kühn")
    open_to_all()
    assert comes(tournament, "Anna Kühn").number == 1


@pytest.mark.parametrize(
    ("opens", "closes", "is_open"), [(-1, 1, True), (1, 2, False), (-2, -1, False), (None, 1, True)]
)
def test_open_between_two_moments(tournament, open_to_all, opens, closes, is_open):
    now = timezone.now()
    moments = [None if hours is None else now + timedelta(hours=hours) for hours in (opens, closes)]
    assert open_to_all(opens_at=moments[0], closes_at=moments[1]).is_open_to_all == is_open


def test_not_any_more_once_check_in_is_closed(tournament, open_to_all, as_yara):
    open_to_all()
    close_check_in(tournament, by=as_yara)
    with refused("not_open"):
        comes(tournament, "Anna Kühn")
    reopen_check_in(tournament, by=as_yara)
    comes(tournament, "Anna Kühn")


@pytest.mark.parametrize(("places", "code"), [(-1, "places"), (1001, "places")])
def test_places_that_are_none(open_to_all, places, code):
    with refused(code):
        open_to_all(places)


def test_an_end_before_the_beginning(open_to_all):
    now = timezone.now()
    with refused("times"):
        open_to_all(opens_at=now, closes_at=now)


# Places and the waiting list


def test_when_all_places_are_given_people_wait(tournament, open_to_all):
    open_to_all(2)
    for name in ("A", "B", "C"):
        comes(tournament, name)
    assert states(tournament) == ["registered", "registered", "waiting"]


def test_without_a_waiting_list_it_is_full(tournament, open_to_all):
    open_to_all(1, has_waiting_list=False)
    comes(tournament, "A")
    with refused("no_place"):
        comes(tournament, "B")


@pytest.mark.parametrize("way", ["desk", "self", "excluded", "places"])
def test_the_first_who_waits_moves_up_by_themselves(tournament, open_to_all, as_yara, way):
    open_to_all(2)
    first, *_others = [comes(tournament, name) for name in "ABCD"]
    if way == "desk":
        withdraw_entry(tournament, by=as_yara, entry_id=first.public_id)
    elif way == "self":
        withdraw_oneself(tournament, by=Actor(entry=first.public_id), entry_id=first.public_id)
    elif way == "excluded":
        exclude_entry(tournament, by=as_yara, entry_id=first.public_id, reason="Würfel vertauscht")
    else:
        open_to_all(3)
    assert states(tournament)[1:] == ["registered", "registered", "waiting"]
    assert LogEntry.objects.order_by("-pk").first().data["moved_up"] == [3]


def test_nobody_moves_up_once_check_in_is_closed(tournament, open_to_all, as_yara):
    open_to_all(1)
    first, _second = comes(tournament, "A"), comes(tournament, "B")
    close_check_in(tournament, by=as_yara)
    withdraw_entry(tournament, by=as_yara, entry_id=first.public_id)
    assert states(tournament) == ["withdrawn", "waiting"]
    reopen_check_in(tournament, by=as_yara)
    assert states(tournament) == ["withdrawn", "registered"]


@pytest.mark.django_db(transaction=True)
def test_of_those_who_want_the_last_place_at_once_one_gets_it(transactional_db, tournament, open_to_all):
    open_to_all(1)
    together = Barrier(4)

    def come(n: int) -> None:
        together.wait()
        try:
            comes(tournament, f"Gast{n} Graf")
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(come, range(4)))
    assert sorted(states(tournament)) == ["registered", "waiting", "waiting", "waiting"]
    assert list(tournament.entries.order_by("number").values_list("number", flat=True)) == [1, 2, 3, 4]


# The page


@pytest.fixture
def page(tournament, open_to_all):
    open_to_all(37)
    return reverse("self_entry", args=[tournament.public_id])


def test_an_entry_and_the_own_page_behind_it(tournament, page):
    phone = Client()
    answer = phone.post(page, {"given_name": "Anna", "family_name": "Kühn", "action_id": "own-form-1"}, follow=True)
    assert answer.status_code == 200
    assert "Anna Kühn" in text(answer)
    entry = Entry.objects.get()
    assert (entry.is_self_made, entry.person.is_minor, entry.state) == (True, False, "registered")
    assert entry_token(entry) in answer.content.decode()
    again = phone.post(page, {"given_name": "Anna", "family_name": "Kühn", "action_id": "own-form-1"}, follow=True)
    assert again.redirect_chain == answer.redirect_chain
    assert Entry.objects.count() == 1


def test_a_child_needs_a_grown_up_who_agrees(tournament, page):
    child = {"given_name": "Mia", "is_minor": "on"}
    answer = Client().post(page, child)
    assert answer.status_code == 422
    assert not Entry.objects.exists()
    Client().post(page, {**child, "guardian": "Ida Lang"})
    assert (Entry.objects.get().person.is_minor, Contact.objects.get().guardian) == (True, "Ida Lang")


def test_what_is_left_for_news_is_in_no_log_and_can_be_erased(tournament, page):
    phone = Client()
    form = {"given_name": "Mia", "is_minor": "on", "guardian": "Canary Lang", "email": "canary@example.org"}
    phone.post(page, form, follow=True)
    entry = Entry.objects.get()
    told = str(list(LogEntry.objects.values_list("data", "receipt"))) + str(list(LogText.objects.values_list("text")))
    assert "anary" not in told
    phone.post(reverse("own_erase", args=[entry.public_id]))
    assert not Contact.objects.exists()
    assert Entry.objects.get().state == "registered"


def test_nobody_is_told_who_is_entered_but_the_desk_sees_a_double(tournament, page, desk, as_yara):
    add_entry(tournament, by=as_yara, given_name="Anna", family_name="Kühn", is_hidden=True)
    answer = Client().post(page, {"given_name": "Anna", "family_name": "Kuehn"}, follow=True)
    assert answer.redirect_chain
    assert [(one.number, one.other_number) for one in perhaps_twice(tournament)] == [(2, 1)]
    assert "Anna Kuehn" in text(desk.get(reverse("entering", args=[tournament.public_id])))


def test_a_person_of_the_club_is_not_claimed_by_a_name(tournament, page, club):
    Person.objects.create(club=club, given_name="Anna", family_name="Kühn", shows_full_name=True)
    Client().post(page, {"given_name": "Anna", "family_name": "Kühn"})
    assert not Entry.objects.get().person.shows_full_name


def test_programs_fill_in_what_nobody_sees(page):
    assert Client().post(page, {"given_name": "Buy", "website": "http://x"}).status_code == 302
    assert not Entry.objects.exists()


def test_a_flood_is_stopped(page, monkeypatch):
    monkeypatch.setattr(guard, "entering_door", lambda request: guard.Door("entering", "here", 3))
    codes = [Client().post(page, {"given_name": f"Gast{n}"}).status_code for n in range(5)]
    assert codes == [302, 302, 302, 429, 429]
    assert Entry.objects.count() == 3


def test_the_waiting_list_says_the_place(tournament, open_to_all, page):
    open_to_all(1)
    comes(tournament, "A")
    comes(tournament, "B")
    phone = Client(headers={"accept-language": "en"})
    assert "You come onto the waiting list" in text(phone.get(page))
    assert "Place 2 on the waiting list" in text(phone.post(page, {"given_name": "C"}, follow=True))


def test_closed_says_so(tournament, page, open_to_all):
    open_to_all(takes_entries=False)
    phone = Client(headers={"accept-language": "en"})
    assert "Entering is not open" in text(phone.get(page))
    assert phone.post(page, {"given_name": "A"}).status_code == 200
    assert not Entry.objects.exists()


# The private link


def test_the_link_shows_withdraws_and_is_for_one_alone(tournament, page):
    phone = Client()
    phone.post(page, {"given_name": "Anna"}, follow=True)
    other = comes(tournament, "Bela")
    own = Entry.objects.exclude(pk=other.pk).get()
    assert phone.get(reverse("own_entry", args=[other.public_id])).status_code == 404
    assert phone.post(reverse("own_withdraw", args=[other.public_id])).status_code == 404
    phone.post(reverse("own_withdraw", args=[own.public_id]), {"version": own.version})
    assert states(tournament) == ["withdrawn", "registered"]
    with pytest.raises(NotAllowed):
        withdraw_oneself(tournament, by=Actor(entry=own.public_id), entry_id=other.public_id)
    with pytest.raises(NotAllowed):
        erase_contact(tournament, by=ANONYMOUS, entry_id=own.public_id)


def test_the_link_works_on_another_phone_and_ends_when_it_is_renewed(tournament, open_to_all, as_yara):
    open_to_all()
    entry = comes(tournament, "Anna")
    link = reverse("entry_link", args=[entry.public_id, entry_token(entry)])
    other = Client()
    assert other.get(link, follow=True).status_code == 200
    renew_link(tournament, by=as_yara, entry_id=entry.public_id)
    assert other.get(link).status_code == 404
    assert other.get(reverse("own_entry", args=[entry.public_id])).status_code == 404


def test_a_substitute_does_not_inherit_the_link(tournament, open_to_all, as_yara):
    open_to_all()
    entry = comes(tournament, "Anna")
    token = entry_token(entry)
    substitute(tournament, by=as_yara, entry_id=entry.public_id, given_name="Zora")
    assert entry_by_token(entry.public_id, token) is None


def test_the_own_page_shows_table_and_colour(club, as_yara):
    evening = Evening(club, "championship", by=as_yara)
    one = evening.come(8)[0]
    round_ = evening.publish(evening.draw(1)[0])
    phone = Client(headers={"accept-language": "en"})
    shown = phone.get(reverse("entry_link", args=[one.public_id, entry_token(one)]), follow=True)
    table = one.seats.get(round=round_).table
    others = table.seats.exclude(entry=one).values_list("entry__person__given_name", flat=True)
    assert f"Table {table.number}" in text(shown)
    assert all(f"{name} G." in text(shown) for name in others)


# Numbers


def test_numbers_anew_by_surname_or_in_the_order_of_entry(tournament, entries, as_yara):
    add_entry(tournament, by=as_yara, given_name="Ada", family_name="Ähre", state="waiting")
    renumber(tournament, by=as_yara, by_surname=True)
    by_number = tournament.entries.order_by("number").values_list("person__family_name", flat=True)
    assert list(by_number.all()) == ["Blau", "Graf", "Kurz", "Roth", "Weiss", "Yilmaz", "Ähre"]
    renumber(tournament, by=as_yara, by_surname=False)
    assert list(by_number.all())[:3] == ["Yilmaz", "Graf", "Roth"]


def test_numbers_stay_once_a_round_is_published(club, as_yara):
    evening = Evening(club, "championship", by=as_yara)
    evening.come(8)
    evening.publish(evening.draw(1)[0])
    with refused("played"):
        renumber(evening.tournament, by=as_yara, by_surname=True)


def test_a_familys_phone_keeps_both_links(tournament, page):
    """Entered one after the other, or opened one after the other, in a browser that sends a cookie to its path alone."""
    phone, pages = Browser(), []
    for name in ("Anna", "Ben"):
        phone.post(page, {"given_name": name}, follow=True)
        pages.append(reverse("own_entry", args=[tournament.entries.get(person__given_name=name).public_id]))
    assert [phone.get(own).status_code for own in pages] == [200, 200]
    assert not any(cookie["path"] in ("", "/") for name, cookie in phone.cookies.items() if "entries" in name)

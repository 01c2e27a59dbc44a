"""The slice as pages: a club makes a tournament, players are typed in, everybody sees them."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournament.evening import Evening, by_number, settle, text
from tournament.entries.actions import add_entry
from tournament.entries.withdrawals.actions import restore_entry, withdraw_entry
from tournament.finals.end_result import final_ranking
from tournament.models import Entry, Person, Tournament


@pytest.fixture
def url(tournament):
    return lambda name: reverse(name, args=[tournament.public_id])


def test_a_club_makes_a_tournament(club, desk):
    page = reverse("new_tournament", args=[club.public_id])
    assert desk.get(page).status_code == 200
    answer = desk.post(page, {"name": "  Herbst  Turnier ", "played_on": "2026-11-21", "is_listed": "on"})
    made = Tournament.objects.get()
    assert answer.headers["Location"] == reverse("desk_tournament", args=[made.public_id])
    assert made.name == "Herbst Turnier"


@pytest.mark.parametrize("bad", [{"name": ""}, {"played_on": "21.11.26"}, {"name": "x" * 121}])
def test_what_will_not_do_comes_back_with_its_reason(club, desk, bad):
    page = reverse("new_tournament", args=[club.public_id])
    answer = desk.post(page, {"name": "Herbst", "played_on": "2026-11-21", **bad})
    assert answer.context["form"].errors.keys() == bad.keys()
    assert not Tournament.objects.exists()


def test_players_are_typed_in_one_line_each(tournament, desk, url):
    for name in ("Yara Yilmaz", "Graf, Gero", "Rosa"):
        assert desk.post(url("enter"), {"name": name}).status_code == 302
    names = Entry.objects.values_list("number", "person__given_name", "person__family_name")
    assert list(names) == [(1, "Yara", "Yilmaz"), (2, "Gero", "Graf"), (3, "Rosa", "")]


def test_a_form_sent_twice_enters_once(tournament, desk, url):
    for _ in range(2):
        desk.post(url("enter"), {"name": "Yara Yilmaz", "action_id": "form-0001"})
    assert Entry.objects.count() == 1


def test_everybody_sees_who_plays_in_short_names(tournament, entries, url):
    shown = text(Client().get(url("tournament")))
    assert "Herbstturnier" in shown and "Yara Y." in shown
    assert "Yilmaz" not in shown


@pytest.mark.parametrize(
    ("preset", "pages"), [("village", ["public_tables", "public_standings"]), ("knockout", ["public_bracket"])]
)
def test_a_hidden_player_s_number_is_said_once(club, preset, pages):
    evening = Evening(club, preset)
    evening.come(8)
    Person.objects.filter(entries__number=8).update(is_hidden=True)
    evening.play(evening.draw(1)[0], by_number)
    for name in pages:
        shown = text(Client().get(reverse(name, args=[evening.tournament.public_id])))
        twice = re.search(r"\b8 Nummer 8\b|\bNummer 8 8\b", shown)  # and no place, which is the fourth
        assert "Nummer 8" in shown and not twice, name
        assert "3 Gast3 G." in shown or "Gast3 G. 3" in shown, name
    player = text(Client().get(reverse("player_page", args=[evening.tournament.public_id, 8])))
    assert "Nummer 8" in player and "8 Nummer 8" not in player


def test_hidden_people_and_minors_are_a_number_in_public(tournament, as_yara, url):
    add_entry(tournament, by=as_yara, given_name="Canaryhidden", family_name="Canaryname", is_hidden=True)
    add_entry(tournament, by=as_yara, given_name="Canaryminor", family_name="Canaryname", is_minor=True)
    pages = [Client().get(url("tournament")), Client().get(url("api_entries")), Client().get(reverse("start"))]
    assert all(page.status_code == 200 for page in pages)
    assert not any(b"Canary" in page.content for page in pages)


def test_names_are_harmless_ink(tournament, as_yara, url):
    add_entry(tournament, by=as_yara, given_name="<script>alert(1)</script>", family_name="&amp;")
    assert b"<script>alert" not in Client().get(url("tournament")).content


def test_a_withdrawn_player_is_gone_from_the_public_list_and_can_come_back(tournament, entries, as_yara, url):
    first = entries[0].public_id
    withdraw_entry(tournament, by=as_yara, entry_id=first)
    assert "Yara Y." not in text(Client().get(url("tournament")))
    restore_entry(tournament, by=as_yara, entry_id=first)
    assert "Yara Y." in text(Client().get(url("tournament")))


def test_an_unlisted_tournament_is_found_by_its_address_alone(tournament, url):
    Tournament.objects.update(is_listed=False)
    assert "Herbstturnier" not in text(Client().get("/"))
    assert Client().get(url("tournament")).status_code == 200


def test_a_log_tells_the_day(tournament, entries, desk, url):
    shown = text(desk.get(url("log")))
    assert "Yara Yilmaz" in shown and shown.count("yara") >= 1


def test_pages_bound_their_queries(tournament, as_yara, desk, url, django_assert_max_num_queries):
    for n in range(60):
        add_entry(tournament, by=as_yara, given_name=f"Player{n}", family_name="Muster")
    for page, most in (("tournament", 6), ("desk_tournament", 15), ("log", 15)):
        with django_assert_max_num_queries(most):
            desk.get(url(page))
    with django_assert_max_num_queries(6):
        Client().get(url("tournament"))


@pytest.mark.parametrize("path", ["/nothere/", "/t/nothere/", "/desk/t/nothere/", "/api/v1/tournaments/nothere/"])
def test_what_is_not_there_says_so(path, desk):
    answer = desk.get(path)
    assert answer.status_code == 404
    assert answer.headers["Content-Type"].startswith("application/problem+json" if "api" in path else "text/html")


def test_german_first_and_english_for_those_who_ask(tournament, url):
    german, english = Client().get("/"), Client().get("/", HTTP_ACCEPT_LANGUAGE="en")
    assert b'lang="de"' in german.content and b'lang="en"' in english.content


def test_headers_fence_every_page_in(tournament, url):
    answer = Client().get(url("tournament"))
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert answer.headers["X-Frame-Options"] == "DENY" and answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Robots-Tag"] == "noindex"
    html = answer.content.decode()
    assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=|<style", html)


@pytest.mark.parametrize(
    ("host", "status"),
    [
        *(("192.168.1.20:8000", 200), ("localhost", 200), ("[::1]:8000", 200), ("[fe80::1]", 200), ("100.64.0.9", 200)),
        *(("evil.example", 400), ("a b", 400), ("6.6.6.6", 400), ("6.6.6.6:8000", 400), ("[2620:fe::fe]", 400)),
    ],
)
def test_a_laptop_answers_to_its_own_names_only(db, host, status):
    assert Client().get("/", HTTP_HOST=host).status_code == status


@pytest.mark.parametrize(
    "host", ["", "localhost@evil.example", "yara@localhost", "localhost:", "[::1", "a\tb", "x" * 3000]
)
@pytest.mark.parametrize("path", ["/", "/t/nothere/", "/healthz", "/api/v1/tournaments/"])
@pytest.mark.parametrize("cookie", ["", "entries=1"])
def test_a_host_that_is_none_is_refused_with_a_sentence_and_no_traceback(db, host, path, cookie, caplog):
    caplog.set_level("DEBUG")
    answer = Client().get(path, HTTP_HOST=host, HTTP_COOKIE=cookie, HTTP_ACCEPT_LANGUAGE="en")
    assert answer.status_code in ((200, 400) if host == "localhost:" else (400,))
    assert not any(record.exc_info for record in caplog.records)
    if answer.status_code == 400:
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff" and b"evil" not in answer.content


@pytest.mark.parametrize(
    ("host", "arrived_at", "status"),
    [
        ("131.234.1.9:8000", "131.234.1.9", 200),
        ("131.234.1.9", "::ffff:131.234.1.9", 200),
        ("[2a02:810d::5]:8000", "2a02:810d::5", 200),
        ("131.234.1.9", "131.234.1.8", 400),
        ("131.234.1.9", "", 400),
    ],
)
def test_a_laptop_with_an_address_of_the_internet_answers_to_that_one(db, host, arrived_at, status):
    """As in the network of a university: by the address at which the request arrived."""
    assert Client(SERVER_NAME=arrived_at).get("/", HTTP_HOST=host).status_code == status


def test_a_page_open_too_long_gets_a_sentence(tournament, yara, url):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(yara)
    answer = browser.post(url("enter"), {"name": "Yara"})
    assert answer.status_code == 403 and b"403" not in answer.content[:100]
    assert not Entry.objects.exists()


@pytest.mark.parametrize("name", [",", ", ,", "...", "\u200d", "´", "Gero\u202e"])
def test_a_name_that_shows_nothing_is_refused(tournament, desk, url, name):
    answer = desk.post(f"/desk/t/{tournament.public_id}/enter/", {"name": name})
    assert answer.status_code == 422 and not tournament.entries.exists()


@pytest.mark.parametrize("name", ["李", "O’Neill", "Ngô 2", "ﮊاله", "क्षि", "Anna-Lena"])
def test_a_name_of_any_script_is_taken(tournament, desk, name):
    desk.post(f"/desk/t/{tournament.public_id}/enter/", {"name": name})
    assert tournament.entries.count() == 1


def test_what_is_not_public_for_long_is_kept_nowhere(tournament, entries, desk, url):
    """Pages of the desk not at all; what has an ETag in one's own browser alone, which asks each time."""
    for address in (url, f"/desk/t/{tournament.public_id}/"):
        assert desk.get(address).headers["Cache-Control"] == "private, no-store"
    answer = desk.get(f"/api/v1/tournaments/{tournament.public_id}/entries/")
    assert answer.headers["Cache-Control"] == "private, no-cache" and answer.headers["ETag"]


@pytest.mark.parametrize(
    ("listens", "host", "shown"),
    [
        ("0.0.0.0", "localhost:8000", "http://192.0.2.7:8000/t/"),
        ("0.0.0.0", "192.0.2.9:8000", "http://192.0.2.9:8000/t/"),
        ("127.0.0.1", "localhost:8000", "http://localhost:8000/t/"),
        ("", "localhost:8000", "http://localhost:8000/t/"),
    ],
)
def test_players_get_an_address_that_phones_can_reach(tournament, desk, settings, monkeypatch, listens, host, shown):
    settings.LISTENS = listens
    monkeypatch.setattr("tournament.core.lan.lan_addresses", lambda: ["192.0.2.7"])
    page = desk.get(f"/desk/t/{tournament.public_id}/", HTTP_HOST=host)
    assert page.context["address"] == f"{shown}{tournament.public_id}/"


def test_who_reads_of_a_tournament_can_enter(tournament, entries, as_yara):
    for taking in (False, True):
        Tournament.objects.update(takes_entries=taking, played_on=timezone.localdate())
        for path in (reverse("start"), reverse("club", args=[tournament.club.public_id])):
            assert (reverse("self_entry", args=[tournament.public_id]) in Client().get(path).content.decode()) is taking


@pytest.mark.parametrize("name", ["tournament", "public_tables", "public_standings", "games", "embed"])
def test_a_page_that_is_empty_yet_follows_what_comes(tournament, entries, url, name):
    assert f'data-live="{tournament.stream.public_id}"' in Client().get(url(name)).content.decode()


def test_the_tabs_come_with_the_first_round(club, as_yara):
    evening = Evening(club, "village", by=as_yara)
    evening.come(8)
    address = reverse("tournament", args=[evening.tournament.public_id])
    parts = Client(headers={"HX-Request": "true"})
    assert "hx-swap-oob" not in parts.get(address).content.decode()
    evening.publish(evening.draw(1)[0])
    assert '<div id="tabs" hx-swap-oob="innerHTML">' in parts.get(address).content.decode()


def test_in_the_end_everybody_reads_who_won(club, as_yara):
    evening = Evening(club, "children", by=as_yara)
    evening.come(8)
    address = reverse("tournament", args=[evening.tournament.public_id])
    evening.play_stage(1, by_number)
    between = text(Client().get(address))
    assert "Das Turnier ist zu Ende" not in between and "erscheinen hier von selbst" in between
    settle(evening, 2)
    evening.play_stage(2, by_number)
    evening.tournament.stream.refresh_from_db()
    shown = text(Client().get(f"{address}?me=5"))
    assert "Das Turnier ist zu Ende 1. Gast1 G. Finale: Rang 1 2. Gast2 G." in shown
    end = {line.number: line for line in final_ranking(evening.tournament, as_yara)}
    assert f"Gast5 G. Rang {end[5].rank} · {end[5].why}" in shown and "erscheinen hier von selbst" not in shown

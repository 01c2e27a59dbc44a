"""What somebody with bad intentions tries, on every route at once: forged forms, others' ids, markup as names, addresses that
lead away, files made by hand, names that were hidden meanwhile."""

import re
from collections.abc import Iterator
from datetime import date
from html import unescape
from urllib.parse import urlsplit

import pytest
from django.core import signing
from django.test import Client
from django.urls import reverse

from tests.architecture.test_gates import DJANGOS_OWN, ROUTES
from tests.tournament.routes import GOOD, ON_EITHER, address, confirmed, things_of
from tournament.club.seasons.actions import set_season
from tournament.core.actors import SYSTEM, Actor
from tournament.core.links import entry_by_token, entry_token, table_address, table_token
from tournament.draw.making import make_draw
from tournament.entries.actions import add_entry
from tournament.entries.groups import actions as groups
from tournament.models import (
    Account,
    Club,
    Contact,
    Entry,
    Grant,
    LogEntry,
    Person,
    Session,
    Stage,
    Table,
    Tournament,
)
from tournament.paper.actions import order_paper
from tournament.people.clubs import create_club
from tournament.results.actions import set_problem
from tournament.rounds.actions import publish_round
from tournament.setup.actions import create_tournament
from tournament.stages import actions as setup

pytestmark = [pytest.mark.slow, ON_EITHER]

PAGES = [path for path, _view in ROUTES if path not in DJANGOS_OWN and not path.startswith("api/")]
API = [path for path, _view in ROUTES if path.startswith("api/")]
DAY = date(2026, 11, 21)
EXEMPT = {"language/", "theme/", "density/"}  # how a page looks: nothing that a forged form could do harm with
MARKUP = "<img src=x onerror=alert(1)>\"'{{ 7|add:7 }}"


@pytest.fixture
def things(tournament, club, yara, as_yara, entries) -> dict[str, str]:
    return things_of(tournament, as_yara)


# Forged forms


def forging(yara) -> Client:
    """The browser of somebody signed in, on whose behalf a page elsewhere sends something."""
    browser = Client(enforce_csrf_checks=True)
    browser.cookies = confirmed(yara).cookies
    return browser


def test_a_form_from_elsewhere_does_nothing(things, yara):
    before, browser = LogEntry.objects.count(), forging(yara)
    for path in PAGES:
        code = browser.post(address(path, things), {"name": "Eve"}).status_code
        assert code in (403, 405) or path in EXEMPT, path
        assert LogEntry.objects.count() == before, path


def test_nor_does_the_api_by_the_cookie_alone(things, yara, settings):
    settings.API_LIMITS = dict.fromkeys(settings.API_LIMITS)  # a quick machine asks all of it within one minute
    before, browser = LogEntry.objects.count(), forging(yara)
    for path in API:
        for method in (browser.post, browser.put, browser.delete):
            code = method(address(path, things), b"{}", content_type="application/json").status_code
            assert code in (403, 404, 405), path
        assert LogEntry.objects.count() == before, path


def test_nothing_is_written_by_looking(things, yara):
    before, browser = LogEntry.objects.count(), confirmed(yara)
    for path in PAGES + API:
        browser.get(address(path, things), GOOD)
        assert LogEntry.objects.count() == before, path


def test_looking_begins_no_session(things):
    browser = Client()
    for path in PAGES:
        browser.get(address(path, things))
    assert "session" not in browser.cookies and not Session.objects.exists()


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_what_a_page_elsewhere_can_send_unasked_is_no_request_to_the_api(things, kind):
    """No preflight is asked for before these: nothing that a form can send is read as JSON."""
    path = f"/api/v1/tournaments/{things['tournament_id']}/entries/self/"
    assert Client().post(path, b'{"given_name": "Eve"}', content_type=kind).status_code in (400, 415)


# Addresses that lead away


AWAY = ("https://evil.example/", "//evil.example/", "/\\evil.example/", "javascript:alert(1)", "https:evil.example")


def test_no_answer_leads_to_another_site(things, yara):
    browser = confirmed(yara)
    for path in PAGES:
        url = address(path, things)
        for n, away in enumerate(AWAY if path in ("login/", *EXEMPT) else AWAY[1:2]):
            headers = {"referer": f"https://evil.example/{away}"}
            for who in (browser, Client()):
                part = {**headers, "hx-request": "true"} if n % 2 else headers
                led_home(who.get(url, {"next": away}, headers=part))
                led_home(
                    who.post(f"{url}?next={away}", {"next": away, "theme": "dark", "language": "en"}, headers=headers)
                )


def led_home(answer) -> None:
    for name in ("Location", "HX-Redirect"):
        led = urlsplit(answer.headers.get(name, ""))
        assert (led.scheme, led.netloc) == ("", "") and not led.path.startswith(("//", "/\\")), answer.headers


# Fields that nobody offered


def test_fields_that_a_form_does_not_have_are_not_taken(things, yara, tournament, club):
    other = create_club(None, by=SYSTEM, name="Andere", admin=None).result
    more = {
        "club": str(other.pk),
        "club_id": str(other.pk),
        "public_id": "mine",
        "pk": "1",
        "id": "1",
        "is_operator": "on",
    }
    more |= {"totp_secret": "x", "is_active": "", "is_staff": "on", "role": "admin", "number": "77", "tournament": "1"}
    before = Tournament.objects.filter(pk=tournament.pk).values("public_id", "club").get()
    browser = confirmed(yara)
    for path in PAGES:
        if path.startswith("desk/t/"):
            browser.post(address(path, things), {**GOOD, **more, "password": "x"})
    assert Tournament.objects.filter(pk=tournament.pk).values("public_id", "club").get() == before
    assert Account.objects.get().totp_secret == "" and Account.objects.count() == 1
    assert not Entry.objects.filter(tournament__club=other).exists()
    assert set(Grant.objects.values_list("role", flat=True)) == {"admin"}


def test_whoever_enters_by_themselves_decides_about_nothing_else(things, tournament, as_yara):
    Tournament.objects.filter(pk=tournament.pk).update(takes_entries=True)
    form = {"given_name": "Eve", "website": "", "state": "present", "is_paid": "on", "number": "1", "team": "1"}
    Client().post(
        reverse("self_entry", args=[tournament.public_id]), {**form, "shows_full_name": "on", "link_number": "9"}
    )
    eve = tournament.entries.get(person__given_name="Eve")
    assert (eve.state, eve.is_paid, eve.link_number, eve.person.shows_full_name) == ("registered", False, 0, False)
    api = reverse("api_self_entry", args=[tournament.public_id])
    answer = Client().post(api, {"given_name": "Eve", "is_paid": True}, content_type="application/json")
    assert answer.status_code == 400 and "is_paid" in answer.json()["errors"]


def test_nobody_is_told_the_link_of_another_by_a_key_that_can_be_guessed(tournament):
    Tournament.objects.filter(pk=tournament.pk).update(takes_entries=True)
    url, body = reverse("api_self_entry", args=[tournament.public_id]), {"given_name": "Anna"}
    send = {"data": body, "content_type": "application/json"}
    refused = Client().post(url, **send, headers={"idempotency-key": "1"})
    assert (refused.status_code, refused.json()["code"]) == (422, "bad_key") and not tournament.entries.exists()
    one, again = (Client().post(url, **send, headers={"idempotency-key": "x" * 16}).json() for _n in range(2))
    assert one["link"] == again["link"] and tournament.entries.count() == 1


# Markup as names


@pytest.fixture
def marked_up(club, yara, as_yara) -> dict[str, str]:
    """Whatever somebody can name is named so."""
    Club.objects.filter(pk=club.pk).update(name=MARKUP)
    Account.objects.filter(pk=yara.pk).update(login=MARKUP)
    tournament = create_tournament(club, by=as_yara, name=MARKUP, played_on=DAY).result
    for kind in ("team", "category"):
        group = groups.add_group(tournament, by=as_yara, kind=kind, name=MARKUP[:60]).result
    setup.set_preset(tournament, by=as_yara, preset="village", language="de")
    for _n in range(4):
        entry = add_entry(tournament, by=as_yara, given_name=MARKUP, family_name=MARKUP, state="present").result
        Entry.objects.filter(pk=entry.pk).update(
            note=MARKUP, team=group.pk if kind == "team" else None, family=MARKUP[:60], from_club=MARKUP[:60]
        )
        Contact.objects.create(entry=entry, email="a@example.org", guardian=MARKUP)
    Person.objects.update(shows_full_name=True)
    Stage.objects.update(name=MARKUP[:40])
    things = published(tournament, as_yara)
    set_problem(tournament, by=as_yara, table_id=things["table_id"], problem=MARKUP)
    set_season(
        club,
        by=as_yara,
        season_id="",
        name=MARKUP,
        counts="ranks",
        worth=[3, 1],
        best=0,
        tournaments=[tournament.public_id],
    )
    return things


def published(tournament: Tournament, by: Actor) -> dict[str, str]:
    from games.recording.actions import open_game
    from referee.rulings.actions import sign_ruling

    first = make_draw(tournament.stages.first(), by=by).result[0]
    publish_round(tournament, by=by, round_id=first.pk)
    table = first.tables.first()
    game = open_game(tournament, by=by, table_id=table.public_id).receipt["game"]
    against = table.seats.first().entry.public_id
    ruling = sign_ruling(tournament, by=by, table_id=table.public_id, against=against).receipt["claim"]
    return {
        "tournament_id": tournament.public_id, "club_id": tournament.club.public_id, "account_id": by.account.public_id,
        "job_id": str(order_paper(tournament, by=by, code="names", language="de").result.pk),
        "entry_id": tournament.entries.first().public_id, "token": "set", "stage_id": str(first.stage_id),
        "round_id": str(first.pk), "table_id": table.public_id, "game_id": game, "number": str(ruling),
    }  # fmt: skip


ESCAPED = ("text/html", "image/svg+xml", "application/atom+xml")


def test_markup_stays_text_wherever_it_is_shown(marked_up, yara):
    shown = 0
    for browser in (confirmed(yara), Client()):
        for path in PAGES:
            url = address(path, marked_up)
            for asked in ("", f"?q={MARKUP}", f"?name={MARKUP}", f"?table={MARKUP}"):
                for headers in ({}, {"hx-request": "true"}):
                    answer = browser.get(f"{url}{asked}", headers=headers)
                    if answer.headers.get("Content-Type", "").startswith(ESCAPED):
                        text = answer.content.decode()
                        assert "<img src=x" not in text and "onerror=alert(1)>\"'" not in text, url
                        shown += "<img src=x" in unescape(text)
    assert shown > 80


def test_no_name_ends_a_header(marked_up, yara):
    browser = confirmed(yara)
    for path in ("data_lists", "data_document"):
        answer = browser.get(reverse(path, args=[marked_up["tournament_id"]]))
        assert re.fullmatch(r'attachment; filename="[\w.-]+"', answer.headers["Content-Disposition"])


# Hidden meanwhile


def public_answers(things: dict[str, str], tags: dict[str, str]) -> Iterator[tuple[str, int, str]]:
    """As browsers ask: a second time with the tag that they were given the first time."""
    for path in PAGES:
        url = address(path, things)
        if "<" in url or path.startswith(("desk/", "referee/", "account/")):
            continue
        for part in (False, True):
            headers = {"hx-request": "true"} if part else {}
            key = f"{url} {part}"
            if key in tags:
                headers["if-none-match"] = tags[key]
            answer = Client().get(url, headers=headers)
            tags[key] = answer.headers.get("ETag", "")
            yield key, answer.status_code, unescape(answer.content.decode("utf-8", "replace"))


def test_whoever_hides_the_name_is_hidden_at_once_in_what_was_kept_before(club, as_yara, tournament):
    """Also where it is hidden by the link of another tournament of the club, which nothing here was written in."""
    setup.set_preset(tournament, by=as_yara, preset="village", language="de")
    for _n in range(4):
        add_entry(tournament, by=as_yara, given_name="Kanarina", family_name="Fink", state="present")
    things = published(tournament, as_yara)
    Person.objects.exclude(pk=Person.objects.first().pk).update(is_hidden=True)
    person, tags = Person.objects.first(), {}
    things["number"] = str(person.entries.get().number)
    other = create_tournament(club, by=as_yara, name="Zweites", played_on=DAY).result
    entry = Entry.objects.create(tournament=other, person=person, number=1)
    before = {key for key, _status, text in public_answers(things, tags) if "Kanarina" in text}
    assert len(before) > 8 and any("/games/" in key for key in before)
    browser = Client()
    browser.get(reverse("entry_link", args=[entry.public_id, entry_token(entry)]))
    browser.post(reverse("own_name", args=[entry.public_id]), {"to": "hide"})
    person.refresh_from_db()
    assert person.is_hidden
    for key, status, text in public_answers(things, tags):
        assert "Kanarina" not in text, key
        assert status != 304 or key not in before, key


def test_a_page_made_for_one_address_is_not_shown_under_another(tournament, entries):
    """The host of a request is written into links: nobody's must come into somebody else's page."""
    url = reverse("tournament", args=[tournament.public_id])
    Client().get(url, HTTP_HOST="10.6.6.6")
    assert b"10.6.6.6" not in Client().get(url).content
    Client().get(url, HTTP_X_FORWARDED_HOST="evil.example")
    assert b"evil.example" not in Client().get(url, HTTP_X_FORWARDED_HOST="evil.example").content


def test_a_signed_cookie_ends_and_is_for_its_own_purpose(things, tournament, monkeypatch):
    table, entry = Table.objects.get(public_id=things["table_id"]), tournament.entries.first()
    browser = Client()
    browser.get(table_address(table))
    browser.get(reverse("entry_link", args=[entry.public_id, entry_token(entry)]))
    at_table, own = reverse("table", args=[table.public_id]), reverse("own_entry", args=[entry.public_id])
    assert [browser.get(at_table).status_code, browser.get(own).status_code] == [200, 200]
    swapped = Client()
    swapped.cookies["table"], swapped.cookies["entries"] = (
        browser.cookies["entries"].value,
        browser.cookies["table"].value,
    )
    assert [swapped.get(at_table).status_code, swapped.get(own).status_code] == [404, 404]
    assert entry_token(entry) != table_token(table) and entry_by_token(entry.public_id, table_token(table)) is None
    now = signing.time.time()
    monkeypatch.setattr(signing.time, "time", lambda: now + 91 * 86400)
    assert [browser.get(at_table).status_code, browser.get(own).status_code] == [404, 404]


def test_doubled_fields_do_no_harm(things, yara, tournament):
    """The last one counts, in the body before the address, for page and gate alike."""
    url = f"{reverse('settings', args=[tournament.public_id])}?name=Address&version=99"
    confirmed(yara).post(url, {"name": ["Eins", "Zwei"], "played_on": "2026-11-21", "version": str(tournament.version)})
    tournament.refresh_from_db()
    assert tournament.name == "Zwei"

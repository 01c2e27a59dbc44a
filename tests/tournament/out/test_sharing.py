"""What leaves the house: pictures, calendars, feeds, embedded standings. No player's name is in what others keep."""

import io
import re
from datetime import date, time
from html import unescape
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from tests.tournament.evening import Evening, a_club, by_number
from tournament.models import Tournament
from tournament.out.sharing import files as sharing
from tournament.setup.actions import create_tournament

pytestmark = pytest.mark.django_db
DAY = date(2026, 11, 21)
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def evening() -> Evening:
    evening = Evening(a_club(), "village")
    evening.come(8)
    evening.play(evening.draw(1)[0], by_number)
    return evening


def get(name: str, *args: str):
    return Client().get(reverse(name, args=args))


def test_the_picture_is_one_that_messengers_show(evening):
    answer = get("share_picture", evening.tournament.public_id)
    assert answer.headers["Content-Type"] == "image/png"
    assert Image.open(io.BytesIO(answer.content)).size == (1200, 630)
    page = get("tournament", evening.tournament.public_id).content.decode()
    assert f'og:image" content="http://testserver/t/{evening.tournament.public_id}/picture.png"' in page


@pytest.mark.parametrize(
    ("page", "title"),
    [
        ("tournament", "village"),
        ("public_standings", "Tabelle: village"),
        ("public_tables", "Tische und Ergebnisse: village"),
    ],
)
def test_a_link_in_a_messenger_says_which_page_it_is(evening, page, title):
    shown = get(page, evening.tournament.public_id).content.decode()
    address = reverse(page, args=[evening.tournament.public_id])
    assert f'og:title" content="{title}"' in shown and f'og:url" content="http://testserver{address}"' in shown


def test_a_link_to_a_player_gives_no_name_to_keep(evening):
    page = get("player_page", evening.tournament.public_id, 1).content.decode()
    shared = [line for line in page.splitlines() if "og:" in line or 'name="description"' in line]
    assert shared and "Gast1" in page and not any("Gast1" in line for line in shared)


def test_the_pages_of_a_club_are_shared_with_its_name(evening):
    club = evening.tournament.club
    assert f'og:title" content="{club.name}"' in get("club", club.public_id).content.decode()


def test_the_lines_to_embed_are_shown_to_be_copied(evening):
    Tournament.objects.filter(pk=evening.tournament.pk).update(name='A "B" <c>')
    page = get("tournament", evening.tournament.public_id).content.decode()
    lines = unescape(re.search(r'id="embed-code">(.*?)</code>', page).group(1))
    address = f"http://testserver/t/{evening.tournament.public_id}/embed/"
    assert lines == f'<iframe src="{address}" title="A &quot;B&quot; &lt;c&gt;" width="100%" height="600"></iframe>'


@pytest.mark.parametrize("name", ["", "x" * 120, "Ein sehr langer Name " * 6, "李 क्षि"])
def test_any_name_fits_on_the_picture(tournament, name):
    tournament.name = name
    assert sharing.picture(tournament).startswith(b"\x89PNG")


def test_the_feed_tells_of_rounds(evening):
    answer = get("tournament_feed", evening.tournament.public_id)
    entries = ElementTree.fromstring(answer.content).findall(f"{ATOM}entry")
    told = [entry.find(f"{ATOM}title").text for entry in entries]
    stage = evening.stage(1).name
    assert told == [f"{stage}, Runde 1 ist beendet", f"{stage}, Runde 1: Wer sitzt wo?"]
    assert len({entry.find(f"{ATOM}id").text for entry in entries}) == 2
    assert "Gast" not in answer.content.decode()


def test_ids_are_the_same_whatever_the_address_is_at_which_they_were_asked_for(evening):
    """Else a reader shows everything twice, once the laptop has another address."""
    tournament, club = evening.tournament.public_id, evening.tournament.club.public_id
    for path in (f"/t/{tournament}/feed.xml", f"/c/{club}/feed.xml", f"/t/{tournament}/calendar.ics"):
        here, there = (
            Client().get(path, headers={"host": host}).content.decode() for host in ("localhost", "10.0.0.7")
        )
        ids = [re.findall(r"<id>(.*?)</id>|^UID:(.*)$", text, re.MULTILINE) for text in (here, there)]
        assert ids[0] == ids[1] != [], path
        if path.endswith(".xml"):
            root = ElementTree.fromstring(here)
            assert root.find(f"{ATOM}author/{ATOM}name").text == evening.tournament.club.name
            assert f'href="http://localhost{path}" rel="self"' in here


def test_the_calendar_of_a_club_holds_what_is_listed(evening):
    tournament = evening.tournament
    hidden = create_tournament(tournament.club, by=evening.by, name="Geheim", played_on=date(2027, 1, 1)).result
    Tournament.objects.filter(pk=hidden.pk).update(is_listed=False)
    text = get("club_calendar", tournament.club.public_id).content.decode()
    assert text.count("BEGIN:VEVENT") == 1 and "Geheim" not in text
    assert "DTSTART;VALUE=DATE:20261121\r\nDTEND;VALUE=DATE:20261122\r\n" in text
    assert f"URL:http://testserver/t/{tournament.public_id}/" in text


def in_the_hall(tournament: Tournament, **more) -> None:
    about = {"begins_at": time(14), "place": "Bürgerhaus, Lindenstraße 3; Waldau", **more}
    Tournament.objects.filter(pk=tournament.pk).update(**about)


@pytest.mark.parametrize(
    ("day", "start", "end"), [("2026-11-21", "130000", "175000"), ("2026-07-04", "120000", "165000")]
)
def test_the_calendar_knows_the_hour_the_place_and_how_long_the_rounds_take(evening, day, start, end):
    """Three rounds and a final without a clock, of 65 minutes each, and breaks; summer and winter in the hall's time."""
    in_the_hall(evening.tournament, played_on=day)
    for name, of in (("tournament_calendar", evening.tournament), ("club_calendar", evening.tournament.club)):
        text = get(name, of.public_id).content.decode()
        date = day.replace("-", "")
        assert f"DTSTART:{date}T{start}Z\r\nDTEND:{date}T{end}Z\r\n" in text
        assert "LOCATION:Bürgerhaus\\, Lindenstraße 3\\; Waldau\r\n" in text


def test_the_calendar_says_no_end_where_no_round_is_planned(tournament):
    in_the_hall(tournament)
    text = get("tournament_calendar", tournament.public_id).content.decode()
    assert "DTSTART:20261121T130000Z" in text and "DTEND" not in text


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_the_first_and_the_last_day_of_all_are_whole_days(evening, day):
    in_the_hall(evening.tournament, played_on=day, begins_at=time(0, 1) if day < "1" else time(23, 59))
    text = get("tournament_calendar", evening.tournament.public_id).content.decode()
    assert f"DTSTART;VALUE=DATE:{day.replace('-', '')}\r\n" in text


def test_the_calendar_of_a_club_asks_no_more_for_more_tournaments(evening, django_assert_max_num_queries):
    in_the_hall(evening.tournament)
    for n in range(5):
        create_tournament(evening.tournament.club, by=evening.by, name=f"{n}", played_on=DAY, begins_at=time(15))
    with django_assert_max_num_queries(6):
        get("club_calendar", evening.tournament.club.public_id)


def test_feed_messenger_and_picture_say_when_and_where(evening):
    def pictured() -> bytes:
        return get("share_picture", evening.tournament.public_id).content

    before = pictured()
    in_the_hall(evening.tournament)
    said = "21. November 2026, 14:00 Uhr, Bürgerhaus, Lindenstraße 3; Waldau"
    assert said in get("club_feed", evening.tournament.club.public_id).content.decode()
    page = get("tournament", evening.tournament.public_id).content.decode()
    assert f'og:description" content="{evening.tournament.club.name}, {said}"' in page
    assert pictured() != before


def test_a_calendar_line_is_folded_and_escaped(tournament):
    tournament.name = "Käse, Wurst; Brot\\Ei " + "ö" * 60
    text = sharing.calendar([tournament], {tournament.public_id: "http://localhost:8000/"})
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    assert "SUMMARY:Käse\\, Wurst\\; Brot\\\\Ei" in text.replace("\r\n ", "")


def test_only_the_embedded_standings_stand_in_others_frames(evening):
    tournament = evening.tournament.public_id
    embedded, page = get("embed", tournament), get("public_standings", tournament)
    assert "frame-ancestors *" in embedded.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in embedded.headers and b"Gast1 G." in embedded.content
    assert b"<form" not in embedded.content
    assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]
    assert page.headers["X-Frame-Options"] == "DENY"


def test_nothing_to_embed_yet(tournament):
    assert get("embed", tournament.public_id).status_code == 200

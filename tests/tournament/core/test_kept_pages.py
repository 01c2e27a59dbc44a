"""Pages for everybody: one rendering for each change, an answer without a body where nothing changed, nothing of one reader
in another's page, and a name that is hidden anywhere is gone everywhere."""

import gzip
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from tournament.core.actors import SYSTEM
from tournament.core.pages import everybody
from tournament.entries.actions import add_entry
from tournament.hall.me.actions import hide_name
from tournament.models import Entry
from tournament.setup.actions import create_tournament

PAGES = ("tournament", "public_tables", "public_standings", "public_bracket", "embed")


@pytest.fixture
def rendered(monkeypatch) -> list[str]:
    """The templates that were rendered to be kept."""
    found: list[str] = []
    plain = everybody._rendered

    def counted(request, tournament, template, shown):
        found.append(template)
        return plain(request, tournament, template, shown)

    monkeypatch.setattr(everybody, "_rendered", counted)
    return found


def url(tournament, name: str = "tournament") -> str:
    return reverse(name, args=[tournament.public_id])


@pytest.mark.parametrize("name", PAGES)
def test_however_many_ask_it_is_rendered_once_a_change(tournament, entries, as_yara, rendered, name):
    for _visitor in range(5):
        assert Client().get(url(tournament, name)).status_code == 200
    assert len(rendered) == 1
    add_entry(tournament, by=as_yara, given_name="Neu")
    Client().get(url(tournament, name))
    assert len(rendered) == 2


@pytest.mark.parametrize("name", PAGES)
def test_who_has_it_already_gets_no_body(tournament, entries, as_yara, name):
    visitor = Client()
    visitor.get(url(tournament, name))
    tag = visitor.get(url(tournament, name)).headers["ETag"]
    again = visitor.get(url(tournament, name), HTTP_IF_NONE_MATCH=tag)
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
    add_entry(tournament, by=as_yara, given_name="Neu")
    assert visitor.get(url(tournament, name), HTTP_IF_NONE_MATCH=tag).status_code == 200


def test_a_name_hidden_in_another_tournament_of_the_club_is_gone_here_too(tournament, entries, club):
    other = create_tournament(club, by=SYSTEM, name="Winterturnier", played_on=date(2026, 12, 1)).result
    rosa = Entry.objects.create(tournament=other, person=entries[2].person, number=1)
    visitor = Client()
    before = visitor.get(url(tournament))
    assert b"Rosa R." in before.content
    hide_name(other, by=SYSTEM, entry_id=rosa.public_id, is_hidden=True)
    after = visitor.get(url(tournament), HTTP_IF_NONE_MATCH=before.headers["ETag"])
    assert after.status_code == 200 and b"Rosa" not in after.content


@pytest.mark.parametrize("name", PAGES)
def test_nothing_on_it_is_of_one_reader(tournament, entries, name):
    answers = [Client().get(url(tournament, name)) for _visitor in range(2)]
    assert answers[0].content == answers[1].content and b"csrfmiddlewaretoken" not in answers[0].content
    assert [answer.cookies for answer in answers] == [{}, {}]
    assert [answer.headers["X-Accel-Expires"] for answer in answers] == ["1", "1"]


def test_its_switches_work_without_a_token(tournament):
    visitor = Client(enforce_csrf_checks=True)
    assert visitor.post(reverse("set_theme"), {"theme": "dark"}).status_code == 302
    assert visitor.cookies["theme"].value == "dark"
    assert visitor.post(reverse("set_language"), {"language": "en"}).status_code == 302


def test_whoever_looks_otherwise_gets_another_page(tournament, rendered):
    address = url(tournament)
    tags = {
        Client().get(address, **how).headers["ETag"]
        for how in ({}, {"HTTP_ACCEPT_LANGUAGE": "en"}, {"HTTP_HX_REQUEST": "true"}, {"HTTP_COOKIE": "theme=dark"})
    }
    assert len(tags) == 4 and len(rendered) == 4


def test_who_is_signed_in_gets_a_page_of_their_own(tournament, desk, rendered):
    answer = desk.get(url(tournament))
    assert not {"ETag", "X-Accel-Expires"} & set(answer.headers) and rendered == []
    assert "no-store" in answer.headers["Cache-Control"]


def test_an_address_without_end_is_not_kept(tournament, rendered):
    assert Client().get(url(tournament), {"q": "x" * 300}).status_code == 200
    assert rendered == []


def test_it_is_sent_small(tournament, entries):
    small = Client().get(url(tournament), HTTP_ACCEPT_ENCODING="gzip, br")
    assert small.headers["Content-Encoding"] == "gzip" and "Accept-Encoding" in small.headers["Vary"]
    assert b"Gero G." in gzip.decompress(small.content)

"""What a screen reader reads out by itself stands in what stays: a live region that is put in as a whole may be missed."""

from html.parser import HTMLParser

import pytest
from django.test import Client

from games.recording.actions import open_game

EMPTY = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
HTMX = {"HTTP_HX_REQUEST": "true"}


class Regions(HTMLParser):
    """The live regions of a page with the ids around each, and the ids of what is swapped as a whole."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.around: list[list[str]] = []
        self.swapped: set[str] = set()
        self._open: list[tuple[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        if (found.get("hx-swap") or "").startswith("outerHTML"):
            target = found.get("hx-target", "this")
            self.swapped.add(found.get("id", "") if target == "this" else target.removeprefix("#"))
        if found.get("role") == "status" or "aria-live" in found:
            self.around.append([*(name for _tag, name in self._open), found.get("id", "")])
        if tag not in EMPTY:
            self._open.append((tag, found.get("id") or ""))

    def handle_endtag(self, tag):
        while self._open and self._open.pop()[0] != tag:
            pass


def missed(page: str) -> list[list[str]]:
    found = Regions(page)
    assert found.around
    return [ids for ids in found.around if found.swapped.intersection(filter(None, ids))]


def test_a_region_inside_of_what_is_swapped_is_noticed():
    page = (
        '<div id="a" hx-target="this" hx-swap="outerHTML"><p><br><b role="status">x</b></p></div><p role="status"></p>'
    )
    assert missed(page) == [["a", "", ""]]


@pytest.fixture
def pages(evening, round_, at, as_yara):
    table = round_.tables.first().public_id
    game = open_game(evening.tournament, by=as_yara, table_id=table).receipt["game"]
    draft = evening.stage(1).rounds.drafts().first()
    one, other = (seat.entry.public_id for seat in draft.seats.filter(order=0)[:2])
    return {
        "a claim": at("claim", table),
        "a draft": f"{at('round', draft.pk)}?one={one}&other={other}",
        "by hand": at("hand", evening.stage(1).pk),
        "results": at("results"),
        "the counter": f"{at('counter', table)}?fields_Y=zz&fields_G=B&fields_R=B&fields_K=B",
        "a game": at("game", game),
        "all tables": at("public_tables"),
        "check-in": at("check_in"),
    }


NAMES = ("a claim", "a draft", "by hand", "results", "the counter", "a game", "all tables", "check-in")


@pytest.mark.parametrize("name", NAMES)
def test_what_is_read_out_is_not_swapped_away(pages, desk, name):
    shown = desk.get(pages[name])
    assert shown.status_code == 200 and missed(shown.content.decode()) == []


def test_no_paper_found_is_read_out(evening, at, desk):
    page = desk.get(at("papers"), {"q": "xyz"}).content.decode()
    assert '<div id="no-paper" role="status"><p>' in page and "#no-paper:innerHTML" in page


def test_whose_turn_it_is_comes_along_to_be_read_out(pages):
    assert 'id="turn" hx-swap-oob="innerHTML">' in Client().get(pages["a game"], **HTMX).content.decode()

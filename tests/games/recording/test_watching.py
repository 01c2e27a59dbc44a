"""A game looked at again: jumping, what was missed, what if."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game
from games.recording.actions import add_line, open_game
from tests.tournament.evening import Evening

pytestmark = pytest.mark.django_db

BOARD = "4 Y:B,7,21,c G:B,8,33,39 R:5,25,31,d K:B,B,3,36 Y 0"


@pytest.fixture
def game(club, as_yara):
    """Yellow may capture on 8 with a 1 and does not: three times, each settled otherwise; then Green throws out of turn."""
    evening = Evening(club, "championship", by=as_yara)
    evening.come(4, fours=1)
    first = evening.draw(1)[0]
    evening.publish(first)
    opened = open_game(evening.tournament, by=as_yara, table_id=first.tables.get().public_id).receipt["game"]
    found = Game.objects.get(public_id=opened)
    lines = [
        {"kind": "begins", "colour": "Y"},
        {"kind": "ruled", "position": BOARD},
        {"kind": "throw", "roll": "1", "played": "21-22"},
        {"kind": "back"},
        {"kind": "throw", "roll": "1", "played": "21-22"},
        {"kind": "ruled", "position": "4 Y:B,7,22,c G:B,8,33,39 R:5,25,31,d K:B,B,3,36 G 0"},
        {"kind": "ruled", "position": BOARD},
        {"kind": "throw", "roll": "1", "played": "21-22"},
        {"kind": "ruled", "position": "4 Y:B,B,21,c G:B,8,33,39 R:5,25,31,d K:B,B,3,36 G 0"},
        {"kind": "throw", "roll": "2", "played": "--", "colour": "R"},
    ]
    for line in lines:
        add_line(found, by=as_yara, **line)
    return found


@pytest.fixture
def browser():
    return Client(headers={"accept-language": "en"})


def ask(browser, name, game, **query):
    return browser.get(reverse(name, args=[game.tournament.public_id, game.public_id]), query)


def test_what_was_missed_says_what_became_of_each(browser, game):
    page = ask(browser, "game_throws", game).context
    said = [(one.number, one.settled, one.permitted) for one in page["duties"]]
    assert said == [
        (1, "Taken back in the record.", ("7x8",)),
        (2, "Nobody objected: it stayed as played.", ("7x8",)),
        (3, "Put right as judged.", ("7x8",)),
    ]
    assert page["by_colour"] == [("Y", 3)]
    assert [(one.number, one.settled) for one in page["others"]] == [(4, "Not settled yet.")]
    assert [one.number for one in page["throws"]] == [2, 3, 4]


def test_what_was_missed_is_read_in_few_questions(browser, game, django_assert_max_num_queries):
    with django_assert_max_num_queries(15):
        ask(browser, "game_throws", game)


def test_every_throw_around_leads_to_its_board(browser, game):
    page = ask(browser, "game", game, at="3")
    assert [one.number for one in page.context["last"]] == [4, 3, 2, 1]
    assert [one.seq for one in page.context["last"]] == [10, 8, 5, 3]
    assert "?at=8" in page.content.decode()


def test_a_branch_is_played_by_its_address_and_leaves_the_game_alone(browser, game):
    asked = ask(browser, "game", game, at="2", roll="1").context
    assert [way.move.text for way in asked["branch"].chosen.ways] == ["7x8"]
    page = ask(browser, "game", game, at="2", **{"if": ["1:7x8", "6:39x5"]})
    tried = page.context["branch"]
    assert tried.rules.write(tried.position) == "4 Y:B,8,21,c G:B,B,5,33 R:B,25,31,d K:B,B,3,36 G 0"
    assert sum(share for _letter, _name, share in page.context["branch_wins"]) == pytest.approx(100)
    assert "this was not played" in page.content.decode()
    assert game.lines.count() == 10


@pytest.mark.parametrize("step", ["1:21-22", "7:7x8", "x", "", "1:--", "1", "1,1:7x8"])
def test_what_is_not_permitted_is_no_branch(browser, game, step):
    assert ask(browser, "game", game, at="2", **{"if": step}).context["branch"].steps == ()


def test_an_irregular_throw_leads_to_what_if(browser, game):
    page = ask(browser, "game", game, at="5").context
    assert page["branch"] is None and page["trouble"]
    assert (page["otherwise_at"], page["otherwise_roll"]) == (4, "1")


def test_entries_of_other_kinds_are_no_throw_to_try_again(browser, game):
    assert ask(browser, "game", game, at="6").context["otherwise_at"] is None
    assert ask(browser, "game", game, at="0").context["otherwise_at"] is None

"""A player's page for everybody: results, opponents, colours, points, ranks; and never a hidden name."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.evening import Evening, by_number, text
from tournament.models import Person

pytestmark = pytest.mark.slow


@pytest.fixture
def evening(club, as_yara):
    made = Evening(club, "championship", by=as_yara)
    made.come(16)
    made.play_stage(1, by_number)
    return made


@pytest.fixture
def ask(evening):
    browser = Client(headers={"accept-language": "en"})
    return lambda number: browser.get(reverse("player_page", args=[evening.tournament.public_id, number]))


def test_it_says_what_was_played_against_whom_and_where_it_led(ask):
    answer = ask(1)
    (part,) = answer.context["player"].parts
    assert [game.place for game in part.games] == [1, 1, 1] and [game.points for game in part.games] == ["5"] * 3
    assert all(len(game.against) == 3 for game in part.games)
    assert part.ranks[-1] == 1 and "Rank 1 with 15 points" in text(answer)
    assert "Gast1 G." in text(answer) and "Graf" not in text(answer)


def test_whoever_is_hidden_is_a_number_here_and_on_the_pages_of_opponents(evening, ask):
    Person.objects.filter(entries__number=1).update(given_name="Canary", is_hidden=True)
    pages = [ask(number) for number in range(1, 17)]
    assert not any(b"Canary" in page.content for page in pages)
    assert "Player 1" in text(pages[0])


def test_a_draft_is_not_given_away(club, as_yara):
    evening = Evening(club, "championship", by=as_yara)
    evening.come(8)
    evening.draw(1)
    page = reverse("player_page", args=[evening.tournament.public_id, 1])
    assert Client().get(page).context["player"].parts == ()


def test_who_waits_for_a_place_or_is_nobody_is_not_there(evening, ask):
    evening.enter(1, state="waiting")
    assert ask(17).status_code == 404 and ask(99).status_code == 404


def test_it_asks_the_database_little(ask, django_assert_max_num_queries):
    ask(3)
    with django_assert_max_num_queries(15):
        ask(3)


def test_the_end_result_and_its_small_awards_are_a_tab(evening):
    browser = Client(headers={"accept-language": "en"})
    page = reverse("public_standings", args=[evening.tournament.public_id])
    answer = browser.get(page, {"view": "end"})
    assert answer.context["end"][0].number == 1 and answer.context["end"][0].rank == 1
    assert "Not everything is played" in text(answer)
    titles = {award.title for award in answer.context["awards"]}
    assert "Won with the most colours" in titles
    assert [tab.is_current for tab in browser.get(page).context["tabs"]].count(True) == 1


def test_the_desk_looks_at_the_end_result_as_well(evening, desk):
    page = reverse("desk_standings", args=[evening.tournament.public_id])
    assert "Gast1 Graf" in text(desk.get(page, {"view": "end"}))
    assert desk.get(page, {"view": "category", "category": "nobody"}).status_code == 200

"""A player's page for everybody: results, opponents, colours, points, ranks; and never a hidden name."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.evening import Evening, by_number, text
from tournament.models import Person, ResultSeat

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


def test_head_to_head_counts_every_meeting_once_and_who_came_before(ask):
    """Counted again from the results as they stand."""
    answer = ask(1)
    met: dict[int, list[tuple[int, int]]] = {}
    for seat in ResultSeat.objects.counting().filter(entry__number=1):
        for other in ResultSeat.objects.filter(result=seat.result).exclude(entry__number=1):
            met.setdefault(other.entry.number, []).append((seat.place, other.place))
    said = {one.number: (one.times, one.before, one.behind) for one in answer.context["player"].opponents}
    assert said == {
        number: (len(games), sum(own < other for own, other in games), sum(own > other for own, other in games))
        for number, games in met.items()
    }
    assert len(said) == 9 and all(times == 1 for times, _before, _behind in said.values())


def test_the_last_rank_and_the_table_of_every_round_are_there(ask):
    answer = ask(5)
    shown, (part,) = text(answer), answer.context["player"].parts
    assert all(f"Round {game.round} Table {game.table}" in shown for game in part.games) and len(part.games) == 3
    assert f">{part.ranks[-1]}</text></svg>" in answer.content.decode()


def crossings(evening, **asked):
    browser = Client(headers={"accept-language": "en"})
    return browser.get(reverse("crossings", args=[evening.tournament.public_id]), asked)


def test_who_met_whom_says_of_everybody_the_place_and_the_others_of_each_table(evening):
    cross = crossings(evening).context["cross"]
    assert cross.numbers == (1, 2, 3) and len(cross.lines) == 16
    by_number = {row.line.number: row for row in cross.lines}
    for row in cross.lines:
        for at, one in enumerate(row.rounds):
            assert len(one.against) == 3 and row.line.number not in one.against
            assert all(row.line.number in by_number[other].rounds[at].against for other in one.against)
            assert all(by_number[other].rounds[at].place != one.place for other in one.against)


def test_who_met_whom_before_the_first_round_and_of_a_stage_that_is_not_there(club, as_yara, evening):
    empty = Evening(club, "village", by=as_yara)
    empty.come(8)
    assert "Nothing is drawn yet" in text(crossings(empty))
    assert crossings(evening, stage="99").context["stage"] == crossings(evening).context["stage"]


def test_a_hidden_name_stays_hidden_in_who_met_whom(evening):
    Person.objects.filter(entries__number=1).update(given_name="Canary", is_hidden=True)
    assert b"Canary" not in crossings(evening).content


def test_who_met_whom_asks_the_database_little(evening, django_assert_max_num_queries):
    crossings(evening)
    with django_assert_max_num_queries(15):
        crossings(evening)

"""The end result, teams, categories and seasons; entering oneself; back to before a step."""

import pytest
from django.test import Client

from tests.tournament.evening import Evening, by_number
from tournament.club.seasons.actions import set_season
from tournament.entries.signup.actions import set_entering
from tournament.models import Category, Entry, LogEntry, Team


@pytest.fixture
def played(club, as_yara) -> Evening:
    evening = Evening(club, "village", by=as_yara)
    evening.come(8)
    team, juniors = (kind.objects.create(tournament=evening.tournament, name="A") for kind in (Team, Category))
    Entry.objects.filter(number__lte=2).update(team=team, category=juniors)
    evening.play_stage(1, by_number)
    return evening


def test_who_stands_where_in_the_end_in_teams_and_in_categories(yaras, played):
    here = f"tournaments/{played.tournament.public_id}"
    ranking = yaras.get(f"{here}/ranking/").json()
    assert ranking["is_over"] is False and ranking["lines"][0]["number"] == 1 and len(ranking["lines"]) == 8
    (team,) = yaras.get(f"{here}/stages/1/teams/").json()["items"]
    assert (team["name"], [member["number"] for member in team["members"]]) == ("A", [1, 2])
    (category,) = yaras.get(f"{here}/stages/1/categories/").json()["items"]
    assert [(line["rank"], line["number"]) for line in category["lines"]] == [(1, 1), (1, 2)]  # both won every time


def test_a_season_is_read_by_everybody_in_public_names(yaras, club, played, as_yara):
    asked = {"counts": "ranks", "worth": [2, 1], "best": 0, "tournaments": [played.tournament.public_id]}
    set_season(club, by=as_yara, name="2026", **asked)
    address = f"/api/v1/clubs/{club.public_id}/seasons/"
    (season,) = Client().get(address).json()["items"]
    assert season["name"] == "2026"
    assert Client().get(f"{address}{season['id']}/").json()["lines"] == []  # nothing is over yet
    played.tournament.is_listed = False
    played.tournament.save(update_fields=["is_listed"])
    assert Client().get(f"{address}{season['id']}/").status_code == 404
    assert yaras.get(f"{address}{season['id']}/").status_code == 200


def test_everybody_enters_while_that_is_open_and_the_link_stays_out_of_the_log(tournament, as_yara, here):
    address = f"/api/v1/{here}/entries/self/"
    asked = {"data": {"given_name": "Rosa", "email": "r@example.org"}, "content_type": "application/json"}
    assert Client().post(address, **asked).json()["code"] == "not_open"
    rules = {"takes_entries": True, "opens_at": None, "closes_at": None, "places": 0, "has_waiting_list": True}
    set_entering(tournament, by=as_yara, **rules)
    first, second = (Client().post(address, **asked, HTTP_IDEMPOTENCY_KEY="k1" * 8) for _ in range(2))
    assert first.status_code == 201 and first.json() == second.json() and tournament.entries.count() == 1
    assert Client().get(first.json()["link"]).status_code == 302
    token = first.json()["link"].split("/")[-2]
    assert not any(token in str(entry.receipt) for entry in LogEntry.objects.all())


def test_back_to_before_a_step(yaras, played):
    here = f"tournaments/{played.tournament.public_id}"
    kept = yaras.get(f"{here}/undo/").json()
    step = kept["items"][0]
    assert yaras.post(f"{here}/undo/", {"to": step["to"], "seen": kept["seen"] - 1}).status_code == 409
    assert yaras.post(f"{here}/undo/", {"to": step["to"], "seen": kept["seen"]}).status_code == 200

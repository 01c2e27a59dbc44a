"""How parts of a tournament are played, changed by the API; a throw of a free game judged with and without its record."""

import pytest

from games.recording.actions import add_line
from tests.games.free.test_begin import begin
from tests.tournament.evening import Evening
from tournament.core.actors import SYSTEM
from tournament.stages.actions import change_stage

THREE = {"three_throws": True}


@pytest.fixture
def evening(club, as_yara) -> Evening:
    """Three parts, of which the second plays otherwise."""
    made = Evening(club, "village", by=as_yara)
    change_stage(made.tournament, by=as_yara, stage_id=made.stage(2).pk, fields={"options": {"barriers": True}})
    return made


def played(evening) -> list[tuple[str, dict[str, object]]]:
    return [(stage.rules, stage.options) for stage in evening.tournament.stages.order_by("position")]


def test_what_is_played_alike_is_changed_along_if_that_is_said(yaras, evening):
    here = f"/api/v1/tournaments/{evening.tournament.public_id}/stages/1/"
    alone = yaras.ask("PATCH", here, {"options": {"forced_capture": True}})
    assert alone.status_code == 200 and alone.json()["also"] == []
    forced = ("classic6", {"forced_capture": True})
    assert played(evening) == [forced, ("classic6", {"barriers": True}), ("classic6", THREE)]
    yaras.ask("PATCH", here, {"options": THREE})
    both = yaras.ask("PATCH", here, {"rules": "verboten", "options": {"forced_capture": True}, "also": True})
    assert both.status_code == 200 and both.json()["also"] == [3]
    other = ("verboten", {"forced_capture": True})
    assert played(evening) == [other, ("classic6", {"barriers": True}), other]
    assert yaras.ask("PATCH", here, {"minutes": 20, "also": True}).json()["also"] == []
    assert evening.stage(3).minutes != 20 and "also" in yaras.ask("PATCH", here, {"also": "yes"}).json()["errors"]


def test_what_cannot_be_played_changes_neither(yaras, evening):
    before = played(evening)
    here = f"/api/v1/tournaments/{evening.tournament.public_id}/stages/1/"
    assert yaras.ask("PATCH", here, {"options": {"goal_entry": "free"}, "also": True}).status_code == 422
    assert played(evening) == before


def test_a_part_that_is_drawn_is_not_changed_along(yaras, evening, as_yara):
    evening.come(8)
    evening.publish(evening.draw(1)[0])
    here = f"/api/v1/tournaments/{evening.tournament.public_id}/stages/3/"
    assert yaras.ask("PATCH", here, {"options": {}, "also": True}).json()["also"] == []
    assert evening.stage(1).options == THREE and evening.stage(3).options == {}


FACTS = {"position": "4 Y:B,5,20,33 G:B,B,8,23 Y 0", "roll": 3, "played": "33-36"}


def test_a_throw_of_a_free_game_is_judged_with_and_without_a_record(yaras, club):
    game = begin(club, "Y", "G", options={"forced_capture": True})
    here = f"/api/v1/clubs/{club.public_id}/games/{game.public_id}/rulings/"
    made = yaras.post(here, {"facts": {**FACTS, "choice": "5"}, "board": "as_is"})
    assert made.status_code == 201 and made.json()["ruling"] == 1
    (one,) = yaras.get(here).json()["items"]
    assert (one["throw"], one["is_in_time"], one["colour"]) == (None, None, "Y")
    assert (one["verdict"]["sent_back"], one["facts"]["choice"]) == ("Y5", "5")
    assert yaras.post(here, {"facts": {**FACTS, "position": "4 Y:B,5 Y 0"}}).status_code == 422
    assert yaras.post(here, {"throw": 1, "facts": FACTS}).json()["code"] == "free_ruling_about"
    assert yaras.post(here, {"throw": 1}).status_code == 409
    add_line(game, by=SYSTEM, kind="begins", colour="Y")
    add_line(game, by=SYSTEM, kind="ruled", position=FACTS["position"])
    add_line(game, by=SYSTEM, kind="throw", roll="3", played="33-36")
    assert yaras.post(here, {"throw": 1, "choice": "33"}).status_code == 422
    assert yaras.post(here, {"throw": 1, "choice": "20"}).status_code == 201
    newest = yaras.get(here).json()["items"][0]
    assert (newest["throw"], newest["verdict"]["sent_back"], newest["is_in_time"]) == (1, "Y20", True)

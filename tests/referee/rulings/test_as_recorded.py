"""A claim about a recorded throw rests on the record, or says openly what is claimed otherwise."""

import re

import pytest
from django.urls import reverse
from django.utils.translation import override

from games.recording.actions import add_line, open_game
from games.recording.queries import latest_game, recorder, throw_at
from referee.models import Ruling
from referee.plugins.paper import ruling as ruling_paper
from referee.rulings import as_recorded
from referee.rulings.actions import sign_ruling, supersede_ruling
from tests.referee.conftest import MISSED
from tests.tournament.evening import refused
from tournament.core.actors import Actor
from tournament.core.links import entry_token
from tournament.paper.registry import Order

RIGHT = {**MISSED, "played": "5-9"}  # the capture


@pytest.fixture
def game(evening, table, gero):
    """Yellow captured, rightly."""
    by = Actor(gero)
    open_game(evening.tournament, by=by, table_id=table.public_id)
    made = latest_game(table)
    add_line(made, by=by, kind="begins", colour="Y")
    add_line(made, by=by, kind="ruled", position=MISSED["position"])
    add_line(made, by=by, kind="throw", roll="4", played="5-9")
    return made


@pytest.fixture
def sign(evening, table, yellow, gero, game):
    def act(**said):
        given = {"table_id": table.public_id, "against": yellow.public_id, "facts": RIGHT, "throw": 1, **said}
        return sign_ruling(evening.tournament, by=Actor(gero), **given).result

    return act


def words(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


OTHERWISE = [
    {"played": "20-24"},
    {"played": "--"},
    {"roll": 3, "played": "20-23"},
    {"position": RIGHT["position"].replace("20", "21")},
]


@pytest.mark.parametrize("other", OTHERWISE)
def test_what_is_claimed_otherwise_is_not_signed_unsaid(sign, game, other):
    before = recorder(game).position
    with refused("not_as_recorded") as caught:
        sign(facts={**RIGHT, **other})
    assert "Gelb, 4, 5 × 9" in str(caught.value)
    assert recorder(game).position == before and not Ruling.objects.exists()


def test_the_throw_of_another_player_is_never_signed_about_this_one(sign, table, game):
    green = table.seats.get(colour="G").entry.public_id
    facts = {**RIGHT, "position": RIGHT["position"].replace("Y 0", "G 0"), "played": "9-13"}
    for said in ({"facts": facts}, {"facts": facts, "is_otherwise": True}, {"facts": None, "offence": "turn"}):
        with refused("another_throw"):
            sign(against=green, **said)
    assert not Ruling.objects.exists()


@pytest.mark.parametrize("same", [{"played": "5x9"}, {"touched": "5"}, {"touched": "20"}])
def test_another_spelling_or_a_touch_that_nobody_entered_is_the_throw_of_the_record(sign, same):
    assert "recorded" not in sign(facts={**RIGHT, **same}).found


def test_once_said_it_is_signed_and_every_page_says_it(sign, phone, game, evening):
    ruling = sign(facts=MISSED, is_otherwise=True)
    assert ruling.found["recorded"] == {"throw": 1, "colour": "Y", "roll": "4", "played": "5x9", "touched": ""}
    said = "Not as it was recorded. Throw 1 of the record: Yellow, 4, 5 × 9."
    for route in ("ruling", "ruling_card"):
        assert said in words(phone.get(reverse(route, args=[evening.tournament.public_id, 1])))
    assert "played 20 – 24" in words(phone.get(reverse("ruling", args=[evening.tournament.public_id, 1])))
    other = words(phone.get(reverse("claim", args=[evening.tournament.public_id, game.table.public_id]) + "?throw=1"))
    assert "From the record: throw 1. Yellow 4 5 × 9" in re.sub(r"\s+[YGRK]\s+", " ", other)


def test_facts_corrected_later_say_it_as_well(sign, evening, gero):
    sign()
    newer = supersede_ruling(evening.tournament, by=Actor(gero), number=1, seen=1, facts=MISSED).result
    assert newer.found["recorded"]["played"] == "5x9"
    again = supersede_ruling(evening.tournament, by=Actor(gero), number=1, seen=2, facts=RIGHT).result
    assert "recorded" not in again.found and again.found["verdict"] == "correct"


def test_without_scripts_it_is_said_first_and_signed_the_second_time(phone, game, table, yellow):
    address = reverse("claim", args=[table.tournament.public_id, table.public_id])
    fields = {"against": yellow.public_id, "position": MISSED["position"], "roll": "4", "played": "--", "throw": "1"}
    first = phone.post(address, fields)
    assert first.status_code == 422 and "Throw 1 of the record: Yellow, 4, 5 × 9." in words(first)
    assert re.search(r'name="is_otherwise" value="1">', first.content.decode())
    second = phone.post(address, {**fields, "is_otherwise": "1"}, follow=True)
    assert "Throw 1 of the record: Yellow, 4, 5 × 9." in words(second)
    assert throw_at(game, 1).played == "5x9"


def test_a_page_of_an_older_version_is_taken_and_its_ruling_says_it(phone, game, table, yellow):
    """It may have been kept on a phone without network for as long as a release lives."""
    address = reverse("claim", args=[table.tournament.public_id, table.public_id])
    fields = {"against": yellow.public_id, "position": MISSED["position"], "roll": "4", "played": "--", "throw": "1"}
    today = phone.post(address, {**fields, "compares": "1"}, content_type="application/json")
    assert today.status_code == 422 and not Ruling.objects.exists()
    assert phone.post(address, fields, content_type="application/json").status_code == 200
    assert "recorded" in Ruling.objects.get().found


def test_the_api_takes_it_only_if_it_is_said(phone, game, table, yellow, evening):
    address = f"/api/v1/tournaments/{evening.tournament.public_id}/tables/{table.public_id}/rulings/"
    facts = {name: MISSED[name] for name in ("position", "roll", "played")}
    said = {"against": yellow.public_id, "facts": facts, "throw": 1}
    assert phone.post(address, said, content_type="application/json").json()["code"] == "not_as_recorded"
    assert phone.post(address, {**said, "is_otherwise": True}, content_type="application/json").status_code == 201


def test_what_was_set_up_by_hand_beside_a_record_says_so(sign, phone, client, game, yellow, evening, gero):
    said, before = "this does not rest on the record of this table", recorder(game).position
    assert said not in as_recorded.said_of(sign(throw=1).found)
    elsewhere = {"position": MISSED["position"].replace("5,20", "5,21"), "played": "21-25"}
    sign(throw=None, facts={**MISSED, **elsewhere})
    supersede_ruling(evening.tournament, by=Actor(gero), number=2, seen=1, facts=RIGHT)
    for route in ("ruling", "ruling_card"):
        assert said in words(phone.get(reverse(route, args=[evening.tournament.public_id, 2])))
    assert recorder(game).position == before
    client.get(reverse("entry_link", args=[yellow.public_id, entry_token(yellow)]))
    assert said in words(client.get(reverse("own_rulings", args=[yellow.public_id]), headers={"accept-language": "en"}))
    with override("en"):
        paper = next(iter(ruling_paper(Order(evening.tournament, language="en", of="2")).parts))
    assert said in paper


def test_without_a_record_nothing_is_said_of_one(evening, table, yellow, gero):
    ruling = sign_ruling(
        evening.tournament, by=Actor(gero), table_id=table.public_id, against=yellow.public_id, facts=MISSED
    )
    assert as_recorded.said_of(ruling.result.found) == ""


def test_a_throw_of_the_record_is_not_ruled_by_hand_beside_it(sign, game):
    for played in ("5-9", "20-24"):
        with refused("choose_throw"):
            sign(throw=None, facts={**RIGHT, "played": played})
    sign(throw=1)
    with refused("choose_throw"):
        sign(throw=None)
    sign(throw=None, is_older=True)  # kept by a phone for long


def test_a_throw_that_stopped_the_record_is_chosen_there_as_well(sign, game, gero):
    by = Actor(gero)
    add_line(game, by=by, kind="back", number=1)
    add_line(game, by=by, kind="throw", roll="4", played="20-24")
    with refused("choose_throw"):
        sign(throw=None, facts=MISSED)


def test_a_throw_of_anothers_turn_is_not_signed_against_a_player(evening, table, gero):
    green = table.seats.get(colour="G").entry.public_id
    with refused("anothers_turn"):
        sign_ruling(evening.tournament, by=Actor(gero), table_id=table.public_id, against=green, facts=MISSED)

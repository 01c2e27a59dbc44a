"""A claim without a move to judge: asked with and without scripts, signed, shown where rulings are shown."""

import json
import re

import pytest
from django.urls import reverse

from games.recording.actions import add_line, open_game
from games.recording.queries import latest_game
from referee.models import Claim, Ruling
from referee.rulings.actions import sign_ruling
from referee.rulings.queries import weight_so_far, weights_at
from tournament.core.actors import Actor
from tournament.core.errors import Refused
from tournament.core.links import entry_token

pytestmark = pytest.mark.slow


@pytest.fixture
def url(table):
    return reverse("incident", args=[table.tournament.public_id, table.public_id])


@pytest.fixture
def green(table):
    return table.seats.select_related("entry__person").get(colour="G").entry


def words(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def test_without_scripts_it_is_asked_question_by_question(phone, url, yellow):
    assert "What happened?" in words(phone.get(url))
    said = {"incident": "six_left", "who": yellow.public_id, "to": "ask"}
    first = words(phone.post(url, said))
    assert "Did that 6 bring the player" in first and "Has somebody else thrown since?" not in first
    second = phone.post(url, said | {"a-last": "no"})
    assert "Has somebody else thrown since?" in words(second)
    assert re.search(r'name="a-last" value="no" checked', second.content.decode())
    found = words(phone.post(url, said | {"a-last": "no", "a-since": "next"}))
    assert "The throw is made good" in found and "Yellow throws again after the 6." in found
    assert not Claim.objects.exists()
    done = phone.post(url, said | {"a-last": "no", "a-since": "next", "to": "sign"}, follow=True)
    assert "The throw is made good" in words(done) and "Not thrown again after a 6" in words(done)
    ruling = Ruling.objects.get()
    assert (ruling.measure, ruling.offence, ruling.claim.verdict["broken"]) == ("note", "again", [7])


def test_a_phone_that_cannot_judge_asks_the_server(phone, table, yellow, green):
    ask = reverse("incident_ask", args=[table.tournament.public_id, table.public_id])
    said = {"incident": "out_of_turn", "who": yellow.public_id}
    asked = phone.post(ask, json.dumps(said), content_type="application/json").json()
    assert [one["value"] for one in asked["asks"]["answers"]] == ["G", "R", "K"]
    found = phone.post(
        ask, json.dumps(said | {"a-turn": "G", "a-since": "moved"}), content_type="application/json"
    ).json()
    assert found["ruling"]["next"] == "G"
    for wrong in ({"incident": "rain"}, {"who": "nobody"}, {"a-turn": "Y"}):
        answer = phone.post(ask, json.dumps(said | wrong), content_type="application/json")
        assert answer.status_code == 422 and answer.json()["error"]


def test_what_is_kept_on_a_phone_is_signed_once(phone, url, yellow):
    body = {"incident": "die", "who": yellow.public_id, "a-what": "stopped", "action_id": "abcdefgh1234"}
    first = phone.post(url, json.dumps(body), content_type="application/json").json()
    assert phone.post(url, json.dumps(body), content_type="application/json").json() == first
    assert Ruling.objects.get().measure == "warning"


@pytest.fixture
def record(table, gero):
    """Green is to throw."""
    by = Actor(gero)
    open_game(table.tournament, by=by, table_id=table.public_id)
    game = latest_game(table)
    add_line(game, by=by, kind="begins", colour="G")
    return game


def test_who_is_to_throw_by_the_record_is_not_asked_and_not_contradicted(phone, url, table, record):
    red = table.seats.get(colour="R").entry.public_id
    said = {"incident": "out_of_turn", "who": red, "a-since": "nothing"}
    assert "it was the turn of Green" in words(phone.post(url, said | {"to": "ask"}))
    refused = phone.post(url, said | {"a-turn": "K", "to": "sign"})
    assert refused.status_code == 422 and not Claim.objects.exists()
    phone.post(url, said | {"to": "sign"})
    assert Ruling.objects.get().claim.verdict["next"] == "G"


def test_what_was_answered_on_an_older_state_of_the_record_is_not_signed(phone, url, table, record, gero):
    red = table.seats.get(colour="R").entry.public_id
    said = {"incident": "out_of_turn", "who": red, "a-since": "nothing", "to_throw": "G", "action_id": "abcdefgh1234"}
    for _three in range(3):
        add_line(record, by=Actor(gero), kind="throw", roll="1", played="--")
    late = phone.post(url, json.dumps(said), content_type="application/json")
    assert late.status_code == 409 and "gone on since" in late.json()["error"]
    assert not Claim.objects.exists()


@pytest.mark.parametrize("is_recorded", [True, False])
def test_an_excluded_player_throws_no_more(phone, url, table, yellow, request, evening, gero, is_recorded):
    if is_recorded:
        request.getfixturevalue("record")
    green = table.seats.get(colour="G").entry
    out = {"offence": "upset", "measure": "exclusion", "words": "On purpose", "is_sure": True}
    sign_ruling(evening.tournament, by=Actor(gero), table_id=table.public_id, against=green.public_id, **out)
    assert f'value="{green.public_id}"' not in phone.get(url).content.decode()
    said = {"incident": "too_often", "who": yellow.public_id, "a-before": "last", "a-since": "nothing", "to": "ask"}
    found = words(phone.post(url, said))
    assert "Red throws next." in found and "Green throws next" not in found


def test_an_open_question_is_not_signed(phone, url, yellow, table):
    body = {"incident": "die", "who": yellow.public_id, "action_id": "abcdefgh1234"}
    answer = phone.post(url, json.dumps(body), content_type="application/json")
    assert answer.status_code == 422 and "still open" in answer.json()["error"]
    assert not Claim.objects.exists()


def test_advice_by_a_player_is_against_the_one_who_gave_it(phone, url, yellow, green):
    said = {"incident": "advice", "who": yellow.public_id, "a-giver": "G", "a-acted": "yes", "to": "sign"}
    phone.post(url, said)
    claim = Claim.objects.get()
    assert (claim.against, claim.colour, claim.rulings.get().measure) == (green, "G", "warning")
    assert weight_so_far(yellow) == [] and weight_so_far(green) == [("warning", 1)]


def test_advice_from_outside_is_against_nobody_at_the_table(phone, url, yellow, gero, table):
    said = {"incident": "advice", "who": yellow.public_id, "a-giver": "outside", "a-acted": "no", "to": "sign"}
    page = words(phone.post(url, said, follow=True))
    assert "Not against this player" in page and "step away from the table" in page
    assert weight_so_far(yellow) == [] and weights_at(table) == {}
    incident = {"code": "advice", "answers": {"giver": "outside", "acted": "no"}}
    with pytest.raises(Refused) as refused:
        sign_ruling(
            table.tournament,
            by=Actor(gero),
            table_id=table.public_id,
            against=yellow.public_id,
            incident=incident,
            measure="warning",
        )
    assert refused.value.code == "outsider"


def test_a_player_reads_it_on_the_own_page(phone, url, yellow, client):
    phone.post(url, {"incident": "disputed", "who": yellow.public_id, "a-lies": "no", "a-seen": "no", "to": "sign"})
    client.get(reverse("entry_link", args=[yellow.public_id, entry_token(yellow)]))
    page = words(client.get(reverse("own_rulings", args=[yellow.public_id]), headers={"accept-language": "en"}))
    assert "The throw is repeated" in page and "Yellow throws once more" in page


def test_the_list_names_what_happened(phone, url, yellow, table):
    phone.post(url, {"incident": "upset", "who": yellow.public_id, "a-purpose": "accident", "a-stood": "agreed", "a-turn": "R", "to": "sign"})  # fmt: skip  # noqa: E501
    assert "Pieces upset" in words(phone.get(reverse("rulings", args=[table.tournament.public_id])))

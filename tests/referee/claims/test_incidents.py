"""A claim without a move to judge: asked with and without scripts, signed, shown where rulings are shown."""

import json
import re

import pytest
from django.urls import reverse

from games.recording.actions import add_line, open_game
from games.recording.queries import latest_game
from referee.models import Claim, Ruling
from referee.rulings.actions import revoke_ruling, sign_ruling
from referee.rulings.queries import weight_so_far, weights_at
from referee.rulings.recorded import to_throw
from tournament.core.actors import Actor
from tournament.core.errors import Refused
from tournament.core.links import entry_token
from tournament.models import Round, Stage, Table

pytestmark = pytest.mark.slow
PLAYED = "4 Y:B,B,5,20 G:B,B,B,9 R:B,B,B,30 K:B,B,B,35 Y 0"


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


@pytest.mark.parametrize(
    ("code", "answers", "sentence"),
    [
        ("out_of_turn", {"a-turn": "K", "a-since": "next"}, "it was the turn of Black"),
        ("too_seldom", {"a-made": "1", "a-since": "nothing"}, "handed the die on before"),
        ("disputed", {"a-lies": "yes"}, "moves by that number"),
        ("board_wrong", {"a-should": "agreed", "a-long": "short", "a-turn": "K"}, "Black throws next"),
    ],
)
def test_what_a_page_of_an_older_version_kept_is_taken_and_says_that_it_is_not_by_the_record(
    phone, url, table, record, code, answers, sentence
):
    """Such a page asked for what the record says now, and for no number."""
    red = table.seats.get(colour="R").entry.public_id
    kept = {"incident": code, "who": red, "action_id": "abcdefgh1234", **answers}
    answer = phone.post(url, json.dumps(kept), content_type="application/json")
    assert answer.status_code == 200, answer.content
    page = words(phone.get(answer.json()["url"]))
    assert sentence in page and "this does not rest on the record of this table" in page
    today = phone.post(
        url, json.dumps({**kept, "action_id": "hgfedcba4321", "to_throw": "G"}), content_type="application/json"
    )
    assert today.status_code == 422, today.content


def test_whose_throw_it_was_is_not_said_against_the_record(phone, url, table, record, gero):
    red = table.seats.get(colour="R").entry.public_id
    said = {"incident": "die", "who": red, "a-what": "stopped", "to": "sign"}
    assert phone.post(url, said).status_code == 422 and not Claim.objects.exists()  # Green is to throw: not asked
    found = words(phone.post(url, {"incident": "die", "who": red, "to": "ask"}))
    assert "By the record it is the turn of Green" in found and "Red throws once more" not in found
    for _three in range(3):
        add_line(record, by=Actor(gero), kind="throw", roll="1", played="--")
    page = phone.get(url).content.decode()
    assert (
        'name="to_throw" value="R"' in page
        and 'name="threw" value="G1"' in page
        and 'name="recorded" value="4 ' in page
    )


ALL_OF_THEM = [  # who is said to have done it, with what is still asked: Green is to throw, Yellow threw last
    ("out_of_turn", "R", {"since": "nothing"}),
    ("out_of_turn", "Y", {"since": "next"}),
    ("too_often", "Y", {"since": "two"}),
    ("too_often", "K", {"since": "moved"}),
    ("too_seldom", "Y", {}),
    ("too_seldom", "G", {}),
    ("six_left", "Y", {}),
    ("six_left", "G", {}),
    ("disputed", "Y", {}),
    ("disputed", "G", {"lies": "no", "seen": "no"}),
    ("die", "Y", {}),
    ("die", "G", {"what": "stopped"}),
    ("two_at_once", "R", {"dice": "no"}),
    ("board_wrong", "Y", {}),
    ("upset", "Y", {"purpose": "accident"}),
    ("other_piece", "Y", {"did": "instead", "how": "mistake"}),
]


@pytest.mark.parametrize(("incident", "colour", "answers"), ALL_OF_THEM)
def test_who_throws_next_is_as_the_recorder_has_it(incident, colour, answers, table, record, gero):
    by = Actor(gero)
    add_line(record, by=by, kind="ruled", position=PLAYED)
    add_line(record, by=by, kind="throw", roll="2", played="5-7")
    said = {"code": incident, "answers": answers}
    against = table.seats.get(colour=colour).entry.public_id
    sign_ruling(table.tournament, by=by, table_id=table.public_id, against=against, incident=said)
    told = Claim.objects.get().verdict["words"]["en"]
    assert to_throw(table) == "G"
    assert {one for one in told if "throws next" in one or "It is the turn" in one} <= {
        "Green throws next.",
        "It is the turn of Green.",
    }
    others = [
        one
        for one in told
        for name in ("Yellow", "Red", "Black")
        if one.startswith((f"{name} throws", f"{name} moves"))
    ]
    assert others == []


def test_a_throw_that_is_lost_passes_the_turn_on_in_the_record_and_back(phone, url, table, record, gero):
    by, green = Actor(gero), table.seats.get(colour="G").entry
    Stage.objects.filter(pk=table.round.stage_id).update(options={"left_out_throw": "lost"})
    Round.objects.filter(pk=table.round_id).update(options={"left_out_throw": "lost"})
    fresh = Table.objects.get(pk=table.pk)
    open_game(table.tournament, by=by, table_id=table.public_id)
    game = latest_game(fresh)
    add_line(game, by=by, kind="begins", colour="G")
    add_line(game, by=by, kind="throw", roll="6", played="B-11")
    assert to_throw(fresh) == "G"
    phone.post(url, {"incident": "six_left", "who": green.public_id, "to": "sign"})
    assert Ruling.objects.get().claim.verdict["next"] == to_throw(fresh) == "R"
    revoke_ruling(table.tournament, by=by, number=1, seen=1, reason="Wrong")
    assert to_throw(fresh) == "G"


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
    if is_recorded:
        said = {"incident": "too_often", "who": yellow.public_id, "a-since": "nothing", "to": "ask"}
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
            is_again=True,
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


def test_the_same_is_not_signed_twice_unless_it_happened_again(phone, url, yellow, table, gero):
    said = {"incident": "die", "who": yellow.public_id, "a-what": "stopped", "to_throw": ""}
    ask = reverse("incident_ask", args=[table.tournament.public_id, table.public_id])
    assert phone.post(ask, json.dumps(said), content_type="application/json").json()["already"] == ""
    phone.post(url, {**said, "to": "sign"})
    warned = phone.post(ask, json.dumps(said), content_type="application/json").json()["already"]
    assert warned.startswith("Ruling 1 is about this already (gero")
    assert warned in words(phone.post(url, {**said, "to": "ask"}))
    refused = phone.post(url, {**said, "to": "sign"})
    assert refused.status_code == 409 and Ruling.objects.count() == 1
    phone.post(url, {**said, "to": "sign", "is_again": "1"})
    assert Ruling.objects.count() == 2
    green = table.seats.get(colour="G").entry.public_id
    phone.post(url, {**said, "who": green, "to": "sign"})
    assert Ruling.objects.count() == 3


def test_after_another_throw_it_is_something_new(phone, url, table, record, gero):
    green = table.seats.get(colour="G").entry.public_id
    said = {"incident": "die", "who": green, "a-what": "stopped", "to_throw": "G", "to": "sign"}
    assert phone.post(url, said).status_code == 302 and phone.post(url, said).status_code == 409
    add_line(record, by=Actor(gero), kind="throw", roll="1", played="--")
    assert to_throw(table) == "G" and phone.post(url, said).status_code == 302

"""The recorder's page and its queue, games for everybody, learning."""

import io
import json

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from games.models import Game
from games.recording.actions import add_line, open_game
from games.recording.queries import recorder
from tests.tournament.evening import Evening
from tournament.core.actors import Actor
from tournament.models import Grant, Round, Stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(club, as_yara):
    evening = Evening(club, "championship", by=as_yara)
    evening.come(4, fours=1)
    first = evening.draw(1)[0]
    evening.publish(first)
    opened = open_game(evening.tournament, by=as_yara, table_id=first.tables.get().public_id).receipt["game"]
    found = Game.objects.get(public_id=opened)
    add_line(found, by=as_yara, kind="begins", colour="Y")
    return found


def address(name, game):
    return reverse(name, args=[game.tournament.public_id, game.public_id])


def send(browser, game, *lines):
    body = json.dumps({"lines": list(lines)})
    return browser.post(address("record_lines", game), body, content_type="application/json")


def a_throw(n, **more):
    return {"id": f"{n:08}", "seen": n, "kind": "throw", "roll": "1", "played": "--", **more}


def test_a_queue_is_taken_in_order_and_once(desk, game):
    answer = send(desk, game, a_throw(1), a_throw(2)).json()
    assert (answer["version"], answer["done"], answer["trouble"]) == (3, ["00000001", "00000002"], "")
    again = send(desk, game, a_throw(1), a_throw(2), a_throw(3)).json()
    assert (again["version"], len(again["done"])) == (4, 3)


def test_a_conflict_stops_the_queue_and_shows_the_game_as_it_is(desk, game, as_yara):
    add_line(game, by=as_yara, kind="throw", roll="6", played="B-1")
    answer = send(desk, game, a_throw(1), a_throw(2))
    assert answer.status_code == 409
    said = answer.json()
    assert (said["code"], said["done"], said["version"]) == ("game_changed", [], 2)
    assert "B – 1" in said["html"]


def test_what_cannot_be_taken_keeps_what_came_before_it(desk, game):
    answer = send(desk, game, a_throw(1), a_throw(2, played="17-18"))
    assert (answer.status_code, answer.json()["done"]) == (422, ["00000001"])


@pytest.mark.parametrize(
    "body", ["", "[]", "{}", '{"lines": 3}', '{"lines": [{"id": 1}]}', '{"lines": [{"id": "x"}]}', "[" * 9999]
)
def test_rubbish_is_refused(desk, game, body):
    assert desk.post(address("record_lines", game), body, content_type="application/json").status_code == 422


@pytest.mark.parametrize("seen", ["²", "٣", "1_0", "9" * 5000, -1, 1.0, True])
def test_a_number_that_is_none_is_refused(desk, game, seen):
    assert send(desk, game, a_throw(1) | {"seen": seen}).status_code == 422


def test_without_a_script_the_forms_do_the_same(desk, game):
    page = desk.get(address("recorder", game), {"roll": "6"}).content.decode()
    assert 'value="B-1"' in page and 'data-from="B-1"' in page
    desk.post(address("record_lines", game), {"kind": "throw", "roll": "6", "played": "B-1", "seen": "1"})
    assert recorder(game).last[0].played == "B – 1"


def test_everybody_watches_in_public_names_and_an_unchanged_part_is_not_sent_again(game, desk):
    browser, url = Client(), address("game", game)
    assert " G.</p>" in browser.get(url).content.decode()
    part = browser.get(url, HTTP_HX_REQUEST="true")
    assert part.status_code == 200 and " Graf" not in part.content.decode()
    same = {"HTTP_HX_REQUEST": "true", "HTTP_IF_NONE_MATCH": part["ETag"]}
    assert browser.get(url, **same).status_code == 304
    send(desk, game, a_throw(1))
    assert browser.get(url, **same).status_code == 200
    assert browser.get(url, {"at": "1"}, HTTP_HX_REQUEST="true").status_code == 200
    assert browser.get(address("game_picture", game))["Content-Type"] == "image/svg+xml"
    made = browser.get(address("game_picture_png", game))
    assert made["Content-Type"] == "image/png"
    assert Image.open(io.BytesIO(made.content)).size == (1200, 1200)
    text = browser.get(address("game_text", game)).content.decode()
    assert "player: Y Gast" in text and "Graf" not in text and "1 Y 1 --" in text


def test_two_hundred_who_watch_are_one_rendering(game, django_assert_max_num_queries):
    browser, url = Client(), address("game", game)
    browser.get(url, HTTP_HX_REQUEST="true")
    with django_assert_max_num_queries(4):
        browser.get(url, HTTP_HX_REQUEST="true")


def test_a_draft_is_watched_by_nobody(game):
    game.table.round.state = "draft"
    game.table.round.save()
    assert Client().get(address("game", game)).status_code == 404


def test_the_recorder_asks_little_of_the_database(desk, game, django_assert_max_num_queries):
    with django_assert_max_num_queries(15):
        desk.get(address("recorder", game))


def test_with_two_dice_nobody_throws_for_the_first_move(desk, game, as_yara):
    page = desk.get(_new(game, as_yara, rules="mauer")).content.decode()
    assert 'value="begins"' in page and 'value="opening"' not in page
    assert 'value="opening"' in desk.get(_new(game, as_yara, rules="turnier")).content.decode()


def _new(game, by, *, rules):
    Stage.objects.filter(tournament=game.tournament).update(rules=rules, options={})
    Round.objects.filter(stage__tournament=game.tournament).update(options={})
    opened = open_game(game.tournament, by=by, table_id=game.table.public_id).receipt["game"]
    return reverse("recorder", args=[game.tournament.public_id, opened])


def test_a_viewer_records_nothing(game, account, signed_in):
    who = account("bela")
    Grant.objects.create(account=who, club=game.tournament.club, tournament=game.tournament, role="viewer")
    browser = signed_in(who)
    assert send(browser, game, a_throw(1)).status_code == 403
    assert not Actor(who).is_system


@pytest.mark.parametrize("rules", ["turnier", "classic", "classic6", "verboten", "mauer"])
def test_learning_and_the_trainer_know_every_rule_set(db, rules):
    browser = Client()
    roll = "6,1" if rules == "mauer" else "6"
    page = browser.get(reverse("learn"), {"rules": rules, "roll": roll})
    assert page.context["answers"] and not page.context.get("trouble")
    asked = browser.get(reverse("trainer"), {"rules": rules, "seed": "abc"}).context
    right = [answer.text for answer, _ticked in asked["answers"] if answer.is_permitted]
    answered = {"rules": rules, "seed": "abc", "answered": "1"}
    assert browser.get(reverse("trainer"), {**answered, "answer": right}).context["is_right"]
    assert (
        not browser.get(reverse("trainer"), {**answered, "answer": ["nothing like it"]}).context["is_right"]
        or not right
    )


def test_an_address_too_long_for_a_code_has_none(db):
    page = Client().get(reverse("learn"), {"rules": "tournament", "roll": "6", "x": "-" * 3_000})
    assert page.status_code == 200 and b'class="qr"' not in page.content


def test_what_is_no_position_is_said(db):
    page = Client().get(reverse("learn"), {"position": "4 Y:99,B,B,B G:B,B,B,B Y 0", "roll": "6"})
    assert page.status_code == 200 and page.context["trouble"]


WAITING = "4 Y:B,B,B,B G:B,B,B,B R:B,B,B,B K:B,B,B,B Y"


@pytest.mark.parametrize(
    ("rules", "position", "roll", "said"),
    [
        ("turnier", f"{WAITING} 0", "3", "Yellow has 2 throws left (rules 2, 3)."),
        ("turnier", f"{WAITING} 1", "3", "Yellow has 1 throw left (rules 2, 3)."),
        ("turnier", f"{WAITING} 2", "3", "the throw lapses, and Green throws next."),
        ("turnier", "4 Y:39,b,c,d G:B,B,B,B Y 0", "6", "after a 6 Yellow throws again (rule 7)."),
        ("classic", "4 Y:39,b,c,d G:B,B,B,B Y 0", "6", "after a 6 Yellow throws again."),
        ("classic", "4 Y:39,b,c,d G:B,B,B,B Y 0", "5", "and Green throws next."),
        ("turnier", "4 Y:a,b,c,d G:B,B,B,B Y 0", "5", "The game is over."),
    ],
)
def test_a_throw_that_lapses_says_who_throws_next(db, rules, position, roll, said):
    browser = Client(headers={"accept-language": "en"})
    page = browser.get(reverse("learn"), {"rules": rules, "position": position, "roll": roll}).content.decode()
    assert said in page


def test_how_many_throws_there_are_is_said_before_the_first(db):
    browser = Client(headers={"accept-language": "en"})
    assert "Yellow has up to 3 throws for a 6 (rules 2, 3)." in browser.get(reverse("learn")).content.decode()
    assert browser.get(reverse("learn"), {"rules": "classic"}).context["throws"] == ""


def test_each_way_of_two_dice_stands_once_and_can_be_seen_on_the_board(db):
    asked = {"rules": "mauer", "position": "M Y:B,10,20,d G:B,B,B,30 Y 0", "roll": "2,3"}
    page = Client().get(reverse("learn"), asked)
    moves = [answer.text for answer in page.context["answers"]]
    assert len(moves) > 10
    assert all(page.content.decode().count(f"<strong>{move}</strong>") == 1 for move in moves)
    assert not any(answer.reasons for answer in page.context["answers"])
    shown = Client().get(reverse("learn"), {**asked, "show": moves[0]})
    assert shown.context["way"]["move"] == moves[0] and "ag-trail" in shown.context["way"]["board"]
    assert Client().get(reverse("learn"), {**asked, "show": "20+9+9=38"}).context["way"] is None


def test_every_position_has_an_address_and_a_code_to_send(db):
    asked = {"rules": "mauer", "position": "M Y:B,10,20,d G:B,B,B,30 Y 0", "roll": "2,3", "show": "10+2+3=15"}
    page = Client().get(reverse("learn"), asked)
    address = page.context["address"]
    assert address.startswith("http://testserver/learn/?") and "show" not in address
    again = Client().get(address.removeprefix("http://testserver"))
    assert again.context["position"] == asked["position"] and again.context["rolled"] == "2,3"
    empty = Client().get(reverse("learn")).context
    assert "position=4" in empty["address"] and empty["qr"].startswith("data:image/svg+xml")


def test_a_record_of_another_table_or_of_other_people_says_so_before_it_is_taken(desk, game, as_yara):
    add_line(game, by=as_yara, kind="begins", colour="Y")
    text = desk.get(reverse("game_text", args=[game.tournament.public_id, game.public_id])).content.decode()
    here = reverse("record_text_in", args=[game.tournament.public_id, game.table.public_id])
    assert desk.post(here, {"record": text}).status_code == 302  # its own table is asked nothing
    yellow = next(line for line in text.splitlines() if line.startswith("player: Y"))
    changed = text.replace(f"table: {game.table.number}\n", "table: 77\n").replace(yellow, "player: Y Wanda Weiss")
    asked = desk.post(here, {"record": changed})
    said = asked.content.decode()
    assert asked.status_code == 200 and Game.objects.count() == 2
    assert "Tisch 77" in said and "Wanda Weiss" in said and "Trotzdem aufnehmen" in said
    assert desk.post(here, {"record": changed, "sure": "1"}).status_code == 302
    assert Game.objects.count() == 3

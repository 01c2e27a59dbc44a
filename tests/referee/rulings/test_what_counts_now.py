"""After a ruling was revoked, or an appeal was upheld, it is said what counts on the board."""

import re

import pytest
from django.urls import reverse

from games.recording.actions import add_line
from games.recording.game import sheet
from referee.appeals.actions import appeal, vote
from referee.models import Ruling
from referee.rulings.actions import revoke_ruling, sign_ruling
from referee.rulings.queries import weight_so_far, weights_at
from referee.rulings.recorded import in_play
from referee.rulings.told import what_counts
from tests.referee.conftest import MISSED, surely
from tests.referee.rulings.conftest import set_to, thrown
from tournament.core.actors import Actor
from tournament.core.links import entry_token
from tournament.entries.withdrawals.actions import restore_entry


@pytest.fixture
def sign(evening, table, yellow, by):
    def act(**said):
        given = {"table_id": table.public_id, "against": yellow.public_id, "facts": MISSED, **said}
        return sign_ruling(evening.tournament, by=by, **given).result

    return act


@pytest.fixture
def game(record):
    return record(set_to(MISSED["position"]), thrown("4", "20-24"))


def revoked(evening, by) -> str:
    revoke_ruling(evening.tournament, by=by, number=1, seen=1, reason="Wrong throw")
    return what_counts(Ruling.objects.get())


def test_while_it_counts_nothing_is_said(sign):
    assert what_counts(sign()) == ""


def test_without_a_record(sign, evening, by):
    sign()
    assert "wenn seitdem nicht gewürfelt wurde" in revoked(evening, by)


def test_the_record_went_back(sign, game, evening, by):
    sign(throw=1)
    assert "steht wieder wie vor der Entscheidung" in revoked(evening, by)


def test_the_record_stays(sign, game, evening, by):
    sign(throw=1)
    add_line(game, by=by, kind="throw", roll="1", played="--")
    assert "bleibt das Brett, wie es ist" in revoked(evening, by)


def test_it_had_changed_nothing(sign, game, evening, by):
    add_line(game, by=by, kind="ruled", position="4 Y:B,B,5,24 G:B,B,B,9 R:B,B,B,B K:B,B,B,B G 0")
    add_line(game, by=by, kind="throw", roll="1", played="9-10")
    sign(throw=1, board="as_is", deviation="Nobody minds")
    assert "nichts geändert" in revoked(evening, by)


def test_an_upheld_appeal_says_it_on_the_card_and_on_the_page(sign, game, evening, yellow, as_yara, signed_in, gero):
    sign(throw=1)
    player = Actor(via="link", entry=yellow.public_id, device="own")
    made = appeal(evening.tournament, by=player, number=1, words="I touched 5 first").result
    vote(evening.tournament, by=as_yara, appeal_id=made.pk, upholds=True, words="The video says so")
    for route in ("ruling", "ruling_card"):
        page = signed_in(gero).get(reverse(route, args=[evening.tournament.public_id, 1])).content.decode()
        assert "steht wieder wie vor der Entscheidung" in re.sub(r"<[^>]+>", "", page)


@pytest.fixture
def excluded(sign, game, by):
    """Yellow, and then play went on."""
    sign(**surely({"facts": None, "measure": "exclusion"}))
    add_line(game, by=by, kind="throw", roll="1", played="9-10")
    return game


def words(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def test_whom_an_exclusion_left_out_of_the_record_stays_out_and_it_is_said(excluded, evening, signed_in, yara, as_yara):
    browser = signed_in(yara)
    browser.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    page, said = reverse("ruling", args=[evening.tournament.public_id, 1]), "the record goes on without Yellow"
    assert said in words(browser.get(page))  # beside the button
    revoked(evening, as_yara)
    for route in ("ruling", "ruling_card"):
        assert said in words(browser.get(reverse(route, args=[evening.tournament.public_id, 1])))


def test_going_back_to_before_the_exclusion_takes_the_player_in_again(excluded, evening, table, as_yara):
    assert "ohne Gelb weiter" in revoked(evening, as_yara) and "Y" not in in_play(table)
    add_line(excluded, by=as_yara, kind="back", number=1)
    assert "Y" in in_play(table) and sheet(excluded).replay.excluded == ()
    assert "ohne Gelb" not in what_counts(Ruling.objects.get())


def test_set_on_the_board_again_the_player_is_in_as_well(excluded, evening, table, as_yara):
    revoked(evening, as_yara)
    add_line(excluded, by=as_yara, kind="ruled", position=MISSED["position"])
    assert "Y" in in_play(table) and "ohne Gelb" not in what_counts(Ruling.objects.get())


def test_let_in_again_without_revoking_it_is_said_as_well(excluded, evening, yellow, as_yara):
    assert what_counts(Ruling.objects.get()) == ""
    restore_entry(evening.tournament, by=as_yara, entry_id=yellow.public_id)
    assert "ohne Gelb weiter" in what_counts(Ruling.objects.get())


def test_an_exclusion_from_conduct_that_went_back_says_so(sign, game, evening, as_yara):
    sign(**surely({"facts": None, "measure": "exclusion"}))
    assert "steht wieder wie vor der Entscheidung" in revoked(evening, as_yara)


def test_a_throw_that_another_ruling_took_back_is_not_decided_any_more(
    sign, game, evening, yellow, table, by, signed_in, gero, client
):
    browser = signed_in(gero)
    browser.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    add_line(game, by=by, kind="ruled", position="4 Y:B,B,5,24 G:B,B,B,9 R:B,B,B,B K:B,B,B,B G 0")
    add_line(game, by=by, kind="throw", roll="3", played="9-12")
    green = table.seats.get(colour="G").entry.public_id
    facts = {**MISSED, "position": "4 Y:B,B,5,24 G:B,B,B,9 R:B,B,B,B K:B,B,B,B G 0", "roll": 3, "played": "9-12"}
    later = sign(throw=2, against=green, facts=facts)
    assert what_counts(later) == ""
    sign(throw=1)
    said = "Throw 2 was taken back by ruling 2: this ruling decides nothing on the board any more."
    for route in ("ruling", "ruling_card"):
        assert said in words(browser.get(reverse(route, args=[evening.tournament.public_id, 1])))
        assert said not in words(browser.get(reverse(route, args=[evening.tournament.public_id, 2])))
    own = table.seats.get(colour="G").entry
    client.get(reverse("entry_link", args=[own.public_id, entry_token(own)]))
    assert said in words(client.get(reverse("own_rulings", args=[own.public_id]), headers={"accept-language": "en"}))


def test_taken_back_in_the_recorder(sign, game, by):
    add_line(game, by=by, kind="back", number=1)
    add_line(game, by=by, kind="throw", roll="4", played="5-9")
    ruling = sign(throw=2, facts={**MISSED, "played": "5-9"})
    assert what_counts(ruling) == ""
    add_line(game, by=by, kind="back", number=2)
    assert "Aufzeichnung seitdem zurückgenommen" in what_counts(Ruling.objects.get(pk=ruling.pk))


def test_who_was_found_to_be_right_has_nothing_noted(sign, yellow, table, evening, by):
    right = {**MISSED, "played": "5-9"}
    sign(facts=right)
    sign(facts=None, incident={"code": "too_often", "answers": {"before": "six"}})
    assert weight_so_far(yellow) == [] and weights_at(table) == {}
    sign()
    assert [n for _label, n in weight_so_far(yellow)] == [1]
    sign(facts={**right, "roll": 4, "position": right["position"].replace("20", "21")}, measure="warning")
    assert [n for _label, n in weight_so_far(yellow)] == [1, 1]

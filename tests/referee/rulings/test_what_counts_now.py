"""After a ruling was revoked, or an appeal was upheld, it is said what counts on the board."""

import re

import pytest
from django.urls import reverse

from games.recording.actions import add_line, open_game
from games.recording.queries import latest_game
from referee.appeals.actions import appeal, vote
from referee.models import Ruling
from referee.rulings.actions import revoke_ruling, sign_ruling
from referee.rulings.told import what_counts
from tests.referee.conftest import MISSED
from tournament.core.actors import Actor


@pytest.fixture
def by(gero):
    return Actor(gero)


@pytest.fixture
def sign(evening, table, yellow, by):
    def act(**said):
        given = {"table_id": table.public_id, "against": yellow.public_id, "facts": MISSED, **said}
        return sign_ruling(evening.tournament, by=by, **given).result

    return act


@pytest.fixture
def game(evening, table, by):
    open_game(evening.tournament, by=by, table_id=table.public_id)
    made = latest_game(table)
    add_line(made, by=by, kind="begins", colour="Y")
    add_line(made, by=by, kind="ruled", position=MISSED["position"])
    add_line(made, by=by, kind="throw", roll="4", played="20-24")
    return made


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

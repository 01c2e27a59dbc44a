"""A ruling in force whose throw another ruling, or whoever records, took back says on every page that it decides nothing now."""

import re

import pytest
from django.urls import reverse

from games.recording.actions import add_line
from referee.models import Ruling
from referee.rulings.actions import revoke_ruling, sign_ruling
from referee.rulings.told import what_counts
from tests.referee.conftest import MISSED
from tests.referee.rulings.conftest import set_to, thrown
from tournament.core.links import entry_token

AFTER = "4 Y:B,B,5,24 G:B,B,B,15 R:B,B,B,30 K:B,B,B,B G 0"


@pytest.fixture
def game(record):
    """Yellow missed a capture, nobody claimed it; then Green moved."""
    return record(set_to(MISSED["position"]), thrown("4", "20-24"), set_to(AFTER), thrown("5", "15-20"))


@pytest.fixture
def green(evening, table, game, by) -> Ruling:
    """About throw 2, which is right."""
    facts = {**MISSED, "position": AFTER, "roll": 5, "played": "15-20"}
    entry = table.seats.get(colour="G").entry
    said = {"table_id": table.public_id, "against": entry.public_id, "facts": facts, "throw": 2}
    return sign_ruling(evening.tournament, by=by, **said).result


def words(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def test_by_another_ruling(green, evening, table, yellow, by, phone, client):
    assert what_counts(green) == ""
    said = {"table_id": table.public_id, "against": yellow.public_id, "facts": MISSED, "throw": 1}
    sign_ruling(evening.tournament, by=by, **said)
    told = "Throw 2 was taken back by ruling 2: this ruling decides nothing on the board any more."
    client.get(f"/e/{yellow.public_id}/{entry_token(yellow)}/")
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    here = [table.tournament.public_id, 1]
    card = words(phone.get(reverse("ruling_card", args=here)))
    assert told in card and "So it stands now" not in card and "It had said" in card
    assert told in words(phone.get(reverse("ruling", args=here)))
    own = words(client.get(reverse("own_rulings", args=[yellow.public_id])))
    assert told in own
    assert "decides nothing" not in words(phone.get(reverse("ruling", args=[here[0], 2])))
    revoke_ruling(evening.tournament, by=by, number=2, seen=1, reason="Wrong throw")  # throw 2 stands again
    assert what_counts(Ruling.objects.get(claim__number=1)) == ""


def test_in_the_recorder(green, game, by):
    add_line(game, by=by, kind="back", number=2)
    assert "Wurf 2 wurde in der Aufzeichnung seitdem zurückgenommen" in what_counts(Ruling.objects.get())

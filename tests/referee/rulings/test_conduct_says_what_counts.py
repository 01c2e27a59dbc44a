"""Who signs a ruling about conduct reads before, and everybody afterwards, what becomes of the game."""

import re

import pytest
from django.urls import reverse

from games.recording.actions import add_line, open_game
from games.recording.queries import latest_game, recorder
from referee.models import Ruling
from referee.rulings.actions import revoke_ruling, sign_ruling, supersede_ruling
from referee.rulings.goes_on import goes_on
from tests.referee.conftest import MISSED, surely
from tournament.core.actors import Actor
from tournament.core.links import entry_token

STANDS = "The game goes on as it stands now, and no throw is taken back."
UNKNOWN = f"{STANDS} The turn stays with whoever has it now."
VOID = "The throw of Green does not count, the pieces stay, and Yellow throws."
OUT = "The pieces of Yellow leave the board, Yellow comes last without points; Green throws next."


@pytest.fixture
def sign(evening, table, yellow, gero):
    def act(**said):
        given = {"table_id": table.public_id, "against": yellow.public_id, "offence": "slow", **said}
        return sign_ruling(evening.tournament, by=Actor(gero), **given).result

    return act


@pytest.fixture
def game(evening, table, gero):
    """It is Yellow's turn, and Green throws."""
    by = Actor(gero)
    open_game(evening.tournament, by=by, table_id=table.public_id)
    made = latest_game(table)
    add_line(made, by=by, kind="begins", colour="Y")
    add_line(made, by=by, kind="ruled", position=MISSED["position"])
    add_line(made, by=by, kind="throw", colour="G", roll="1", played="9-10")
    return made


@pytest.fixture
def green(table):
    return table.seats.get(colour="G").entry


def words(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def said_everywhere(phone, client, entry, tournament) -> list[str]:
    pages = [phone.get(reverse(route, args=[tournament.public_id, 1])) for route in ("ruling", "ruling_card")]
    client.get(reverse("entry_link", args=[entry.public_id, entry_token(entry)]))
    own = client.get(reverse("own_rulings", args=[entry.public_id]), headers={"accept-language": "en"})
    return [words(page) for page in (*pages, own)]


def test_before_it_is_signed(phone, table):
    assert STANDS in words(phone.get(reverse("claim", args=[table.tournament.public_id, table.public_id])))


def test_slow_play_leaves_the_game_as_it_stands(sign, phone, client, yellow, evening):
    sign()
    assert all(UNKNOWN in page for page in said_everywhere(phone, client, yellow, evening.tournament))


def test_where_the_game_goes_on_the_record_says_whose_turn_it_was(sign, phone, client, yellow, evening, table, gero):
    by = Actor(gero)
    open_game(evening.tournament, by=by, table_id=table.public_id)
    add_line(made := latest_game(table), by=by, kind="begins", colour="Y")
    assert f"{STANDS} It is the turn of Yellow." in words(
        phone.get(reverse("claim", args=[evening.tournament.public_id, table.public_id]))
    )
    sign()
    for _three in range(3):
        add_line(made, by=by, kind="throw", roll="1", played="--")
    assert recorder(made).mover == "G"
    said = f"{STANDS} It is the turn of Yellow."
    assert all(said in page for page in said_everywhere(phone, client, yellow, evening.tournament))


def test_a_throw_out_of_turn_that_the_record_takes_back(sign, game, phone, client, green, evening, table):
    address = reverse("claim", args=[table.tournament.public_id, table.public_id])
    before = words(phone.get(address))
    assert VOID in before and STANDS not in before
    sign(against=green.public_id, offence="turn", throw=1)
    assert recorder(game).mover == "Y"
    assert all(VOID in page for page in said_everywhere(phone, client, green, evening.tournament))


def test_out_of_turn_and_play_went_on(sign, game, phone, green, evening, table, gero):
    add_line(game, by=Actor(gero), kind="ruled", position=MISSED["position"])
    add_line(game, by=Actor(gero), kind="throw", roll="4", played="5-9")
    address = reverse("claim", args=[table.tournament.public_id, table.public_id])
    assert STANDS in words(phone.get(f"{address}?throw=1"))
    ruling = sign(against=green.public_id, offence="turn", throw=1)
    assert goes_on(ruling) == f"{STANDS} It is the turn of Green."


def test_an_exclusion_with_a_record_names_who_throws(sign, game, phone, client, yellow, evening, gero):
    add_line(game, by=Actor(gero), kind="back")
    sign(**surely({"offence": "upset", "measure": "exclusion"}))
    assert recorder(game).mover == "G"
    assert all(OUT in page for page in said_everywhere(phone, client, yellow, evening.tournament))


def test_an_exclusion_without_a_record(sign, phone, client, yellow, evening):
    sign(**surely({"offence": "upset", "measure": "exclusion"}))
    page, card, _own = said_everywhere(phone, client, yellow, evening.tournament)
    assert "the others play on" in page and "the others play on" in card and STANDS not in page + card


def test_replaced_and_revoked(sign, game, green, evening, gero):
    sign(against=green.public_id, offence="turn", throw=1)
    said = {"number": 1, "board": "as_is", "deviation": "Nobody minds"}
    newer = supersede_ruling(evening.tournament, by=Actor(gero), seen=1, **said).result
    assert "kein Wurf wird zurückgenommen" in goes_on(newer) and goes_on(Ruling.objects.get(number=1)) == ""
    again = supersede_ruling(evening.tournament, by=Actor(gero), number=1, seen=2).result
    assert "zählt nicht" in goes_on(again)
    revoke_ruling(evening.tournament, by=Actor(gero), number=1, seen=3, reason="Wrong")
    assert goes_on(Ruling.objects.get(number=3)) == ""

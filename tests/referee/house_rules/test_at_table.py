"""The readings of the table at a table: until when a claim counts, a throw left out after a 6, whether play goes on."""

import pytest

from games.engine.records.record import write
from games.models import Game
from games.recording.actions import add_line, open_game, report_end
from games.recording.game import sheet
from games.recording.importing import import_record
from games.recording.queries import recorder, throw_at
from referee.rulings.actions import revoke_ruling, sign_ruling
from referee.rulings.timely import said_of
from tests.referee.conftest import MISSED
from tests.tournament.evening import Evening
from tournament.models import Round, Stage
from tournament.stages.options import Played, how_played

SIX = "4 Y:B,B,B,5 G:B,B,B,15 R:B,B,B,25 K:B,B,B,35 Y 0"
LAST = "4 Y:39,b,c,d G:B,B,B,20 R:B,B,3,4 K:B,B,B,B Y 0"


@pytest.fixture
def seated(db, club, as_yara):
    """A table whose round is played by these readings, and its record."""

    def sit(options, position, preset="championship"):
        evening = Evening(club, preset, by=as_yara)
        Stage.objects.filter(tournament=evening.tournament).update(rules="turnier", options=options)
        evening.come(4)
        table = evening.publish(evening.draw(1)[0]).tables.select_related("round__stage__tournament").get()
        opened = open_game(evening.tournament, by=as_yara, table_id=table.public_id).receipt["game"]
        game = Game.objects.get(public_id=opened)
        add_line(game, by=as_yara, kind="begins", colour="Y")
        add_line(game, by=as_yara, kind="ruled", position=position)
        return game

    return sit


def throw(game, as_yara, **line):
    add_line(game, by=as_yara, kind="throw", **line)


def test_a_throw_left_out_after_a_6_is_lost_once_the_next_has_thrown(seated, as_yara):
    game = seated({"left_out_throw": "lost"}, SIX)
    throw(game, as_yara, roll="6", played="B-1")
    throw(game, as_yara, roll="3", played="15-18", colour="G")
    recorded = sheet(game)
    assert recorded.replay.stopped is None
    assert recorded.rules.write(recorded.position) == "4 Y:B,B,1,5 G:B,B,B,18 R:B,B,B,25 K:B,B,B,35 R 0"
    assert recorder(game).phase == "throw"
    claimed = throw_at(game)
    assert not claimed.is_out_of_turn and claimed.before.endswith(" G 0")


@pytest.mark.parametrize(("options", "colour"), [({}, "G"), ({"left_out_throw": "lost"}, "R")])
def test_else_a_throw_out_of_turn_is_irregular(seated, as_yara, options, colour):
    """Made good by the book; and by either reading only the next player takes the turn."""
    game = seated(options, SIX)
    throw(game, as_yara, roll="6", played="B-1")
    throw(game, as_yara, roll="3", played="--", colour=colour)
    seen = recorder(game)
    assert seen.phase == "irregular" and seen.said.position.endswith(" Y 0")
    assert any("anderen Lesart" in one or "other reading" in one for one in seen.said.sentences) is not bool(options)


def test_a_record_with_it_comes_back_as_text(seated, as_yara):
    game = seated({"left_out_throw": "lost", "claims_until": "next"}, SIX)
    throw(game, as_yara, roll="6", played="B-1")
    throw(game, as_yara, roll="3", played="15-18", colour="G")
    text = write(sheet(game).record)
    assert "option: left_out_throw lost" in text
    assert write(sheet(import_record(game.table, text, by=as_yara)).record) == text


def test_what_concerns_only_the_table_does_not_keep_a_record_out(seated, as_yara):
    text = write(sheet(seated({}, SIX)).record)
    assert import_record(seated({"claims_until": "game"}, SIX).table, text, by=as_yara)


def test_a_table_that_ends_with_its_winner_is_counted(seated, as_yara):
    game = seated({"play_on": "winner"}, LAST)
    throw(game, as_yara, roll="2", played="39-a")
    assert sheet(game).is_over and recorder(game).placed == ("Y",)
    assert report_end(game, by=as_yara)
    result = game.table.reports.get().places
    assert [result[colour]["place"] for colour in "YRGK"] == [1, 2, 3, 4]
    assert result["R"]["counted"] > result["G"]["counted"] > result["K"]["counted"] == 0


def test_where_no_boards_are_counted_the_others_share_the_places(seated, as_yara):
    game = seated({"play_on": "winner"}, LAST, "village")
    throw(game, as_yara, roll="2", played="39-a")
    assert report_end(game, by=as_yara)
    result = game.table.reports.get().places
    assert {colour: one["place"] for colour, one in result.items()} == {"Y": 1, "G": 2, "R": 2, "K": 2}


def test_by_the_book_the_others_play_on(seated, as_yara):
    game = seated({}, LAST)
    throw(game, as_yara, roll="2", played="39-a")
    assert not sheet(game).is_over and recorder(game).mover == "G"


@pytest.mark.parametrize(
    ("until", "in_time"),
    [("next", [True, False, False]), ("after_next", [True, True, False]), ("game", [True, True, True])],
)
def test_a_claim_is_in_time_as_it_is_read(seated, as_yara, until, in_time):
    options = {} if until == "after_next" else {"claims_until": until}
    game = seated(options, MISSED["position"])
    throw(game, as_yara, roll="1", played="5-6")
    against = game.table.seats.get(colour="Y").entry.public_id
    found = []
    for roll, played in (("1", "9-10"), ("1", "--"), ("1", "--")):
        given = {
            "table_id": game.table.public_id,
            "against": against,
            "throw": 1,
            "facts": {**MISSED, "options": options},
        }
        given |= {"board": "as_is", "deviation": "so be it", "is_otherwise": True}
        claim = sign_ruling(game.tournament, by=as_yara, **given).result.claim
        found.append(claim.is_in_time)
        assert said_of(claim, "en")[0].startswith("Claimed in time" if claim.is_in_time else "Claimed too late")
        assert len(said_of(claim, "de")) == 2 or found == [True]
        revoke_ruling(game.tournament, by=as_yara, number=claim.number, seen=1, reason="Asked again later")
        throw(game, as_yara, roll=roll, played=played, colour=sheet(game).rules.view(sheet(game).position).to_move)
    assert found[:2] == in_time[:2]


def test_they_are_said_in_one_line():
    options = {"claims_until": "next", "play_on": "winner", "left_out_throw": "lost"}
    assert how_played(Played("classic", options), "de") == (
        "Das Familienspiel: Ein vergessener Wurf nach einer 6 verfällt, Reklamieren kann man bis zum Wurf des Nächsten, "
        "Nach dem Sieg ist das Spiel zu Ende"
    )


def test_a_published_round_keeps_them(seated):
    game = seated({"claims_until": "game"}, SIX)
    assert Round.objects.get(pk=game.table.round_id).options["claims_until"] == "game"

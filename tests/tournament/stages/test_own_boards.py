"""A club enters the board that it really owns, and from then on everything is played on it."""

import json

import pytest
from django.urls import reverse

from games.engine.rules import own_board
from games.live.queries import board_svg
from games.models import Game
from games.recording.actions import add_line, open_game
from games.recording.game import sheet
from tests.tournament.evening import Evening, refused
from tests.tournament.paper.halls import an_order
from tournament.models import OwnBoard
from tournament.out.tournament_file.reading import read
from tournament.out.tournament_file.writing import document, text
from tournament.paper.registry import DOCUMENTS
from tournament.results.board_count.counting import count_position
from tournament.stages.actions import add_stage, change_stage
from tournament.stages.options import played_in
from tournament.stages.own_boards.actions import change_own_board

RING = "56:Y1,G9,R20,K29,B38,W47"


@pytest.fixture
def entered(club, as_yara):
    return change_own_board(club, by=as_yara, kind="6", text=RING).result


def typed(board: str = RING, **more: object) -> dict[str, object]:
    track, starts = board.split(":")[:2]
    return {"track": track, **{f"start_{word[0]}": word[1:] for word in starts.split(",")}, **more}


def page(desk, club, kind="6"):
    return f"{reverse('own_board', args=[club.public_id])}?kind={kind}"


def test_it_is_typed_looked_at_and_kept(desk, club):
    own = page(desk, club)
    first = desk.get(own)
    assert first.status_code == 200 and "Rekonstruktion" in first.context["picture"]
    looked = desk.post(own, typed(to="look"))
    assert looked.status_code == 200 and not OwnBoard.objects.exists()
    assert "Rekonstruktion" not in looked.context["picture"] and ">56<" in looked.context["picture"]
    assert desk.post(own, typed(version="1")).status_code == 302
    assert OwnBoard.objects.get().text == RING
    assert desk.post(own, {"to": "ours", "version": "1"}).status_code == 302
    assert OwnBoard.objects.get().text == ""


def test_what_is_no_board_is_said_beside_what_was_typed(desk, club):
    answer = desk.post(page(desk, club), typed("48:Y1,G9,R17,K25,B33,W9"))
    assert answer.status_code == 422 and not OwnBoard.objects.exists()
    assert answer.context["form"].non_field_errors()


def test_walls_are_typed_line_by_line(desk, club):
    ours = own_board.ours("M")
    form = desk.get(page(desk, club, "M")).context["form"]
    sent = {name: form[name].value() for name in form.fields}
    assert desk.post(page(desk, club, "M"), {**sent, "walls": sent["walls"] + "\n3, 20, 6"}).status_code == 302
    assert OwnBoard.objects.get(kind="M").text == ours.replace("4-19-4,", "3-20-6,4-19-4,")


def test_a_newer_one_is_not_overwritten(entered, club, as_yara):
    change_own_board(club, by=as_yara, kind="6", text="", version=entered.version)
    with refused("stale"):
        change_own_board(club, by=as_yara, kind="6", text=RING, version=entered.version)


def test_new_tournaments_are_played_on_it_and_old_ones_keep_theirs(club, as_yara):
    before = Evening(club, "championship", by=as_yara).tournament
    change_own_board(club, by=as_yara, kind="6", text=RING)
    after = Evening(club, "championship", by=as_yara).tournament
    assert [stage.options.get("own_board") for stage in before.stages.all()] == [None, None]
    assert [stage.options.get("own_board") for stage in after.stages.all()] == [RING, RING]
    added = add_stage(after, by=as_yara, fields={"name": "Mehr", "kind": "all", "rules": "classic"}).result
    assert "own_board" not in added.options  # the four-seat board is the same everywhere


def test_it_is_chosen_where_the_rules_of_a_part_are(entered, club, as_yara, desk):
    tournament = Evening(club, "championship", by=as_yara).tournament
    stage = tournament.stages.first()
    change_stage(tournament, by=as_yara, stage_id=stage.pk, fields={"options": {}})
    form = desk.get(reverse("stage", args=[tournament.public_id]), {"stage": stage.pk}).context["form"]
    row = form.hows["turnier"]["own_board"]
    assert [value for value, _words in row.field.choices] == ["", RING] and row.value() == ""
    assert "own_board" not in form.hows["classic"].fields
    with refused("board_track"):
        change_stage(
            tournament, by=as_yara, stage_id=stage.pk, fields={"options": {"own_board": RING.replace("56", "11")}}
        )


@pytest.fixture
def game(entered, club, as_yara):
    evening = Evening(club, "championship", by=as_yara)
    evening.come(3)
    table = evening.publish(evening.draw(1)[0]).tables.select_related("round__stage__tournament", "board").get()
    opened = open_game(evening.tournament, by=as_yara, table_id=table.public_id).receipt["game"]
    found = Game.objects.get(public_id=opened)
    add_line(found, by=as_yara, kind="begins", colour="Y")
    add_line(found, by=as_yara, kind="ruled", position="6 Y:B,B,B,54 R:B,B,B,18 B:B,B,B,56 Y 0")
    return found


def test_recorder_claim_paper_count_and_phone_are_on_it(game, as_yara, desk):
    tournament, table = game.tournament, game.table
    assert played_in(table.round).options == {"own_board": RING}
    add_line(game, by=as_yara, kind="throw", roll="1", played="54-55")
    assert sheet(game).replay.stopped is None and "Rekonstruktion" not in board_svg(sheet(game))
    public = tournament.public_id
    facts = {"position": "6 Y:B,B,B,54 R:B,B,B,18 B:B,B,B,56 Y 0", "roll": "2", "played": "54x56", "touched": ""}
    judged = desk.post(reverse("judge", args=[public, table.public_id]), facts).json()
    assert judged["verdict"] == "correct" and "Rekonstruktion" not in judged["after"]
    claim = desk.get(reverse("claim", args=[public, table.public_id]))
    assert json.loads(claim.context["options"])["own_board"] == RING  # what a phone judges by without network
    assert "Rekonstruktion" not in claim.context["board"]
    rules = desk.get(reverse("how_we_play", args=[public])).content.decode()
    assert "Rekonstruktion" not in rules and "Das Sechserbrett ist das des Vereins" in rules
    paper = "".join(DOCUMENTS["how_we_play"].build(an_order(tournament, "how_we_play")).parts)
    assert "Das Sechserbrett ist das des Vereins" in paper and "Rekonstruktion" not in paper
    # Field 55 is the 55th from the start and 75 is a piece home, as the stage counts.
    counted = count_position(table, "Y:B,B,B,55 R:B,B,B,20 B:B,B,B,38")
    assert counted["Y"].counted - counted["R"].counted == 54


def test_learn_explains_it_from_its_address(entered, club, as_yara, client):
    tournament = Evening(club, "championship", by=as_yara).tournament
    query = client.get(reverse("how_we_play", args=[tournament.public_id])).context["sections"][0].query
    page = client.get(f"{reverse('learn')}?{query}&players=3&position=6+Y:B,B,B,55+R:B,B,B,20+B:B,B,B,38+Y+0&roll=1")
    assert page.context["rules"].options["own_board"] == RING
    assert "55-56" in page.content.decode() and "Rekonstruktion" not in page.content.decode()


def test_the_document_brings_it_along(game):
    content = read(text(document(game.tournament)).encode())
    for part in ("stages", "rounds", "games"):
        assert RING in [row["options"].get("own_board") for row in content[part]], part

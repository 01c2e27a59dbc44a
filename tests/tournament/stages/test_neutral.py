"""A neutral colour at the tables of three of a tournament: they sit at boards for four, and what nobody has is everybody's."""

import pytest
from django.urls import reverse

from games.models import Game
from games.recording.actions import add_line, open_game
from games.recording.game import sheet
from tests.tournament.evening import Evening, refused
from tests.tournament.paper.halls import an_order
from tournament.draw.request import basis
from tournament.models import Round, Table
from tournament.paper.registry import DOCUMENTS
from tournament.rounds.seats.actions import join_table, leave_seat
from tournament.setup import planning
from tournament.stages.actions import change_stage
from tournament.stages.options import how_played, offered, played_at

pytestmark = pytest.mark.django_db
FAMILY = ("classic", "classic6", "verboten")


@pytest.fixture
def evening(club, as_yara) -> Evening:
    return Evening(club, "village", by=as_yara)


def play(evening: Evening, neutral: str | None, rules: str = "classic6") -> None:
    fields = {"kind": "next", "rules": rules, "options": {"neutral": neutral}}
    change_stage(evening.tournament, by=evening.by, stage_id=evening.stage(1).pk, fields=fields, anyway=True)


def sitting(round_: Round) -> list[tuple[str, str, str]]:
    """Of each table the kind of its board, who sits there, and what is neutral."""
    return [
        (
            table.board.kind,
            "".join(table.seats.order_by("order").values_list("colour", flat=True)),
            played_at(table).neutral,
        )
        for table in round_.tables.order_by("number")
    ]


@pytest.mark.parametrize("rules", FAMILY)
@pytest.mark.parametrize(("neutral", "others"), [("K", "YGR"), ("Y", "GRK")])
def test_three_sit_at_a_board_for_four_without_the_neutral_colour(evening, rules, neutral, others):
    play(evening, neutral, rules)
    evening.come(7)
    made = evening.publish(evening.draw(1)[0])
    assert sorted(sitting(made)) == sorted([("4", "YGRK", ""), ("4", others, neutral)])


def test_the_book_of_the_tournament_has_none_and_neither_has_that_of_the_walls():
    names = {rules: {one.name for one in offered(rules)} for rules in (*FAMILY, "turnier", "mauer")}
    assert {rules for rules, those in names.items() if "neutral" in those} == set(FAMILY)
    offer = next(one for one in offered("classic6") if one.name == "neutral")
    assert [*offer.values] == ["Y", "G", "R", "K"]  # the colours of a board for four


def test_boards_for_four_are_needed_for_all_tables(evening):
    play(evening, "K")
    evening.come(7, fours=1, sixes=1)
    with refused("boards_missing"):
        evening.draw(1)
    evening.come(0, fours=2, sixes=1)
    made = evening.publish(evening.draw(1)[0])
    assert {kind for kind, _colours, _neutral in sitting(made)} == {"4"}


def test_without_it_three_sit_at_six_seats_again(evening):
    evening.come(7)
    play(evening, "K")
    draft = evening.draw(1)[0]
    with refused("options_drawn"):
        play(evening, None)
    draft.delete()
    play(evening, None)
    made = evening.publish(evening.draw(1)[0])
    assert ("6", "YRB", "") in sitting(made)


def test_who_comes_late_takes_the_colour_that_was_neutral(evening, as_yara):
    play(evening, "K")
    evening.come(7)
    made = evening.publish(evening.draw(1)[0])
    late = evening.come(1)[0]
    table = next(one for one in Table.objects.filter(round=made) if played_at(one).neutral)
    join_table(evening.tournament, by=as_yara, table_id=table.public_id, entry_id=late.public_id)
    assert sitting(made) == [("4", "YGRK", "")] * 2


def test_who_does_not_come_leaves_the_own_colour_neutral(evening, as_yara):
    play(evening, "K")
    entries = evening.come(4)
    made = evening.publish(evening.draw(1)[0])
    gone = made.seats.get(colour="G").entry
    assert gone in entries
    leave_seat(evening.tournament, by=as_yara, round_id=made.pk, entry_id=gone.public_id)
    assert sitting(made) == [("4", "YRK", "G")]


def test_its_pieces_are_moved_in_the_record_and_wait_for_the_first_6(evening, as_yara):
    play(evening, "K")
    evening.come(3)
    table = evening.publish(evening.draw(1)[0]).tables.get()
    opened = open_game(evening.tournament, by=as_yara, table_id=table.public_id).receipt["game"]
    game = Game.objects.get(public_id=opened)
    assert (game.colours, game.board, game.options["neutral"]) == ("YGR", "4", "K")
    add_line(game, by=as_yara, kind="begins", colour="Y")
    add_line(game, by=as_yara, kind="throw", roll="3", played="K:31-34")
    recorded = sheet(game)
    assert not recorded.replay.stopped
    assert recorded.rules.write(recorded.position) == "4 Y:B,B,B,1 G:B,B,B,11 R:B,B,B,21 K:B,B,B,34 G 0"


def test_the_one_line_of_a_table_of_four_does_not_name_it(evening):
    play(evening, "K")
    evening.come(7)
    made = evening.publish(evening.draw(1)[0])
    lines = {how_played(played_at(table), "de") for table in made.tables.all()}
    assert {"Neutrale Farbe" in line for line in lines} == {True, False}


def test_the_plan_counts_boards_for_four_alone():
    part = planning.Part("all", "Eins", "classic6", rounds=1, minutes=30, options={"neutral": "K"})
    plan = planning.schedule([part], 7, planning.Hall(fours=1, sixes=1))
    assert (plan.lacks_fours, plan.lacks_sixes) == (1, 0)


def test_by_hand_and_by_lot_it_is_the_same_hall(evening):
    play(evening, "R")
    evening.come(11)
    hall = basis(evening.stage(1)).request.boards
    assert sorted(board.kind for board in hall) == ["4", "4", "6"]  # two for tables of four, one for a table of three
    made = evening.draw(1)[0]
    assert {table.board.kind for table in made.tables.all()} == {"4"}


def test_who_sits_there_reads_what_is_neutral(evening, desk):
    play(evening, "K")
    evening.come(3)
    table = evening.publish(evening.draw(1)[0]).tables.get()
    public_id = evening.tournament.public_id
    for path in (reverse("public_tables", args=[public_id]), reverse("round", args=[public_id, table.round_id])):
        assert "neutral: alle dürfen damit ziehen" in desk.get(path).content.decode()
    slips = DOCUMENTS["slips"].build(an_order(evening.tournament, "slips"))
    assert "neutral, für alle da" in "".join(slips.parts)


def test_the_settings_say_at_which_boards_they_sit(evening, desk):
    page = desk.get(reverse("stage", args=[evening.tournament.public_id]), {"stage": evening.stage(1).pk})
    assert "Dreiertische sitzen dann an Brettern für vier." in page.content.decode()


def test_the_plain_family_game_of_the_wizard_needs_boards_for_four_alone(club, as_yara):
    evening = Evening(club, "plain", by=as_yara)
    evening.come(7)
    made = evening.publish(evening.draw(1)[0])
    assert sorted(sitting(made)) == [("4", "YGR", "K"), ("4", "YGRK", "")]
    for table in made.tables.all():
        open_game(evening.tournament, by=as_yara, table_id=table.public_id)
    assert {(game.rules, game.board) for game in Game.objects.all()} == {("classic", "4")}

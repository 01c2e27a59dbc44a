"""The counter: from the fields of a board to counts and places."""

import pytest

from tests.tournament.evening import Evening, refused
from tournament.models import Table
from tournament.results.board_count.counting import Counted, count_position
from tournament.stages.actions import change_stage


@pytest.fixture
def evening(club, as_yara) -> Evening:
    made = Evening(club, "championship", by=as_yara)
    made.come(7, fours=1, sixes=1)
    made.publish(made.draw(1)[0])
    return made


def table(evening: Evening, size: int) -> Table:
    return Table.objects.select_related("round__stage", "board").get(round__number=1, number=1 if size == 4 else 2)


def test_a_board_is_counted_as_the_stage_says(evening):
    found = count_position(table(evening, 4), "Y:B,1,5,d G:B,B,B,B R:B,B,B,30 K:a,b,c,29")
    assert found == {
        "Y": Counted(10 + 14 + 75, 2), "G": Counted(0, 4), "R": Counted(19, 3), "K": Counted(3 * 75 + 10 + 38, 1),
    }  # fmt: skip


def test_a_whole_position_and_one_of_three_are_read_too(evening):
    assert {c: seat.place for c, seat in count_position(table(evening, 3), "Y:B,B,B,1 R:B,B,B,B B:B,B,B,B").items()} == {
        "Y": 1, "R": 2, "B": 2,
    }  # fmt: skip
    whole = "4 Y:B,B,B,1 G:B,B,B,B R:B,B,B,B K:B,B,B,B Y 0"
    assert count_position(table(evening, 4), whole)["Y"].counted == 10


def test_who_finished_is_before_who_is_counted_in_the_order_named(evening):
    home = "Y:a,b,c,d G:a,b,c,d R:B,B,B,30 K:B,B,B,B"
    found = count_position(table(evening, 4), home, finished=["G", "Y"])
    assert [found[colour].place for colour in "YGRK"] == [2, 1, 3, 4]
    for finished in ((), ("G",), ("G", "Y", "R"), ("G", "G")):
        with refused("finished"):
            count_position(table(evening, 4), home, finished=finished)
    assert count_position(table(evening, 4), home.replace("G:a", "G:40"))["Y"].place == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Y:B,B,B,1",
        "Y:B,B,B G:B,B,B,B R:B,B,B,B K:B,B,B,B",
        "Y:B,B,B,7 G:B,B,B,7 R:B,B,B,B K:B,B,B,B",
        "Y:B,B,B,41 G:B,B,B,B R:B,B,B,B K:B,B,B,B",
        "Y:B,B,a,a G:B,B,B,B R:B,B,B,B K:B,B,B,B",
        "Y:B,B,B,B G:B,B,B,B R:B,B,B,B",
        "Y:B,B,B,B G:B,B,B,B R:B,B,B,B B:B,B,B,B",
    ],
)
def test_a_board_that_cannot_stand_is_refused(text, evening):
    from tournament.core.errors import Refused

    with pytest.raises(Refused) as caught:
        count_position(table(evening, 4), text)
    assert str(caught.value)


def test_where_boards_are_not_counted_it_says_so(evening):
    change_stage(evening.tournament, by=evening.by, stage_id=evening.stage(1).pk, fields={"unfinished": ""})
    with refused("not_counted"):
        count_position(table(evening, 4), "Y:B,B,B,B G:B,B,B,B R:B,B,B,B K:B,B,B,B")

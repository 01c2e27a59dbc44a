"""Recording a game: every line an action of its own, the position always what a replay gives."""

import pytest

from games.engine.playout.playout import RandomSource as Dice
from games.engine.playout.playout import throws
from games.engine.records.record import write, written_roll
from games.engine.rules import registry
from games.models import Chance, Game, Line
from games.plugins.verify import faults
from games.recording.actions import add_line, is_reported, open_game, report_end
from games.recording.game import sheet
from games.recording.importing import import_record
from games.recording.queries import recorder, throw_at
from tests.tournament.evening import Evening, a_club, refused
from tournament.core import jobs
from tournament.core.actors import SYSTEM
from tournament.models import Job, LogEntry, Round, Stage
from tournament.out import verify as checking

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(db):
    evening = Evening(a_club(), "championship")
    evening.come(4, fours=1)
    first = evening.draw(1)[0]
    evening.publish(first)
    return first.tables.select_related("round__stage__tournament", "board").get()


@pytest.fixture
def game(table):
    opened = open_game(table.tournament, by=SYSTEM, table_id=table.public_id).receipt["game"]
    return Game.objects.get(public_id=opened)


def enter(game, **line):
    return add_line(game, by=SYSTEM, **line)


def begun(game, colour="Y"):
    enter(game, kind="begins", colour=colour)
    return game


def test_the_highest_begins_and_those_who_are_level_throw_again(game):
    for colour, roll in (("Y", "5"), ("G", "5"), ("R", "1"), ("K", "2")):
        assert colour in sheet(game).opening.throwing
        enter(game, kind="opening", colour=colour, roll=roll)
    assert sheet(game).opening.throwing == ("Y", "G")
    enter(game, kind="opening", colour="Y", roll="1")
    enter(game, kind="opening", colour="G", roll="6")
    assert sheet(game).opening.begins == "G"
    assert sheet(game).rules.view(sheet(game).position).to_move == "G"
    enter(game, kind="back", number=0)
    assert sheet(game).opening.throwing == ("G",)


def test_an_ordinary_throw_and_the_next_who_throws(game):
    begun(game)
    enter(game, kind="throw", roll="6", played="B-1")
    assert recorder(game).hint and recorder(game).mover == "Y"
    enter(game, kind="throw", roll="3", played="1-4")
    state = recorder(game)
    assert (state.mover, [one.played for one in state.last]) == ("G", ["1 – 4", "B – 1"])


def test_sent_twice_it_counts_once_and_the_answer_is_the_same(game):
    begun(game)
    one, two = (enter(game, kind="throw", roll="1", played="--", seen=1, action_id="abcdefgh") for _ in "12")
    assert (one.receipt, two.is_repeat, game.lines.count()) == (two.receipt, True, 2)
    with refused("id_reused"):
        enter(game, kind="throw", roll="2", played="--", seen=1, action_id="abcdefgh")


def test_what_was_entered_on_an_older_state_is_refused(game):
    begun(game)
    enter(game, kind="throw", roll="1", seen=1)
    with refused("game_changed") as caught:
        enter(game, kind="throw", roll="2", seen=1)
    assert caught.value.data == {"now": 2, "then": 1}


def test_an_irregular_throw_is_kept_judged_and_settled(game):
    begun(game)
    enter(game, kind="throw", roll="6", played="--")
    state = recorder(game)
    assert (state.phase, state.trouble) and state.phase == "irregular"
    assert throw_at(game).played == "--"
    with refused("irregular"):
        enter(game, kind="throw", roll="2")
    enter(game, kind="ruled", position=state.as_played)
    assert recorder(game).phase == "throw"
    assert [stop.code for stop in sheet(game).replay.settled] == ["enter"]


def test_taking_back_appends_and_going_back_is_a_branch(game):
    begun(game)
    for roll, played in (("6", "B-1"), ("2", "1-3"), ("5", "--")):
        enter(game, kind="throw", roll=roll, played=played)
    enter(game, kind="back", number=2)
    enter(game, kind="throw", roll="4", played="1-5")
    assert sheet(game).numbers == (1, 4)
    assert game.lines.count() == 6
    assert "back 2\n4 Y 4 1-5" in write(sheet(game).record)
    with refused("no_such_throw"):
        enter(game, kind="back", number=3)


ELSEWHERE = "4 Y:5,B,B,B G:B,B,B,B R:B,B,B,B K:B,B,B,B G 0"


@pytest.mark.parametrize(
    "line",
    [
        {"kind": "throw", "roll": "2", "played": "1-3"},
        {"kind": "throw", "roll": "2", "played": "--"},  # irregular
        {"kind": "ruled", "position": ELSEWHERE},
        {"kind": "excluded", "colour": "R"},
        {"kind": "back", "number": 1},
    ],
    ids=lambda line: line["kind"],
)
def test_the_last_entry_is_taken_back_whatever_it_is_and_then_the_one_before(game, line):
    begun(game)
    enter(game, kind="throw", roll="6", played="B-1")
    before = recorder(game)
    enter(game, **line)
    assert recorder(game).newest.kind == line["kind"]
    enter(game, kind="back")
    after = recorder(game)
    assert (after.position, after.phase, after.last) == (before.position, before.phase, before.last)
    assert game.lines.count() == 4
    enter(game, kind="back")
    assert recorder(game).last == () and recorder(game).newest.kind == "begins"
    enter(game, kind="back")
    assert recorder(game).phase == "opening"
    with refused("nothing_to_take_back"):
        enter(game, kind="back")
    assert list(faults(game.tournament)) == []


def test_what_a_ruling_set_the_recorder_does_not_take_back(game):
    begun(game)
    enter(game, kind="ruled", position=ELSEWHERE, ruling=3)
    with refused("ruled_so"):
        enter(game, kind="back")
    enter(game, kind="back", ruling=3)
    assert recorder(game).newest.kind == "begins"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ({"kind": "throw", "roll": "7"}, "roll"),
        ({"kind": "throw", "roll": ""}, "roll"),
        ({"kind": "throw", "roll": "6", "played": "nonsense"}, "move_written"),
        ({"kind": "throw", "roll": "6", "played": "17-23"}, "no_piece"),
        ({"kind": "throw", "roll": "6", "colour": "W"}, "colour"),
        ({"kind": "ruled", "position": "6 Y:B,B,B,B R:B,B,B,B Y 0"}, "ruled"),
        ({"kind": "nothing"}, "kind"),
        ({"kind": "begins", "colour": "W"}, "begins"),
    ],
)
def test_what_makes_no_line_is_refused(game, line, code):
    begun(game)
    with refused(code):
        enter(game, **line)
    assert game.lines.count() == 1


def play_out(game, seed="1"):
    found = sheet(game)
    for throw in throws(found.rules, found.position, Dice(seed)):
        played = throw.move.text if throw.move else "--"
        enter(game, kind="throw", roll=written_roll(throw.roll), played=played)


@pytest.mark.parametrize("rules", list(registry.RULE_SETS))
def test_a_whole_game_by_every_rule_set_becomes_the_tables_report(table, rules):
    Stage.objects.filter(pk=table.round.stage_id).update(rules=rules, options={}, unfinished="")
    Round.objects.filter(pk=table.round_id).update(options={})
    opened = open_game(table.tournament, by=SYSTEM, table_id=table.public_id).receipt["game"]
    game = begun(Game.objects.select_related("table__round__stage").get(public_id=opened))
    enter(game, kind="ruled", position=_nearly_done(game))
    play_out(game)
    found = sheet(game)
    assert found.is_over and found.replay.stopped is None
    assert not is_reported(game)
    assert report_end(game, by=SYSTEM) and is_reported(game)
    report = table.reports.get()
    assert report.source == "record"
    assert [report.places[colour]["place"] for colour in found.replay.placed] == [1, 2, 3, 4]
    assert list(faults(table.tournament)) == []


def _nearly_done(game):
    """Three home and one on the start field: a whole game is played elsewhere, here each colour gets its place soon."""
    rules = sheet(game).rules
    last = 1 if rules.id == "mauer" else 0
    groups = []
    for colour in game.colours:
        start = rules.view(sheet(game).position)
        field = {"Y": 1, "G": 11, "R": 21, "K": 31}[colour] if not last else "YGRK".index(colour) + 2
        groups.append(f"{colour}:{field},b,c,d")
        assert start
    return f"{game.board} {' '.join(groups)} Y 0"


def test_the_line_and_the_log_say_the_same_and_a_changed_line_is_found(game):
    begun(game)
    enter(game, kind="throw", roll="6", played="B-1")
    assert LogEntry.objects.filter(stream=game.stream).count() == game.version == 2
    assert list(faults(game.tournament)) == []
    assert faults in checking.CHECKS  # verify_tournament asks for it
    Line.objects.filter(game=game, seq=2).update(roll="5")
    assert [fault.split(": ")[1] for fault in faults(game.tournament)] == ["line 2 is not as the log has it"]


def test_chances_are_worked_out_behind_once_for_all_that_is_missing(game):
    begun(game)
    enter(game, kind="throw", roll="6", played="B-1")
    assert Job.objects.filter(kind="games.chances").count() == 1
    while task := jobs.claim(queues=["chances"]):
        jobs.run(task)
    assert set(Job.objects.values_list("state", flat=True)) == {"done"}
    assert [chance.seq for chance in Chance.objects.all()] == [1, 2]
    assert sum(Chance.objects.last().wins.values()) == pytest.approx(1000, abs=3)


def test_the_newest_of_another_game_comes_before_the_older_ones_of_this(game, table):
    opened = open_game(table.tournament, by=SYSTEM, table_id=table.public_id).receipt["game"]
    both = [begun(game), begun(Game.objects.get(public_id=opened))]
    for one in both:
        enter(one, kind="throw", roll="6", played="B-1")
    for _one in both:
        jobs.run(jobs.claim(queues=["chances"]))
    assert list(Chance.objects.values_list("game", "seq")) == [(one.pk, 2) for one in both]
    while task := jobs.claim(queues=["chances"]):
        jobs.run(task)
    assert Chance.objects.count() == 4


def test_a_line_that_comes_while_chances_are_worked_out_is_not_forgotten(game):
    begun(game)
    task = jobs.claim(queues=["chances"])
    enter(game, kind="throw", roll="6", played="B-1")
    assert Job.objects.due().filter(kind="games.chances").count() == 1
    jobs.run(task)


def test_a_record_as_text_comes_back_the_same(game, table):
    begun(game, "R")
    enter(game, kind="throw", roll="6", played="B-21")
    enter(game, kind="throw", roll="3", played="21-24", touched="21")
    enter(game, kind="back", number=2)
    enter(game, kind="ruled", position=ELSEWHERE)
    enter(game, kind="back")
    text = write(sheet(game).record)
    again = import_record(table, text, by=SYSTEM)
    assert write(sheet(again).record) == text
    with refused("bad_record"):
        import_record(table, "rubbish", by=SYSTEM)
    with refused("other_rules"):
        import_record(table, text.replace("rules: turnier", "rules: classic"), by=SYSTEM)

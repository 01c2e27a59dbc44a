"""A record played again: what is good, where it stops being so, and how it goes on."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.playout.playout import RandomSource, throws
from games.engine.records.reader import read
from games.engine.records.record import Record, Throw
from games.engine.records.replay import Replay, replay
from games.engine.rules import registry
from games.engine.rules.contract import NOTHING
from tests.games.engine.playthroughs import files

START = "4 Y:B,B,B,B G:B,B,B,B R:B,B,B,B K:B,B,B,B Y 0"
# Yara can capture on 8 with a 1, Gero is about to enter.
MIDGAME = "4 Y:B,7,21,c G:B,8,33,39 R:5,25,31,d K:B,B,3,36 Y 0"


def played(*lines: str, start: str = START, rules: str = "turnier", head: str = "") -> Replay:
    text = f"Augengenau 1\nrules: {rules}\n{head}start: {start}\n\n" + "\n".join(lines)
    return replay(read(text))


def position(game: Replay, rules: str = "turnier") -> str:
    return registry.rules(rules).write(game.position)


# Whole games


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_a_playthrough_is_regular_to_its_end(path: Path) -> None:
    record = read(path.read_bytes())
    game = replay(record)
    assert game.stopped is None and game.settled == ()
    assert game.ranked == record.result
    assert tuple(colour for level in game.ranked if len(level) == 1 for colour in level) == game.placed
    assert len(game.plies) == len(record.entries)


@pytest.mark.parametrize("rules_id", registry.RULE_SETS)
def test_every_rule_set_and_option_has_a_playthrough(rules_id: str) -> None:
    records = [read(path.read_bytes()) for path in files()]
    mine = [record for record in records if record.rules == rules_id]
    assert any(not record.options for record in mine)
    defaults = registry.rule_class(rules_id).defaults
    tried = {name for record in mine for name, value in record.options.items() if value != defaults[name]}
    assert tried == set(defaults)


@given(st.sampled_from(sorted(registry.RULE_SETS)), st.integers(0, 50), st.integers(1, 40))
def test_replaying_is_playing(rules_id: str, seed: int, length: int) -> None:
    rules = registry.rules(rules_id)
    start = rules.start(3)
    game = [throw for throw, _ in zip(throws(rules, start, RandomSource(seed), "random"), range(length), strict=False)]
    entries = [Throw(rules.view(t.before).to_move, t.roll, t.move.text if t.move else NOTHING) for t in game]
    again = replay(Record(rules_id, rules.write(start), entries=tuple(entries)))
    assert [rules.write(ply.after) for ply in again.plies] == [rules.write(t.after) for t in game]
    assert again.stopped is None and again.position == game[-1].after


# What stops it

STOPS = {
    # id: lines, start, number, code, rules, a word of the sentence
    "not-their-turn": (["1 G 3 --"], START, 1, "not_their_turn", (), "Yellow"),
    "a-throw-left-out": (["1 Y 1 --", "2 G 3 --"], START, 2, "not_their_turn", (), "Green"),
    "a-six-is-followed-by-a-throw": (["1 Y 6 B-1", "2 G 3 --"], START, 2, "six_not_followed", (7,), "again"),
    "a-fourth-throw": ([f"{n} Y 1 --" for n in (1, 2, 3, 4)], START, 4, "too_many_throws", (2, 3), "no throw left"),
    "a-second-throw": (["1 Y 2 21-23", "2 Y 2 --"], MIDGAME, 2, "too_many_throws", (2, 3), "no throw left"),
    "a-duty-missed": (["1 Y 1 21-22"], MIDGAME, 1, "capture", (10,), "7x8"),
    "nothing-played": (["1 Y 2 --"], MIDGAME, 1, "move", (8,), "has to"),
    "a-wrong-count": (["1 Y 2 21-24"], MIDGAME, 1, "wrong_count", (8,), "24"),
    "something-played-where-nothing-can-be": (["1 Y 3 B-1"], START, 1, "needs_six", (8,), "6"),
    "a-piece-that-is-not-there": (["1 Y 1 12-13"], MIDGAME, 1, "no_piece", (), "12"),
    "another-piece-touched": (["1 Y 2 21-23 touched 7"], MIDGAME, 1, "touched", (12,), "7"),
}


@pytest.mark.parametrize(("lines", "start", "number", "code", "rules", "word"), STOPS.values(), ids=STOPS)
def test_what_stops_it(lines: list[str], start: str, number: int, code: str, rules: tuple[int, ...], word: str) -> None:
    game = played(*lines, f"{len(lines) + 1} K 1 --", start=start)
    assert len(game.plies) == number - 1
    stop = game.stopped
    assert stop
    assert (stop.number, stop.code) == (number, code)
    assert {n for reason in stop.reasons for n in reason.rules} | set(stop.rules) == set(rules)
    assert word in stop.sentence("en")
    assert stop.sentence("de") != stop.sentence("en")


def test_what_was_touched_first_and_moved_is_regular() -> None:
    assert played("1 Y 2 21-23 touched 21", start=MIDGAME).stopped is None


def test_books_without_numbers_name_none_and_know_no_touched_is_moved() -> None:
    game = played("1 Y 2 21-23 touched 7", "2 Y 1 --", start=MIDGAME, rules="classic")
    assert game.stopped and (game.stopped.number, game.stopped.rules) == (2, ())
    assert "(" not in game.stopped.sentence()


def test_a_move_may_be_given_by_from_and_to_alone() -> None:
    game = played("1 Y 1 7-8", start=MIDGAME)
    assert game.plies[0].move and game.plies[0].move.text == "7x8"


def test_a_throw_after_the_end() -> None:
    start = "4 Y:40,b,c,d G:a,b,c,d R:a,b,c,d K:B,B,B,B Y 0"
    game = played("1 Y 1 40-a", "2 K 6 B-31", start=start)
    assert game.stopped and (game.stopped.code, game.stopped.rules) == ("over", (16,))
    assert game.placed == ("G", "R", "Y", "K")


def test_a_result_that_is_another_one() -> None:
    start = "4 Y:40,b,c,d G:a,b,c,d R:a,b,c,d K:B,B,B,B Y 0"
    assert played("1 Y 1 40-a", "", "result: G R Y K", start=start).stopped is None
    stopped = played("1 Y 1 40-a", "", "result: Y G R K", start=start).stopped
    assert stopped and stopped.code == "result" and "G R Y K" in stopped.sentence()


def test_an_unfinished_game_has_whatever_result_was_agreed() -> None:
    assert played("1 Y 1 7x8", "", "result: K R=G Y", start=MIDGAME).stopped is None


# Who begins

OPENINGS = {
    "decided": ("opening: Y6 G5 R5 K1\n", None),
    "a-tie-thrown-off": ("opening: Y5 G5 R3 K1\nopening: G2 Y3\n", None),
    "thrown-off-by-another": ("opening: Y5 G5 R3 K1\nopening: R6 Y3\n", "opening_players"),
    "thrown-twice": ("opening: Y5 Y5\n", "opening_players"),
    "level-still": ("opening: Y5 G5 R3 K1\n", "opening_undecided"),
    "another-begins": ("opening: Y1 G5 R3 K1\n", "opening_begins"),
}


@pytest.mark.parametrize(("head", "code"), OPENINGS.values(), ids=OPENINGS)
def test_turnier_1_the_highest_throw_begins(head: str, code: str | None) -> None:
    stopped = played("1 Y 1 --", head=head).stopped
    assert (stopped.code if stopped else None) == code
    assert stopped is None or (stopped.number, stopped.rules) == (0, (1,))
    assert stopped is None or "(rule 1)" in stopped.sentence()


# How it goes on


def test_what_is_taken_back_did_not_happen() -> None:
    game = played("1 Y 6 B-1", "2 Y 3 --", "3 G 1 --", "back 2", "4 Y 3 1-4")
    assert [ply.number for ply in game.plies] == [1, 4]
    assert position(game) == "4 Y:B,B,B,4 G:B,B,B,B R:B,B,B,B K:B,B,B,B G 0"


def test_back_to_a_throw_that_was_taken_back_already() -> None:
    game = played("1 Y 6 B-1", "2 Y 3 1-4", "back 2", "3 Y 2 1-3", "back 2", "4 Y 1 1-2")
    assert [ply.number for ply in game.plies] == [1, 4]


@pytest.mark.parametrize(
    ("entries", "same"),
    [
        (["2 Y 3 1-4", "undo"], []),
        (["2 Y 3 1-4", "ruled 4 Y:2,B,B,B G:B,B,B,B R:B,B,B,B K:B,B,B,B Y 0", "undo"], ["2 Y 3 1-4"]),
        (["2 Y 3 1-4", "excluded G", "undo", "undo"], []),
        (["2 Y 3 1-4", "3 G 1 --", "back 2", "undo"], ["2 Y 3 1-4", "3 G 1 --"]),
        (["2 Y 3 1-4", "back 1", "back 1", "undo", "undo", "undo"], []),
    ],
    ids=["a-throw", "a-position", "an-exclusion", "going-back", "going-back-twice"],
)
def test_the_last_entry_is_taken_back_whatever_it_is(entries, same) -> None:
    assert played("1 Y 6 B-1", *entries)[:4] == played("1 Y 6 B-1", *same)[:4]


def test_a_ruling_is_taken_back_with_its_throw() -> None:
    game = played("1 Y 1 21-22", f"ruled {MIDGAME[:-3]}G 0", "back 1", "2 Y 1 7x8", start=MIDGAME)
    assert game.settled == () and game.stopped is None and len(game.plies) == 1


def test_it_goes_on_from_what_a_referee_ruled() -> None:
    ruled = "4 Y:B,B,21,c G:B,8,33,39 R:5,25,31,d K:B,B,3,36 G 0"
    game = played("1 Y 1 21-22", "2 G 4 8-12", f"ruled {ruled}", "3 G 4 39x3", start=MIDGAME)
    assert game.stopped is None and [stop.code for stop in game.settled] == ["capture"]
    assert [ply.number for ply in game.plies] == [3]


def test_turnier_15_an_excluded_player_comes_last() -> None:
    game = played("1 Y 1 7x8", "excluded G", "2 R 2 5-7", "3 G 1 --", start=MIDGAME)
    assert game.excluded == ("G",)
    assert game.stopped and game.stopped.code == "not_in_play"
    last = "4 Y:40,b,c,d G:B,B,B,B R:B,B,B,B K:B,B,B,B Y 0"
    assert played("excluded G", "excluded K", "1 Y 1 40-a", start=last).placed == ("Y", "R", "K", "G")


def test_exclusions_alone_can_end_a_game() -> None:
    game = played("excluded G", "excluded Y", "excluded K", start=MIDGAME)
    assert game.placed == ("R", "K", "Y", "G")


def test_a_ruling_can_bring_a_colour_back_into_the_game() -> None:
    start = "4 Y:40,b,c,d G:B,B,B,B R:B,B,B,B K:B,B,B,B Y 0"
    home = played("1 Y 1 40-a", start=start)
    assert home.placed == ("Y",)
    assert played("1 Y 1 40-a", f"ruled {start}", start=start).placed == ()


def test_a_ruling_without_a_player_is_an_exclusion_and_can_be_undone() -> None:
    without = "4 Y:B,B,B,B R:B,B,B,B K:B,B,B,B Y 0"
    assert played(f"ruled {without}").excluded == ("G",)
    assert played(f"ruled {without}", f"ruled {START}").excluded == ()


@pytest.mark.parametrize("position", ["6 Y:B,B,B,B R:B,B,B,B B:B,B,B,B Y 0", "4 Y:B,B,B,B K:B,B,B,B Y 0"])
def test_a_ruling_for_another_table_stops_it(position: str) -> None:
    game = played(f"ruled {position}", "1 Y 1 --", start="4 Y:B,B,B,B G:B,B,B,B R:B,B,B,B Y 0")
    assert game.stopped and game.stopped.code == "ruled" and game.plies == ()


def test_the_example_of_the_documentation_goes_as_it_says() -> None:
    text = (Path(__file__).parents[4] / "docs" / "record.md").read_text(encoding="utf-8")
    game = replay(read(text.split("```")[1].removeprefix("\n")))
    assert game.stopped is None and [stop.number for stop in game.settled] == [3]
    assert [ply.number for ply in game.plies] == [1, 2, 5] and game.excluded == ("G",)


def test_two_walks_in_one_direction_may_stand_in_either_order() -> None:
    text = "Augengenau 1\nrules: mauer\nstart: M Y:B,20,30,64 G:B,B,B,B Y 0\n\n1 Y 2,3 20+3+2=25\n2 G 1,2 B+1=1\n"
    game = replay(read(text))
    assert [ply.move.text for ply in game.plies if ply.move] == ["20+2+3=25"]
    assert game.stopped
    assert game.stopped.code == "mauer_left_out"


@pytest.mark.parametrize(
    ("reading", "touched", "is_regular"), [("void", "15", False), ("free", "15", True), ("free", "18", False)]
)
def test_a_touched_piece_that_cannot_move_binds_as_it_is_read(reading: str, touched: str, is_regular: bool) -> None:
    head = f"Augengenau 1\nrules: turnier\noption: touched_stuck {reading}\nstart: 4 Y:B,15,18,20 G:B,B,B,30 Y 0\n\n"
    assert (replay(read(f"{head}1 Y 3 20-23 touched {touched}\n")).stopped is None) == is_regular

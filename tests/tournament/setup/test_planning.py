"""How long an evening takes."""

from dataclasses import replace
from math import prod

import pytest

from games.engine.playout.playout import lengths
from tournament.core.languages import said_in
from tournament.setup.planning import FIRST, LONGER, THROWS, Hall, Part, game_minutes, knockout, schedule
from tournament.stages.presets import PRESETS

ROUNDS = Part("all", "Rounds", "turnier", 3, 50)
WAYS: list[dict[str, object]] = [{}, {"three_throws": True}, {"play_on": "winner"}]
FINAL = Part("final", "Final", "turnier", 1, 60, 4)


def parts_of(preset):
    return [
        Part(s.kind, said_in("en", s.name), preset.rules, s.rounds, s.minutes, s.size, s.going_on)
        for s in preset.stages
    ]


def test_an_evening_of_three_rounds_and_a_final():
    plan = schedule([ROUNDS, FINAL], 37)
    assert [(slot.begins, slot.minutes, slot.players) for slot in plan.slots] == [
        (0, 50, 37),
        (60, 50, 37),
        (120, 50, 37),
        (180, 60, 4),
    ]
    assert (plan.minutes, plan.pauses) == (240, 30)
    assert (plan.slots[0].fours, plan.slots[0].threes) == (7, 3)


def test_the_pause_is_between_rounds_only():
    assert schedule([ROUNDS], 12, pause=0).minutes == 150
    assert schedule([ROUNDS], 12, pause=20).minutes == 190


def test_the_small_final_is_beside_the_final():
    village = next(preset for preset in PRESETS if preset.id == "village")
    *rounds, final, small = schedule(parts_of(village), 76).slots
    assert (small.begins, small.players, final.players) == (final.begins, 4, 4)
    assert len(rounds) == 3
    assert all(slot.is_estimate for slot in rounds)


@pytest.mark.parametrize(("players", "small"), [(6, []), (7, [3]), (8, [4]), (9, [4])])
def test_a_small_final_needs_those_who_missed_the_final(players, small):
    village = next(preset for preset in PRESETS if preset.id == "village")
    assert [slot.players for slot in schedule(parts_of(village), players).slots[4:]] == small


@pytest.mark.parametrize(
    ("players", "target", "fields"),
    [
        (36, 4, [36, 20, 12, 8, 4]),
        (16, 4, [16, 8, 4]),
        (8, 4, [8, 4]),
        (4, 4, [4]),
        (4, 0, [4, 2]),
        (3, 0, [3, 2]),
        (5, 4, [5, 5]),
    ],
)
def test_a_knock_out_is_played_down_to_what_the_next_stage_takes(players, target, fields):
    assert knockout(players, 2, target) == fields


def test_a_knock_out_leads_into_its_final():
    knock = next(preset for preset in PRESETS if preset.id == "knockout")
    assert [slot.players for slot in schedule(parts_of(knock), 36).slots] == [36, 20, 12, 8, 4]


@pytest.mark.parametrize("players", [0, 1, 2, 5])
def test_so_many_cannot_be_seated(players):
    assert schedule([ROUNDS], players).unseatable


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.id)
@pytest.mark.parametrize("players", [3, 4, 6, 7, 11, 37, 250, 1000])
def test_every_preset_can_be_planned(preset, players):
    plan = schedule(parts_of(preset), players)
    assert plan.slots and not plan.unseatable
    assert all(slot.fours * 4 + slot.threes * 3 == slot.players for slot in plan.slots)
    assert plan.minutes == max(slot.ends for slot in plan.slots)


def test_boards_that_are_missing_are_counted():
    plan = schedule([ROUNDS, FINAL], 37, Hall(fours=5, sixes=3))
    assert (plan.lacks_fours, plan.lacks_sixes) == (2, 0)
    assert schedule([ROUNDS], 37, Hall()).lacks_fours == 0  # none named: as many as it takes


@pytest.mark.parametrize(("rules", "players"), [(r, n) for r in THROWS if r != "mauer" for n in (3, 4)])
def test_the_length_of_a_game_is_what_the_engine_plays(rules, players):
    played = lengths(rules, players, 5, count=2000).all_placed
    assert played.within(0.95) == pytest.approx(THROWS[rules][players], rel=0.05)


@pytest.mark.parametrize(("rules", "players"), [(r, n) for r in ("turnier", "classic6") for n in (3, 4)])
def test_a_table_that_ends_with_its_winner_is_as_long_as_the_engine_plays(rules, players):
    played = lengths(rules, players, 5, {"play_on": "winner"}, count=2000).all_placed
    assert played.within(0.95) == pytest.approx(FIRST[rules][players], rel=0.05)


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("options", [("three_throws",), ("no_goal_jump",), ("three_throws", "no_goal_jump")])
def test_how_much_longer_an_option_makes_it_is_what_the_engine_plays(options, players):
    played = lengths("classic6", players, 5, dict.fromkeys(options, True), count=2000).all_placed
    longer = prod(LONGER[option][players] for option in options)
    assert played.within(0.95) == pytest.approx(THROWS["classic6"][players] * longer, rel=0.05)


@pytest.mark.slow
def test_capturing_backward_makes_a_game_much_longer():
    """No loop plays it, so there are few games."""
    played = lengths("classic6", 3, 5, {"backward_capture": True}, count=200).all_placed
    assert played.within(0.95) == pytest.approx(THROWS["classic6"][3] * LONGER["backward_capture"][3], rel=0.15)


def test_the_schedule_knows_how_it_is_played():
    rounds = Part("all", "Rounds", "classic6", 1)
    minutes = [schedule([replace(rounds, options=options)], 8).minutes for options in WAYS]
    assert minutes == [55, 65, 50]


def test_a_game_is_told_in_steps_of_five_minutes():
    assert game_minutes("turnier", 4, 5) == 70
    assert game_minutes("turnier", 4, 1) == 15

"""Games played out: the loop plays throw for throw what the engine plays, and what is counted is right."""

import json
import math
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.engine.playout import compiled, playout
from games.engine.playout import loop as playout_loop
from games.engine.playout import tables as playout_tables
from games.engine.playout.playout import RandomSource, chances, games, lengths
from games.engine.playout.strategies import RANDOM, SENSIBLE, TASTES, best
from games.engine.rules import registry
from games.engine.rules.contract import Rules

MIDGAME = "4 Y:B,7,21,c G:B,14,33,39 R:5,25,31,d K:B,B,3,36 Y 0"
PERFT = Path(__file__).parents[3] / "data" / "perft"
BUILT = compiled.built()
LOOPS = [playout_loop, *([BUILT] if BUILT else [])]
FORCED = {"forced_capture": True, "no_goal_jump": True, "three_throws": True}

# Rule set, options, players or a position.
FITTING: dict[str, tuple[str, dict[str, object], int | str]] = {
    "turnier-4": ("turnier", {}, 4),
    "turnier-3": ("turnier", {}, 3),
    "turnier-free": ("turnier", {"goal_entry": "free"}, 4),
    "turnier-midgame": ("turnier", {}, MIDGAME),
    "turnier-third-throw": ("turnier", {}, "4 Y:B,B,c,d G:B,14,33,39 R:5,25,31,d K:B,B,3,36 Y 2"),
    "turnier-some-finished": ("turnier", {}, "4 Y:B,7,21,c G:a,b,c,d R:5,25,31,d K:B,B,3,36 R 0"),
    "turnier-two-left": ("turnier", {}, "6 R:B,7,21,c W:B,14,33,39 W 1"),
    "classic-4": ("classic", {}, 4),
    "classic-2": ("classic", {}, 2),
    "classic-three-throws": ("classic", {"three_throws": True}, 4),
    "classic-no-goal-jump": ("classic", {"no_goal_jump": True}, 4),
    "classic-forced-capture": ("classic", {"forced_capture": True}, 4),
    "classic-midgame": ("classic", FORCED, MIDGAME),
    "classic6-6": ("classic6", FORCED, 6),
    "verboten-3": ("verboten", {}, 3),
}
# What the loop leaves to the engine.
OTHERS: dict[str, tuple[str, dict[str, object], int | str]] = {
    "barriers": ("classic", {"barriers": True}, 4),
    "backward-capture": ("classic", {"backward_capture": True}, 4),
    "neutral": ("classic", {"neutral": "K"}, 3),
    "mauer": ("mauer", {}, 3),
    "a-finished-colour-to-throw": ("turnier", {}, "4 Y:B,7,21,c G:a,b,c,d R:5,25,31,d K:B,B,3,36 G 0"),
}


def case(rules_id: str, options: dict[str, object], table: int | str) -> tuple[Rules, Any]:
    rules = registry.rules(rules_id, options)
    return rules, rules.read(table) if isinstance(table, str) else rules.start(table)


# The loop is the engine


def stands(rules: Rules, position: Any) -> tuple[list[int], list[int]]:
    """Owners by cell and how many wait, as the loop holds them."""
    colours = len(position.ring.colours)
    waiting = [cells.count(colour) for colour, cells in enumerate(position.pieces)]
    return [colours if owner < 0 else owner for owner in position.owner], waiting


def looked_at(
    loop: Any, rules: Rules, position: Any, strategy: str, seed: int
) -> Iterator[tuple[list[int], list[int]]]:
    """What stands before every throw of one game of the loop: it gets its dice one at a time."""
    chance = RandomSource(seed)
    table = playout_tables.table(rules, position, strategy, loop)
    seen = []

    def one_die() -> bytes:
        seen.append((list(table.owner), list(table.waiting)))
        return bytes([next(chance.dice)])

    unfinished = len(rules.players_of(position)) - len(rules.finished(position))
    dice = loop.RandomBuffer(one_die, chance.more_picks)
    loop.play(table, dice, position.mover, position.throws, unfinished - 1)
    return iter(seen)


@pytest.mark.slow
@pytest.mark.parametrize("strategy", TASTES)
@pytest.mark.parametrize("name", FITTING)
@pytest.mark.parametrize("loop", LOOPS, ids=lambda loop: "pure" if loop is playout_loop else "compiled")
def test_the_loop_plays_throw_for_throw_what_the_engine_plays(loop: Any, name: str, strategy: str) -> None:
    rules, position = case(*FITTING[name])
    seen = looked_at(loop, rules, position, strategy, 1)
    for throw in playout.throws(rules, position, RandomSource(1), strategy):
        assert next(seen) == stands(rules, throw.before)
    assert next(seen, None) is None


@pytest.mark.parametrize("name", FITTING)
@pytest.mark.parametrize("loop", LOOPS, ids=lambda loop: "pure" if loop is playout_loop else "compiled")
def test_game_after_game_from_one_seed(loop: Any, name: str) -> None:
    rules, position = case(*FITTING[name])
    for to_end in (True, False):
        both = [games(rules, position, 7, RANDOM, to_end=to_end, loop=which) for which in (loop, None)]
        assert list(islice(both[0], 3)) == list(islice(both[1], 3))


def perft_cases() -> Iterator[Any]:
    """Every position of the perft files that fits the loop."""
    for path in sorted(PERFT.glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        rules = registry.rules(data["rules"], data["options"])
        if playout_tables.fits(rules):
            yield pytest.param(rules, data["positions"], id=path.stem)


@pytest.mark.parametrize(("rules", "positions"), list(perft_cases()))
@pytest.mark.parametrize("loop", LOOPS, ids=lambda loop: "pure" if loop is playout_loop else "compiled")
def test_the_tables_are_the_engine_s(loop: Any, rules: Rules, positions: list[dict[str, Any]]) -> None:
    for case in positions:
        position = rules.read(case["position"])
        laid = playout_tables.table(rules, position, RANDOM, loop)
        before = (list(laid.owner), [list(cells) for cells in laid.pieces], list(laid.waiting))
        for counted in (1, 0):
            found = [loop.perft(laid, position.mover, position.throws, d, counted) for d in range(1, 4)]
            assert found == case["nodes"][:3]
        assert before == (list(laid.owner), [list(cells) for cells in laid.pieces], list(laid.waiting))


def test_there_are_perft_files_that_fit() -> None:
    assert {case.id.split(".")[0] for case in perft_cases()} == {"turnier", "classic", "classic6", "verboten"}


@pytest.mark.parametrize("name", OTHERS)
def test_what_does_not_fit_the_loop_is_played_by_the_engine(name: str) -> None:
    rules, position = case(*OTHERS[name])
    assert playout_tables.table(rules, position, SENSIBLE, playout_loop) is None
    game = next(games(rules, position, to_end=True))
    assert sorted(game.placed) == sorted(rules.players_of(position))
    assert list(game.home_at) == sorted(game.home_at)


def test_a_track_too_long_for_the_tables_is_left_to_the_engine() -> None:
    with pytest.raises(ValueError):
        playout_tables.ranked(list(range(257)))
    assert playout_tables.ranked([5, 0, 90], [7]) == [bytes([1, 0, 3]), bytes([2])]


@pytest.mark.slow
def test_the_loop_can_be_compiled_and_is_used_then(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("mypyc")
    monkeypatch.setattr(compiled, "BUILD", tmp_path)
    assert compiled.built() is None
    compiled.build()
    assert compiled.chosen().__file__ == str(compiled.path())
    monkeypatch.setenv("AUGENGENAU_PURE", "1")
    assert compiled.chosen() is playout_loop


def test_a_build_that_does_not_load_is_passed_over(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "BUILD", tmp_path)
    compiled.path().parent.mkdir()
    compiled.path().write_bytes(b"this is no module")
    assert compiled.chosen() is playout_loop


# Chance


class EveryByte(Random):
    def randbytes(self, n: int) -> bytes:
        return bytes(range(256))


@pytest.mark.parametrize(("sides", "draws"), [(6, 2), (12, 1)])
def test_no_face_is_more_likely_than_another(sides: int, draws: int) -> None:
    row = playout._even(EveryByte(), sides, 1, draws)
    each = len(row) // draws
    together = Counter(zip(*[row[n * each : (n + 1) * each] for n in range(draws)], strict=True))
    assert len(together) == sides**draws and len(set(together.values())) == 1


def test_dice_and_picks_are_even_and_repeat() -> None:
    chance = RandomSource(5)
    dice, picks = Counter(islice(chance.dice, 60_000)), Counter(islice(chance.picks, 60_000))
    assert set(dice) == set(range(1, 7)) and set(picks) == set(range(12))
    assert all(abs(count - 10_000) < 500 for count in dice.values())
    assert all(abs(count - 5_000) < 400 for count in picks.values())
    assert (
        list(islice(RandomSource(5).dice, 9))
        == list(islice(RandomSource(5).dice, 9))
        != list(islice(RandomSource(6).dice, 9))
    )


@pytest.mark.parametrize("ways", [1, 2, 3, 4, 5, 12, 40])
def test_every_move_is_drawn_as_often(ways: int) -> None:
    moves: Any = [f"{n}-{n + 1}" for n in range(ways)]
    chance = RandomSource(ways)
    drawn = Counter(chance.one_of(moves) for _ in range(400 * ways))
    assert set(drawn) == set(moves)
    assert all(300 < count < 500 for count in drawn.values())


# Tastes


def asked(position: str, roll: int, strategy: str) -> list[str]:
    rules = registry.rules("classic")
    where = rules.read(position)
    return [move.text for move in best(rules, where, rules.permitted(where, roll), TASTES[strategy])]


PREFERENCES = {
    "captures-what-came-farthest": ("4 Y:5,20,31,c G:7,a,b,c R:22,a,b,c K:a,b,c,d Y 0", 2, "5x7"),
    "goes-home-before-running": ("4 Y:12,30,38,d G:B,B,B,B Y 0", 4, "38-b"),
    "gets-off-a-foreign-start": ("4 Y:11,20,30,d G:B,B,B,B Y 0", 2, "11-13"),
    "keeps-off-a-foreign-start": ("4 Y:9,8,3,d G:B,B,B,B Y 0", 2, "8-10"),
    "runs-with-the-foremost": ("4 Y:12,20,30,d G:B,B,B,B Y 0", 3, "30-33"),
}


@pytest.mark.parametrize(("position", "roll", "liked"), PREFERENCES.values(), ids=PREFERENCES)
def test_what_sensible_players_like(position: str, roll: int, liked: str) -> None:
    assert asked(position, roll, SENSIBLE) == [liked]


def test_the_other_tastes() -> None:
    position = "4 Y:12,20,30,d G:B,B,B,B Y 0"
    assert asked(position, 3, "foremost") == ["30-33"]
    assert asked(position, 3, "hindmost") == ["12-15"]
    assert asked(position, 3, RANDOM) == ["12-15", "20-23", "30-33"]


# What is counted


def test_chances_add_up_and_repeat() -> None:
    rules, position = case("turnier", {}, MIDGAME)
    found = chances(rules, position, 200, to_end=True)
    assert found == chances(rules, position, 200, to_end=True)
    for place in range(1, 5):
        assert math.isclose(sum(found.share(colour, place) for colour in "YGRK"), 1)
    for colour in "YGRK":
        assert sum(found.taken[colour]) == found.games == 200


def test_the_next_place_alone_is_counted_in_games_that_end_with_it() -> None:
    rules, position = case("turnier", {}, MIDGAME)
    found = chances(rules, position, 300)
    assert [sum(taken) for taken in zip(*found.taken.values(), strict=True)] == [300, 0, 0, 0]
    assert found.share("R") > found.share("K"), "three of Rosa's pieces are on the way, one is home"


def test_a_position_that_is_decided() -> None:
    rules = registry.rules("turnier")
    won = rules.read("4 Y:a,b,c,d G:14,b,c,d R:a,b,c,d K:B,B,B,B G 0")
    assert chances(rules, won, 5, to_end=True).taken["R"] == (0, 5, 0, 0)
    over = rules.read("4 Y:a,b,c,d G:a,b,c,d R:a,b,c,d K:B,B,B,B K 0")
    assert chances(rules, over, 3).taken["K"] == (0, 0, 0, 3)


def test_how_long_a_table_plays() -> None:
    found = lengths("turnier", 4, seconds_per_throw=6, count=300)
    assert 480 < found.first_home.mean < 570
    assert found.first_home.mean < found.all_placed.mean
    assert found.first_home.minutes(0.1) < found.first_home.minutes() < found.first_home.minutes(0.9)
    assert found.first_home.minutes() == found.first_home.within(0.5) / 10
    assert found.all_placed.done_after(found.all_placed.minutes(0.5)) >= 0.5
    assert found.all_placed.done_after(1) == 0


def test_three_play_a_shorter_game_than_four() -> None:
    assert lengths("turnier", 3, 6, count=200).all_placed.mean < lengths("turnier", 4, 6, count=200).all_placed.mean

"""`mauer`: what must hold in every position on every board."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.rules import layout as layouts
from games.engine.rules.contract import Move, Rules
from games.engine.rules.mauer import Mauer, MauerPosition
from tests.games.engine.rules.mauer_strategies import position_texts, tables, throws, unhurried

pytestmark = pytest.mark.slow

MAUER = Mauer()
Table = tuple[Mauer, MauerPosition, tuple[int, int]]
TURNED = str.maketrans("+-", "-+")


def parts(rules: Mauer, move: Move) -> tuple[int, str, int, int]:
    """The cell it begins on, its steps, the cell it ends on, how many it captures."""
    steps = move.text.removeprefix(move.origin).partition("=")[0]
    return rules.cells[move.origin], steps, rules.cells[move.target], len(move.captures)


@unhurried
@given(tables())
def test_text_and_back(table: Table) -> None:
    rules, position, _ = table
    assert rules.read(rules.write(position)) == position
    assert rules.write(position).endswith(" 0")


@unhurried
@given(tables())
def test_whatever_is_legal_is_permitted_and_written_once(table: Table) -> None:
    rules, position, roll = table
    legal, permitted = rules.moves(position, roll)
    assert legal == permitted
    assert [move.text for move in legal] == sorted({move.text for move in legal})


@unhurried
@given(tables())
def test_order_of_the_dice_is_free(table: Table) -> None:
    rules, position, roll = table
    assert rules.moves(position, roll) == rules.moves(position, roll[::-1])


@unhurried
@given(tables())
def test_captured_pieces_wait_and_one_own_piece_moves(table: Table) -> None:
    rules, position, roll = table
    before = dict(rules.view(position).groups)
    for move in rules.permitted(position, roll):
        expected = {colour: list(fields) for colour, fields in before.items()}
        for captured in move.captures:
            expected[captured[0]].remove(captured[1:])
            expected[captured[0]].append("B")
        expected[move.colour].remove(move.origin)
        expected[move.colour].append(move.target)
        after = rules.follow(position, roll, move)
        assert {c: sorted(f) for c, f in rules.view(after).groups} == {c: sorted(f) for c, f in expected.items()}
        assert rules.read(rules.write(after)) == after  # it can stand: one piece a field, none on Z


@unhurried
@given(tables())
def test_captures_are_foreign_and_written(table: Table) -> None:
    rules, position, roll = table
    for move in rules.permitted(position, roll):
        colour = position.colours[position.turn]
        assert colour not in {captured[0] for captured in move.captures}
        assert move.text.partition("=")[2] == move.target + "".join(f"x{captured[1:]}" for captured in move.captures)
        assert len(move.captures) <= 2


@unhurried
@given(tables())
def test_foreign_pieces_are_in_nobodys_way(table: Table) -> None:
    rules, position, roll = table
    mine = position.pieces[position.turn]
    alone = position._replace(pieces=tuple(p if p is mine else (0, 0, 0, 0) for p in position.pieces))
    if not rules.over(position):
        with_others, without = rules.permitted(position, roll), rules.permitted(alone, roll)
        assert [m.text.partition("x")[0] for m in with_others] == [m.text for m in without]


@unhurried
@given(tables())
def test_next_is_the_first_clockwise_who_is_not_finished(table: Table) -> None:
    rules, position, roll = table
    for move in rules.permitted(position, roll) or (None,):
        after = rules.follow(position, roll, move)
        if rules.over(after):
            assert after.turn == position.turn
        else:
            order = [(position.turn + n) % len(after.colours) for n in range(1, len(after.colours))]
            playing = [turn for turn in order if after.colours[turn] not in rules.finished(after)]
            assert after.turn == playing[0]


@unhurried
@given(tables(), st.data())
def test_way_back(table: Table, data: st.DataObject) -> None:
    """A piece alone on the track goes back with the same throw: the steps turned round, the last one first."""
    rules, _, roll = table
    field = data.draw(st.sampled_from([f for f in range(1, rules.layout.track + 1) if f not in rules.layout.z]))
    lone = MauerPosition(("Y", "G"), ((0, 0, 0, field), (0, 0, 0, 0)), 0)
    for move in rules.permitted(lone, roll):
        steps = parts(rules, move)[1]
        if move.origin == "B" or not move.target.isdigit():
            continue
        back = [steps[2:].translate(TURNED), steps[:2].translate(TURNED)]
        if back[0][0] == back[1][0] != "^":
            back.sort()
        there = rules.read(f"M Y:B,B,B,{move.target} G:B,B,B,B Y 0")
        written = f"{move.target}{back[0]}{back[1]}={field}"
        assert written in [m.text for m in rules.permitted(there, roll)]


@unhurried
@given(tables(waiting=False))
def test_board_the_other_way_round(table: Table) -> None:
    """Without entering nothing tells forward from backward: on the mirrored board all signs change."""
    rules, position, roll = table
    track, last = rules.layout.track, rules.layout.track + 1

    def mirrored(cell: int) -> int:
        return last - cell if 1 <= cell <= track else cell

    ours = rules.layout
    mirror = {
        "track": track,
        "start": {colour: mirrored(field) for colour, field in ours.start.items()},
        "z": [mirrored(field) for field in ours.z],
        "walls": [[mirrored(one), mirrored(other), number] for one, other, number in ours.walls],
    }
    other_way = Mauer(boards={"M": layouts.from_data(mirror)})
    pieces = tuple(tuple(sorted(map(mirrored, cells))) for cells in position.pieces)
    turned = {
        (mirrored(origin), steps.translate(TURNED), mirrored(target), captures)
        for origin, steps, target, captures in [parts(rules, move) for move in rules.permitted(position, roll)]
    }
    expected = other_way.permitted(position._replace(pieces=pieces), roll)
    assert turned == {parts(rules, move) for move in expected}


@unhurried
@given(tables())
def test_fast_perft_counts_what_the_plain_one_counts(table: Table) -> None:
    rules, position, _ = table
    assert rules.perft(position, 1) == Rules.perft(rules, position, 1)


@unhurried
@given(tables(), st.data())
def test_refused_exactly_where_not_permitted(table: Table, data: st.DataObject) -> None:
    rules, position, roll = table
    permitted = {move.text for move in rules.permitted(position, roll)}
    own = st.sampled_from(sorted(set(dict(rules.view(position).groups)[position.colours[position.turn]])))
    step = st.tuples(st.sampled_from("+-^"), st.sampled_from(roll)).map(lambda s: f"{s[0]}{s[1]}")
    end = st.integers(1, rules.layout.track).map(str) | st.sampled_from("abcd")
    played = "{}{}{}={}".format(*[data.draw(part) for part in (own, step, step, end)])
    assert (rules.why_not(position, roll, played) == ()) == (played in permitted)
    for text in permitted:
        assert rules.why_not(position, roll, text) == ()


@unhurried
@given(position_texts(layouts.shipped()), throws)
def test_play_is_follow(text: str, roll: tuple[int, int]) -> None:
    position = MAUER.read(text)
    for move in MAUER.permitted(position, roll):
        assert MAUER.play(position, roll, move.text) == MAUER.follow(position, roll, move)

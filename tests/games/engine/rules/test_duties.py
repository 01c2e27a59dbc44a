"""Which duties a move of `turnier` fulfils, read off the move alone."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from games.engine.rules import boards, registry
from games.engine.rules.contract import Move
from games.engine.rules.notation import WAITING

TURNIER = registry.rules("turnier")
STARTS = {board: boards.shipped(board).starts for board in "46"}


def read_off(move: Move, fields: list[str], start: int) -> list[int]:
    """Every move moves; the others by what it does to whom, from where and to where."""
    found = {
        10: bool(move.captures),
        14: move.target in "abcd" and move.origin not in "abcd",
        8: True,
        5: move.origin == str(start) and WAITING in fields,
        4: move.origin == WAITING,
    }
    return [number for number, is_so in sorted(found.items(), reverse=True) if is_so]


@given(st.integers(0, 2**32), st.integers(0, 300))
def test_a_move_names_the_duties_it_fulfils(seed: int, throws: int) -> None:
    random = Random(seed)
    position = TURNIER.start(random.randint(*TURNIER.players))
    for _ in range(throws):
        roll = random.choice(TURNIER.rolls)
        position = TURNIER.follow(position, roll, random.choice(TURNIER.permitted(position, roll) or (None,)))
    board, groups, mover, _throws = TURNIER.view(position)
    fields = list(dict(groups)[mover])
    for roll in TURNIER.rolls:
        for move in TURNIER.legal(position, roll):
            found = read_off(move, fields, STARTS[board][mover])
            assert list(move.duties) == found, (TURNIER.write(position), roll, move.text)

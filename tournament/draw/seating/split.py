"""How many tables of four and of three, and whether the hall has the boards for them.

Fours wherever possible: a table of three is only set where the number of players asks for it, and there
are at most three of them. Left out: who sits where, and on which board.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from tournament.draw.seating.model import Board, Kind, SeatingError

FEWEST = 3


def threes(n: int) -> int:
    """Tables of three in a round of n players.

    With a fours and b threes n = 4a + 3b, so b is -n modulo 4. The least such b, 0 to 3, leaves n - 3b for
    the fours, which is negative for 1, 2 and 5 alone.
    """
    return -n % 4


def split(n: int, size: int = 0) -> tuple[int, ...]:
    """The sizes of the tables, fours first; with `size` all of that one."""
    if size:
        return (size,) * (n // size)
    fours = (n - 3 * threes(n)) // 4
    if n < FEWEST or fours < 0:
        raise SeatingError("cannot_split", _why_not(n), players=n)
    return (4,) * fours + (3,) * threes(n)


def _why_not(n: int) -> str:
    if n <= 0:
        return "There is nobody to be seated."
    missing = FEWEST - n if n < FEWEST else 1
    helpers = "1 helper" if missing == 1 else f"{missing} helpers"
    instead = "" if n < FEWEST else ", or let 1 player sit out"
    return f"{n} cannot be split into tables of four and three: let {helpers} play along{instead}."


def kind(size: int) -> Kind:
    """The kind of board a table sits at: three players take every second seat of a board for six."""
    return "4" if size == 4 else "6"


def missing(n: int, boards: Iterable[Board], size: int = 0) -> dict[Kind, int]:
    """How many boards of which kind the hall lacks for n players."""
    need: Counter[Kind] = Counter(kind(each) for each in split(n, size))
    need.subtract(board.kind for board in boards)
    return {which: count for which, count in sorted(need.items()) if count > 0}


def require_boards(n: int, boards: Iterable[Board], size: int = 0) -> None:
    lacking = missing(n, boards, size)
    if lacking:
        names = " and ".join(f"{count} for tables of {_SIZES[which]}" for which, count in lacking.items())
        raise SeatingError("boards_missing", f"The hall lacks boards: {names}.", missing=lacking)


_SIZES: dict[Kind, str] = {"4": "four", "6": "three"}


def default_hall(n: int, size: int = 0) -> tuple[Board, ...]:
    """As many boards as are needed, numbered from 1, where the organiser has named none."""
    return tuple(Board(number, kind(each)) for number, each in enumerate(split(n, size), start=1))


def share(fields: Sequence[int], hall: Iterable[Board], own: Sequence[set[int]]) -> list[tuple[Board, ...]]:
    """The hall's boards for several fields that play at once; the last gets all that is left.

    `own` holds for each field the boards that its players of limited mobility need.
    """
    left = list(hall)
    shares = []
    for n, mine in zip(fields, own, strict=True):
        require_boards(n, left)
        need = Counter(kind(size) for size in split(n))
        others = set().union(*own) - mine
        left.sort(key=lambda board: (board.number not in mine, board.number in others, board.number))
        taken = [board for which in need for board in _of_kind(left, which)[: need[which]]]
        left = [board for board in left if board not in taken]
        shares.append(tuple(taken))
    shares[-1] += tuple(left)
    return shares


def _of_kind(boards: Iterable[Board], which: Kind) -> list[Board]:
    return [board for board in boards if board.kind == which]

"""The bracket on paper, from 4 players to 256: height of a small letter, share of the sheet that cards fill, ways that cross,
sheets that a distance takes, and the seconds to lay out, draw and print it.

    python -m tests.bench.bracket
"""

import time
from collections.abc import Iterator

from tests.bench.paper import set_up

KINDS = ((4, "a4"), (11, "a4"), (16, "a4"), (23, "a4"), (37, "a3"), (64, "a3"), (147, "a1"), (256, "a1"))
SHEETS = {"a4": 297 * 210, "a3": 420 * 297, "a1": 841 * 594}


def figures(players: int, size: str) -> Iterator[str]:
    from tests.tournament.finals.bracket.test_steps import Words, crossings
    from tournament.finals.bracket.plan import USUAL, bracket
    from tournament.finals.bracket.poster import drawn
    from tournament.finals.bracket.sheets import in_parts
    from tournament.finals.bracket.steps import fitting
    from tournament.paper.bracket import DISTANCES, ROOM
    from tournament.paper.printing import print_out

    begun = time.perf_counter()
    fit = fitting(bracket(USUAL, players), Words())
    steps = fit.on(*ROOM[size])
    picture = drawn(steps).svg(*ROOM[size], "")
    laid_out = time.perf_counter()
    print_out([f'<html lang="de"><div class="poster {size}">{picture}</div>'])
    printed = time.perf_counter()
    yield f"{players:4} {size.upper()}: x {steps.letters:.2f} mm, filled {steps.filled / SHEETS[size]:.2f}"
    yield f"{crossings(fit, steps)} crossings, {laid_out - begun:.2f} s laid out, {printed - laid_out:.2f} s printed"
    for metres, least in DISTANCES.items():
        parts = in_parts(fit, *ROOM[size], least)
        if metres and parts:
            yield f"{metres} m: {len(parts.sheets)} sheets of {parts.letters:.1f} mm"


def main() -> None:
    set_up()
    for players, size in KINDS:
        print("; ".join(figures(players, size)))


if __name__ == "__main__":
    main()

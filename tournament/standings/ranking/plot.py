"""Who climbed, as an SVG: a line for each of the best, from the rank after the first round to the rank now.

Lines are told apart by the name at their end and a different dash, never by colour alone; the style sheet may colour them
(classes plot-line and plot-end). One person's course alone is drawn to the scale of the whole field. Left out: who is
shown, and names other than those given.
"""

from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

STEP, ROW, LEFT, TOP, ROOM, DEPTH = 110, 26, 44, 34, 230, 130
CLOSE = 56  # between the rounds of one person's course: five fit a phone
DASHES = ("", "9 5", "2 5", "14 4 2 4")


class Course(NamedTuple):
    """A name and the rank after each round; None where there was none yet."""

    name: str
    ranks: tuple[int | None, ...]


def plot(courses: Sequence[Course], title: str, round_word: str) -> str:
    """Those who share a rank lie below each other; a jump from far behind takes no more room than any other."""
    rounds = max((len(course.ranks) for course in courses), default=0)
    columns = [_rows(courses, n) for n in range(rounds)]
    height, width = TOP + ROW * len(courses) + 12, LEFT + STEP * max(rounds - 1, 0) + ROOM
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="plot" role="img" viewBox="0 0 {width} {height}"',
            f' font-family="sans-serif" font-size="14"><title>{escape(title)}</title>',
            *(_text(LEFT + STEP * n, 16, f"{round_word} {n + 1}", "middle") for n in range(rounds)),
            *(part for n, course in enumerate(courses) for part in _line(n, course, columns)),
            "</svg>",
        ]
    )


def course(ranks: Sequence[int | None], of: int, title: str, round_word: str) -> str:
    """One person's rank after each round; rank 1 of `of` is on top. The first round is named, the others numbered."""
    width, height = 2 * LEFT + CLOSE * max(len(ranks) - 1, 0), TOP + DEPTH + 24
    points = [
        (LEFT + CLOSE * n, TOP + 12 + DEPTH * (rank - 1) // max(of - 1, 1), rank)
        for n, rank in enumerate(ranks)
        if rank
    ]
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="plot" role="img" viewBox="0 0 {width} {height}"',
            f' width="{width}" font-family="sans-serif" font-size="14"><title>{escape(title)}</title>',
            *(_text(LEFT + CLOSE * n, 16, str(n + 1) if n else f"{round_word} 1", "middle") for n in range(len(ranks))),
            *_way(points),
            "</svg>",
        ]
    )


def _rows(courses: Sequence[Course], column: int) -> dict[int, int]:
    """The row of each course after a round, by its place among those given."""
    ranked = [(rank, n) for n, course in enumerate(courses) for rank in course.ranks[column : column + 1] if rank]
    return {n: row for row, (_rank, n) in enumerate(sorted(ranked))}


def _line(n: int, course: Course, columns: Sequence[dict[int, int]]) -> Iterator[str]:
    points = [
        (LEFT + STEP * i, TOP + ROW * columns[i][n] + ROW // 2, rank) for i, rank in enumerate(course.ranks) if rank
    ]
    if not points:
        return
    yield from _way(points, DASHES[n % len(DASHES)])
    x, y, _rank = points[-1]
    yield _text(x + 18, y + 5, course.name, "start")


def _way(points: Sequence[tuple[int, int, int]], dashes: str = "") -> Iterator[str]:
    """A line through the points, each with its rank."""
    way = "M" + "L".join(f"{x} {y}" for x, y, _rank in points)
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    if points:
        yield f'<path class="plot-line" d="{way}" fill="none" stroke="#4d2a86" stroke-width="2.5"{dash}/>'
    for x, y, rank in points:
        yield f'<circle class="plot-end" cx="{x}" cy="{y}" r="10" fill="#ffffff" stroke="#4d2a86" stroke-width="2"/>'
        yield _text(x, y + 4, str(rank), "middle", size=11)


def _text(x: int, y: int, text: str, anchor: str, size: int = 14) -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}" fill="currentColor">{escape(text)}</text>'

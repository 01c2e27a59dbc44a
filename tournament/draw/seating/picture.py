"""Who met whom, as an SVG: a square for every pair, with the rounds in which they met.

Colours belong to the style sheet (classes met, again, never, self). Shape says the same without colour: a
repeat has a bar across its square, and where there is room the rounds are written in. Without a style sheet
it is grey and still readable. Left out: names other than those given.
"""

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from tournament.draw.seating.measure import Pair, meetings
from tournament.draw.seating.model import Round

CELL = 24
LETTER = 8
"""Width of a letter of a label, a little more than most need."""
WRITTEN = 64
"""Most players for whom the rounds are written into the squares."""
GREY = {"never": "#ffffff", "met": "#d5d5d5", "again": "#8c8c8c", "self": "#404040"}


def matrix(rounds: Sequence[Round], labels: Mapping[int, str], title: str) -> str:
    """The picture; `labels` has for each player the number that row and column bear, and a name."""
    n = len(labels)
    rows = [f"{number} {label}" for number, label in labels.items()]
    margin = LETTER * max(map(len, rows), default=0) + CELL // 2
    met = {pair: numbers for pair, numbers in meetings(rounds).items() if pair[1] < n}
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" class="who-met-whom" role="img"'
            f' viewBox="{-margin} {-CELL} {margin + CELL * n} {CELL * (n + 1)}"'
            ' font-family="sans-serif" font-size="10">',
            f"<title>{escape(title)}</title>",
            *_squares(met, n),
            *_bars(met),
            *(_written(met) if n <= WRITTEN else ()),
            *_labels(rows, list(labels)),
            "</svg>",
        ]
    )


def _squares(met: dict[Pair, list[int]], n: int) -> Iterator[str]:
    """One path for all squares of a kind: a thousandth of the elements a square each would need."""
    both = [(a, b, len(numbers)) for (x, y), numbers in met.items() for a, b in ((x, y), (y, x))]
    kinds = {
        "met": [(a, b) for a, b, count in both if count == 1],
        "again": [(a, b) for a, b, count in both if count > 1],
        "self": [(a, a) for a in range(n)],
    }
    size = CELL * n
    yield f'<rect class="never" width="{size}" height="{size}" fill="{GREY["never"]}"/>'
    for kind, cells in kinds.items():
        path = "".join(f"M{CELL * b} {CELL * a}h{CELL}v{CELL}h-{CELL}z" for a, b in sorted(cells))
        yield f'<path class="{kind}" d="{path}" fill="{GREY[kind]}"/>'
    lines = "".join(f"M0 {at}h{size}M{at} 0v{size}" for at in range(0, size + 1, CELL))
    yield f'<path class="grid" d="{lines}" stroke="#bdbdbd"/>'


def _bars(met: dict[Pair, list[int]]) -> Iterator[str]:
    cells = [(a, b) for (x, y), numbers in met.items() if len(numbers) > 1 for a, b in ((x, y), (y, x))]
    path = "".join(f"M{CELL * b + 2} {CELL * a + CELL - 2}h{CELL - 4}" for a, b in sorted(cells))
    yield f'<path class="bar" d="{path}" stroke="#000000" stroke-width="2"/>'


def _written(met: dict[Pair, list[int]]) -> Iterator[str]:
    for (x, y), numbers in sorted(met.items()):
        text = ",".join(map(str, numbers)) if len(numbers) < 3 else f"{len(numbers)}×"
        for a, b in ((x, y), (y, x)):
            yield _text(CELL * b + CELL // 2, CELL * a + 16, text, "middle", "rounds")


def _labels(rows: Sequence[str], numbers: Sequence[int]) -> Iterator[str]:
    for i, (row, number) in enumerate(zip(rows, numbers, strict=True)):
        yield _text(-CELL // 4, CELL * i + 16, row, "end", "name")
        yield _text(CELL * i + CELL // 2, -CELL // 4, str(number), "middle", "name")


def _text(x: int, y: int, text: str, anchor: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x}" y="{y}" text-anchor="{anchor}">{escape(text)}</text>'

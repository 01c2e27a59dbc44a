"""A line chart of the chances to win over the throws of a game: one line a colour, named at its end."""

from collections.abc import Mapping, Sequence

from .palette import INK, SOLID

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 480, 240, 62, 84, 14, 14


def curve(
    wins: Sequence[Mapping[str, int]],
    names: Mapping[str, str],
    title: str,
    *,
    here: int | None = None,
    missed: Sequence[int] = (),
) -> str:
    """`wins`: per thousand by colour, throw after throw; `here` and `missed`: places among them that are marked. The empty string
    for fewer than two."""
    if len(wins) < 2:
        return ""
    step = (WIDTH - LEFT - RIGHT) / (len(wins) - 1)
    high = HEIGHT - TOP - BOTTOM
    parts = [_grid(share, TOP + high * (1 - share / 100)) for share in (0, 50, 100)]
    parts += [_notch(LEFT + n * step) for n in missed]
    if here is not None:
        parts.append(
            f'<path stroke="{INK}" stroke-width="2" stroke-dasharray="4 3" d="M{LEFT + here * step:.1f} 4V{HEIGHT - 4}"/>'
        )
    ends = []
    for colour, name in names.items():
        points = [(LEFT + n * step, TOP + high * (1 - one.get(colour, 0) / 1000)) for n, one in enumerate(wins)]
        path = "M" + " ".join(f"{x:.1f} {y:.1f}" for x, y in points)
        parts.append(f'<path fill="none" stroke="{INK}" stroke-width="5" d="{path}"/>')
        parts.append(f'<path fill="none" stroke="{SOLID[colour]}" stroke-width="3" d="{path}"/>')
        ends.append((points[-1][1], name))
    parts += _labels(ends)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="curve" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' aria-label="{title}" font-family="sans-serif" font-size="15" fill="{INK}">{"".join(parts)}</svg>'
    )


def _grid(share: int, y: float) -> str:
    line = f'<path stroke="#cfc9ba" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>'
    return f'{line}<text x="{LEFT - 6}" y="{y + 5:.1f}" text-anchor="end">{share} %</text>'


def _notch(x: float) -> str:
    """A duty was missed here: a triangle below the lines."""
    return f'<path fill="#c92a2a" d="M{x:.1f} {HEIGHT - BOTTOM + 1}l5 11h-10z"/>'


def _labels(ends: list[tuple[float, str]]) -> list[str]:
    """Names beside the ends of their lines, apart from each other."""
    lowest, labels = 0.0, []
    ends = sorted(ends)
    for n, (y, name) in enumerate(ends):
        lowest = min(max(y + 5, lowest + 17), HEIGHT - 6 - 17 * (len(ends) - 1 - n))
        labels.append(f'<text x="{WIDTH - RIGHT + 8}" y="{lowest:.1f}">{name}</text>')
    return labels

"""Black and white shapes and texts of a drawing, gathered in layers, so that a long drawing is few paths."""

from collections import defaultdict
from collections.abc import Mapping
from html import escape

BLACK, WHITE = "#000", "#fff"
ON_SCREEN = {BLACK: "currentColor", WHITE: "var(--surface)"}
FAMILY = "'Atkinson Hyperlegible Next','Atkinson Hyperlegible Next Ext','DejaVu Sans',sans-serif"


EDGE = 0.8  # mm: room for the lines at the border


class Ink:
    def __init__(self, looks: Mapping[str, str] | None = None) -> None:
        """`looks`: other colours for black and white."""
        self._looks = looks or {BLACK: BLACK, WHITE: WHITE}
        self._fills: dict[str, list[str]] = {BLACK: [], WHITE: []}
        self._lines: dict[tuple[str, float, str], list[str]] = defaultdict(list)
        self._texts: list[str] = []

    @property
    def is_on_screen(self) -> bool:
        return self._looks is ON_SCREEN

    def fill(self, path: str, colour: str = BLACK) -> None:
        self._fills[colour].append(path)

    def line(self, path: str, width: float, colour: str = BLACK, dash: str = "") -> None:
        self._lines[colour, round(width, 2), dash].append(path)

    def text(
        self, x: float, y: float, size: float, said: str, *, is_bold: bool = False, colour: str = BLACK, more: str = ""
    ) -> None:
        if not said:
            return
        look = ' font-weight="700"' if is_bold else ""
        look += f' fill="{self._looks[colour]}"' if colour != BLACK else ""
        self._texts.append(f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size:.2f}"{look}{more}>{escape(said)}</text>')

    def svg(self, width: float, height: float, title: str, *, left: float = 0, top: float = 0, unit: str = "mm") -> str:
        """The part of this size."""
        size = f'width="{width:.2f}{unit}" height="{height:.2f}{unit}"'
        black, white = self._looks[BLACK], self._looks[WHITE]
        size += f' fill="{black}"' if self.is_on_screen else f' font-family="{FAMILY}"'
        return "".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" class="bracket" role="img" {size}',
                f' viewBox="{left:.2f} {top:.2f} {width:.2f} {height:.2f}">',
                f"<title>{escape(title)}</title>",
                _filled(self._fills[BLACK], black),
                *(_drawn(path, self._looks[look[0]], *look[1:]) for look, path in self._lines.items()),
                _filled(self._fills[WHITE], white),
                *self._texts,
                "</svg>",
            ]
        )


def _filled(paths: list[str], colour: str) -> str:
    return f'<path d="{"".join(paths)}" fill="{colour}"/>' if paths else ""


def _drawn(paths: list[str], colour: str, width: float, dash: str) -> str:
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    look = f'fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linejoin="round"{dashes}'
    return f'<path d="{"".join(paths)}" {look}/>'


def box(x: float, y: float, width: float, height: float) -> str:
    return f"M{x:.2f} {y:.2f}h{width:.2f}v{height:.2f}h{-width:.2f}z"


def disc(x: float, y: float, radius: float) -> str:
    half = f"a{radius:.2f} {radius:.2f} 0 1 0"
    return f"M{x - radius:.2f} {y:.2f}{half} {2 * radius:.2f} 0{half} {-2 * radius:.2f} 0z"

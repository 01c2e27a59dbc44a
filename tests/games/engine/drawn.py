"""Reads drawings back without the drawing code, and makes positions and boards to draw."""

import re
from typing import Any, NamedTuple
from xml.etree import ElementTree

from hypothesis import strategies as st

from games.engine.rules import boards, layout

SVG = "{http://www.w3.org/2000/svg}"
RINGS = {"4": (40, "YGRK"), "6": (48, "YGRKBW")}
FULL = {
    "4": "4 Y:B,7,21,c G:B,14,33,39 R:5,25,31,d K:B,B,3,36 G 0",
    "6": "6 Y:B,7,21,c G:B,14,33,39 R:5,25,31,d K:B,B,3,36 B:B,1,40,41 W:a,b,c,d Y 0",
    "M": "M Y:B,B,12,d G:B,30,44,47 R:1,13,32,c K:a,b,c,d Y 0",
}


class Field(NamedTuple):
    colour: str  # empty on the track
    name: str
    x: float
    y: float
    radius: float
    pieces: tuple[tuple[str, float, float], ...]
    element: ElementTree.Element

    def classes(self) -> set[str]:
        return {name for child in self.element.iter() for name in child.get("class", "").split()}

    def texts(self) -> list[str]:
        return [child.text or "" for child in self.element.iter(f"{SVG}text")]


def root(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def fields(text: str) -> list[Field]:
    return [_field(group) for group in root(text).iter(f"{SVG}g") if group.get("data-field")]


def by_name(text: str) -> dict[tuple[str, str], list[Field]]:
    found: dict[tuple[str, str], list[Field]] = {}
    for field in fields(text):
        found.setdefault((field.colour, field.name), []).append(field)
    return found


def place(element: ElementTree.Element) -> tuple[float, float]:
    """Where a transform puts the origin."""
    x, y = re.match(r"translate\((-?\d+) (-?\d+)\)", element.get("transform", "")).groups()  # type: ignore[union-attr]
    return float(x), float(y)


def _field(group: ElementTree.Element) -> Field:
    disc = next(c for c in group.iter(f"{SVG}circle") if c.get("class", "").split()[0] != "ag-hit")
    pieces = tuple((piece.get("data-piece", ""), *place(piece)) for piece in group if piece.get("data-piece"))
    x, y, radius = (float(disc.get(key, "nan")) for key in ("cx", "cy", "r"))
    stroke = float(disc.get("stroke-width", "nan")) / 2
    return Field(group.get("data-colour", ""), group.get("data-field", ""), x, y, radius + stroke, pieces, group)


def ring_board(starts: dict[str, int], track: int) -> boards.RingBoard:
    return boards.from_data({"id": "X", "track": track, "starts": [list(pair) for pair in starts.items()]})


def lanes(track: int, walls: list[list[int]], **more: Any) -> layout.Layout:
    return layout.from_data({"track": track, "start": {"Y": 1, "G": 1}, "z": [track], "walls": walls, **more})


@st.composite
def positions(draw: st.DrawFn, board: str | None = None) -> str:
    """Any position of the shipped boards, pairs on the track among them."""
    board = board or draw(st.sampled_from("46M"))
    track, colours = RINGS.get(board, (64, "YGRK"))
    chosen = sorted(draw(st.sets(st.sampled_from(colours), min_size=2)), key=colours.index)
    free = draw(st.permutations(range(1, track + 1)))
    groups = []
    for colour in chosen:
        home = draw(st.sets(st.sampled_from("abcd")))
        waiting = draw(st.integers(0, 4 - len(home)))
        out = [str(free.pop()) for _ in range(4 - len(home) - waiting)]
        if len(out) > 1 and board != "M" and draw(st.booleans()):
            out[1] = out[0]
        groups.append(f"{colour}:{','.join(['B'] * waiting + out + sorted(home))}")
    return f"{board} {' '.join(groups)} {draw(st.sampled_from(chosen))} 0"


@st.composite
def ring_boards(draw: st.DrawFn) -> boards.RingBoard:
    """Any ring board a club could enter: stars and circles."""
    colours = sorted(draw(st.sets(st.sampled_from("YGRKBW"), min_size=2)), key="YGRKBW".index)
    if draw(st.booleans()):
        share = draw(st.integers(2, 99 // len(colours)).filter(lambda share: share * len(colours) >= 12))
        return ring_board({colour: 1 + i * share for i, colour in enumerate(colours)}, share * len(colours))
    track = draw(st.integers(12, 99))
    places = draw(st.sets(st.integers(1, track), min_size=len(colours), max_size=len(colours)))
    return ring_board(dict(zip(colours, sorted(places), strict=True)), track)


@st.composite
def layouts(draw: st.DrawFn) -> layout.Layout:
    """Any layout a club could enter."""
    track = draw(st.integers(4, 120))
    field = st.integers(1, track)
    start = draw(st.dictionaries(st.sampled_from("YGRK"), field, min_size=2))
    walls: list[list[int]] = []
    used: set[tuple[int, int]] = set()
    for one, other, number in draw(st.lists(st.tuples(field, field, st.integers(1, 6)), max_size=40)):
        if one != other and not used & {(one, number), (other, number)}:
            used |= {(one, number), (other, number)}
            walls.append([one, other, number])
    taken = set(start.values())
    z = [number for number in (track, track - 1) if number not in taken][:1] or [track]
    if len(taken | set(z)) == track:
        z = [next(iter(taken))]
    return layout.from_data({"track": track, "start": start, "z": z, "walls": walls})

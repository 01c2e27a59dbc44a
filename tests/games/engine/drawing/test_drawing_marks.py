"""The six marks and the faces of dice: told apart without colour."""

import re
from itertools import combinations, pairwise

import pytest

from games.engine.drawing import die, mark
from games.engine.drawing.marks import SHAPES
from games.engine.drawing.palette import SOLID
from games.engine.rules.notation import COLOURS
from tests.games.engine.drawn import SVG, root


def grey(paint: str) -> float:
    red, green, blue = (int(paint[i : i + 2], 16) for i in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def corners(path: str) -> list[tuple[float, float]]:
    """The corners of a path of straight lines: M, H, V and pairs of numbers."""
    found: list[tuple[float, float]] = []
    x = y = 0.0
    tokens = iter(re.findall(r"[HV]|-?\d+", path))
    for token in tokens:
        if token == "H":
            x = float(next(tokens))
        elif token == "V":
            y = float(next(tokens))
        else:
            x, y = float(token), float(next(tokens))
        found.append((x, y))
    return found


def silhouette(colour: str) -> set[tuple[int, int]]:
    """The points of a grid that a shape covers."""
    grid = [(x, y) for x in range(-48, 49, 3) for y in range(-48, 49, 3)]
    if colour == "Y":
        return {(x, y) for x, y in grid if x * x + y * y < 33 * 33}
    return {point for point in grid if inside(point, corners(SHAPES[colour]))}


def inside(point: tuple[int, int], outline: list[tuple[float, float]]) -> bool:
    x, y = point[0] + 0.1, point[1] + 0.1
    crossings = 0
    for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
        crossings += (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay)
    return crossings % 2 == 1


def test_every_colour_has_a_silhouette_of_its_own_of_about_one_size() -> None:
    assert set(SHAPES) == set(COLOURS)
    covered = {colour: silhouette(colour) for colour in COLOURS}
    sizes = [len(points) for points in covered.values()]
    assert max(sizes) < 1.5 * min(sizes)
    for one, other in combinations(covered.values(), 2):
        assert len(one & other) < 0.85 * len(one | other)


def test_a_printer_without_colour_gives_six_greys() -> None:
    steps = sorted(grey(SOLID[colour]) for colour in COLOURS)
    assert all(darker + 25 < lighter for darker, lighter in pairwise(steps))


@pytest.mark.parametrize("colour", COLOURS)
def test_a_mark_is_a_picture_if_it_has_a_title_and_an_ornament_if_not(colour: str) -> None:
    named, plain = root(mark(colour, title="<Rot>")), root(mark(colour))
    assert (named.get("role"), named.get("aria-label")) == ("img", "<Rot>")
    assert plain.get("aria-hidden") == "true"
    assert [e.get("class") for e in plain.iter(f"{SVG}path")] == ["ag-halo", f"ag-solid ag-{colour}"]


def test_a_title_may_be_any_text() -> None:
    assert root(mark("R", title="a\x00b\ud800")).get("aria-label") == "a\ufffdb\ufffd"
    assert root(die(3, title='Wurf "3" & <6>')).get("aria-label") == 'Wurf "3" & <6>'


def test_a_mark_of_no_colour_is_an_error() -> None:
    with pytest.raises(KeyError):
        mark("Z")


def test_marks_differ_as_pictures_too() -> None:
    assert all(mark(one) != mark(other) for one, other in combinations(COLOURS, 2))


@pytest.mark.parametrize("number", range(1, 7))
def test_a_die_shows_its_pips_apart_from_each_other(number: int) -> None:
    svg = root(die(number))
    pips = [(int(e.get("cx", "")), int(e.get("cy", ""))) for e in svg.iter(f"{SVG}circle")]
    assert len(set(pips)) == number
    assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) > 22 for a, b in combinations(pips, 2))
    assert {(-x, -y) for x, y in pips} == set(pips)
    assert (svg.get("aria-label"), svg.get("data-die")) == (str(number), str(number))


@pytest.mark.parametrize("number", [0, 7, -1])
def test_there_is_no_other_die(number: int) -> None:
    with pytest.raises(ValueError, match="no face"):
        die(number)

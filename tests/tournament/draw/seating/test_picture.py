from xml.etree import ElementTree

from tournament.draw.seating.model import Round
from tournament.draw.seating.picture import CELL, matrix

SVG = "{http://www.w3.org/2000/svg}"
NAMES = {3: "Yara", 4: "Gero", 8: "Rosa", 12: "Karl & <Sohn>"}
TWICE: tuple[Round, ...] = (((0, 1, 2),), ((1, 0, 2),), ((0, 1, 2),))


def drawn(rounds: tuple[Round, ...], names: dict[int, str] = NAMES) -> ElementTree.Element:
    return ElementTree.fromstring(matrix(rounds, names, "Wer traf wen"))


def texts(svg: ElementTree.Element, kind: str) -> list[str | None]:
    return [text.text for text in svg.iter(f"{SVG}text") if text.get("class") == kind]


def squares(svg: ElementTree.Element, kind: str) -> int:
    (path,) = [path for path in svg.iter(f"{SVG}path") if path.get("class") == kind]
    return (path.get("d") or "").count("M")


def test_every_pair_has_a_square_on_both_sides() -> None:
    svg = drawn((((0, 1, 2, 3),), ((1, 0, 2),)))
    assert (squares(svg, "met"), squares(svg, "again"), squares(svg, "self")) == (6, 6, 4)
    assert squares(svg, "bar") == 6


def test_one_meeting_two_and_three_are_told_apart() -> None:
    rounds: tuple[Round, ...] = (
        ((0, 1, 2, 3),),
        ((0, 1, 2),),
        ((0, 1, 4),),
    )  # 0 and 1 thrice, both of them twice with 2
    svg = drawn(rounds, {**NAMES, 15: "Bela"})
    assert (squares(svg, "met"), squares(svg, "again")) == (2 * 5, 2 * 3)


def test_the_grid_is_that_of_the_squares() -> None:
    (grid,) = [path for path in drawn(TWICE).iter(f"{SVG}path") if path.get("class") == "grid"]
    ways = (grid.get("d") or "").split("M")[1:]
    assert len(ways) == 2 * (4 + 1) and (ways[0], ways[1]) == (f"0 0h{4 * CELL}", f"0 0v{4 * CELL}")
    assert ways[-1] == f"{4 * CELL} 0v{4 * CELL}"


def test_rounds_are_written_in_and_long_lists_counted() -> None:
    assert texts(drawn(TWICE[:2]), "rounds") == ["1,2"] * 6
    assert texts(drawn(TWICE), "rounds") == ["3×"] * 6


def test_rows_have_names_and_columns_the_numbers_people_bear() -> None:
    assert texts(drawn(()), "name") == ["3 Yara", "3", "4 Gero", "4", "8 Rosa", "8", "12 Karl & <Sohn>", "12"]


def test_large_fields_have_few_elements() -> None:
    names = {number: f"Spieler {number}" for number in range(250)}
    rounds = tuple(tuple(tuple(range(i, i + 4)) for i in range(0, 248, 4)) for _ in range(2))
    svg = drawn(rounds, names)
    assert len(list(svg.iter())) < 600
    assert squares(svg, "again") == 62 * 12


def test_it_carries_no_style_of_its_own() -> None:
    said = matrix(TWICE, NAMES, "x")
    assert "style" not in said


def test_a_name_stands_beside_its_row_and_a_number_above_its_column() -> None:
    rounds = tuple((tuple(range(4)),) for _ in range(2))
    where = [
        (int(t.get("x", "")), int(t.get("y", ""))) for t in drawn(rounds).iter(f"{SVG}text") if t.get("class") == "name"
    ]
    rows, columns = where[::2], where[1::2]
    assert len({x for x, _y in rows}) == len({y for _x, y in columns}) == 1
    assert rows[0][0] == columns[0][1] < 0
    cells = {y - x for (_x, y), (x, _y) in zip(rows, columns, strict=True)}
    assert len(cells) == 1


def test_a_meeting_is_written_into_the_row_of_one_and_the_column_of_the_other() -> None:
    svg = drawn((((0, 1, 2, 3),),))
    written = {kind: [t for t in svg.iter(f"{SVG}text") if t.get("class") == kind] for kind in ("name", "rounds")}
    rows = [t.get("y") for t in written["name"][::2]]
    columns = [t.get("x") for t in written["name"][1::2]]
    cells = {(t.get("x"), t.get("y")) for t in written["rounds"]}
    assert cells == {(columns[b], rows[a]) for a in range(4) for b in range(4) if a != b}


def test_longer_names_get_a_wider_margin() -> None:
    def left(names: dict[int, str]) -> float:
        return -float((drawn((), names).get("viewBox") or "").split()[0])

    assert left({3: "Yara"}) < left({3: "Yara Yildiz"}) < left({3: "Yara Yildiz-Zimmermann"})
    assert left({3: "Yara"}) > 8 * len("3 Yara")

from xml.etree import ElementTree

from tournament.seating.model import Round
from tournament.seating.picture import matrix

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

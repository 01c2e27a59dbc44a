"""Drawings of positions: everything there, once, in its place, and nothing a strict page would refuse."""

import re
from collections import Counter
from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.drawing import View, draw
from games.engine.drawing.palette import PAINT, WORN
from games.engine.rules.contract import Move
from games.engine.rules.errors import BadPosition
from games.engine.rules.notation import parse
from tests.games.engine.drawn import FULL, RINGS, SVG, by_name, fields, place, positions, root

CAPTURE = Move("17x21", "Y", "17", "21", ("K21",), ())
LEAVE, ENTER = Move("39-b", "G", "39", "b", (), ()), Move("B-11", "G", "B", "11", (), ())
HOSTILE = "</text><script>alert('\"&amp;\x00\ud800</script>"
BUSY = View(caption=HOSTILE, with_note=True, with_numbers=True, is_focusable=True, width="30mm")


def names_of(board: str) -> Counter[tuple[str, str]]:
    track, colours = RINGS.get(board, (66, "YGRK"))
    found = Counter({("", str(number)): 1 for number in range(1, track + 1)})
    for colour in colours:
        found.update({(colour, "B"): 4, **{(colour, letter): 1 for letter in "abcd"}})
    return found


@pytest.mark.parametrize("board", FULL)
def test_every_field_is_there_once(board: str) -> None:
    assert Counter((field.colour, field.name) for field in fields(draw(FULL[board]))) == names_of(board)


@pytest.mark.parametrize("board", FULL)
def test_without_colours_in_play_the_board_is_still_whole(board: str) -> None:
    text = draw(f"{board} Y:B,B,B,B R:B,B,B,B Y 0")
    assert Counter((field.colour, field.name) for field in fields(text)) == names_of(board)


@given(positions())
def test_every_piece_stands_on_its_field_and_only_there(position: str) -> None:
    expected = Counter(
        (colour, "" if field.isdigit() else colour, field)
        for colour, group in parse(position).groups
        for field in group
    )
    drawn = fields(draw(position))
    assert Counter((p[0], field.colour, field.name) for field in drawn for p in field.pieces) == expected
    for field in drawn:
        assert len(field.pieces) <= (2 if field.name.isdigit() else 1)
        middle = [sum(values) / len(field.pieces) for values in zip(*(p[1:] for p in field.pieces), strict=True)]
        assert not field.pieces or middle == pytest.approx([field.x, field.y], abs=1)


@given(positions())
@settings(max_examples=30)
def test_the_same_position_gives_the_same_bytes(position: str) -> None:
    assert draw(position).encode() == draw(parse(position)).encode()


def test_the_order_in_which_pieces_are_written_does_not_count_for_fields() -> None:
    one, other = by_name(draw("4 Y:B,B,1,a R:B,B,B,B Y 0")), by_name(draw("4 Y:a,B,1,B R:B,B,B,B Y 0"))
    assert [[f.pieces for f in group] for group in one.values()] == [[f.pieces for f in g] for g in other.values()]


@pytest.mark.parametrize("view", [View(), BUSY, View(language="en", with_letters=False)], ids=["plain", "busy", "bare"])
@pytest.mark.parametrize("board", FULL)
def test_nothing_that_a_strict_page_would_refuse(board: str, view: View) -> None:
    text = draw(FULL[board], last_move=CAPTURE, permitted=[LEAVE, ENTER], view=view)
    for element in root(text).iter():
        assert element.tag.removeprefix(SVG) in {"svg", "title", "desc", "g", "path", "circle", "rect", "text"}
        for name, value in element.attrib.items():
            assert name not in {"style", "id", "href"}
            assert not name.startswith(("on", "{"))
            assert "url(" not in value


@pytest.mark.parametrize("board", FULL)
def test_every_class_is_one_that_the_palette_names(board: str) -> None:
    known = {f"ag-{name}" for name in (*PAINT, *WORN, *"YGRKBW", "board", "field", "piece", "captured")}
    text = draw(FULL[board], last_move=CAPTURE, permitted=[LEAVE, ENTER], view=BUSY)
    assert {name for element in root(text).iter() for name in element.get("class", "").split()} <= known


@given(st.text(max_size=200))
@settings(max_examples=60)
def test_any_caption_comes_out_as_text(caption: str) -> None:
    text = draw(FULL["4"], view=View(caption=caption))
    shown = "".join(e.text or "" for e in root(text).iter(f"{SVG}text") if e.get("class") == "ag-caption")
    assert re.findall(r"[A-Za-z0-9<>&'\"]", shown) == re.findall(r"[A-Za-z0-9<>&'\"]", caption)


def test_a_hostile_caption_is_harmless() -> None:
    text = draw(FULL["4"], view=BUSY)
    assert "<script" not in text
    assert "\x00" not in text
    assert text.encode()


def test_a_caption_makes_the_picture_higher_and_stays_inside() -> None:
    plain, long = root(draw(FULL["4"])), root(draw(FULL["4"], view=View(caption="Stellung nach dem Wurf " * 9)))
    _, top, width, height = map(int, long.get("viewBox", "").split())
    assert height > int(plain.get("viewBox", "").split()[3])
    rows = [e for e in long.iter(f"{SVG}text") if e.get("class") == "ag-caption"]
    assert len(rows) > 3
    assert all(int(row.get("y", "")) < top + height - 10 for row in rows)
    assert all(len(row.text or "") * 0.5 * 54 < width for row in rows)


@pytest.mark.parametrize("board", ["6", "M"])
@pytest.mark.parametrize(("language", "said"), [("de", "unsere Rekonstruktion"), ("en", "our reconstruction")])
def test_a_board_that_we_made_up_says_so_wherever_it_is_drawn(board: str, language: str, said: str) -> None:
    view = View(language=language)
    rows = [
        e.text or "" for e in root(draw(FULL[board], view=view)).iter(f"{SVG}text") if e.get("class") == "ag-caption"
    ]
    assert said.lower() in " ".join(rows).lower()
    assert said not in draw(FULL[board], view=View(language=language, with_note=False))


@pytest.mark.parametrize("board", ["6", "M"])
def test_what_a_board_says_about_itself_can_be_read_on_a_phone(board: str) -> None:
    svg, without = (root(draw(FULL[board], view=View(with_note=is_said))) for is_said in (True, False))
    wide = float(svg.get("viewBox", "").split()[2])
    sizes = [float(line.get("font-size", "0")) for line in svg.iter(f"{SVG}text") if line.get("class") == "ag-caption"]
    assert sizes and not [line for line in without.iter(f"{SVG}text") if line.get("class") == "ag-caption"]
    assert min(sizes) * 320 / wide >= 11  # in a card of 320 px


def test_the_position_is_told_in_german() -> None:
    svg = root(draw(FULL["4"], last_move=CAPTURE, permitted=[LEAVE]))
    assert svg.get("role") == "img"
    assert svg.findtext(f"{SVG}title") == svg.get("aria-label") == "Brett mit 40 Feldern: Grün ist am Zug"
    assert svg.findtext(f"{SVG}desc") == (
        "Gelb: 1 wartend, Feld 7, Feld 21, Ziel c. Grün: 1 wartend, Feld 14, Feld 33, Feld 39. "
        "Rot: Feld 5, Feld 25, Feld 31, Ziel d. Schwarz: 2 wartend, Feld 3, Feld 36. "
        "Zuletzt zog Gelb 17x21, geschlagen: Schwarz auf 21. Erlaubt: 39-b."
    )


def test_the_position_is_told_in_english() -> None:
    svg = root(draw(FULL["M"], view=View(language="en")))
    assert svg.findtext(f"{SVG}title") == "Mauerhüpfen, 66 fields: Yellow to move"
    assert "Red: field 1, field 13, field 32, goal c." in (svg.findtext(f"{SVG}desc") or "")


def test_fields_can_be_buttons_with_names() -> None:
    text = draw(FULL["4"], view=View(is_focusable=True))
    assert root(text).get("role") == "group"
    named = {(f.colour, f.name): f.element for f in fields(text)}
    assert {element.get("role") for element in named.values()} == {"button"}
    assert {element.get("tabindex") for element in named.values()} == {"0"}
    assert named["", "21"].get("aria-label") == "Feld 21: Gelb"
    assert named["", "22"].get("aria-label") == "Feld 22"
    assert named["Y", "c"].get("aria-label") == "Ziel c Gelb: Gelb"
    assert named["K", "B"].get("aria-label") == "Eckkreis Schwarz"


def test_the_last_move_is_shown_from_to_and_captured() -> None:
    text = draw(FULL["4"], last_move=CAPTURE)
    named = by_name(text)
    assert [(f.colour, f.name) for f in fields(text) if "ag-last" in f.classes()] == [("", "21")]
    trails = [e.get("d", "") for e in root(text).iter(f"{SVG}path") if e.get("class") == "ag-trail"]
    ends = [named["", name][0] for name in ("17", "21")]
    assert trails[0].startswith(f"M{ends[0].x:.0f} {ends[0].y:.0f} ")
    assert trails[0].endswith(f" {ends[1].x:.0f} {ends[1].y:.0f}")
    assert [e.get("data-captured") for e in root(text).iter() if e.get("data-captured")] == ["K"]
    ringed = [e for e in root(text).iter(f"{SVG}circle") if e.get("class") == "ag-left"]
    assert [(float(e.get("cx", "")), float(e.get("cy", ""))) for e in ringed] == [named["K", "B"][1][2:4]]


def test_a_captured_piece_is_shown_at_the_field_it_stood_on() -> None:
    move = Move("11+2^2=32x13x32", "R", "11", "32", ("Y13", "G32"), ())
    text = draw(FULL["M"], last_move=move)
    named = by_name(text)
    shown = {e.get("data-captured"): place(e) for e in root(text).iter(f"{SVG}g") if e.get("data-captured")}
    assert set(shown) == {"Y", "G"}
    assert dist(shown["Y"], named["", "13"][0][2:4]) < 60
    assert dist(shown["G"], named["", "32"][0][2:4]) < 60


def test_no_outline_is_drawn_over_a_piece_that_stands_where_the_move_began() -> None:
    move = Move("12+3-3=12", "Y", "12", "12", (), ())
    assert 'class="ag-left"' not in draw(FULL["M"], last_move=move)
    assert 'class="ag-left"' in draw(FULL["4"], last_move=CAPTURE)


def test_permitted_moves_mark_the_pieces_and_the_targets() -> None:
    drawn = fields(draw(FULL["4"], permitted=[LEAVE, ENTER]))
    leaving = [(f.colour, f.name, f.element.get("data-from")) for f in drawn if "ag-from" in f.classes()]
    reaching = [(f.colour, f.name, f.element.get("data-to")) for f in drawn if "ag-to" in f.classes()]
    assert leaving == [("", "39", "39-b"), ("G", "B", "B-11")]
    assert reaching == [("", "11", "B-11"), ("G", "b", "39-b")]
    assert [f for f in drawn if f.element.get("data-from") and not f.pieces] == []


def test_a_pair_lies_side_by_side() -> None:
    pair = by_name(draw("4 Y:7,7,9,a R:B,B,B,B Y 0"))["", "7"][0]
    (_, left, level), (_, right, same) = pair.pieces
    assert level == same
    assert right - left == 44
    assert "ag-pair" in pair.classes()


def inscribed(board: str, view: View) -> dict[tuple[str, str], str]:
    empty = f"{board} Y:B,B,B,B R:B,B,B,B Y 0"
    return {(f.colour, f.name): " ".join(f.texts()) for f in fields(draw(empty, view=view)) if f.texts()}


def test_fields_say_what_they_are() -> None:
    shown = inscribed("4", View())
    starts = {("", "1"): "Y", ("", "11"): "G", ("", "21"): "R", ("", "31"): "K"}
    goals = {(colour, letter): letter for colour in "YGRK" for letter in "abcd"}
    assert shown == {**starts, **goals, ("G", "B"): "B", ("K", "B"): "B"}


def test_on_lanes_the_arrow_says_where_all_start_and_a_letter_where_all_go_home() -> None:
    track = {name: said for (colour, name), said in inscribed("M", View()).items() if not colour}
    assert track == {"65": "Z", "66": "Z"}
    ringed = [f.name for f in fields(draw(FULL["M"])) if len(list(f.element.iter(f"{SVG}circle"))) > 1 and not f.pieces]
    assert ringed == ["65", "66"]


def test_letters_and_numbers_can_be_had_or_not() -> None:
    assert inscribed("6", View(with_letters=False)) == {}
    numbered = inscribed("6", View(with_numbers=True))
    assert (numbered["", "1"], numbered["", "2"], numbered["", "33"]) == ("Y 1", "2", "B 33")
    assert inscribed("4", View(with_letters=False, with_numbers=True)) == {("", str(n)): str(n) for n in range(1, 41)}


@pytest.mark.parametrize("colour", "YGRK")
def test_only_the_waiting_place_of_the_colour_to_move_has_a_strong_edge(colour: str) -> None:
    text = draw(FULL["4"].replace("G 0", f"{colour} 0"))
    strong = [e.get("d", "") for e in root(text).iter() if e.get("class") == "ag-turn"]
    quiet = [e.get("d", "") for e in root(text).iter() if e.get("class") == "ag-panel"]
    assert (len(strong), len(quiet), len({*strong, *quiet})) == (1, 3, 4)
    x, y = map(int, re.match(r"M(-?\d+) (-?\d+)", strong[0]).groups())  # type: ignore[union-attr]
    assert min(dist((x, y), (field.x, field.y)) for field in by_name(text)[colour, "B"]) < 60


@pytest.mark.parametrize(
    ("position", "code"),
    [
        ("9 Y:B,B,B,B R:B,B,B,B Y 0", "board"),
        ("../4 Y:B,B,B,B R:B,B,B,B Y 0", "board"),
        ("4 Y:B,B,B,B W:B,B,B,B Y 0", "colour"),
        ("4 Y:B,B,B,41 R:B,B,B,B Y 0", "field"),
        ("4 Y:B,B,B,e R:B,B,B,B Y 0", "field"),
        ("4 Y:B,B,B,² R:B,B,B,B Y 0", "field"),
        ("4 Y:B,B,B,01 R:B,B,B,B Y 0", "field"),
        ("4 Y:B,B R:B,B,B,B Y 0", "pieces"),
    ],
)
def test_what_no_board_has_is_refused(position: str, code: str) -> None:
    with pytest.raises(BadPosition) as refused:
        draw(position)
    assert refused.value.code == code
    assert str(refused.value)


@pytest.mark.parametrize(("width", "shown"), [("30mm", ("30mm", "30mm")), ("360", ("360", "360"))])
def test_a_width_comes_with_its_height(width: str, shown: tuple[str, str]) -> None:
    svg = root(draw(FULL["4"], view=View(width=width)))
    assert (svg.get("width"), svg.get("height")) == shown


@pytest.mark.parametrize("width", ["wide", '1"', "100%", "-3", "1e9"])
def test_what_is_no_width_is_refused(width: str) -> None:
    with pytest.raises(ValueError, match="not a width"):
        draw(FULL["4"], view=View(width=width))

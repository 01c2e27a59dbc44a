"""Layout files: what the shipped one says, and every way in which a file can be wrong."""

import json
import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.rules import boards, layout
from games.engine.rules.errors import BadBoard
from tests.games.engine.rules.mauer_strategies import layout_data, unhurried

SMALL: dict[str, Any] = {"track": 12, "start": {"Y": 1, "G": 3}, "z": [12], "walls": [[3, 9, 5], [2, 11, 5]]}
HUGE = 10**30
GONE = object()


def lane_field(lane: int, column: int) -> int:
    """mauer, our reconstruction: lanes of 11 that run to and fro, columns from the left edge."""
    return (lane - 1) * 11 + (column if lane % 2 else 12 - column)


@pytest.mark.parametrize("track", [12, 998, 999])
def test_a_track_may_be_as_long_as_it_is_said(track: int) -> None:
    assert layout.from_data({**SMALL, "track": track, "z": [track]}).track == track


def test_shipped_layout_is_the_reconstruction() -> None:
    ours = layout.shipped()
    sections = {
        (lane_field(wall, column), lane_field(wall + 1, column), (wall + column // 2) % 6 + 1)
        for wall in (1, 2, 3, 4, 5)
        for column in (2, 4, 6, 8, 10)
    }
    assert set(ours.walls) == sections
    assert (ours.track, dict(ours.start), set(ours.z)) == (66, dict.fromkeys("YGRK", 1), {65, 66})


def test_shipped_layout_says_that_it_is_ours() -> None:
    assert "Rekonstruktion" in layout.shipped().note["de"]
    assert "reconstruction" in layout.shipped().note["en"]


def test_walls_are_crossed_both_ways() -> None:
    across = layout.from_data(SMALL).across
    assert across == {(3, 5): 9, (9, 5): 3, (2, 5): 11, (11, 5): 2}


def test_colours_are_clockwise_whatever_the_file_says() -> None:
    assert layout.from_data(SMALL | {"start": {"K": 2, "Y": 1, "R": 5}}).colours == ("Y", "R", "K")


@pytest.mark.parametrize(
    "change",
    [
        {"walls": []},
        {"walls": [[1, 2, 1], [1, 2, 2]]},
        {"walls": [[12, 1, 6]]},
        {"start": {"Y": 12, "G": 12}},
        {"name": "Vereinsbrett", "columns": None},
    ],
    ids=["no walls", "two sections side by side", "a wall at Z", "start on Z", "further keys"],
)
def test_unusual_boards_are_boards(change: dict[str, Any]) -> None:
    assert layout.from_data(SMALL | change).track == 12


def each(code: str, key: str, *values: object) -> list[tuple[str, object, str]]:
    return [(key, value, code) for value in values]


def second_wall(*sections: list[object]) -> list[object]:
    return [[[3, 9, 5], section] for section in sections]


FAULTS = [
    *[(key, GONE, "layout_key") for key in SMALL],
    *each("board_track", "track", None, "12", 12.0, True, 0, 1, -12, 1000, HUGE, [12]),
    *each("layout_start", "start", None, [], {}, {"Y": 1}, "YG", [["Y", 1], ["G", 3]]),
    *each("layout_colour", "start", *[{"Y": 1, name: 1} for name in ("", "B", "W", "y", "YG", "Gelb")]),
    *each("board_start", "start", {"Y": 1, "G": 0}, {"Y": 13, "G": 1}, {"Y": 1, "G": -1}, {"Y": 1, "G": 1.0}),
    *each("board_start", "start", {"Y": 1, "G": True}, {"Y": "3", "G": 1}, {"Y": 1, "G": None}, {"Y": 1, "G": HUGE}),
    *each("layout_z", "z", None, 12, [], "12", {}, [0], [13], [True], [12.0], [[12]], [HUGE]),
    *each("layout_z_twice", "z", [12, 12]),
    *each("layout_walls", "walls", None, {}, "x", 3),
    *each("layout_section", "walls", [None], [[]], [[3, 9]], [[3, 9, 5, 5]], ["395"], [{"3": 9, "5": 1, "x": 2}]),
    *each("layout_section_fields", "walls", *second_wall([0, 9, 1], [3, 13, 1], [3, 3, 1], [HUGE, 9, 1])),
    *each("layout_section_fields", "walls", *second_wall([3.0, 9, 1], [True, 9, 1], ["3", 9, 1], [[], 9, 1])),
    *each("layout_section_number", "walls", *second_wall([3, 9, 0], [3, 9, 7], [3, 9, -1], [3, 9, HUGE])),
    *each("layout_section_number", "walls", *second_wall([3, 9, 5.0], [3, 9, True], [3, 9, "5"], [3, 9, None])),
    *each("layout_section_twice", "walls", *second_wall([9, 4, 5], [9, 3, 5], [3, 9, 5])),
]


@pytest.mark.parametrize(
    ("key", "value", "code"), FAULTS, ids=lambda value: "gone" if value is GONE else repr(value)[:40]
)
def test_faulty_layout_is_refused_in_one_sentence(key: str, value: object, code: str) -> None:
    data = {**deepcopy(SMALL), key: value}
    if value is GONE:
        del data[key]
    with pytest.raises(BadBoard) as refused:
        layout.from_data(data)
    assert refused.value.code == code
    for language in ("de", "en"):
        assert 10 < len(refused.value.sentence(language)) < 200


def test_some_field_is_neither_z_nor_start() -> None:
    with pytest.raises(BadBoard) as refused:
        layout.from_data({"track": 3, "start": {"Y": 1, "G": 2}, "z": [3], "walls": []})
    assert refused.value.code == "layout_full"


def test_sentence_names_the_section() -> None:
    with pytest.raises(BadBoard, match="2"):
        layout.from_data(SMALL | {"walls": [[3, 9, 5], [3, 99, 1]]})


# Files


def write(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_layout_is_read_from_a_file(tmp_path: Path) -> None:
    found = layout.load(write(tmp_path / "club.json", json.dumps(SMALL)))
    assert (found.track, found.colours, found.walls) == (12, ("Y", "G"), ((3, 9, 5), (2, 11, 5)))


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "12",
        "null",
        "{'track': 12}",
        '{"track": 12',
        b"\xff\xfe\x00",
        "[" * 100_000,
        '{"track":' * 100_000,
        '{"track": ' + "9" * 5_000 + "}",
        json.dumps(SMALL) + " " * 2_000_000,
        json.dumps(SMALL)[:-1] + ', "walls": []}',
    ],
    ids=lambda content: repr(content[:12]),
)
def test_unreadable_file_is_refused(tmp_path: Path, content: str | bytes) -> None:
    with pytest.raises(BadBoard) as refused:
        layout.load(write(tmp_path / "club.json", content))
    assert refused.value.code == "board_unreadable"


def test_no_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing.json", "\0"):
        with pytest.raises(BadBoard):
            layout.load(path)


# Properties

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=8,
)


@unhurried
@given(layout_data())
def test_every_board_that_can_be_built_is_taken(data: dict[str, Any]) -> None:
    found = layout.from_data(data)
    assert {(there, number): here for (here, number), there in found.across.items()} == found.across
    assert len(found.across) == 2 * len(data["walls"])


@unhurried
@given(layout_data(), st.sampled_from(sorted(SMALL)), json_values)
def test_anything_else_is_a_board_or_one_sentence(data: dict[str, Any], key: str, value: object) -> None:
    refused = None
    try:
        layout.from_data({**data, key: value})
    except BadBoard as error:
        refused = error
    assert refused is None or refused.sentence("de") != refused.sentence("en")


# docs/boards.md

DOCS = (Path(__file__).parents[4] / "docs" / "boards.md").read_text(encoding="utf-8")


def block(kind: str) -> str:
    return DOCS.partition(f"```{kind}\n")[2].partition("```")[0]


def test_documented_boards_are_boards() -> None:
    assert json.loads(block("json ring")) == boards.read_json(boards.DATA / "ring-6.json")
    assert layout.from_data(json.loads(block("json layout"))).colours == ("Y", "G", "R", "K")


def test_documented_lengths_are_true() -> None:
    assert f"| {boards.SHORTEST_TRACK} to {boards.LONGEST_TRACK} |" in DOCS
    assert f"| {layout.FEWEST_FIELDS} to {layout.MOST_FIELDS} |" in DOCS


def test_drawn_layout_is_the_shipped_one() -> None:
    """Between two lanes of fields a line of numbers: what stands between the field above and the field below."""
    lines = [
        re.findall(r"\d+", line.partition("   Start")[0].partition("   Z")[0]) for line in block("text").splitlines()
    ]
    lanes, numbers = lines[::2], lines[1::2]
    drawn = {
        (int(lanes[wall][column]), int(lanes[wall + 1][column]), int(number))
        for wall, row in enumerate(numbers)
        for column, number in zip(range(1, 10, 2), row, strict=True)
    }
    assert drawn == set(layout.shipped().walls)
    assert sorted(int(field) for lane in lanes for field in lane) == list(range(1, layout.shipped().track + 1))

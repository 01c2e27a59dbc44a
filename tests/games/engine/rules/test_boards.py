"""Board files, the tables of a ring, and a club's own board."""

import json
from pathlib import Path

import pytest

from games.engine.rules import boards, registry
from games.engine.rules.errors import BadBoard
from games.engine.rules.ring import NOWHERE, Ring

SMALL = {"id": "S", "track": 16, "starts": [["Y", 1], ["R", 9]]}


def test_shipped_boards() -> None:
    four, six = boards.shipped("4"), boards.shipped("6")
    assert (four.track, four.starts) == (40, {"Y": 1, "G": 11, "R": 21, "K": 31})
    assert (six.track, six.starts) == (48, {"Y": 1, "G": 9, "R": 17, "K": 25, "B": 33, "W": 41})
    assert [four.seated(n) for n in (2, 3, 4)] == [("Y", "R"), ("Y", "G", "R"), ("Y", "G", "R", "K")]
    assert ["".join(six.seated(n)) for n in (2, 3, 4, 5, 6)] == ["YK", "YRB", "YGKB", "YGRKB", "YGRKBW"]


def test_the_reconstructed_board_says_so() -> None:
    assert set(boards.shipped("6").note) == {"de", "en"}
    assert boards.shipped("4").note == {}


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"id": None}, "board_id"), ({"id": ""}, "board_id"), ({"id": "4 5"}, "board_id"),
        ({"track": "16"}, "board_track"), ({"track": True}, "board_track"), ({"track": 11}, "board_track"),
        ({"track": 16.0}, "board_track"), ({"track": 100}, "board_track"),
        ({"starts": None}, "board_starts"), ({"starts": {"Y": 1}}, "board_starts"), ({"starts": [["Y"]]}, "board_starts"),
        ({"starts": [["X", 1], ["R", 9]]}, "board_colour"), ({"starts": [[1, 1], ["R", 9]]}, "board_colour"),
        ({"starts": [["YG", 1], ["R", 9]]}, "board_colour"), ({"starts": [["", 1], ["R", 9]]}, "board_colour"),
        ({"starts": [["Y", 0], ["R", 9]]}, "board_start"), ({"starts": [["Y", 1], ["R", 17]]}, "board_start"),
        ({"starts": [["Y", 1], ["R", True]]}, "board_start"),
        ({"starts": [["Y", 1]]}, "board_colours"), ({"starts": [["Y", 1], ["Y", 9]]}, "board_colours"),
        ({"starts": [["Y", 9], ["R", 1]]}, "board_order"), ({"starts": [["R", 1], ["Y", 9]]}, "board_order"),
        ({"starts": [["Y", 9], ["R", 9]]}, "board_order"),
        ({"seats": []}, "board_seats"), ({"seats": {"2": "YR"}}, "board_seats"), ({"seats": {"3": ["Y", "R"]}}, "board_seats"),
        ({"seats": {"2": ["R", "Y"]}}, "board_seats"), ({"seats": {"1": ["G"]}}, "board_seats"),
        ({"note": "ours"}, "board_note"),
    ],
    ids=str,
)  # fmt: skip
def test_faulty_boards(changed: dict[str, object], code: str) -> None:
    with pytest.raises(BadBoard) as refused:
        boards.from_data({**SMALL, **changed})
    assert refused.value.code == code


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{", '{"id": "S", "id": "T"}', "[" * 100_000, json.dumps(SMALL) + " " * 1_000_001],
    ids=lambda content: repr(content[:12]),
)
def test_unreadable_files(tmp_path: Path, content: str) -> None:
    file = tmp_path / "club.json"
    file.write_text(content)
    with pytest.raises(BadBoard) as refused:
        boards.load(file)
    assert refused.value.code == "board_unreadable"


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(BadBoard):
        boards.load(tmp_path / "none.json")


def test_a_club_plays_on_its_own_board(tmp_path: Path) -> None:
    """A 6-seat board whose corners lie otherwise than on ours."""
    file = tmp_path / "club.json"
    starts = [["Y", 2], ["G", 10], ["R", 18], ["K", 26], ["B", 34], ["W", 42]]
    file.write_text(json.dumps({"id": "6", "track": 48, "starts": starts}))
    rules = registry.rules("turnier", boards={"6": boards.load(file)})
    assert [m.text for m in rules.permitted(rules.read("6 Y:B,B,B,1 G:B,B,B,B R:B,B,B,B Y 0"), 3)] == ["1-c"]
    assert rules.write(rules.start(3)) == "6 Y:B,B,B,B G:B,B,B,B R:B,B,B,B Y 0"
    assert registry.rules("turnier").start(4) == rules.start(4)


# The tables


@pytest.fixture
def ring() -> Ring:
    return Ring(boards.shipped("4"))


def test_cells_have_names_and_names_cells(ring: Ring) -> None:
    for colour in range(4):
        for name, cell in ring.cells[colour].items():
            assert ring.names[cell] == name
            assert ring.progress[colour][cell] != NOWHERE
    assert sum(len(cells) for cells in ring.cells) == 4 * (1 + 40 + 4)


@pytest.mark.parametrize(
    ("colour", "field", "count", "target"),
    [
        ("Y", "1", 6, "7"), ("Y", "40", 1, "a"), ("Y", "37", 6, "c"), ("Y", "b", 2, "d"), ("G", "40", 1, "1"),
        ("G", "10", 4, "d"), ("K", "30", 1, "a"), ("G", "2", -5, "37"), ("R", "24", -2, "22"),
    ],
)  # fmt: skip
def test_ahead(ring: Ring, colour: str, field: str, count: int, target: str) -> None:
    cells = ring.cells[ring.index[colour]]
    assert ring.ahead(ring.index[colour], cells[field], count) == cells[target]


@pytest.mark.parametrize(
    ("colour", "field", "count"),
    [("Y", "40", 5), ("Y", "d", 1), ("Y", "B", 6), ("Y", "1", -1), ("Y", "4", -3), ("G", "12", -2), ("Y", "b", -1)],
)
def test_nothing_ahead(ring: Ring, colour: str, field: str, count: int) -> None:
    index = ring.index[colour]
    assert ring.ahead(index, ring.cells[index][field], count) == NOWHERE


def test_between(ring: Ring) -> None:
    green = ring.cells[1]
    assert [ring.names[cell] for cell in ring.between(1, green["8"], 5)] == ["9", "10", "a", "b"]
    assert [ring.names[cell] for cell in ring.between(1, green["2"], -3)] == ["40", "1"]

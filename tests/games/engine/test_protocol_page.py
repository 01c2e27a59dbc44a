"""docs/protocol.md says what the three programs take and answer: every op, key and code, and each example is run."""

import json
import re
from typing import Any

import pytest

from games.engine.protocol import OPS as GAMES
from games.engine.protocol import TAKES, Desk
from referee.judging.protocol import OPS as REFEREE
from tests.games.engine.protocol_page import HEADING, PAGE, section
from tournament.draw.seating import protocol as draw

TEXT = PAGE.read_text()
PARTS: dict[str, str] = dict(re.findall(r"^## (.+?)$(.*?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL))
COMMON = {"id", "op"}
ROWS = re.compile(r"^\| `(\w+)` \|", re.MULTILINE)


def told(part: str) -> dict[str, set[str]]:
    """The keys of each op, by the page."""
    ops = re.findall(r"^### `(\w+)`$(.*?)(?=^### |\Z)", PARTS[part], re.MULTILINE | re.DOTALL)
    return {op: {*ROWS.findall(body), *COMMON} for op, body in ops}


def test_games_and_referee_take_what_the_page_says() -> None:
    only_referee = {name: set(TAKES[op]) for name, op in REFEREE.items() if name not in GAMES}
    assert told("Games") == {name: set(TAKES[op]) for name, op in GAMES.items()}
    assert told("Referee") == only_referee


def test_the_draw_takes_what_the_page_says() -> None:
    said = told("Draw")
    assert said["draw"] == draw.TAKES["draw"]
    assert said["report"] | said["draw"] == draw.TAKES["report"]
    assert said.keys() == draw.OPERATIONS.keys()


def examples() -> list[tuple[str, str, Any]]:
    found = []
    for part, body in PARTS.items():
        for asked, answered in re.findall(r"^> (.+)\n< (.+)$", body, re.MULTILINE):
            found.append((part, asked, json.loads(answered)))
    return found


@pytest.mark.parametrize(("part", "asked", "answered"), examples(), ids=lambda value: str(value)[:40])
def test_each_example_is_answered_so(part: str, asked: str, answered: Any) -> None:
    answer = draw.answer(asked.encode()) if part == "Draw" else json.loads(Desk(REFEREE).answer(asked.encode()))
    assert answer == answered


def test_the_page_has_examples() -> None:
    assert len(examples()) >= 10


def test_the_page_names_every_code() -> None:
    """`python -m tests.games.engine.protocol_page` writes them."""
    assert TEXT[TEXT.index(HEADING) :] == section()


@pytest.mark.parametrize(
    "line",
    ["nonsense", "[]", '{"op": "no"}', '{"op": "rules", "more": 1}', '{"id": 3, "op": 7}', '{"op": "draw", "x": 1}'],
)
def test_errors_have_one_shape(line: str) -> None:
    for answer in (json.loads(Desk(GAMES).answer(line.encode())), draw.answer(line.encode())):
        assert set(answer) == {"id", "error"}
        assert set(answer["error"]) == {"code", "sentence", "data"}

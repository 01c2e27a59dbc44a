"""The grammar in games/engine/README.md is that of what the engine writes: held against every position of the recorded games."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.engine.records.reader import read
from games.engine.records.replay import begin, replay
from games.engine.rules.contract import NOTHING
from games.engine.rules.errors import BadPosition
from games.engine.rules.notation import parse

ROOT = Path(__file__).parents[3]
README = (ROOT / "games" / "engine" / "README.md").read_text()
GAMES = sorted((ROOT / "tests" / "data" / "playthroughs").glob("*.txt"))
TOKEN = re.compile(r'"(?P<text>[^"]*)"|(?P<name>\w+)|(?P<sign>[\[\]{}()|,;=])')


def rules() -> dict[str, str]:
    """Each rule of the EBNF as a regular expression in which the others still stand as {name}."""
    found = {}
    for block in re.findall(r"^```ebnf\n(.*?)^```", README, re.MULTILINE | re.DOTALL):
        for line in block.split(" ;\n"):
            if line.strip():
                name, _equals, right = line.partition("=")
                found[name.strip()] = "".join(_translated(right))
    return found


def _translated(right: str) -> Iterator[str]:
    signs = {"[": "(?:", "]": ")?", "{": "(?:", "}": ")*", "(": "(?:", ")": ")", "|": "|", ",": "", ";": ""}
    for token in TOKEN.finditer(right):
        if token["text"] is not None:
            yield re.escape(token["text"])
        else:
            yield f"(?:<{token['name']}>)" if token["name"] else signs[token["sign"]]


def expression(name: str) -> re.Pattern[str]:
    known = rules()
    made = f"<{name}>"
    while named := re.search(r"<(\w+)>", made):
        made = made.replace(named[0], f"(?:{known[named[1]]})")
    return re.compile(made)


POSITION, MOVE = expression("position"), expression("move")


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_what_is_written_follows_the_grammar(path: Path) -> None:
    record = read(path.read_text())
    rules = begin(record).rules
    plies = replay(record).plies
    assert len(plies) > 20
    for ply in plies:
        assert POSITION.fullmatch(rules.write(ply.before))
        moves = [move.text for move in rules.legal(ply.before, ply.throw.roll)]
        assert [text for text in moves if not MOVE.fullmatch(text)] == []


def test_nothing_is_written_so_too() -> None:
    assert MOVE.fullmatch(NOTHING)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "4",
        "4  Y:B,B,B,B G:B,B,B,B Y 0",
        "4 Y:B,B,B G:B,B,B,B Y 0",
        "4 Y:B,B,B,B G:B,B,B,B y 0",
        "4 Y:B,B,B,B G:B,B,B,B Y 3",
    ],
)
def test_what_the_engine_cannot_read_has_no_place_in_it(text: str) -> None:
    assert not POSITION.fullmatch(text)
    with pytest.raises(BadPosition):
        parse(text)


@pytest.mark.parametrize("text", ["17", "17-", "17+21", "2^7=3", "15+2^5", "Q:1-2", "17-21-22", "012-3"])
def test_other_moves_do_not_follow_it(text: str) -> None:
    assert not MOVE.fullmatch(text)

"""docs/attacks.md: what was tried, each line with tests that are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
ROWS = [line for line in (ROOT / "docs" / "attacks.md").read_text().splitlines() if line.startswith("| ")]
NAMED = [(row, named) for row in ROWS for named in re.findall(r"`(tests/[^`]+)`", row)]


def test_every_line_of_the_report_has_its_row_once():
    numbers = [row.split("|")[1].strip() for row in ROWS if re.match(r"\| [HBP]\d", row)]
    assert numbers == [
        *(f"H{n}" for n in range(1, 8)),
        *(f"B{n}" for n in range(1, 7)),
        *(f"P{n}" for n in range(1, 7)),
    ]


def test_every_row_names_a_test():
    bare = [row for row in ROWS if "tests/" not in row and not row.startswith(("| |", "| what |"))]
    assert bare == []


@pytest.mark.parametrize("named", [named for _row, named in NAMED])
def test_every_test_that_is_named_is_there(named):
    file, _colons, name = named.partition("::")
    assert re.search(rf"^def {name}\(", (ROOT / file).read_text(), re.MULTILINE)

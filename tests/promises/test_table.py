"""docs/promises.md tells the truth about what is tested here."""

import re
from pathlib import Path

from deploy.laptop.folder import ROOT

ROWS = [line.split("|") for line in (ROOT / "docs" / "promises.md").read_text().splitlines() if line.startswith("| R")]
HERE = {path.name: path.read_text() for path in Path(__file__).parent.glob("test_r*.py")}


def files_of(row: list[str]) -> list[str]:
    return re.findall(r"`(\w+\.py)`", row[3])


def test_every_promise_has_a_row_and_every_row_its_tests():
    assert sorted(name for row in ROWS for name in files_of(row)) == sorted(HERE)
    for row in ROWS:
        assert all(name.startswith(f"test_r{row[1].strip()[1:]:0>2}_") for name in files_of(row)), row


def test_who_is_said_to_have_a_control_or_a_full_form_has_it():
    for row in ROWS:
        code = "".join(HERE[name] for name in files_of(row)).lower()
        assert not row[5].strip() or "control" in code or "would" in code, row
        assert bool(row[6].strip()) == ("augengenau_long" in code), row

"""docs/promises.md tells the truth about what the rig tests."""

import re
from pathlib import Path

from deploy.laptop.folder import ROOT

ROWS = re.findall(r"^\| (N\d+) \|", (ROOT / "docs" / "promises.md").read_text(), re.MULTILINE)


def test_every_fault_has_a_row_and_every_row_its_test():
    tests = (Path(__file__).parent / "test_faults.py").read_text()
    assert [name.lower() for name in ROWS] == re.findall(r"^def test_(n\d+)_", tests, re.MULTILINE)

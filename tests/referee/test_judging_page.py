"""docs/judging.md says what the cases say."""

from tests.games.judging_tables import at_the_table
from tests.referee.asking import CASES
from tests.referee.judging_page import PAGE, page


def test_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tests.referee.judging_page"


def test_page_has_a_row_for_every_case() -> None:
    rows = [line for line in page().splitlines() if line.startswith("| ") and not line.startswith("| case ")]
    assert len(rows) == len(CASES) + len(at_the_table())
    assert {row.count(" | ") for row in rows} == {4, 5}


def test_every_case_is_named_in_both_languages() -> None:
    shown = page()
    for case in [*CASES, *at_the_table()]:
        assert case.german and case.german not in case.name and f"<br>*{case.german}*" in shown

"""docs/judging.md says what the cases say."""

from games.engine.rules.at_table import CLAIMS_UNTIL
from referee.judging.incidents.register import INCIDENTS
from tests.games.engine.judging_tables import at_the_table
from tests.referee.judging.asking import CASES
from tests.referee.judging.judging_page import CLAIMS_TITLE, INCIDENT_HEAD, PAGE, page


def test_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tests.referee.judging.judging_page"


def test_page_has_a_row_for_every_case() -> None:
    cases = page().partition(CLAIMS_TITLE)[0]
    rows = [line for line in cases.splitlines() if line.startswith("| ") and not line.startswith("| case ")]
    assert len(rows) == len(CASES) + len(at_the_table())
    assert {row.count(" | ") for row in rows} == {4, 5}


def test_page_says_of_every_reading_until_when_a_throw_is_claimed() -> None:
    claims = page().partition(CLAIMS_TITLE)[2].partition(INCIDENT_HEAD)[0].splitlines()
    rows = [row.strip("|").split(" | ") for row in claims if row.startswith("| ")]
    assert {len(row) for row in rows} == {1 + len(CLAIMS_UNTIL.values)}
    for column in range(1, len(CLAIMS_UNTIL.values) + 1):
        assert {row[column].strip() for row in rows[1:]} == {"in time", "**too late**"}


def test_page_has_every_incident() -> None:
    rows = page().partition(INCIDENT_HEAD)[2].splitlines()
    assert {row.split(" | ")[0].removeprefix("| ") for row in rows} == {one.title.english for one in INCIDENTS.values()}
    assert {row.count(" | ") for row in rows} == {4}


def test_every_case_is_named_in_both_languages() -> None:
    shown = page()
    for case in [*CASES, *at_the_table()]:
        assert case.german and case.german not in case.name and f"<br>*{case.german}*" in shown

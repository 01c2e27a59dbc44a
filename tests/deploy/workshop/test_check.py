"""The runner of the checks: what it counts, what it leaves out, what it calls a failure."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from deploy.laptop.folder import ROOT
from deploy.workshop import check, only_database, outcome, tools
from deploy.workshop.outcome import Outcome, Run

REPORT = """<?xml version="1.0" encoding="utf-8"?>
<testsuites name="pytest tests"><testsuite name="pytest" errors="1" failures="2" skipped="3" tests="10" time="0.1">
<testcase name="a"><skipped type="pytest.skip" message="no msgfmt">x</skipped></testcase>
<testcase name="b"><skipped type="pytest.skip" message="no msgfmt">x</skipped></testcase>
<testcase name="c"><skipped type="pytest.xfail" message="">x</skipped></testcase>
</testsuite></testsuites>"""


@pytest.fixture
def run(tmp_path) -> Run:
    return Run(fast=False, pytest_arguments=(), folder=tmp_path)


def test_a_report_is_counted():
    counted = outcome.count(REPORT)
    assert str(counted) == "4 passed, 3 failed, 3 skipped"
    assert counted.left_out == ("2 × no msgfmt", "1 × no reason given")


def test_outcomes_add_up():
    assert str(Outcome(passed=2, skipped=1) + Outcome(1, 1)) == "3 passed, 1 failed, 1 skipped"


def test_a_command_counts_as_one_and_is_quiet_if_it_passes(run):
    assert outcome.command("sh", "-c", "echo fine")(run) == Outcome(passed=1)
    assert outcome.command("sh", "-c", "echo why; exit 3")(run) == Outcome(failed=1, output="why\n")


ALONE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}


def write_test(folder: Path, body: str) -> str:
    """A test file outside the project, with pytest as it is without our settings."""
    (folder / "test_it.py").write_text(body)
    (folder / "pytest.ini").write_text("[pytest]\n")
    return f"--rootdir={folder} -c {folder}/pytest.ini {folder}/test_it.py"


@pytest.mark.parametrize(
    ("body", "counted"),
    [
        ("def test_a(): pass\ndef test_b(): pass", "2 passed, 0 failed, 0 skipped"),
        ("def test_a(): pass\ndef test_b(): assert 0", "1 passed, 1 failed, 0 skipped"),
        ("import pytest\ndef test_a(): pytest.skip('why')", "0 passed, 0 failed, 1 skipped"),
        ("no python", "0 passed, 1 failed, 0 skipped"),
        ("", "0 passed, 1 failed, 0 skipped"),
    ],
)
def test_a_pytest_run_counts_its_tests_and_an_empty_one_fails(run, tmp_path, body, counted):
    found = outcome.tests(*write_test(tmp_path, body).split(), **ALONE)(run)
    assert str(found) == counted
    assert bool(found.output) == bool(found.failed)


def test_an_empty_run_is_no_failure_if_the_caller_chose(tmp_path):
    run = Run(fast=False, pytest_arguments=("-k", "nothing"), folder=tmp_path)
    assert outcome.tests(*write_test(tmp_path, "def test_a(): pass").split(), **ALONE)(run) == Outcome()


def test_what_takes_too_long_is_stopped(run, monkeypatch):
    monkeypatch.setattr(outcome, "LIMIT", 0.2)
    found = outcome.command("sh", "-c", "echo begun; sleep 60")(run)
    assert found.failed == 1
    assert "begun" in found.output
    assert "took longer" in found.output


def test_the_environment_of_the_caller_is_kept_out(run, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://the/real/one")
    monkeypatch.setenv("AUGENGENAU_MODE", "server")
    environment = run.environment()
    assert "DATABASE_URL" not in environment
    assert "AUGENGENAU_MODE" not in environment
    assert environment["AUGENGENAU_DATA"].startswith(str(run.folder))


def test_a_section_without_its_tool_is_skipped_by_name(run, monkeypatch):
    monkeypatch.setitem(tools.TOOLS, "chromium", tools.Tool("chromium", lambda: None))
    section = check.Section("browser journeys", outcome.command("false"), ("chromium",))
    assert check.carry_out(section, run) == Outcome(
        skipped=1, left_out=("browser journeys: chromium not found (apt install chromium)",)
    )


def test_a_section_that_breaks_has_failed(run):
    found = check.carry_out(check.Section("lint", outcome.command("/no/such/program")), run)
    assert found.failed == 1
    assert "No such file" in found.output


def test_what_fast_leaves_out_is_named():
    lines = check.left_out(Outcome(passed=1), fast=True)
    assert any("tests on PostgreSQL with Redis, browser journeys" in line for line in lines)


def test_nothing_is_said_when_nothing_is_left_out(monkeypatch):
    monkeypatch.setattr(tools, "missing", list)
    assert check.left_out(Outcome(passed=1), fast=False) == []


def test_arguments_after_two_dashes_are_for_pytest():
    options = check.read_options(["--fast", "--", "-k", "draw"])
    assert options.fast
    assert options.pytest_arguments == ["-k", "draw"]


@pytest.mark.parametrize(
    ("file", "is_pure"),
    [
        ("tests/games/engine/test_cases.py", True),  # and its helpers
        ("tests/games/engine/rules/test_layout.py", True),
        ("tests/test_translations.py", True),  # words, of whatever language
        ("tests/tournament/people/test_names.py", False),
        ("tests/tournament/core/test_jobs.py", False),
        ("tests/deploy/workshop/test_check.py", False),
        ("tests/no_such_file.py", False),
    ],
)
def test_files_that_know_only_pure_code(file, is_pure):
    assert only_database.knows_only_pure_code(ROOT / file) is is_pure


@pytest.mark.parametrize(
    ("fixtures", "mark", "asks"),
    [([], None, False), (["tmp_path"], None, False), (["desk", "db"], None, True), ([], "django_db", True)],
)
def test_who_asks_for_the_database(fixtures, mark, asks):
    item = SimpleNamespace(fixturenames=fixtures, get_closest_marker=lambda name: name if name == mark else None)
    assert only_database.asks_for_database(item) is asks


def test_ci_runs_the_checks_and_nothing_else():
    lines = [line for line in (ROOT / ".ci" / "run").read_text().splitlines() if not line.startswith("#")]
    assert lines == ['exec "$(dirname "$0")/../deploy/test"']

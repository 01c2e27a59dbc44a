"""How deploy/test runs a check, and the outcome: a command counts as one, a pytest run counts its tests."""

import os
import secrets
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from xml.etree import ElementTree

from deploy.laptop.folder import ROOT

LIMIT = 2700.0  # seconds for one check
PYTEST = (sys.executable, "-m", "pytest", "--continue-on-collection-errors")
NO_TESTS = 5  # pytest's exit code


@dataclass(frozen=True)
class Outcome:
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    output: str = ""
    left_out: tuple[str, ...] = ()

    def __add__(self, other: "Outcome") -> "Outcome":
        return Outcome(
            self.passed + other.passed,
            self.failed + other.failed,
            self.skipped + other.skipped,
            self.output + other.output,
            self.left_out + other.left_out,
        )

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


@dataclass(frozen=True)
class Run:
    """One call of deploy/test: its options, and a temporary folder."""

    fast: bool
    pytest_arguments: tuple[str, ...]
    folder: Path

    def environment(self) -> dict[str, str]:
        """The caller's, without what points at the caller's data. Bytecode is cached, since hundreds of processes start."""
        ours = ("AUGENGENAU_", "DATABASE_URL", "REDIS_URL", "DJANGO_", "PYTHONDONTWRITEBYTECODE")
        others = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        return {
            **others,
            "PATH": f"{Path(sys.executable).parent}:{others.get('PATH', os.defpath)}",
            "AUGENGENAU_DATA": str(self.folder / "data"),
            "AUGENGENAU_STATIC": str(self.folder / "static"),
        }


Check = Callable[[Run], Outcome]


def command(*words: str, **more: str) -> Check:
    def check(run: Run) -> Outcome:
        code, output = execute(words, {**run.environment(), **more})
        return Outcome(failed=1, output=output) if code else Outcome(passed=1)

    return check


def manage(*words: str, **more: str) -> Check:
    return command(sys.executable, "manage.py", *words, **more)


def tests(*arguments: str, **more: str) -> Check:
    """A pytest run. If it selects no test, that is a failure, unless the caller passed arguments to pytest."""

    def check(run: Run) -> Outcome:
        report = run.folder / f"{secrets.token_hex(4)}.xml"
        words = (*PYTEST, f"--junitxml={report}", *arguments, *run.pytest_arguments)
        code, output = execute(words, {**run.environment(), **more})
        if code == NO_TESTS and run.pytest_arguments:
            return Outcome()
        outcome = count(report.read_text()) if report.exists() else Outcome()
        if code and not outcome.failed:  # pytest failed before or after the tests
            outcome = replace(outcome, failed=1)
        return replace(outcome, output=output if code else "")

    return check


def count(report: str) -> Outcome:
    """The outcome in a JUnit report."""
    suite = ElementTree.fromstring(report).find("testsuite")  # noqa: S314  (our own pytest wrote it)
    if suite is None:
        return Outcome()
    total, failures, errors, skipped = (int(suite.get(name, 0)) for name in ("tests", "failures", "errors", "skipped"))
    reasons = Counter(case.get("message") or "no reason given" for case in suite.iter("skipped"))
    left_out = tuple(f"{number} × {reason}" for reason, number in reasons.items())
    return Outcome(total - failures - errors - skipped, failures + errors, skipped, left_out=left_out)


def execute(words: Sequence[str], environment: Mapping[str, str]) -> tuple[int, str]:
    """Return the exit code and all output. Every process it started has ended on return."""
    process = subprocess.Popen(
        words,
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    try:
        return _wait(process)
    finally:
        _kill_group(process)


def _wait(process: subprocess.Popen[str]) -> tuple[int, str]:
    try:
        output, _ = process.communicate(timeout=LIMIT)
        return process.returncode, output
    except subprocess.TimeoutExpired:
        _kill_group(process)
        output, _ = process.communicate()
        return 1, f"{output}\nStopped: it took longer than {LIMIT:.0f} s.\n"


def _kill_group(process: subprocess.Popen[str]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)

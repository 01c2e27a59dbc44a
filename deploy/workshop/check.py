"""What deploy/test runs: every check in turn, quiet where it passes, and a last line that counts.

Checks that a machine cannot run are skipped, listed at the end and counted in the last line, so that nothing passes by not
being run. tests/bench never runs here.
"""

import argparse
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import NoReturn

from deploy.laptop.launch import OneSentence
from deploy.workshop import audit, openapi, services, tools
from deploy.workshop.outcome import Check, Outcome, Run, command, manage, tests

CORES = min(os.cpu_count() or 1, 3)
# Of what the check before leaves out, because it is for another system.
ON_WINDOWS = (
    *("--no-error-summary", "--platform", "win32", "--config-file=", "--strict", "--follow-imports=skip"),
    "tournament/core/system/windows.py",
)
LONG_WAITS = ("-o", "faulthandler_timeout=0")
ONLY_DATABASE = ("-p", "deploy.workshop.only_database")
LONG = ("--long", "-o", "faulthandler_timeout=0")
RUFF = ("--quiet", "--output-format", "concise", ".")


@dataclass(frozen=True)
class Section:
    name: str
    check: Check
    needs: tuple[str, ...] = ()
    in_fast: bool = True


def settings_on_a_server(run: Run) -> Outcome:
    """With placeholder addresses: nothing connects to them."""
    return manage(
        *("check", "--deploy", "--fail-level", "WARNING"),
        AUGENGENAU_MODE="server",
        AUGENGENAU_HOSTS="club.example",
        AUGENGENAU_SECRET_KEY=secrets.token_urlsafe(50),
        DATABASE_URL="postgres://nobody@127.0.0.1/nothing",
        REDIS_URL="redis://127.0.0.1:1/0",
    )(run)


def on_sqlite(run: Run) -> Outcome:
    selected = (*at_once(CORES), "-m", "not slow") if run.fast else at_once(CORES + 1)
    return tests("tests", *_without("architecture", "browser", "bench", "deploy/windows"), *selected)(run)


def on_postgresql(run: Run) -> Outcome:
    more = (*_without("architecture", "browser", "bench", "deploy", "rig"), *at_once(CORES + 1), *ONLY_DATABASE)
    with services.postgresql() as database, services.redis() as redis:
        return tests("tests", *more, DATABASE_URL=database, REDIS_URL=redis)(run)


def in_a_browser(run: Run) -> Outcome:
    return tests("tests/browser", *at_once(CORES), AUGENGENAU_CHROMIUM=tools.chromium() or "")(run)


def under_wine(run: Run) -> Outcome:
    """Builds the zip for Windows, and tries what was built."""
    built = command(sys.executable, "-m", "deploy.workshop.windows.building", str(run.folder))(run)
    if built.failed:
        return built
    (shipped,) = run.folder.glob("*-windows.zip")
    return built + tests("tests/deploy/windows", *LONG_WAITS, AUGENGENAU_WINDOWS_ZIP=str(shipped))(run)


def at_once(files: int) -> tuple[str, ...]:
    """Run so many files in parallel, each process with a database of its own. One more than there are cores, since some tests
    wait for a server; with many more, tests that measure seconds fail now and then. tests/conftest.py sets their order."""
    return f"--numprocesses={files}", "--dist=loadfile", "--no-loadscope-reorder"


def _without(*names: str) -> Iterator[str]:
    yield from (f"--ignore=tests/{name}" for name in names)


SECTIONS = (
    Section("lint", command("ruff", "check", *RUFF)),
    Section("format", command("ruff", "format", "--check", *RUFF)),
    Section("types", command("mypy", "--no-error-summary")),
    Section("types on Windows", command("mypy", *ON_WINDOWS), in_fast=False),
    Section("architecture", tests("tests/architecture")),
    Section("migrations complete", manage("makemigrations", "--check", "--dry-run")),
    Section("settings on a laptop", manage("check", "--fail-level", "WARNING")),
    Section("settings on a server", settings_on_a_server),
    Section("static files", manage("collectstatic", "--no-input", "--verbosity", "0")),
    Section("description of the API", openapi.check, in_fast=False),
    Section("packages without known holes", audit.check, in_fast=False),
    Section("tests on SQLite", on_sqlite),
    Section("tests on PostgreSQL with Redis", on_postgresql, ("PostgreSQL", "Redis"), in_fast=False),
    Section("browser journeys", in_a_browser, ("chromium",), in_fast=False),
    Section("the zip for Windows under Wine", under_wine, tools.FOR_WINDOWS, in_fast=False),
)


def main() -> NoReturn:
    options = read_options()
    signal.signal(signal.SIGTERM, _stop)
    if not options.fast:
        tools.provide(windows=options.windows)
    with tempfile.TemporaryDirectory(prefix="augengenau-test-") as folder:
        more = LONG if options.long else ()
        total = carry_out_all(Run(options.fast, (*more, *options.pytest_arguments), Path(folder)))
    for line in left_out(total, options.fast):
        print(line)
    print(total)
    raise SystemExit(1 if total.failed else 0)


def read_options(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = OneSentence(
        prog="deploy/test",
        description="Runs every check. The last line counts; the exit code is 0 only if nothing failed.",
        epilog="What follows -- goes to pytest, as in: deploy/test --fast -- -k draw",
    )
    how_much = parser.add_mutually_exclusive_group()
    how_much.add_argument("--fast", action="store_true", help="no PostgreSQL, no browser, no slow tests")
    how_much.add_argument("--long", action="store_true", help="also tests that need many minutes, or a whole machine")
    parser.add_argument("--windows", action="store_true", help="install Wine for the zip for Windows, if it is missing")
    parser.add_argument("pytest_arguments", nargs="*", metavar="-- ARGUMENT", help="for pytest")
    return parser.parse_args(arguments)


def _stop(_number: int, _frame: FrameType | None) -> NoReturn:
    raise SystemExit("Stopped.")


def carry_out_all(run: Run) -> Outcome:
    total = Outcome()
    for section in SECTIONS:
        if run.fast and not section.in_fast:
            continue
        print(f"{section.name} ... ", end="", flush=True)
        started = time.monotonic()
        outcome = carry_out(section, run)
        word = "FAILED" if outcome.failed else "ok" if outcome.passed else "left out"
        print(f"{word}: {outcome}, {time.monotonic() - started:.1f} s\n{outcome.output}", end="", flush=True)
        total += outcome
    return total


def carry_out(section: Section, run: Run) -> Outcome:
    if lacking := tools.missing(section.needs):
        reason = f"{section.name}: {' and '.join(lacking)} not found ({tools.install_line(lacking)})"
        return Outcome(skipped=1, left_out=(reason,))
    try:
        return section.check(run)
    except (OSError, subprocess.SubprocessError) as error:
        return Outcome(failed=1, output=f"{error}\n")


def left_out(total: Outcome, fast: bool) -> list[str]:
    """What did not run, and why."""
    reasons = list(dict.fromkeys(total.left_out))
    if lacking := tools.missing():
        reasons.append(f"whatever needs {', '.join(lacking)} ({tools.install_line(lacking)})")
    if fast:
        names = [section.name for section in SECTIONS if not section.in_fast]
        reasons.append(f"because of --fast: {', '.join(names)}, and tests marked slow")
    return ["", "Left out:", *(f"  {reason}" for reason in reasons), ""] if reasons else []


if __name__ == "__main__":
    main()

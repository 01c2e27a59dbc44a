"""R10: everybody who holds a page open hears of every result, also who was cut off meanwhile.

Small form here; AUGENGENAU_LONG=1 is the bench in full: 2,000 streams, a result a second for five minutes, a tenth cut every
ten seconds, with its gates. The control's process neither looks at the database nor listens, and must fail.
"""

import os
import subprocess
import sys

import pytest

from tests.promises.server import ROOT

LONG = bool(os.environ.get("AUGENGENAU_LONG"))
MEASURE = () if LONG else ("--streams", "100", "--seconds", "8")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(os.environ.get("DATABASE_URL")), reason="the bench makes a hall of its own on SQLite"),
]


def measure(*more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.bench.live", *MEASURE, *more]
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "deploy.site.settings"}
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=600, check=False)


def test_nobody_misses_anything():
    done = measure()
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]
    assert "missed the last: 0" in done.stdout


def test_the_check_notices_a_process_that_is_deaf():
    """Only the tenth that was cut and came back has heard of what happened meanwhile."""
    done = measure("--settings", "tests.promises.settings_deaf")
    assert done.returncode == 1 and "missed the last: 0" not in done.stdout, done.stdout + done.stderr[-2000:]

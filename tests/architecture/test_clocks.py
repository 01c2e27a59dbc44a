"""What counts in a tournament goes by `tournament.core.clock`; the machine's own clock may be asked here only, and why."""

import re

from tests.architecture.modules import relative
from tests.architecture.test_layers import app_sources

ASKED = re.compile(r"\btimezone\.(now|localdate|localtime)\b|\btime\.time(_ns)?\b|\bdatetime\.now\b|\bdate\.today\b")
MAY = {
    "tournament/core/clock.py": "it is made of it",
    # Who may come in, and for how long. Nobody's points depend on it.
    "tournament/core/session_times.py": "sessions",
    "tournament/people/signing_in.py": "sessions, second factors",
    "tournament/people/actions.py": "invitations, links for a forgotten password",
    "tournament/out/tokens/actions.py": "tokens of programs",
    "tournament/core/api_common/bearer.py": "tokens of programs",
    "tournament/models/people.py": "accounts, devices, invitations",
    "tournament/models/tokens.py": "tokens of programs",
    "tournament/people/views.py": "sessions",
    "tournament/people/roles/views.py": "invitations",
    "tournament/core/api_common/limits.py": "so many a minute",
    "tournament/core/guard.py": "so many guesses an hour",
    # What others hold to their own clocks.
    "tournament/out/webhooks/sending.py": "signatures",
    "tournament/core/bucket.py": "signatures",
    "tournament/out/sharing/files.py": "when a calendar was fetched",
    # Days, not moments.
    "tournament/setup/practice/sample.py": "what day it is",
    "tournament/club/queries.py": "what day it is",
    "tournament/core/days.py": "which days it was at work",
    "tournament/erasing/retention.py": "days for which something is kept",
    "tournament/hall/public/views.py": "what day it is",
    "tournament/setup/views.py": "what day it is",
    "tournament/out/backup/making.py": "what a backup says of itself",
}


def test_nobody_else_asks_the_machines_clock():
    found = {relative(path) for path in app_sources() if ASKED.search(path.read_text())}
    assert found == set(MAY)

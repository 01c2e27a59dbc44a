"""What counts in a tournament goes by `tournament.steady`; the machine's own clock may be asked here only, and why."""

import re

from tests.architecture.test_layers import app_sources, relative

ASKED = re.compile(r"\btimezone\.(now|localdate|localtime)\b|\btime\.time(_ns)?\b|\bdatetime\.now\b|\bdate\.today\b")
MAY = {
    "tournament/steady.py": "it is made of it",
    # Who may come in, and for how long. Nobody's points depend on it.
    "tournament/accounts.py": "sessions, second factors",
    "tournament/actions/accounts.py": "invitations, links for a forgotten password",
    "tournament/actions/tokens.py": "tokens of programs",
    "tournament/api/tokens.py": "tokens of programs",
    "tournament/models/people.py": "accounts, devices, invitations",
    "tournament/models/tokens.py": "tokens of programs",
    "tournament/views/accounts.py": "sessions",
    "tournament/views/people.py": "invitations",
    "tournament/api/limits.py": "so many a minute",
    "tournament/guard.py": "so many guesses an hour",
    # What others hold to their own clocks.
    "tournament/hooks.py": "signatures",
    "tournament/bucket.py": "signatures",
    "tournament/sharing.py": "when a calendar was fetched",
    # Days, not moments.
    "tournament/sample.py": "what day it is",
    "tournament/queries_club.py": "what day it is",
    "tournament/retention.py": "days for which something is kept",
    "tournament/views/public.py": "what day it is",
    "tournament/views/setup.py": "what day it is",
    "tournament/backup/making.py": "what a backup says of itself",
}


def test_nobody_else_asks_the_machines_clock():
    found = {relative(path) for path in app_sources() if ASKED.search(path.read_text())}
    assert found == set(MAY)

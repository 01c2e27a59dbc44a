"""How long a session lasts, and when the password was last given in it."""

import time

from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest

CONFIRMED = "confirmed_at"  # session: when the password was last given
BEGAN, SEEN = "began_at", "seen_at"  # session: when somebody signed in, and last sent a request (to the hour)
CONFIRMED_SECONDS = 900
LONGEST = 14 * 24 * 3600  # a session, from signing in: the weeks before the day, and the day
IDLE = 3 * 24 * 3600  # a session that nobody uses
NOTED_EVERY = 3600  # seconds: not every request should cost a write


def has_ended(session: SessionBase) -> bool:
    """Too old, or not used for too long."""
    now = int(time.time())
    began, seen = session.setdefault(BEGAN, now), session.setdefault(SEEN, now)
    if now - seen >= NOTED_EVERY:
        session[SEEN] = now
    return bool(now - began >= LONGEST or now - seen >= IDLE)


def was_confirmed_lately(request: HttpRequest) -> bool:
    return bool(request.session.get(CONFIRMED, 0) > time.time() - CONFIRMED_SECONDS)

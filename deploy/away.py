"""Whether the database answers: found out once, so that nobody has to wait for it again, until it is back.

Who asks for a connection waits three seconds in vain (`deploy.environment`), and so does everybody behind. The first one who did
shuts the door (`deploy.answers.door`); then a thread of our own looks whether the database is back.
"""

import logging
import time
from threading import Event, Lock, Thread

from django.db import Error, connection

PAUSE = 0.5  # seconds between two looks
_log = logging.getLogger(__name__)
_shut, _lock = Event(), Lock()


def is_known() -> bool:
    return _shut.is_set()


def noticed(error: BaseException | None) -> None:
    """What failed in a request. A connection that broke says nothing of the next one; none to be had within its time does."""
    if type(getattr(error, "__cause__", None)).__name__ == "PoolTimeout":
        shut()


def shut() -> None:
    with _lock:
        if _shut.is_set():
            return
        _shut.set()
    _log.warning("the database is away for now")
    Thread(target=_look_until_back, daemon=True).start()


def is_back() -> None:
    _shut.clear()


def answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return False
    return True


def _look_until_back() -> None:
    """Whoever else finds it back says so as well. A look that fails for a reason of its own opens the door too: behind it each
    finds out again."""
    try:
        while is_known() and not answers():
            connection.close()
            time.sleep(PAUSE)
        connection.close()
    finally:
        is_back()

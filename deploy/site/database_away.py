"""Whether the database answers: found out by one request, so that no other has to wait for it until it is back.

A request for a connection times out after three seconds (`deploy.site.environment`), and so do all requests behind it. The
first one shuts the door (`deploy.site.answers.door`); then a thread polls until the database is back.
"""

import logging
import time
from threading import Event, Lock, Thread

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor

PAUSE = 0.5  # seconds between two polls
_log = logging.getLogger(__name__)
_shut, _lock, _fits = Event(), Lock(), Event()


def is_known() -> bool:
    return _shut.is_set()


def noticed(error: BaseException | None) -> None:
    """Call it with the error of a request. A broken connection says nothing about the next one; a pool's timeout does."""
    if type(getattr(error, "__cause__", None)).__name__ == "PoolTimeout":
        shut()


def shut() -> None:
    with _lock:
        if _shut.is_set():
            return
        _shut.set()
    _log.warning("the database is away for now")
    Thread(target=_poll_until_back, daemon=True).start()


def is_back() -> None:
    _shut.clear()


def look_at_start() -> None:
    """On a server: nobody is let in before the database answers, and has what this program needs."""
    if settings.ON_SERVER and not answers():
        shut()


def answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        return _fits.is_set() or not settings.ON_SERVER or _has_all_migrations()
    except Error:
        return False


def _has_all_migrations() -> bool:
    """Looked up until it has. It may have more: while versions change, an older program works on (docs/upgrade.md)."""
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if missing:
        _log.error("the database is behind this program by %d migrations: run manage.py migrate", len(missing))
        return False
    if set(executor.loader.applied_migrations) - set(executor.loader.disk_migrations):
        _log.warning("a newer version has brought the database up to date: this program is to be replaced")
    _fits.set()
    return True


def _poll_until_back() -> None:
    """/readyz may find the database back first. A poll that fails for another reason opens the door too: then the next
    request finds out."""
    try:
        while is_known() and not answers():
            connection.close()
            time.sleep(PAUSE)
        connection.close()
    finally:
        is_back()

"""The database: it answers, as the right role, is up to date, and has the time that this machine has."""

from collections.abc import Iterator

from django.core.checks import CheckMessage
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from django.utils.translation import gettext as _

from deploy.server_check import settings_of_servers
from deploy.server_check.clocks import compared
from deploy.server_check.finding import Finding, Where, note, ok, wrong

PART = "database"


def look(_where: Where) -> Iterator[Finding]:
    asked = timezone.now()
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_user, clock_timestamp()")
            role, its_time = cursor.fetchone() or ("", timezone.now())
        answered = timezone.now()
    except Error as error:
        yield wrong(PART, _("The database does not answer: %(why)s") % {"why": str(error).strip()[:200]}, _reach())
        return
    messages = settings_of_servers.database(["default"])
    yield from (_finding(message) for message in messages)
    if not any(message.is_serious() for message in messages):
        yield ok(PART, _("The database answers, as role %(role)s.") % {"role": role})
    yield from _migrations()
    yield compared(PART, _("the database"), its_time, asked, answered)


def _reach() -> str:
    return _("See that PostgreSQL runs, and that DATABASE_URL names its host, role and password.")


def _finding(message: CheckMessage) -> Finding:
    return wrong(PART, message.msg, message.hint or _("Set it in postgresql.conf, or by deploy/server/roles.sql."))


def _migrations() -> Iterator[Finding]:
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    unknown = set(executor.loader.applied_migrations) - set(executor.loader.disk_migrations)
    if missing:
        text = _("The database is behind the program by %(number)d migrations.") % {"number": len(missing)}
        yield wrong(PART, text, "systemctl start augengenau-migrate")
    elif any(app in ("tournament", "games", "referee") for app, _name in unknown):
        yield note(PART, _("The database is ahead of this program: a newer version has brought it up to date."))

"""Checks that the settings of a server's database and Redis are those on which the program relies:
`manage.py check --deploy --database default`, as the role that the program works as.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import redis
from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connection
from django.utils.translation import gettext as _

# On this connection: how long a transaction may keep others waiting, and that a commit is on the disk when it returns.
LIMITED = ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout")
ON_DISK = ("fsync", "full_page_writes", "synchronous_commit")
LOG = "tournament_logentry"


@register(Tags.database, deploy=True)
def database(databases: Sequence[str] | None = None, **_more: Any) -> list[CheckMessage]:
    if not databases or connection.vendor != "postgresql":
        return []
    return [*_settings(), *_rights()]


def _settings() -> Iterator[CheckMessage]:
    values = dict(_rows("SELECT name, setting FROM pg_settings WHERE name = ANY(%s)", [[*LIMITED, *ON_DISK]]))
    for name in LIMITED:
        if values[name] == "0":
            yield Error(_("%s is 0: whoever hangs would keep others waiting without end.") % name, id="augengenau.E001")
    for name in ON_DISK:
        words = {"name": name, "value": values[name]}
        if values[name] in ("off", "local"):
            yield Error(_("%(name)s is %(value)s: what was acknowledged could be lost.") % words, id="augengenau.E002")


def _rights() -> Iterator[CheckMessage]:
    if _rows("SELECT 1 FROM pg_roles WHERE rolname = current_user AND rolsuper"):
        yield Error(_("The program works as a superuser, whom no rule holds."), id="augengenau.E003")
    elif _rows("SELECT 1 FROM pg_class WHERE relname = %s AND has_table_privilege(oid, 'UPDATE, DELETE')", [LOG]):
        hint = _("Work as a role that owns nothing: deploy/server/roles.sql and manage.py grant_rights.")
        yield checks.Warning(_("The program could change its log."), hint=hint, id="augengenau.W001")


def _rows(query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return list(cursor.fetchall())


@register(Tags.database, deploy=True)
def broker(databases: Sequence[str] | None = None, **_more: Any) -> list[CheckMessage]:
    if not databases or not settings.REDIS_URL:
        return []
    client = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2)
    try:
        policy = client.config_get("maxmemory-policy")["maxmemory-policy"]
    except (redis.RedisError, OSError) as error:
        return [checks.Warning(f"Redis does not say how it is set ({type(error).__name__}).", id="augengenau.W002")]
    if policy != "noeviction":
        return [Error(f"The broker may forget jobs (maxmemory-policy {policy}).", id="augengenau.E004")]
    if settings.CACHE_URL == settings.REDIS_URL:
        hint = "Give the cache a Redis of its own: AUGENGENAU_CACHE_URL."
        return [
            checks.Warning("What is cached could fill the Redis that hands over jobs.", hint=hint, id="augengenau.W003")
        ]
    return []

"""What database and Redis say of themselves: whatever the program cannot rely on is named."""

import pytest
import redis
from django.conf import settings as product
from django.core.management import CommandError, call_command
from django.db import connection

from deploy.server_check import settings_of_servers as readback

POSTGRES = connection.vendor == "postgresql"
of_postgresql = pytest.mark.skipif(not POSTGRES, reason="of PostgreSQL")


def found(check) -> set[str]:
    return {message.id for message in check(databases=["default"])}


@of_postgresql
@pytest.mark.django_db
def test_timeouts_and_rights_are_read_back():
    """The tests' own cluster does not write through, and their role owns the tables: both are noticed."""
    assert found(readback.database) == {"augengenau.E002", "augengenau.W001"}
    with connection.cursor() as cursor:
        cursor.execute("SHOW statement_timeout")
        assert cursor.fetchone() == ("15s",)
        cursor.execute("SET LOCAL lock_timeout = 0")
    assert "augengenau.E001" in found(readback.database)


@pytest.mark.skipif(not product.REDIS_URL, reason="needs REDIS_URL (deploy/test sets it)")
def test_a_broker_that_forgets_is_named():
    client = redis.Redis.from_url(product.REDIS_URL)
    assert found(readback.broker) == {"augengenau.W003"}  # broker and cache are one here
    client.config_set("maxmemory-policy", "allkeys-lru")
    try:
        assert found(readback.broker) == {"augengenau.E004"}
    finally:
        client.config_set("maxmemory-policy", "noeviction")


def test_a_broker_that_is_away_is_named(settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert found(readback.broker) == {"augengenau.W002"}


def test_nothing_is_asked_where_nothing_was_named(settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert readback.broker() == readback.database() == []


@pytest.mark.skipif(POSTGRES, reason="of SQLite")
def test_sqlite_has_no_roles(db):
    with pytest.raises(CommandError, match="no roles"):
        call_command("grant_rights", "somebody")

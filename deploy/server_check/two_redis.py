"""The two Redis servers: the broker must never drop anything, the cache may drop whatever it likes."""

from collections.abc import Iterator
from typing import Any

import redis
from django.conf import settings
from django.utils.translation import gettext as _

from deploy.server_check.finding import Finding, Where, ok, wrong

BROKER, CACHE = "broker", "cache"
FILES = {BROKER: "deploy/server/redis-broker.conf", CACHE: "deploy/server/redis-cache.conf"}


def look(_where: Where) -> Iterator[Finding]:
    told = {}
    for name, url in ((BROKER, settings.REDIS_URL), (CACHE, settings.CACHE_URL)):
        try:
            told[name] = _told(url)
        except (redis.RedisError, OSError, ValueError) as error:
            text = _("Redis (%(name)s) does not answer: %(why)s") % {"name": name, "why": str(error)[:200]}
            yield wrong(name, text, _("See that it runs, and that its address and password are right."))
    if told.get(BROKER, {}).get("run_id", 1) == told.get(CACHE, {}).get("run_id", 2):
        text = _("Broker and cache are the same Redis: what is cached could fill the one that hands over jobs.")
        yield wrong(CACHE, text, _("Give the cache a Redis of its own: AUGENGENAU_CACHE_URL."))
    for name, said in told.items():
        yield from _policy(name, said)


def _told(url: str) -> dict[str, Any]:
    client = redis.Redis.from_url(url, socket_timeout=2, socket_connect_timeout=2)
    asked: Any = client.config_get("maxmemory*") | client.config_get("appendonly")
    return {**asked, "run_id": client.info("server")["run_id"]}


def _policy(name: str, said: dict[str, Any]) -> Iterator[Finding]:
    forgets = said["maxmemory-policy"] != "noeviction"
    todo = _("Start it with %(file)s.") % {"file": FILES[name]}
    if name == BROKER and forgets:
        yield wrong(name, _("The broker may forget jobs (maxmemory-policy %s).") % said["maxmemory-policy"], todo)
    elif name == BROKER and said["appendonly"] != "yes":
        yield wrong(name, _("The broker forgets its jobs when it is restarted (appendonly no)."), todo)
    elif name == CACHE and (not forgets or said["maxmemory"] == "0"):
        yield wrong(name, _("The cache never forgets: full, it takes nothing more, or all memory."), todo)
    else:
        yield ok(name, _("Redis (%s) answers, and is set as it should be.") % name)

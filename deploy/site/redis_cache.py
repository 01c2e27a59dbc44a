"""The cache that several processes share: in Redis, which may be down, hang or be wiped. Nobody waits long for it, and nothing
fails with it: after an error the process uses its own memory for a while, where rate limits count for it alone.
"""

import logging
import time
from typing import Any

import redis
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.retry import Retry

PATIENCE = 0.25  # seconds, the timeout of one response
REST = 10.0  # seconds before the next attempt, after a failure
_log = logging.getLogger(__name__)


class Shared(BaseCache):
    rests_until = 0.0  # on the class, for the whole process: every thread has an instance of its own

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        options = dict(params["OPTIONS"])
        memory = options.pop("memory")
        options |= {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE, "retry": Retry(NoBackoff(), 0)}
        self._far = RedisCache(server, {**params, "OPTIONS": options})
        self._near = LocMemCache(memory["LOCATION"], {"OPTIONS": memory["OPTIONS"]})

    def _do(self, name: str, *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() >= Shared.rests_until:
            try:
                return getattr(self._far, name)(*args, **kwargs)
            except (redis.RedisError, OSError) as error:
                Shared.rests_until = time.monotonic() + REST
                _log.warning("the shared cache is away for now: %s", type(error).__name__)
        return getattr(self._near, name)(*args, **kwargs)

    def add(self, *args: Any, **kwargs: Any) -> Any:
        return self._do("add", *args, **kwargs)

    def get(self, *args: Any, **kwargs: Any) -> Any:
        return self._do("get", *args, **kwargs)

    def set(self, *args: Any, **kwargs: Any) -> Any:
        return self._do("set", *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> Any:
        return self._do("touch", *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        return self._do("delete", *args, **kwargs)

    def incr(self, *args: Any, **kwargs: Any) -> Any:
        return self._do("incr", *args, **kwargs)

    def has_key(self, *args: Any, **kwargs: Any) -> Any:
        return self._do("has_key", *args, **kwargs)

    def clear(self) -> Any:
        return self._do("clear")

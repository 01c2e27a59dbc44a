"""The shared cache: nothing fails and nobody waits when Redis is away."""

import time

import pytest
import redis

from deploy.site.redis_cache import REST, Shared


@pytest.fixture
def cache(monkeypatch) -> Shared:
    monkeypatch.setattr(Shared, "rests_until", 0.0)
    memory = {"LOCATION": "test-shared", "OPTIONS": {"MAX_ENTRIES": 100}}
    shared = Shared("redis://127.0.0.1:1/0", {"OPTIONS": {"memory": memory}})  # nobody listens there
    shared._near.clear()
    return shared


def test_without_redis_the_own_memory_does(cache):
    assert cache.add("n", 1, 60) and not cache.add("n", 1, 60)
    assert cache.incr("n") == 2 and cache.get("n") == 2
    cache.set("a", "b")
    assert cache.get("a") == "b" and "a" in cache and cache.delete("a")
    assert cache.get_or_set("c", 3) == 3 and cache.get_many(["a", "c"]) == {"c": 3}


class Counting:
    def __init__(self) -> None:
        self.asked, self.is_away = 0, True

    def get(self, key, *_rest):
        self.asked += 1
        if self.is_away:
            raise redis.ConnectionError
        return "far"


def test_after_a_failure_it_is_left_alone_for_a_while_and_then_asked_again(cache, monkeypatch):
    far = cache._far = Counting()
    assert [cache.get("a") for _ in range(5)] == [None] * 5 and far.asked == 1
    far.is_away = False
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + REST + 1)
    assert cache.get("a") == "far" and far.asked == 2


def test_what_is_wrong_with_the_question_is_not_hidden(cache):
    with pytest.raises(ValueError, match="not found"):
        cache.incr("nothing")

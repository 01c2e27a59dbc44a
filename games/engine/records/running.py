"""An in-process cache of games that are being recorded: a further throw replays one throw, not the whole game.

A cached game is used if the record begins with exactly the entries that were replayed; any other record, for example after
a throw was taken back, is replayed from the start.
"""

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

from .record import Entry, Record
from .replay import Replay, Running, begin, standing

MOST = 64


class Cached(NamedTuple):
    head: tuple[object, ...]
    entries: tuple[tuple[int, Entry], ...]
    game: Running


_cache: OrderedDict[int, Cached] = OrderedDict()
_lock = Lock()


def replayed(key: int, record: Record) -> Replay:
    entries = tuple(standing(record.entries))
    head = (record.rules, repr(record.options), record.start, record.opening)
    with _lock:  # removed while it is played on, so that no other thread uses it
        cached = _cache.pop(key, None)
    if cached is None or cached.head != head or entries[: len(cached.entries)] != cached.entries:
        cached = Cached(head, (), begin(record))
    for number, entry in entries[len(cached.entries) :]:
        cached.game.take(number, entry)
    replay = cached.game.replay(record)
    if not record.result:
        with _lock:
            _cache[key] = Cached(head, entries, cached.game)
            if len(_cache) > MOST:
                _cache.popitem(last=False)
    return replay

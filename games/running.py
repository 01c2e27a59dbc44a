"""Games that are recorded just now, kept replayed: a further throw costs a throw, not the whole game again.

What is kept is only a shortcut. It is used where the record begins with exactly the entries that were replayed; anything else,
such as a throw that was taken back, is replayed from the start.
"""

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

from games.record import Entry, Record
from games.replay import Replay, Running, begin, standing

MOST = 64


class Kept(NamedTuple):
    head: tuple[object, ...]
    entries: tuple[tuple[int, Entry], ...]
    game: Running


_kept: OrderedDict[int, Kept] = OrderedDict()
_lock = Lock()


def replayed(key: int, record: Record) -> Replay:
    entries = tuple(standing(record.entries))
    head = (record.rules, repr(record.options), record.start, record.opening)
    with _lock:  # taken out while it is played on: nobody else may use it meanwhile
        kept = _kept.pop(key, None)
    if kept is None or kept.head != head or entries[: len(kept.entries)] != kept.entries:
        kept = Kept(head, (), begin(record))
    for number, entry in entries[len(kept.entries) :]:
        kept.game.take(number, entry)
    found = kept.game.replay(record)
    if not record.result:
        with _lock:
            _kept[key] = Kept(head, entries, kept.game)
            if len(_kept) > MOST:
                _kept.popitem(last=False)
    return found

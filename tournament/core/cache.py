"""An in-process cache that computes each key once: holds the latest keys, shared by all threads of the process.

Of several threads that ask for the same key at once, one computes and the others wait for it: when a hall of phones hears of a
new result, that costs one computation.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._entries: OrderedDict[Hashable, Future[T]] = OrderedDict()

    def get(self, key: Hashable, compute: Callable[[], T]) -> T:
        with self._lock:
            entry = self._entries.get(key)
            own: Future[T] = Future()
            if entry is None:
                self._entries[key] = own
            else:
                self._entries.move_to_end(key)
            while len(self._entries) > self._most:
                self._entries.popitem(last=False)
        return self._computed(key, own, compute) if entry is None else entry.result()

    def _computed(self, key: Hashable, own: "Future[T]", compute: Callable[[], T]) -> T:
        """A failure is raised in all threads that wait, and not cached."""
        try:
            own.set_result(compute())
        except BaseException as error:
            with self._lock:
                self._entries.pop(key, None)
            own.set_exception(error)
            raise
        return own.result()

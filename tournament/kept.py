"""A small store for what is dear to compute: the latest keys, shared by all threads of the process.

Of several threads that ask for the same key at once, one computes and the others wait for it: a hall of phones that hears
of a new result costs one computation.
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
        self._found: OrderedDict[Hashable, Future[T]] = OrderedDict()

    def get(self, key: Hashable, compute: Callable[[], T]) -> T:
        with self._lock:
            known = self._found.get(key)
            mine: Future[T] = Future()
            if known is None:
                self._found[key] = mine
            else:
                self._found.move_to_end(key)
            while len(self._found) > self._most:
                self._found.popitem(last=False)
        return self._computed(key, mine, compute) if known is None else known.result()

    def _computed(self, key: Hashable, mine: "Future[T]", compute: Callable[[], T]) -> T:
        """A failure is told to all who wait, and not kept."""
        try:
            mine.set_result(compute())
        except BaseException as error:
            with self._lock:
                self._found.pop(key, None)
            mine.set_exception(error)
            raise
        return mine.result()

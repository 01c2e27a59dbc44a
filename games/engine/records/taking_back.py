"""A list that only grows: which entries stand, and what taking back the last entry gives.

Decided here: taking back is an entry like any other. It takes back a throw and all entries after it, or the last
entry that stands, of any kind: if that took back a throw, the entries it removed stand again.
"""

from typing import Generic, TypeVar

T = TypeVar("T")


class TakingBack(Generic[T]):
    """`left`: the entries that stand, each with the number of the last throw so far."""

    def __init__(self) -> None:
        self.left: list[tuple[int, T]] = []
        self._done: list[tuple[T, list[tuple[int, T]] | None]] = []  # with the entries it removed; None: it was added

    def add(self, number: int, entry: T) -> None:
        self.left.append((number, entry))
        self._done.append((entry, None))

    def back(self, number: int, entry: T) -> None:
        """Go back to before the throw with this number."""
        keep = len(self.left)
        while keep and self.left[keep - 1][0] >= number:
            keep -= 1
        self._done.append((entry, self.left[keep:]))
        del self.left[keep:]

    def undo(self) -> T | None:
        """Take back the last entry and give it; None if there is none left."""
        if not self._done:
            return None
        entry, taken = self._done.pop()
        if taken is None:
            self.left.pop()
        else:
            self.left += taken
        return entry

    @property
    def done(self) -> list[T]:
        """The entries that can be taken back, the newest first."""
        return [entry for entry, _ in reversed(self._done)]

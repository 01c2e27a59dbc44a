"""A list that only grows: what of it stands, and what taking back the last entry gives.

Decided here: taking back is an entry like any other. It goes back to before a throw, with all that came after it; or it takes
back the last entry that stands, of whatever kind: of one that went back, what it took away stands again.
"""

from typing import Generic, TypeVar

T = TypeVar("T")


class TakingBack(Generic[T]):
    """`left`: what stands, each with the number of the last throw so far."""

    def __init__(self) -> None:
        self.left: list[tuple[int, T]] = []
        self._done: list[tuple[T, list[tuple[int, T]] | None]] = []  # with what it took away; None: it was added

    def add(self, number: int, entry: T) -> None:
        self.left.append((number, entry))
        self._done.append((entry, None))

    def back(self, number: int, entry: T) -> None:
        """To before the throw of this number."""
        keep = len(self.left)
        while keep and self.left[keep - 1][0] >= number:
            keep -= 1
        self._done.append((entry, self.left[keep:]))
        del self.left[keep:]

    def undo(self) -> T | None:
        """The entry that is taken back; None if there is none left."""
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
        """What can be taken back, the newest first."""
        return [entry for entry, _ in reversed(self._done)]

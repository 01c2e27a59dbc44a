"""Who asks again for a page that has not changed is told so before Django is asked: a hall of phones asks often.

A question is all that such a page depends on, and the tag of the copy at hand. It is remembered with the state of the club in
which the page was made; what is known of that state counts for half a second, and for nothing once this process has written
something. A wrong guess is harmless: the answer holds no content.
"""

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from time import monotonic

COUNTS_FOR = 0.5  # seconds
MOST = 20_000
ASKED_WITH = ("if-none-match", "host", "cookie", "accept-language", "hx-request", "x-forwarded-proto")
Question = tuple[str, ...]

_lock = Lock()
_known: OrderedDict[Question, tuple[int, int]] = OrderedDict()
_states: dict[int, tuple[int, float]] = {}
_writes = 0


def question(path: str, headers: Mapping[str, str]) -> Question:
    return (path, *(headers.get(name, "") for name in ASKED_WITH))


def writes() -> int:
    """To be asked before the state of a club is read, and handed to `remember`."""
    return _writes


def remember(asked: Question, club: int, state: int, since: int) -> None:
    """The copy that was asked with is still right in this state of the club."""
    with _lock:
        if since != _writes:
            return
        _known[asked] = (club, state)
        _known.move_to_end(asked)
        _states[club] = (state, monotonic())
        while len(_known) > MOST:
            _known.popitem(last=False)


def is_unchanged(asked: Question) -> bool:
    club, state = _known.get(asked, (0, 0))
    now, at = _states.get(club, (0, 0.0))
    return bool(club) and state == now and monotonic() - at < COUNTS_FOR


def forget() -> None:
    """Something was written, or may have been."""
    global _writes
    with _lock:
        _writes += 1
        _states.clear()

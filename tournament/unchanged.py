"""Pages for everybody are answered before Django is asked: a hall of phones asks often, and all at once after a change.

A question is all that such a page depends on, and the tag of the copy at hand. It is remembered with the state of the club in
which the page was made; what is known of that state counts for half a second, and for nothing once this process has written
something. So who has the page already is told that it has not changed.

Whoever has none, or an older one, gets it as the last one got it who asked the same. What is known of the state counts for a
tenth of a second then: pages ask again for what a proxy and we could hold back together (`STALE_FOR` in live.js).
"""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock
from time import monotonic

COUNTS_FOR, PAGES_COUNT_FOR = 0.5, 0.1  # seconds
MOST, MOST_PAGES = 20_000, 100
ASKED_WITH = ("if-none-match", "host", "cookie", "accept-language", "hx-request", "x-forwarded-proto")
Question = tuple[str, ...]
Headers = list[tuple[str, str]]


@dataclass(frozen=True)
class Page:
    """As it was sent to somebody who was nobody in particular."""

    club: int
    state: int
    tag: str
    headers: Headers
    body: bytes


_lock = Lock()
_known: OrderedDict[Question, tuple[int, int]] = OrderedDict()
_pages: OrderedDict[Question, Page] = OrderedDict()
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


def keep(path: str, headers: Mapping[str, str], page: Page, since: int, at: float) -> None:
    """`at`: before the state was read (`monotonic`); rendering may have taken a while since."""
    asked = _question_for_all(path, headers)
    with _lock:
        if since != _writes:
            return
        _pages[asked] = page
        _pages.move_to_end(asked)
        if page.club not in _states or _states[page.club][1] < at:
            _states[page.club] = (page.state, at)
        while len(_pages) > MOST_PAGES:
            _pages.popitem(last=False)


def kept(path: str, headers: Mapping[str, str]) -> Page | None:
    """What is to be sent, unless whoever asks may have it."""
    page = _pages.get(_question_for_all(path, headers))
    if page is None or page.tag in headers.get("if-none-match", ""):
        return None
    now, at = _states.get(page.club, (0, 0.0))
    return page if page.state == now and monotonic() - at < PAGES_COUNT_FOR else None


def _question_for_all(path: str, headers: Mapping[str, str]) -> Question:
    """The same whichever copy is at hand; packed or not."""
    packed = "gzip" if "gzip" in headers.get("accept-encoding", "") else ""
    return question(path, {**headers, "if-none-match": packed})


def forget() -> None:
    """Something was written, or may have been."""
    global _writes
    with _lock:
        _writes += 1
        _states.clear()
        _pages.clear()

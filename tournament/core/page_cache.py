"""Answers public pages before Django runs: a hall of phones asks often, and all at once after a change.

A request key is everything such a page depends on, and the ETag of the client's copy. It is remembered with the state of the
club in which the page was made. A known state is valid for half a second, and no longer once this process has written
something. So a client whose copy is current gets 304.

The cache holds a hash of each request's key: a stranger's cookies may be as long as a request can be.

A client with no copy, or an older one, gets the page that was last sent for the same key. There a known state is valid for a
tenth of a second: pages ask again for as long as a proxy and this cache together may serve an old one (`STALE_FOR` in live.js).
Both are counted from the moment in which the client asked: it may have waited for what another one was answered meanwhile.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock
from time import monotonic

COUNTS_FOR, PAGES_COUNT_FOR = 0.5, 0.1  # seconds
MOST, MOST_PAGES, MOST_FOR_ALL = 20_000, 100, 2_000
ASKED_WITH = ("if-none-match", "host", "cookie", "accept-language", "hx-request", "x-forwarded-proto")
RequestKey = bytes
Headers = list[tuple[str, str]]


@dataclass(frozen=True)
class Page:
    """A response as it was sent to an anonymous client."""

    club: int
    state: int
    tag: str
    headers: Headers
    body: bytes


_lock = Lock()
_known: OrderedDict[RequestKey, tuple[int, int]] = OrderedDict()
_pages: OrderedDict[RequestKey, Page] = OrderedDict()
_for_all: OrderedDict[RequestKey, None] = OrderedDict()  # of which pages there has been one that was the same for all
_states: dict[int, tuple[int, float]] = {}
_writes = 0


def request_key(path: str, headers: Mapping[str, str]) -> RequestKey:
    parts = (path, *(headers.get(name, "") for name in ASKED_WITH))
    return hashlib.sha256(repr(parts).encode()).digest()


def writes() -> int:
    """Call it before reading the state of a club, and pass the number to `remember` or `store`."""
    return _writes


def remember(key: RequestKey, club: int, state: int, since: int) -> None:
    """Note that the client's copy is current in this state of the club."""
    with _lock:
        if since != _writes:
            return
        _known[key] = (club, state)
        _known.move_to_end(key)
        _states[club] = (state, monotonic())
        while len(_known) > MOST:
            _known.popitem(last=False)


def is_unchanged(key: RequestKey, asked_at: float | None = None) -> bool:
    club, state = _known.get(key, (0, 0))
    now, at = _states.get(club, (0, 0.0))
    return bool(club) and state == now and (asked_at or monotonic()) - at < COUNTS_FOR


def store(path: str, headers: Mapping[str, str], page: Page, since: int, at: float) -> None:
    """`at`: the time (`monotonic`) before the state was read; rendering may have taken a while since."""
    key = key_for_all(path, headers)
    with _lock:
        _for_all[key] = None
        _for_all.move_to_end(key)
        while len(_for_all) > MOST_FOR_ALL:
            _for_all.popitem(last=False)
        if since != _writes:
            return
        _pages[key] = page
        _pages.move_to_end(key)
        if page.club not in _states or _states[page.club][1] < at:
            _states[page.club] = (page.state, at)
        while len(_pages) > MOST_PAGES:
            _pages.popitem(last=False)


def cached(path: str, headers: Mapping[str, str], asked_at: float | None = None) -> Page | None:
    """The page to send; None if it is not known to be current, or if the client may have it already."""
    page = _pages.get(key_for_all(path, headers))
    if page is None or page.tag in headers.get("if-none-match", ""):
        return None
    now, at = _states.get(page.club, (0, 0.0))
    return page if page.state == now and (asked_at or monotonic()) - at < PAGES_COUNT_FOR else None


def is_for_all(key: RequestKey) -> bool:
    """Whether whoever asked so was last sent a page that is the same for all who ask so."""
    return key in _for_all


def key_for_all(path: str, headers: Mapping[str, str]) -> RequestKey:
    """The key of the page for everybody, whatever copy a client has; compressed and plain pages have different ones."""
    encoding = "gzip" if "gzip" in headers.get("accept-encoding", "") else ""
    return request_key(path, {**headers, "if-none-match": encoding})


def forget() -> None:
    """Drop what is known: something was written, or may have been."""
    global _writes
    with _lock:
        _writes += 1
        _states.clear()
        _pages.clear()

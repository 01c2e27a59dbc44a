"""The hash chain of the log: how an entry is serialised for hashing, and how a whole chain is checked.

It proves that nothing was changed, left out or inserted afterwards. The owner of the database can still rebuild all of it;
only heads kept elsewhere (on paper, by mail) reveal that.
"""

import hashlib
import json
import secrets
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC
from itertools import islice
from typing import Any

from tournament.models import LogEntry, LogText, Stream

DOMAIN = b"augengenau log 1\0"
START = "0" * 64
AT_ONCE = 500  # entries


def canonical(value: Any) -> bytes:
    """The canonical JSON: keys sorted, NFC, no spaces. Fractions are refused: databases differ on them."""
    _require_whole(value)
    written = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return unicodedata.normalize("NFC", written).encode()


def _require_whole(value: Any) -> None:
    if isinstance(value, float):
        raise TypeError("A fraction cannot be in the log: write whole numbers, such as half points.")
    if isinstance(value, dict | list | tuple):
        for item in value.values() if isinstance(value, dict) else value:
            _require_whole(item)


def new_salt() -> str:
    return secrets.token_hex(16)


def text_hash(text: str, salt: str) -> str:
    return hashlib.sha256(f"{salt}\0{unicodedata.normalize('NFC', text)}".encode()).hexdigest()


def entry_hash(entry: LogEntry) -> str:
    content = {
        "stream": entry.stream.public_id,
        "seq": entry.seq,
        "action_id": entry.action_id,
        "fingerprint": entry.fingerprint,
        "code": entry.code,
        "data": entry.data,
        "receipt": entry.receipt,
        "actor": entry.actor,
        "role": entry.role,
        "via": entry.via,
        "recorded_at": entry.recorded_at.astimezone(UTC).isoformat(timespec="microseconds"),
    }
    if entry.bound is not None:  # older versions bound nothing
        content["bound"] = hashlib.sha256(entry.bound.encode()).hexdigest()
    return hashlib.sha256(DOMAIN + entry.prev.encode() + canonical(content)).hexdigest()


@dataclass(frozen=True)
class Fault:
    """Something in a chain that is not as it was written."""

    stream: str
    seq: int
    what: str


def faults(stream: Stream) -> Iterator[Fault]:
    prev, seq = START, 0
    for entry, words in _with_texts(stream):
        entry.stream = stream
        seq += 1
        yield from (Fault(stream.public_id, entry.seq, what) for what in wrong(entry, words, seq, prev))
        prev, seq = entry.hash, entry.seq
    if (seq, prev) != (stream.seq, stream.head):
        yield Fault(stream.public_id, stream.seq, "head")


def _with_texts(stream: Stream) -> Iterator[tuple[LogEntry, list[LogText]]]:
    """In order. (`prefetch_related` makes a query set for each entry, which takes longer than all the hashing.)"""
    entries, texts = stream.log.order_by("seq").iterator(chunk_size=AT_ONCE), LogText.objects.using(stream._state.db)
    while batch := list(islice(entries, AT_ONCE)):
        by_entry = defaultdict(list)
        for text in texts.filter(entry__in=[entry.pk for entry in batch]):
            by_entry[text.entry_id].append(text)
        yield from ((entry, by_entry[entry.pk]) for entry in batch)


def wrong(entry: LogEntry, words: Iterable[LogText], seq: int, prev: str) -> Iterator[str]:
    """What is wrong with an entry that should be number `seq`, after the hash `prev`."""
    if entry.seq != seq:
        yield "gap"
    if entry.prev != prev:
        yield "link"
    if entry.hash != entry_hash(entry):
        yield "content"
    hashes = entry.data.get("texts", {})
    texts = {text.key: text for text in words}
    if texts.keys() != hashes.keys():
        yield "texts"
    for key, text in texts.items():
        if text.erased_at is None and text_hash(text.text, text.salt) != hashes.get(key):
            yield "text"

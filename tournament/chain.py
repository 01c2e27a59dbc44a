"""The hash chain of the log: how an entry is written down for hashing, and how a whole chain is checked.

It shows that nothing was changed, left out or put in between afterwards; whoever owns the database can rebuild all of it,
which only heads kept elsewhere (on paper, by mail) bring to light.
"""

import hashlib
import json
import secrets
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC
from typing import Any

from tournament.models import LogEntry, LogText, Stream

DOMAIN = b"augengenau log 1\0"
START = "0" * 64


def canonical(value: Any) -> bytes:
    """One way only to write it down: keys sorted, NFC, no spaces. Fractions are not allowed: databases differ on them."""
    return unicodedata.normalize(
        "NFC", json.dumps(_checked(value), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    ).encode()


def _checked(value: Any) -> Any:
    if isinstance(value, float):
        raise TypeError("A fraction cannot be in the log: write whole numbers, such as half points.")
    if isinstance(value, dict):
        return {key: _checked(item) for key, item in value.items()}
    return [_checked(item) for item in value] if isinstance(value, list | tuple) else value


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
    return hashlib.sha256(DOMAIN + entry.prev.encode() + canonical(content)).hexdigest()


@dataclass(frozen=True)
class Fault:
    """Something in a chain that is not as it was written."""

    stream: str
    seq: int
    what: str


def faults(stream: Stream) -> Iterator[Fault]:
    prev, seq = START, 0
    for entry in stream.log.order_by("seq").prefetch_related("texts").iterator(chunk_size=500):
        entry.stream = stream
        seq += 1
        yield from (Fault(stream.public_id, entry.seq, what) for what in wrong(entry, entry.texts.all(), seq, prev))
        prev, seq = entry.hash, entry.seq
    if (seq, prev) != (stream.seq, stream.head):
        yield Fault(stream.public_id, stream.seq, "head")


def wrong(entry: LogEntry, words: Iterable[LogText], seq: int, prev: str) -> Iterator[str]:
    """What is not as it should be in a line that is to be number `seq` behind the hash `prev`."""
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

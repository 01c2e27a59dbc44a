"""Words of a log that were erased: each by an action whose line says so. Others were wiped past the program.

Lines of older versions do not name the words; there an erasing at that time must stand in some log.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property

from tournament.models import LogEntry, LogText, Stream

ERASING = ("person.erased", "entries.erased", "tournament.cleared")
BEFORE, AFTER = timedelta(minutes=1), timedelta(minutes=10)  # the line is written at the end of the action
Word = tuple[str, int, str]  # the stream's public id, the number of the line, the key


@dataclass
class _Said:
    """By the lines of all logs: which words were erased, and when an older version erased some."""

    words: set[Word] = field(default_factory=set)
    older: list[datetime] = field(default_factory=list)


class Wiped:
    """The lines are read once, and only if some word was erased."""

    def __init__(self) -> None:
        self.older = 0  # words of which only the time tells that an action erased them

    @cached_property
    def _said(self) -> _Said:
        said = _Said()
        lines = LogEntry.objects.filter(code__in=ERASING).order_by("pk").values_list("recorded_at", "bound")
        for recorded_at, text in lines.iterator(chunk_size=500):
            named = json.loads(text or "{}").get("wiped")
            if named is None:
                said.older.append(recorded_at)
            else:
                said.words |= {(stream, seq, key) for stream, seq, key in named}
        return said

    def faults(self, stream: Stream) -> Iterator[str]:
        self.older = 0
        erased = LogText.objects.filter(entry__stream=stream, erased_at__isnull=False).order_by("entry__seq", "key")
        for seq, key, when in erased.values_list("entry__seq", "key", "erased_at"):
            if (stream.public_id, seq, key) in self._said.words:
                continue
            if when and any(when - BEFORE <= each <= when + AFTER for each in self._said.older):
                self.older += 1
            else:
                yield f"entry {seq}: its words ({key}) are erased, and no line of a log says so"

"""Check that rulings about free games are what the logs of their records have."""

from collections.abc import Iterator

from referee.free.actions import as_logged
from referee.models import FreeRuling
from tournament.models import LogEntry, Stream


def free_rulings(stream: Stream) -> Iterator[str]:
    """Rulings about free games are as they were signed and revoked."""
    signed, revoked = _by_number(stream, "free_ruling.signed"), _by_number(stream, "free_ruling.revoked")
    there = {one.number: one for one in FreeRuling.objects.filter(game__stream=stream).select_related("signed_by")}
    yield from (f"ruling {lost} is gone" for lost in sorted(signed.keys() - there.keys()))
    yield from (f"ruling {strange} is not in the log" for strange in sorted(there.keys() - signed.keys()))
    for number in sorted(there.keys() & signed.keys()):
        try:
            yield from _faults(there[number], signed[number], revoked.get(number))
        except Exception as error:  # noqa: BLE001  (what no action could have written: said, whatever it breaks)
            yield f"ruling {number} is not as it was judged ({error!r})"


def _by_number(stream: Stream, code: str) -> dict[int, LogEntry]:
    entries = stream.log.filter(code=code).order_by("seq").prefetch_related("texts")
    return {entry.data["ruling"]: entry for entry in entries}


def _faults(ruling: FreeRuling, signed: LogEntry, revoked: LogEntry | None) -> Iterator[str]:
    if any(signed.data.get(name, value) != value for name, value in as_logged(ruling).items()):
        yield f"ruling {ruling.number} is not as it was judged"
    if signed.actor != (ruling.signed_by.public_id if ruling.signed_by else "system"):
        yield f"ruling {ruling.number} was signed by somebody else"
    if (ruling.revoked_at is None) != (revoked is None):
        yield f"ruling {ruling.number}: whether it was revoked is not as the log has it"
    if (ruling.words, ruling.revoked_because) != (_words(signed), _words(revoked)):
        yield f"ruling {ruling.number}: its words are not those that the log has"


def _words(entry: LogEntry | None) -> str:
    return "".join(text.text for text in entry.texts.all()) if entry else ""

"""Compare the tournaments of a frozen database with their logs, as `verify_tournament` does, before its backup is called good.

For so many seconds at most: first those in which something was done last, then the others in any order, so that each has its
turn. One tournament is in memory at a time.
"""

import secrets
import time
from collections.abc import Iterator
from datetime import datetime
from typing import Any, TypedDict

from tournament.core.reading import reading_from
from tournament.models import Stream, Tournament
from tournament.out.proof import Proof, Prover

SECONDS = 45  # a club's ten evenings take less; a backup is made every five minutes
LATEST = 3  # tournaments that are always among the first
SHOWN = 200  # characters of a difference


class Differing(TypedDict):
    tournament: str
    count: int
    first: str


class Proven(TypedDict):
    """As the job's row has it. `partly`: tournaments of which something was written by an older version, or elsewhere."""

    checked: int
    of: int
    partly: int
    differing: list[Differing]


def prove(alias: str) -> Proven:
    """What was found out in the time there is. Never an error: a backup is worth having even if it differs."""
    with reading_from(alias):
        streams = _in_turn(list(Stream.objects.filter(tournament__isnull=False).select_related("tournament__club")))
        proofs = list(_in_time(streams))
        lost = list(_without_log())
    return {
        "checked": len(proofs) + len(lost),
        "of": len(streams) + len(lost),
        "partly": sum(bool(proof.unproven) for _stream, proof in proofs),
        "differing": [*lost, *(_differing(stream, proof) for stream, proof in proofs if proof.faults)],
    }


def _without_log() -> Iterator[Differing]:
    """Tournaments to which no log leads."""
    for lost in Tournament.objects.exclude(pk__in=Stream.objects.exclude(tournament=None).values("tournament")):
        yield {"tournament": lost.public_id, "count": 1, "first": f"{lost.public_id}: its log is gone"}


def _in_time(streams: list[Stream]) -> Iterator[tuple[Stream, Proof]]:
    prover, until = Prover(is_short=True), time.monotonic() + SECONDS
    for stream in streams:
        if time.monotonic() >= until:
            return
        yield stream, prover.proof(stream)


def _in_turn(streams: list[Stream]) -> list[Stream]:
    latest = sorted(streams, key=_written_at, reverse=True)
    others = latest[LATEST:]
    return latest[:LATEST] + secrets.SystemRandom().sample(others, len(others))


def _written_at(stream: Stream) -> Any:
    return stream.written_at.timestamp() if isinstance(stream.written_at, datetime) else 0.0


def _differing(stream: Stream, proof: Proof) -> Differing:
    assert stream.tournament is not None
    return {
        "tournament": stream.tournament.public_id,
        "count": len(proof.faults),
        "first": proof.faults[0][:SHOWN],
    }

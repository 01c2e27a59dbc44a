"""Everything that `verify_tournament` checks of a log and its tournament, and what of it was checked: no more is said.

Also run on the frozen copy from which a backup is made (`backup.proving`).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tournament.core import chain
from tournament.models import Club, Stream, Tournament
from tournament.out import folding, verify
from tournament.out.folding import Fold
from tournament.out.rows import Rows
from tournament.policy import table

SINCE = "0.1.0"  # the first version whose lines bind what they write


@dataclass
class Proof:
    """What was found out about one log. All of it in English, for the operator."""

    stream: str
    lines: int
    head: str
    faults: list[str] = field(default_factory=list)
    checked: list[str] = field(default_factory=list)
    unproven: list[str] = field(default_factory=list)
    unbound: int = 0  # values that no line binds
    is_tournament: bool = False


class Prover:
    """Of several logs. What tournaments of one club share is read once."""

    def __init__(self) -> None:
        self._people: tuple[int, Fold] = (0, Fold())

    def proof(self, stream: Stream) -> Proof:
        proof = Proof(stream.public_id, stream.seq, stream.head)
        proof.faults += [f"{fault.stream}: entry {fault.seq}: {fault.what}" for fault in chain.faults(stream)]
        proof.checked.append(f"the hashes of {stream.seq} lines")
        if stream.tournament is not None:
            self._tournament(proof, stream.tournament)
        else:
            proof.faults += [f"{stream.public_id}: {text}" for check in verify.OF_OTHER_LOGS for text in check(stream)]
        return proof

    def _tournament(self, proof: Proof, tournament: Tournament) -> None:
        rows = Rows(tournament, self._people_of(tournament.club))
        found = [*verify.differences(tournament), *rows.faults()]
        proof.is_tournament, proof.unbound = True, rows.counted.unbound
        proof.faults += [f"{tournament.public_id}: {text}" for text in found]
        proof.checked += [*verify.said(), f"{rows.counted.values} values in {rows.counted.rows} rows against the log"]
        proof.unproven += _unproven(rows)

    def _people_of(self, club: Club) -> Fold:
        if self._people[0] != club.pk:
            self._people = club.pk, folding.of_people(club.pk)
        return self._people[1]


def _unproven(rows: Rows) -> Iterator[str]:
    if rows.counted.unbound:
        yield f"{rows.counted.unbound} values that no line of the log binds: written before version {SINCE}, and not since"
    if rows.fold.found_in:
        yield f"what was changed before entry {rows.fold.found_in}, the first of version {SINCE}, which bound all that was found"
    if rows.fold.is_taken_in:
        yield "what was changed before it was taken in from a file, apart from log, results and records"


def never_checked() -> Iterator[str]:
    """What the log binds of no tournament, and why."""
    for each in table.tables():
        if each.unbound and not each.model.__module__.startswith("django."):
            yield f"{each.model.__name__}: {each.unbound}"

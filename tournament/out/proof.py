"""Everything that `verify_tournament` checks of a log and its tournament, and what of it was checked: no more is said.

Also run on the frozen copy from which a backup is made (`backup.proving`).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tournament.core import chain
from tournament.models import Stream, Tournament
from tournament.out import folding, verify
from tournament.out.folding import Fold
from tournament.out.rows import Rows
from tournament.out.wiped import Wiped
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
    """Verifies several logs; what the tournaments of one club share is read once."""

    def __init__(self) -> None:
        self._people: tuple[int, Fold] = (0, Fold())
        self._chained: set[int] = set()  # streams
        self._wiped = Wiped()

    def proof(self, stream: Stream) -> Proof:
        proof = Proof(stream.public_id, stream.seq, stream.head)
        self._of_chain(proof, stream)
        proof.checked.append(f"the hashes of {stream.seq} lines")
        if stream.tournament is not None:
            self._tournament(proof, stream.tournament)
        else:
            proof.faults += [f"{stream.public_id}: {text}" for check in verify.OF_OTHER_LOGS for text in check(stream)]
        return proof

    def _of_chain(self, proof: Proof, stream: Stream) -> None:
        """Add what is wrong with the chain of a log, in the first proof that asks."""
        if stream.pk not in self._chained:
            self._chained.add(stream.pk)
            proof.faults += [f"{fault.stream}: entry {fault.seq}: {fault.what}" for fault in chain.faults(stream)]
            found = [*verify.time_of_head(stream), *self._wiped.faults(stream)]
            proof.faults += [f"{stream.public_id}: {text}" for text in found]
            if self._wiped.older:
                about = f"{self._wiped.older} words of the log {stream.public_id} that an older version erased"
                proof.unproven.append(f"{about}, or somebody at that time")

    def _tournament(self, proof: Proof, tournament: Tournament) -> None:
        for stream in folding.streams(tournament):
            self._of_chain(proof, stream)
        rows = Rows(tournament, self._people_of(folding.club_of(tournament)))
        found = [*verify.differences(tournament), *rows.faults()]
        proof.is_tournament, proof.unbound = True, rows.counted.unbound
        proof.faults += [f"{tournament.public_id}: {text}" for text in found]
        proof.checked += [*verify.said(), f"{rows.counted.values} values in {rows.counted.rows} rows against the log"]
        proof.unproven += _unproven(rows)

    def _people_of(self, club: int) -> Fold:
        if self._people[0] != club:
            self._people = club, folding.of_people(club)
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

"""Everything that `verify_tournament` checks of a log and its tournament, and what of it was checked: no more is said.

Also run on the frozen copy from which a backup is made (`backup.proving`).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from tournament.models import Stream, Tournament
from tournament.out import folding, verify
from tournament.out.folding import Fold
from tournament.out.rows import Rows, lost_people
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
    """Verifies several logs; what the tournaments of one club share is read once. `is_short`: of the logs of a club that say who
    its people are only its own is recomputed, not those of its other tournaments."""

    def __init__(self, *, is_short: bool = False) -> None:
        self._people: tuple[int, Fold] = (0, Fold())
        self._chained: set[int] = set()  # streams
        self._counted: set[int] = set()  # clubs whose people were looked for
        self._wiped = Wiped()
        self._is_short = is_short

    def proof(self, stream: Stream) -> Proof:
        proof = Proof(stream.public_id, stream.seq, stream.head)
        self._of_chain(proof, stream)
        proof.checked.append(f"the hashes of {stream.seq} lines")
        if stream.tournament is not None:
            self._tournament(proof, stream.tournament)
        else:
            for check in verify.OF_OTHER_LOGS:
                _note(proof, stream.public_id, partial(check, stream), verify.about(check))
            if stream.club_id:
                _note(proof, stream.public_id, partial(self._lost, stream.club_id), "whether its people are there")
        return proof

    def _of_chain(self, proof: Proof, stream: Stream) -> None:
        """Add what is wrong with the chain of a log, in the first proof that asks."""
        if stream.pk not in self._chained:
            self._chained.add(stream.pk)
            _note(proof, stream.public_id, partial(verify.lines, stream), "its lines")
            _note(proof, stream.public_id, partial(verify.time_of_head, stream), "the time of its head")
            _note(proof, stream.public_id, partial(self._wiped.faults, stream), "its erased words")
            if self._wiped.older:
                about = f"{self._wiped.older} words of the log {stream.public_id} that an older version erased"
                proof.unproven.append(f"{about}, or somebody at that time")

    def _tournament(self, proof: Proof, tournament: Tournament) -> None:
        proof.is_tournament = True
        called = tournament.public_id
        _note(proof, called, partial(self._logs_it_needs, proof, tournament), "the logs by which it is compared")
        _note(proof, called, partial(verify.differences, tournament), "it")
        _note(proof, called, partial(self._rows, proof, tournament), "its rows")

    def _logs_it_needs(self, proof: Proof, tournament: Tournament) -> Iterator[str]:
        """Its own, and those that say who its people are."""
        club = folding.club_of(tournament)
        for stream in folding.streams(tournament):
            self._of_chain(proof, stream)
        for stream in folding.logs_of(club):
            if stream.club_id or not self._is_short:
                self._of_chain(proof, stream)
        yield from self._lost(club)

    def _rows(self, proof: Proof, tournament: Tournament) -> Iterator[str]:
        rows = Rows(tournament, self._people_of(folding.club_of(tournament)))
        yield from rows.faults()
        proof.unbound = rows.counted.unbound
        proof.checked += [*verify.said(), f"{rows.counted.values} values in {rows.counted.rows} rows against the log"]
        proof.unproven += _unproven(rows)

    def _lost(self, club: int) -> Iterator[str]:
        """Once for each club."""
        if club not in self._counted:
            self._counted.add(club)
            people = self._people_of(club)
            yield from (*lost_people(people), *people.unreadable)

    def _people_of(self, club: int) -> Fold:
        if self._people[0] != club:
            self._people = club, folding.of_people(club)
        return self._people[1]


def _note(proof: Proof, called: str, look: Callable[[], Iterator[str]], what: str) -> None:
    """Whatever breaks is a fault too: no action could have written it."""
    try:
        for found in look():
            proof.faults.append(f"{called}: {found}")
    except Exception as error:  # noqa: BLE001  (said, whatever it breaks)
        proof.faults.append(f"{called}: could not be checked ({error!r}): {what}")


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

"""What the players of a tournament still need to get into the next stage: computed once for each state, without names."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from tournament.core.cache import Kept
from tournament.draw.seating.split import FEWEST, split
from tournament.models import Declined, Seat, Stage, Table, Tournament
from tournament.models.stages import RoundState, StageKind
from tournament.stages import schemes
from tournament.standings.need.last_round import LastRound, Outlook, Verdict
from tournament.standings.need.outcomes import Keys, Pending
from tournament.standings.need.rounds_ahead import Ahead, Field, ahead
from tournament.standings.qualifying import separate_categories, source_of
from tournament.standings.queries import kept_facts, kept_lines
from tournament.standings.ranking.model import Scheme

_goals: Kept["Goal | None"] = Kept(most=32)


@dataclass(frozen=True)
class Goal:
    """The next stage that the best of the present one come into. In the last round `last` has the open tables; before it
    `field` says what is left to be played, and `parts` what everybody who plays on has."""

    target: Stage
    able: frozenset[int]
    scheme: Scheme
    last: LastRound | None
    field: Field
    parts: dict[int, int]
    keys: Keys
    tables: tuple[Pending, ...]  # open, of all rounds that are drawn
    later: tuple[tuple[int, ...], ...]  # the sizes of the tables of each round that is not

    @property
    def fingerprint(self) -> str:
        """Of all that a chance is worked out from, but the results that count already and what they make of everybody."""
        now = [(player, self.keys.now(player)) for player in sorted(self.able)]
        facts = (self.target.pk, self.target.size, self.scheme, now, self.tables, self.later)
        return hashlib.sha256(repr(facts).encode()).hexdigest()[:32]

    def outlooks(self, entry: int) -> list[Outlook]:
        """In the last round; else none."""
        return self.last.outlooks(entry) if self.last and entry in self.able else []

    def ahead(self, entry: int) -> Ahead | None:
        """Before the last round."""
        if self.last or entry not in self.able:
            return None
        return ahead(self.parts, self.scheme, self.field, self.able, self.target.size, entry)

    def sides(self) -> tuple[list[int], list[int]]:
        """Who is surely through, and who is surely out."""
        verdicts = {entry: self.verdict(entry) for entry in self.able}
        through, out = (
            [one for one, said in verdicts.items() if said == side] for side in (Verdict.THROUGH, Verdict.OUT)
        )
        return through, out

    def verdict(self, entry: int) -> Verdict:
        """Whatever place the player gets."""
        if self.last:
            each = {look.verdict for look in self.outlooks(entry)}
            return each.pop() if len(each) == 1 else Verdict.OPEN
        look = self.ahead(entry)
        if look is None or look.hopeless >= look.most:
            return Verdict.OUT
        return Verdict.THROUGH if look.sure == 0 else Verdict.OPEN


def goal_of(tournament: Tournament) -> Goal | None:
    """None: nothing is left to be decided, or it cannot be told: counts of a board are any number, and places that are kept
    for a category depend on who else gets one."""
    key = tournament.public_id, tournament.stream.head
    return _goals.get(key, lambda: _goal(tournament))


def _goal(tournament: Tournament) -> Goal | None:
    target = _target(tournament)
    source = source_of(target) if target else None
    if target is None or source is None or source.kind == StageKind.KNOCKOUT:
        return None
    scheme = schemes.of_stage(source)
    if scheme.by_count or tournament.categories.filter(quota__gt=0).exists():
        return None
    source.tournament = tournament
    open_rounds = _open_rounds(source)
    left = len(open_rounds) + max(source.planned_rounds - source.rounds.public().count(), 0)
    parts = {line.player.id: line.parts for line in kept_lines(source) if line.player.status == "playing"}
    if not left or len(parts) < FEWEST:
        return None
    able = frozenset(_able(target, source))
    keys = Keys(kept_facts(source), scheme, min(open_rounds, default=source.planned_rounds))
    last = None
    if left == 1 and open_rounds:
        [tables] = open_rounds.values()
        last = LastRound(keys, tables, able, target.size)
    field, seated = _field(len(parts), left), tuple(table for tables in open_rounds.values() for table in tables)
    later = (tuple(_sizes(len(able))),) * (left - len(open_rounds)) if len(able) >= FEWEST else ()
    return Goal(target, able, scheme, last, field, parts, keys, seated, later)


def _sizes(players: int) -> Sequence[int]:
    return split(players) if players != 5 else (4,)  # five are a table and one who sits out


def _field(players: int, rounds: int) -> Field:
    sizes = list(_sizes(players))
    return Field(rounds, sizes.count(4), sizes.count(3))


def _target(tournament: Tournament) -> Stage | None:
    """The first stage not begun that takes a number of players, behind rounds that have begun."""
    kinds = (StageKind.KNOCKOUT, StageKind.FINAL)
    stages = tournament.stages.filter(kind__in=kinds, size__gt=0, rounds=None).order_by("position")
    return next((stage for stage in stages if (source := source_of(stage)) and source.rounds.public().exists()), None)


def _able(target: Stage, source: Stage) -> list[int]:
    declined = set(Declined.objects.filter(stage=target).values_list("entry", flat=True))
    apart = separate_categories(source.tournament)
    return [
        line.player.id
        for line in kept_lines(source)
        if line.player.status == "playing" and line.player.id not in declined and line.player.category not in apart
    ]


def _open_rounds(source: Stage) -> dict[int, list[Pending]]:
    """By round, the tables that are published and have no result."""
    tables = Table.objects.filter(round__stage=source, round__state=RoundState.PUBLISHED).unconfirmed()
    rows = Seat.objects.filter(table__in=tables).order_by("round__number", "table__number", "order")
    seats: dict[tuple[int, int], list[int]] = {}
    for round_, table, entry in rows.values_list("round__number", "table__number", "entry"):
        seats.setdefault((round_, table), []).append(entry)
    rounds: dict[int, list[Pending]] = {}
    for (round_, table), players in seats.items():
        if len(players) in (3, 4):
            rounds.setdefault(round_, []).append(Pending(table, tuple(players)))
    return rounds

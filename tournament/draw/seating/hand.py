"""A round made or changed by hand, and what every change does.

A draft is a round in the making: seats may be empty, players unseated. It never changes; each step gives a
new one. `effect` compares two drafts: repeats, wishes, turns at threes and colours that come or go. A
running or a published round is a draft too: a substitute takes a seat, a table that sat otherwise
than drawn is set right, a table of four goes on as three. Left out: searching for anything better.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournament.draw.seating import seats
from tournament.draw.seating.model import Request, Round, SeatingError
from tournament.draw.seating.split import split

Pair = tuple[int, int]
Seats = tuple[int | None, ...]
LEAST, MOST = 3, 4


@dataclass(frozen=True)
class Draft:
    """By table, the player of each seat, in the order of the colours."""

    tables: tuple[Seats, ...]

    def place(self, player: int) -> tuple[int, int] | None:
        """Table and seat."""
        for t, table in enumerate(self.tables):
            if player in table:
                return t, table.index(player)
        return None

    def put(self, table: int, seat: int, player: int | None) -> "Draft":
        changed = list(self.tables[table])
        changed[seat] = player
        return self.with_table(table, tuple(changed))

    def with_table(self, table: int, players: Seats) -> "Draft":
        return Draft((*self.tables[:table], players, *self.tables[table + 1 :]))

    def players(self) -> list[int]:
        return [player for table in self.tables for player in table if player is not None]


@dataclass(frozen=True)
class Figures:
    """The objections to a draft, counting the history, and with the players so that pages can name them."""

    repeats: dict[Pair, int]
    wishes: dict[Pair, tuple[str, ...]]
    threes: dict[int, int]
    colours: dict[int, int]
    unseated: tuple[int, ...]
    wrong_tables: tuple[int, ...]


@dataclass(frozen=True)
class Effect:
    """The figures before and after, and only what differs between them."""

    before: Figures
    after: Figures
    new_repeats: tuple[Pair, ...]
    gone_repeats: tuple[Pair, ...]
    new_broken_wishes: tuple[Pair, ...]
    gone_broken_wishes: tuple[Pair, ...]
    threes: dict[int, tuple[int, int]]
    colours: dict[int, tuple[int, int]]


def empty(request: Request) -> Draft:
    """All tables, and nobody at them."""
    return Draft(tuple((None,) * size for size in split(request.n)))


def of(tables: Round) -> Draft:
    return Draft(tuple(tuple(table) for table in tables))


def finished(draft: Draft, request: Request) -> Round:
    """The round, if it is one: everybody present seated, tables of three and four. Empty tables are left out."""
    state = figures(draft, request)
    if state.unseated or state.wrong_tables:
        raise SeatingError(
            "unfinished",
            "Somebody has no seat, or a table is not of three or four.",
            unseated=list(state.unseated),
            tables=list(state.wrong_tables),
        )
    return tuple(_seated(table) for table in draft.tables if _seated(table))


def move(draft: Draft, player: int, table: int, seat: int) -> Draft:
    """The player to this seat. The player who had it takes the seat this one comes from, if any."""
    other = draft.tables[table][seat]
    before = draft.place(player)
    if before is not None:
        draft = draft.put(*before, other)
    return draft.put(table, seat, player)


def swap(draft: Draft, one: int, other: int) -> Draft:
    """Two players change seats; one of them may have none, who then comes in for the other."""
    first, second = draft.place(one), draft.place(other)
    if first is not None:
        draft = draft.put(*first, other)
    if second is not None:
        draft = draft.put(*second, one)
    return draft


def substitute(draft: Draft, missing: int, instead: int) -> Draft:
    """Somebody not seated takes the seat of one who is missing."""
    place = _must_be_seated(draft, missing)
    if draft.place(instead) is not None:
        raise SeatingError("already_seated", "The substitute has a seat already.", player=instead)
    return draft.put(*place, instead)


def reseat(draft: Draft, table: int, order: Sequence[int]) -> Draft:
    """They sat differently: the same players, in the order in which they really sat."""
    if sorted(order) != sorted(_seated(draft.tables[table])):
        raise SeatingError("other_players", "These are not the players of this table.", table=table)
    return draft.with_table(table, tuple(order))


def _must_be_seated(draft: Draft, player: int) -> tuple[int, int]:
    place = draft.place(player)
    if place is None:
        raise SeatingError("not_seated", "This player has no seat.", player=player)
    return place


def _seated(table: Seats) -> tuple[int, ...]:
    return tuple(player for player in table if player is not None)


def effect(request: Request, before: Draft, after: Draft) -> Effect:
    """What the change does."""
    old, new = figures(before, request), figures(after, request)
    return Effect(
        old,
        new,
        new_repeats=_only(new.repeats, old.repeats),
        gone_repeats=_only(old.repeats, new.repeats),
        new_broken_wishes=_only(new.wishes, old.wishes),
        gone_broken_wishes=_only(old.wishes, new.wishes),
        threes=_changed(old.threes, new.threes),
        colours=_changed(old.colours, new.colours),
    )


def _only(here: Mapping[Pair, object], there: Mapping[Pair, object]) -> tuple[Pair, ...]:
    return tuple(sorted(pair for pair in here if pair not in there))


def _changed(old: dict[int, int], new: dict[int, int]) -> dict[int, tuple[int, int]]:
    players = sorted(old.keys() | new.keys())
    return {p: (old.get(p, 0), new.get(p, 0)) for p in players if old.get(p, 0) != new.get(p, 0)}


def figures(draft: Draft, request: Request) -> Figures:
    """Repeats with how often they have met by then, wishes by their names, threes and colour spreads.

    Threes are the visits of those who sit at a three in this round, this one counted.
    """
    pairs = [(min(pair), max(pair)) for table in draft.tables for pair in combinations(_seated(table), 2)]
    met = _met(request)
    broken = {pair: names for pair in pairs if (names := _broken(request, pair))}
    players = draft.players()
    return Figures(
        repeats={pair: met[pair] + 1 for pair in pairs if met.get(pair)},
        wishes=broken,
        threes=_threes(draft, request),
        colours=_colours(draft, request),
        unseated=tuple(player for player in range(request.n) if player not in players),
        wrong_tables=tuple(t for t, table in enumerate(draft.tables) if 0 < len(_seated(table)) < LEAST),
    )


def _met(request: Request) -> dict[Pair, int]:
    met: dict[Pair, int] = {}
    for tables in request.history:
        for table in tables:
            for a, b in combinations(table, 2):
                pair = (min(a, b), max(a, b))
                met[pair] = met.get(pair, 0) + 1
    return met


def _broken(request: Request, pair: Pair) -> tuple[str, ...]:
    return tuple(wish.name or wish.kind for wish in request.wishes if set(pair) <= set(wish.players))


def _threes(draft: Draft, request: Request) -> dict[int, int]:
    at_three = [player for table in draft.tables if len(table) == LEAST for player in _seated(table)]
    visits = [player for tables in request.history for table in tables if len(table) == LEAST for player in table]
    return {player: visits.count(player) + 1 for player in at_three}


def _colours(draft: Draft, request: Request) -> dict[int, int]:
    """For each player seated, how much more often they have had one colour than another at tables of this size."""
    everybody = max([request.everybody, *(player + 1 for player in draft.players())])
    counts = seats.seat_counts(request.history, everybody)
    spreads = {}
    for table in draft.tables:
        size = len(table)
        for seat, player in enumerate(table):
            if player is not None and size in counts:
                counts[size][player][seat] += 1
                spreads[player] = max(counts[size][player]) - min(counts[size][player])
    return spreads

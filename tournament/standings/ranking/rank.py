"""Who stands where, and what separates everybody from their neighbours.

Points rank all players; the tie-breaks of the scheme, in turn, only those still equal. Players equal to the end share the
rank. The withdrawn keep their place and are marked; the excluded have no rank.
"""

from collections.abc import Mapping, Sequence

from tournament.standings.ranking.book import Book
from tournament.standings.ranking.breaks import BREAKS, SCORE, Break
from tournament.standings.ranking.model import EQUAL, PARTS, POINTS, Facts, Line, Player, Scheme, Single, Step
from tournament.standings.ranking.points import counted, singles

Values = dict[int, dict[str, int]]


def standings(facts: Facts, scheme: Scheme) -> list[Line]:
    """The whole list, best first; the excluded last, without a rank."""
    results = _results(facts, scheme)
    parts = {player.id: _total(player, results[player.id], facts.carried) for player in facts.players}
    book = Book(facts, scheme, results, parts)
    ranked = [player for player in facts.players if player.status != "excluded"]
    values: Values = {player.id: {} for player in facts.players}
    groups = _tied_groups(book, [player.id for player in ranked], values)
    return _lines(facts, book, groups, values)


def _results(facts: Facts, scheme: Scheme) -> dict[int, list[Single]]:
    played: dict[int, list[Single]] = {player.id: [] for player in facts.players}
    for table in sorted(facts.tables, key=lambda table: table.round):
        for seat, single in singles(scheme, table):
            played[seat.player].append(single)
    return {player: counted(results, scheme.best) for player, results in played.items()} if scheme.best else played


def _total(player: Player, results: Sequence[Single], carried: Mapping[int, int]) -> int:
    own = sum(single.parts for single in results if not single.is_dropped)
    return own + (carried.get(player.id, 0) - player.penalty) * PARTS


def _tied_groups(book: Book, players: list[int], values: Values) -> list[list[int]]:
    """Groups of players whom nothing separates, best first."""
    groups = _split(book, SCORE, players, values)
    for code in book.scheme.breaks:
        if all(len(group) == 1 for group in groups):
            break
        groups = [part for group in groups for part in _split_if_tied(book, BREAKS[code], group, values)]
    return groups


def _split_if_tied(book: Book, by: Break, group: list[int], values: Values) -> list[list[int]]:
    return [group] if len(group) == 1 else _split(book, by, group, values)


def _split(book: Book, by: Break, group: list[int], values: Values) -> list[list[int]]:
    parts: dict[int, list[int]] = {}
    for player, value in zip(group, by.rank(book, group), strict=True):
        values[player][by.code] = value
        parts.setdefault(value, []).append(player)
    return [parts[value] for value in sorted(parts, reverse=True)]


def _lines(facts: Facts, book: Book, groups: list[list[int]], values: Values) -> list[Line]:
    by_id = {player.id: player for player in facts.players}
    order = [(rank, player) for rank, group in _ranks(groups) for player in _in_order(group, by_id)]
    listed = [player for _rank, player in order]
    criteria = (POINTS, *book.scheme.breaks)
    lines = []
    for i, (rank, player) in enumerate(order):
        above = _step(player.id, listed[i - 1].id, values, criteria) if i else None
        below = _step(player.id, listed[i + 1].id, values, criteria) if i + 1 < len(listed) else None
        lines.append(_line(book, player, rank, above, below, values))
    out = sorted((p for p in facts.players if p.status == "excluded"), key=lambda player: player.number)
    return lines + [_line(book, player, None, None, None, values) for player in out]


def _ranks(groups: list[list[int]]) -> list[tuple[int, list[int]]]:
    ranks, taken = [], 0
    for group in groups:
        ranks.append((taken + 1, group))
        taken += len(group)
    return ranks


def _in_order(group: list[int], by_id: Mapping[int, Player]) -> list[Player]:
    return sorted((by_id[player] for player in group), key=lambda player: player.number)


def _step(own: int, other: int, values: Values, criteria: Sequence[str]) -> Step:
    """The first criterion at which the two differ."""
    mine, theirs = values[own], values[other]
    for name in criteria:
        if name not in mine or name not in theirs:
            break
        if mine[name] != theirs[name]:
            return Step(name, mine[name], theirs[name], other)
    return Step(EQUAL, 0, 0, other)


def _line(book: Book, player: Player, rank: int | None, above: Step | None, below: Step | None, values: Values) -> Line:
    results = tuple(book.singles[player.id])
    return Line(player, rank, book.parts[player.id], results, above, below, values[player.id])

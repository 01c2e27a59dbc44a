"""The report of a draw: its figures beside the least that any draw could have (bounds), as data for pages and JSON.

Every compromise is named: who, whom, in which round. Rounds are counted from 1, those of the history first;
players are called by their ids. Repeats and broken wishes are those of the new rounds; threes, seats and
boards count the history in. Left out: sentences, and how it is shown.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from tournament.draw.seating import bounds, measure
from tournament.draw.seating.boards import visits
from tournament.draw.seating.measure import Pair, Seats, difference
from tournament.draw.seating.model import Kind, Report, Request, Round, Wish
from tournament.draw.seating.split import kind, threes

Numbers = Sequence[Sequence[int]]
Section = dict[str, Any]


def report(rounds: Sequence[Round], boards: Numbers, request: Request) -> Report:
    """Everything about the new rounds. In rounds given by hand not everybody need be there."""
    fields = [[player for table in tables for player in table] for tables in rounds]
    course = _Course(rounds, request)
    return {
        "players": request.n,
        "rounds": len(rounds),
        "rounds_before": len(request.history),
        "first": request.first,
        "tables": _tables(rounds, fields),
        "repeats": _repeats(rounds, fields, request),
        "threes": _threes(course, fields, request),
        "colours": _colours(course),
        "turns": _turns(course, fields, request),
        "wishes": _wishes(rounds, request),
        "boards": _boards(rounds, boards, request),
    }


def figures(rounds: Sequence[Round], n: int) -> Section:
    """Repeats and threes alone, to compare schedules by."""
    course = _Course(rounds, Request(ids=tuple(range(n))))
    return {
        "repeats": sum(measure.repeats(numbers, 0) for numbers in measure.meetings(rounds).values()),
        "threes_spread": difference(course.threes(course.after)),
        "threes_worst_after_any_round": course.worst_threes,
    }


def stretched(tables: Round, scores: Sequence[float]) -> Section:
    """How far scores at a table lie apart, on average and at most, beside the least of any draw at all."""
    spreads = [difference([scores[player] for player in table]) for table in tables]
    return {
        "mean": round(sum(spreads) / len(spreads), 3),
        "least_mean": round(bounds.score_spreads(scores) / len(spreads), 3),
        "most": max(spreads),
        "tables": spreads,
    }


def _tables(rounds: Sequence[Round], fields: Sequence[Sequence[int]]) -> Section:
    """Tables of four and of three, round by round, and the fewest of three there could be."""
    return {
        "four": [sum(len(table) == 4 for table in tables) for tables in rounds],
        "three": [sum(len(table) == 3 for table in tables) for tables in rounds],
        "three_least": [threes(len(field)) for field in fields],
    }


def _repeats(rounds: Sequence[Round], fields: Sequence[Sequence[int]], request: Request) -> Section:
    played = len(request.history)
    met = measure.meetings((*request.history, *rounds))
    again = {pair: numbers for pair, numbers in met.items() if measure.repeats(numbers, played)}
    least = bounds.repeats(fields, request.history)
    return {
        "count": sum(measure.repeats(numbers, played) for numbers in again.values()),
        "least": least.count,
        "why": least.why,
        "before": sum(measure.repeats(numbers, 0) for numbers in met.values())
        - sum(measure.repeats(numbers, played) for numbers in again.values()),
        "most_often": max(map(len, met.values()), default=0),
        "who": [{"players": _ids(request, pair), "rounds": again[pair]} for pair in sorted(again)],
    }


class _Course:
    """Seats and threes before and after the new rounds, and the worst they were after any of these."""

    def __init__(self, rounds: Sequence[Round], request: Request) -> None:
        self.players = range(request.n)
        self.before = Seats(request.history, request.everybody)
        self.after = Seats(request.history, request.everybody)
        self.worst_threes = 0
        self.worst_spread = {4: 0, 3: 0}
        for tables in rounds:
            self.after.add(tables)
            self.worst_threes = max(self.worst_threes, difference(self.threes(self.after)))
            for size, worst in self.worst_spread.items():
                self.worst_spread[size] = max(worst, self.spread(size))

    def threes(self, seats: Seats) -> list[int]:
        return [seats.threes(player) for player in self.players]

    def spread(self, size: int) -> int:
        return max(self.after.spread(size, player) for player in self.players)

    def least_spread(self, size: int) -> int:
        """The least by changing seats alone, with the same players at each table."""
        before, after = self.before.counts[size], self.after.counts[size]
        return max(
            bounds.own_spread(before[player], sum(after[player]) - sum(before[player])) for player in self.players
        )


def _threes(course: _Course, fields: Sequence[Sequence[int]], request: Request) -> Section:
    before, after = course.threes(course.before), course.threes(course.after)
    visits = sum(3 * threes(len(field)) for field in fields)
    return {
        "spread": difference(after),
        "least": bounds.spread(before, _games(fields, request), visits),
        "worst_after_any_round": course.worst_threes,
        "counts": after,
    }


def _games(fields: Sequence[Sequence[int]], request: Request) -> list[int]:
    games = Counter(player for field in fields for player in field)
    return [games[player] for player in range(request.n)]


def _colours(course: _Course) -> Section:
    """Tables of four and of three apart, because they have different colours."""
    return {
        _NAME[size]: {
            "spread": course.spread(size),
            "least": course.least_spread(size),
            "worst_after_any_round": course.worst_spread[size],
        }
        for size in (4, 3)
    }


_NAME = {4: "four", 3: "three"}


def _turns(course: _Course, fields: Sequence[Sequence[int]], request: Request) -> Section:
    """How often each has had the first turn."""
    before = [course.before.begun(player) for player in course.players]
    after = [course.after.begun(player) for player in course.players]
    return {
        "spread": difference(after),
        "least": bounds.spread(before, _games(fields, request), sum(after) - sum(before)),
        "begun": after,
    }


def _wishes(rounds: Sequence[Round], request: Request) -> Section:
    places = [{player: t for t, table in enumerate(tables) for player in table} for tables in rounds]
    broken = [
        (wish, pair, number)
        for wish in request.wishes
        for number, place in enumerate(places, start=len(request.history) + 1)
        for pair in _together(wish, place)
    ]
    least = [
        (bounds.together(sum(player in place for player in wish.players), len(place)), wish.weight)
        for wish in request.wishes
        for place in places
    ]
    return {
        "broken": len(broken),
        "least": sum(count for count, _ in least),
        "cost": sum(wish.weight for wish, _, _ in broken),
        "least_cost": sum(count * weight for count, weight in least),
        "who": [
            {"kind": wish.kind, "name": wish.name, "players": _ids(request, pair), "round": number}
            for wish, pair, number in broken
        ],
    }


def _together(wish: Wish, place: Mapping[int, int]) -> list[Pair]:
    groups: dict[int, list[int]] = {}
    for player in wish.players:
        if player in place:
            groups.setdefault(place[player], []).append(player)
    return [pair for group in groups.values() for pair in combinations(group, 2)]


def _boards(rounds: Sequence[Round], boards: Numbers, request: Request) -> Section:
    """`again` counts visits of a player to a board beyond the first."""
    visited = visits(rounds, boards, request)
    hall = Counter(board.kind for board in request.boards) or _needed((*request.history, *rounds))
    games = Counter(
        (player, kind(len(table))) for tables in (*request.history, *rounds) for table in tables for player in table
    )
    return {
        "again": sum(count - 1 for counts in visited for count in counts.values()),
        "least": sum(max(0, count - hall[which]) for (_, which), count in games.items()),
        "most_often": max((count for counts in visited for count in counts.values()), default=0),
        "not_at_own": _not_at_own(rounds, boards, request),
    }


def _needed(rounds: Sequence[Round]) -> Counter[Kind]:
    """As many boards of a kind as were ever in use at once."""
    need: Counter[Kind] = Counter()
    for tables in rounds:
        need |= Counter(kind(len(table)) for table in tables)
    return need


def _not_at_own(rounds: Sequence[Round], boards: Numbers, request: Request) -> list[Section]:
    """Players who have boards of their own and had to sit elsewhere."""
    return [
        {"player": request.ids[player], "round": number, "board": board}
        for number, (tables, numbers) in enumerate(zip(rounds, boards, strict=True), start=len(request.history) + 1)
        for table, board in zip(tables, numbers, strict=True)
        for player in table
        if board not in request.fixed.get(player, (board,))
    ]


def _ids(request: Request, players: Sequence[int]) -> list[Any]:
    ids = (*request.ids, *request.gone)
    return [ids[player] for player in players]

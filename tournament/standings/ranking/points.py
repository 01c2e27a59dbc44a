"""Points for a result: by place and table size, with shared places sharing theirs, or the count of the board itself."""

from collections import Counter
from collections.abc import Iterator

from tournament.standings.ranking.model import PARTS, Scheme, Seat, Single, Table
from tournament.standings.ranking.share import shares


def table_parts(scheme: Scheme, table: Table) -> list[int]:
    """The twelfths of points that each seat gets, in the order of the seats."""
    if scheme.by_count:
        return [(seat.counted or 0) * PARTS for seat in table.seats]
    worth = scheme.four if len(table.seats) == 4 else scheme.three
    places = [seat.place for seat in table.seats]
    if len(set(places)) == len(places):
        return [worth[place - 1] * PARTS for place in places]
    return _shared(worth, places)


def _shared(worth: tuple[int, ...], places: list[int]) -> list[int]:
    """Players who share a place share the points of that place and the next ones."""
    sharing = Counter(places)
    value = {place: sum(worth[place - 1 : place - 1 + n]) * PARTS // n for place, n in sharing.items()}
    return [value[place] for place in places]


def singles(scheme: Scheme, table: Table) -> Iterator[tuple[Seat, Single]]:
    size, parts = len(table.seats), table_parts(scheme, table)
    for seat, worth, share in zip(table.seats, parts, shares(scheme, table, parts), strict=True):
        told = (table.round, table.number, seat.place, size, worth, seat.counted)
        yield seat, Single(*told, is_dropped=False, share=share)


def counted(results: list[Single], best: int) -> list[Single]:
    """The same results in the order played, those that do not count marked: the lowest, of equals the latest."""
    if not best or len(results) <= best:
        return results
    order = sorted(range(len(results)), key=lambda i: (-results[i].parts, results[i].round))
    dropped = set(order[best:])
    return [single._replace(is_dropped=True) if i in dropped else single for i, single in enumerate(results)]


def problems(scheme: Scheme, table: Table) -> str:
    """A code for what is wrong with these places; empty if nothing is."""
    size, places = len(table.seats), sorted(seat.place for seat in table.seats)
    if size not in (3, 4):
        return "table_size"
    if scheme.by_count and any(seat.counted is None for seat in table.seats):
        return "count_missing"
    expected = 1
    for place, n in sorted(Counter(places).items()):
        if place != expected:
            return "places"
        expected += n
    return ""

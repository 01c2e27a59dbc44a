"""The ranking read a second time: every criterion of everybody, always among those equal so far."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.standings.ranking.events import any_event, book_of
from tests.tournament.standings.ranking.test_ranking import G, K, R, Y, facts, ranks, table
from tournament.standings.ranking.breaks import BREAKS, CRITERIA
from tournament.standings.ranking.model import Facts, Player, Scheme
from tournament.standings.ranking.rank import standings


def slowly(found: Facts, scheme: Scheme) -> list[list[int]]:
    """Groups of equals, best first: everybody's value of one criterion after the other, always among those equal so far."""
    book = book_of(found, scheme)
    groups = [[player.id for player in found.players if player.status != "excluded"]]
    for criterion in (CRITERIA["points"], *(CRITERIA[code] for code in scheme.breaks)):
        values = [dict(zip(group, criterion.rank(book, group), strict=True)) for group in groups]
        groups = [
            [player for player, own in value.items() if own == worth]
            for value in values
            for worth in sorted(set(value.values()), reverse=True)
        ]
    return groups


@given(st.integers(0, 10_000), st.permutations(sorted(BREAKS)), st.integers(0, 4))
def test_a_second_reading_ranks_alike(seed, breaks, n):
    found, scheme = any_event(seed)
    scheme = replace(scheme, breaks=tuple(breaks[:n]))
    lines = [line for line in standings(found, scheme) if line.rank is not None]
    assert [line.rank for line in lines] == sorted(line.rank for line in lines)
    groups = [
        [line.player.id for line in lines if line.rank == rank] for rank in dict.fromkeys(line.rank for line in lines)
    ]
    assert [sorted(group) for group in groups] == [sorted(group) for group in slowly(found, scheme)]
    assert [line.rank for line in lines] == [
        1 + sum(map(len, groups[:n])) for n, group in enumerate(groups) for _ in group
    ]


def test_two_who_are_level_are_parted_though_nobody_else_is_there():
    found = facts(table({Y: 1, G: 2}), players=2, carried={Y: 0, G: 2})
    assert ranks(found, Scheme(three=(5, 3, 1), breaks=("wins",))) == {Y: 1, G: 2}


def test_only_what_parted_somebody_is_computed():
    lines = standings(facts(table({Y: 1, G: 2, R: 3, K: 4}), players=4), Scheme(breaks=("wins", "lot")))
    assert [dict(line.values) for line in lines] == [{"points": 60}, {"points": 36}, {"points": 24}, {"points": 12}]


def test_who_stands_alone_is_not_asked_what_parts_others():
    lines = standings(facts(table({Y: 1, G: 2, R: 2, K: 4}), players=4), Scheme(breaks=("thirds",)))
    assert [{*line.values} for line in lines] == [{"points"}, {"points", "thirds"}, {"points", "thirds"}, {"points"}]


def test_equals_are_listed_by_number_and_the_excluded_last():
    people = (Player(Y, 9), Player(G, 8), Player(R, 7, status="excluded"), Player(K, 6, status="excluded"))
    lines = standings(facts(people=people), Scheme(breaks=()))
    assert [line.player.number for line in lines] == [8, 9, 6, 7]
    assert lines[0].is_shared and lines[1].is_shared and not lines[2].is_shared

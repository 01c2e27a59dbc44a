"""Who goes on, and the rankings beside the main one."""

import pytest

from tests.tournament.standings.ranking.test_ranking import facts, table
from tournament.standings.ranking.cut import cut
from tournament.standings.ranking.model import PARTS, Facts, Player, Scheme
from tournament.standings.ranking.rank import standings
from tournament.standings.ranking.teams import by_category, check_scheme, season, teams, worth_of


def lines_of(scores: list[int], **who):
    """Players 0, 1, 2 … with these points brought along."""
    people = tuple(
        Player(
            i,
            i + 1,
            who.get("category", {}).get(i, ""),
            who.get("team", {}).get(i, ""),
            who.get("status", {}).get(i, "playing"),
        )
        for i in range(len(scores))
    )
    return standings(Facts(people, (), carried=dict(enumerate(scores))), Scheme(breaks=()))


def ids(lines) -> list[int]:
    return [line.player.id for line in lines]


def test_the_best_go_on_in_seed_order():
    found = cut(lines_of([9, 5, 7, 3]), 2)
    assert ids(found.through) == [0, 2] and found.is_settled


def test_a_tie_across_the_cut_is_shown_not_broken():
    """13 people on two scores for 8 places: five are through, eight are tied for three."""
    scores = [20, 19, 18, 17, 16, *[15] * 8, 3]
    found = cut(lines_of(scores), 8)
    assert ids(found.through) == [0, 1, 2, 3, 4]
    assert (ids(found.tied), found.open_places) == (list(range(5, 13)), 3)


def test_a_tie_that_ends_at_the_cut_is_none():
    assert cut(lines_of([9, 5, 5, 3]), 3).is_settled


def test_who_withdrew_is_passed_over_and_named():
    found = cut(lines_of([9, 8, 7, 6], status={0: "withdrawn", 1: "excluded"}), 2)
    assert ids(found.through) == [2, 3] and ids(found.passed_over) == [0]


def test_a_declined_place_moves_up():
    assert ids(cut(lines_of([9, 8, 7, 6]), 2, declined={1}).through) == [0, 2]


def test_a_quota_brings_in_the_best_of_a_category():
    category = {3: "junior", 4: "junior"}
    found = cut(lines_of([9, 8, 7, 6, 5], category=category), 3, quota={"junior": 1})
    assert ids(found.through) == [0, 1, 3]
    assert ids(cut(lines_of([9, 8, 7, 9, 5], category=category), 3, quota={"junior": 1}).through) == [0, 3, 1]


def test_quotas_of_two_categories_do_not_push_each_other_out():
    category = {2: "ladies", 3: "junior", 4: "ladies"}
    quota = {"junior": 1, "ladies": 1}
    assert ids(cut(lines_of([9, 8, 7, 6, 5], category=category), 3, quota=quota).through) == [0, 2, 3]
    assert len(cut(lines_of([9, 8, 7, 6, 5], category=category), 1, quota={"ladies": 2, "junior": 2}).through) == 1


def test_a_tie_at_a_quota_is_shown_and_not_broken():
    category = {3: "junior", 4: "junior"}
    found = cut(lines_of([9, 8, 7, 5, 5], category=category), 3, quota={"junior": 1})
    assert (ids(found.through), ids(found.tied), found.open_places) == ([0, 1], [3, 4], 1)


@pytest.mark.parametrize("places", [0, 4, 9])
def test_none_and_all_are_cuts_too(places):
    assert len(cut(lines_of([4, 3, 2, 1]), places).through) == min(places, 4)


def test_a_category_has_ranks_of_its_own():
    category = {1: "junior", 2: "junior", 4: "junior"}
    ranked = by_category(lines_of([9, 8, 8, 7, 6], category=category), "junior")
    assert [(rank, line.player.id) for rank, line in ranked] == [(1, 1), (1, 2), (3, 4)]


def test_a_team_is_the_sum_of_its_best():
    team = {0: "A", 1: "B", 2: "B", 3: "A", 4: "A"}
    ranked = teams(lines_of([9, 8, 7, 6, 5], team=team), 2)
    assert [(line.rank, line.team, line.parts // PARTS, line.best_ranks) for line in ranked] == [
        (1, "A", 15, (1, 4)),
        (2, "B", 15, (2, 3)),
    ]


def test_teams_that_are_equal_in_everything_share():
    ranked = teams(lines_of([9, 9], team={0: "A", 1: "B"}), 2)
    assert [(line.rank, line.team) for line in ranked] == [(1, "A"), (1, "B")]


def test_a_season_counts_the_best_events():
    ranks = [[(7, 1), (8, 2), (9, 3)], [(8, 1), (7, 5)], [(7, 2), (8, 2)]]
    events = [[(person, worth_of(rank, (10, 6, 4, 1))) for person, rank in event] for event in ranks]
    table = season(events, best=2)
    assert [(line.rank, line.person, line.points, line.played) for line in table] == [
        (1, 7, 16, 3),
        (1, 8, 16, 3),
        (3, 9, 4, 1),
    ]


@pytest.mark.parametrize(
    ("scheme", "problem"),
    [
        (Scheme(), ""),
        (Scheme(four=(5, 3, 1)), "points_missing"),
        (Scheme(four=(1, 2, 3, 4)), "points_order"),
        (Scheme(breaks=("wins", "wins")), "breaks_twice"),
        (Scheme(best=-1), "best"),
    ],
)
def test_a_scheme_that_cannot_be_is_named(scheme, problem):
    assert check_scheme(scheme) == problem


def test_carried_points_and_tables_add_up():
    found = facts(table({0: 1, 1: 2, 2: 3}), players=3, carried={2: 5})
    assert [line.parts // PARTS for line in standings(found, Scheme())] == [6, 5, 3]


def test_who_is_excluded_or_in_no_team_counts_for_none():
    team = {0: "A", 1: "B", 3: "A"}
    ranked = teams(lines_of([9, 8, 7, 6], team=team, status={0: "excluded"}), 2)
    assert [(line.team, line.parts // PARTS) for line in ranked] == [("B", 8), ("A", 6)]


def test_teams_and_persons_share_a_rank_behind_the_first_as_well():
    ranked = teams(lines_of([9, 7, 7, 5], team=dict(enumerate("ABCD"))), 1)
    assert [(line.rank, line.team) for line in ranked] == [(1, "A"), (2, "B"), (2, "C"), (4, "D")]
    table = season([[(7, 9), (8, 6), (9, 6), (6, 1)]])
    assert [(line.rank, line.person) for line in table] == [(1, 7), (2, 8), (2, 9), (4, 6)]


def test_of_a_quota_with_a_tie_the_places_behind_the_sure_ones_are_open():
    category = {3: "junior", 4: "junior", 5: "junior"}
    found = cut(lines_of([9, 8, 7, 6, 5, 5], category=category), 4, quota={"junior": 2})
    assert (ids(found.through), ids(found.tied), found.open_places) == ([0, 1, 3], [4, 5], 1)


@pytest.mark.parametrize("places", [0, -1])
def test_where_there_is_no_place_nobody_is_level_for_one(places):
    found = cut(lines_of([5, 5, 5]), places)
    assert (found.through, found.tied, found.open_places) == ((), (), 0)

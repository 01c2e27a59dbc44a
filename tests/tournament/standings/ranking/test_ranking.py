"""Who stands where: published examples, every tie-break by hand, and properties over random events."""

import random
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.standings.ranking.breaks import BREAKS
from tournament.standings.ranking.model import PARTS, Facts, Player, Scheme, Seat, Table, ThrowOff
from tournament.standings.ranking.points import problems, table_parts
from tournament.standings.ranking.rank import standings

Y, G, R, K, B, W = range(6)


def table(places: dict[int, int], number_of_round: int = 1, number: int = 1, **counted: int) -> Table:
    """Yara first, Gero second …: {Y: 1, G: 2, R: 3, K: 4}."""
    names = "YGRKBW"
    return Table(
        number_of_round,
        number,
        tuple(Seat(player, place, counted.get(names[player])) for player, place in places.items()),
    )


def facts(*tables: Table, players: int = 6, **more) -> Facts:
    people = more.pop("people", tuple(Player(i, i + 1) for i in range(players)))
    return Facts(people, tables, **more)


def ranks(found: Facts, scheme: Scheme) -> dict[int, int | None]:
    return {line.player.id: line.rank for line in standings(found, scheme)}


# DerbyNet publishes this example of four points for a first, three for a second, … over five heats.


def test_the_published_points_example_is_recomputed():
    """Five racers in five heats of four: 16, 12, 9, 9 and 4 points make the ranks 1, 2, 3, 3 and 5."""
    heats = [
        {0: 1, 1: 2, 2: 3, 3: 4},
        {0: 1, 1: 2, 3: 3, 4: 4},
        {0: 1, 2: 2, 3: 3, 4: 4},
        {0: 1, 1: 2, 2: 3, 4: 4},
        {1: 2, 2: 3, 3: 1, 4: 4},
    ]
    tables = [table(places, number) for number, places in enumerate(heats, 1)]
    scheme = Scheme(four=(4, 3, 2, 1), breaks=())
    lines = standings(facts(*tables, players=5), scheme)
    assert [line.parts // PARTS for line in lines] == [16, 12, 9, 9, 4]
    assert [line.rank for line in lines] == [1, 2, 3, 3, 5]


def test_a_tie_for_first_and_a_tie_for_last_are_shared():
    found = facts(table({Y: 1, G: 2, R: 3, K: 4}), table({G: 1, Y: 2, K: 3, R: 4}, 2), players=4)
    assert ranks(found, Scheme(breaks=())) == {Y: 1, G: 1, R: 3, K: 3}


# Points


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ({Y: 1, G: 2, R: 3, K: 4}, (60, 36, 24, 12)),
        ({Y: 1, G: 2, R: 2, K: 4}, (60, 30, 30, 12)),
        ({Y: 1, G: 1, R: 3, K: 3}, (48, 48, 18, 18)),
        ({Y: 1, G: 2, R: 2, K: 2}, (60, 24, 24, 24)),
        ({Y: 1, G: 1, R: 1, K: 1}, (33, 33, 33, 33)),
        ({Y: 1, G: 2, R: 3}, (60, 36, 12)),
        ({Y: 1, G: 1, R: 1}, (36, 36, 36)),
        ({Y: 1, G: 1, R: 3}, (48, 48, 12)),
    ],
)
def test_shared_places_share_their_points(places, points):
    assert table_parts(Scheme(), table(places)) == list(points)


def test_the_count_itself_can_be_the_score():
    scheme = Scheme(by_count=True)
    assert table_parts(scheme, table({Y: 1, G: 2, R: 3}, Y=300, G=120, R=0)) == [300 * PARTS, 120 * PARTS, 0]


@pytest.mark.parametrize(
    ("places", "problem"),
    [
        ({Y: 1, G: 2, R: 3, K: 4}, ""),
        ({Y: 1, G: 1, R: 3, K: 3}, ""),
        ({Y: 1, G: 1, R: 2, K: 4}, "places"),
        ({Y: 2, G: 3, R: 4}, "places"),
        ({Y: 1, G: 2}, "table_size"),
        ({Y: 1, G: 2, R: 3, K: 5}, "places"),
    ],
)
def test_places_that_cannot_be_are_named(places, problem):
    assert problems(Scheme(), table(places)) == problem


def test_a_counted_table_without_counts_is_named():
    assert problems(Scheme(by_count=True), table({Y: 1, G: 2, R: 3}, Y=3, G=2)) == "count_missing"


def test_only_the_best_results_count_and_the_others_are_marked():
    found = facts(*(table({Y: place, G: 5 - place, R: 2, K: 3}, n) for n, place in enumerate((4, 1, 1), 1)), players=4)
    yara = next(line for line in standings(found, Scheme(best=2)) if line.player.id == Y)
    assert yara.parts == 2 * 5 * PARTS
    assert [single.is_dropped for single in yara.singles] == [True, False, False]


def test_penalties_come_off_the_overall_score_never_off_the_table():
    people = (Player(Y, 1, penalty=4), *(Player(i, i + 1) for i in (G, R, K)))
    found = facts(table({Y: 1, G: 2, R: 3, K: 4}), people=people)
    lines = {line.player.id: line for line in standings(found, Scheme())}
    assert lines[Y].parts == PARTS and lines[Y].singles[0].parts == 5 * PARTS


def test_points_brought_along_count():
    found = facts(table({Y: 1, G: 2, R: 3, K: 4}), players=4, carried={K: 10})
    assert ranks(found, Scheme())[K] == 1


def test_the_withdrawn_keep_their_place_and_the_excluded_have_none():
    people = (Player(Y, 1, status="withdrawn"), Player(G, 2, status="excluded"), Player(R, 3), Player(K, 4))
    found = facts(table({G: 1, Y: 2, R: 3, K: 4}), people=people)
    assert ranks(found, Scheme()) == {Y: 1, R: 2, K: 3, G: None}


def test_who_has_no_result_yet_is_listed_too():
    assert ranks(facts(players=3), Scheme(breaks=("wins",))) == {Y: 1, G: 1, R: 1}


# Tie-breaks: Yara and Gero have equal points, and the one named decides.

WINS = (table({Y: 1, R: 2, K: 3, B: 4}), table({G: 2, R: 1, K: 3, B: 4}, 2), table({G: 3, W: 1, K: 2, B: 4}, 3))
SCHEME = {"four": (5, 3, 2, 1), "three": (5, 3, 1)}


def decided(found: Facts, name: str, **more) -> tuple[int | None, int | None]:
    rank = ranks(found, Scheme(breaks=(name,), **{**SCHEME, **more}))
    return rank[Y], rank[G]


def test_more_wins_go_first():
    first, second = decided(facts(*WINS), "wins")
    assert first < second


@pytest.mark.parametrize(("name", "place"), [("seconds", 2), ("thirds", 3)])
def test_more_second_or_third_places_go_first(name, place):
    four = (4, 3, 2, 1) if place == 3 else (4, 2, 1, 0)
    mine = [table({Y: place, R: 1, K: 2 if place == 3 else 3, B: 4}, n) for n in (1, 2)]
    other_places = (2, 4) if place == 3 else (1, 4)
    others = []
    for n, own in enumerate(other_places, 3):
        rest = [p for p in (1, 2, 3, 4) if p != own]
        others.append(table({G: own, R: rest[0], K: rest[1], B: rest[2]}, n))
    rank = ranks(facts(*mine, *others), Scheme(four=four, breaks=(name,)))
    assert rank[Y] < rank[G]


def test_the_best_single_result_goes_first():
    tables = (
        table({Y: 1, R: 2, K: 3, B: 4}),
        table({Y: 4, R: 2, K: 1, B: 3}, 2),
        table({G: 2, R: 1, K: 3, B: 4}, 3),
        table({G: 2, R: 1, K: 4, B: 3}, 4),
    )
    rank = ranks(facts(*tables), Scheme(four=(5, 3, 2, 1), breaks=("best",)))
    assert rank[Y] < rank[G]


def test_the_larger_share_of_the_tables_points_goes_first():
    """5 of 9 at a table of three is more than 5 of 11 at one of four; that its board was counted changes nothing."""
    tables = (table({Y: 1, R: 2, K: 3}), table({G: 1, W: 2, B: 3, K: 4}, 2, G=200, W=1, B=1, K=0))
    first, second = decided(facts(*tables), "share", four=(5, 3, 2, 1), three=(5, 3, 1))
    assert first < second


def test_a_shared_place_has_the_share_of_the_points_it_shows():
    """Two first and a third of 5-3-2-1: 4-4-2-1 of 11, so 36.36 %; alone first it would be 45.45 %."""
    both, alone = table({Y: 1, R: 1, K: 3, B: 4}), table({G: 1, W: 2, K: 3, B: 4}, 2)
    lines = {line.player.id: line for line in standings(facts(both, alone), Scheme(breaks=("share",)))}
    assert {who: lines[who].singles[0].share for who in (Y, G)} == {Y: (48, 132), G: (60, 132)}
    level = table({Y: 1, R: 2, K: 2, B: 2}), table({G: 1, W: 2, K: 3, B: 4}, 2)
    values = {line.player.id: line.values for line in standings(facts(*level), Scheme(breaks=("share",)))}
    assert values[Y]["share"] == values[G]["share"] == 4545


def test_where_the_count_is_the_score_the_share_is_of_the_counts():
    tables = (
        table({Y: 1, R: 2, K: 3, B: 4}, Y=100, R=50, K=30, B=20),
        table({G: 1, W: 2, K: 3}, 2, G=100, W=99, K=51),
    )
    values = {
        line.player.id: line.values for line in standings(facts(*tables), Scheme(breaks=("share",), by_count=True))
    }
    assert (values[Y]["share"], values[G]["share"]) == (5000, 4000)


def test_an_evening_played_before_keeps_the_share_that_it_was_ranked_by():
    """Of the counts where there are any, else of the points before shared places share them."""
    tables = (
        table({Y: 1, R: 2, K: 3, B: 4}, Y=100, R=50, K=30, B=20),
        table({G: 1, W: 1, K: 3, B: 4}, 2),
        table({R: 1, G: 2, W: 3}, 3),
    )
    scheme = Scheme(breaks=("share",), share="counts")
    lines = {line.player.id: line.singles for line in standings(facts(*tables), scheme)}
    assert [single.share for single in lines[Y]] == [(1200, 2400)]
    assert lines[G][0].share == (60, 13 * PARTS) and lines[G][0].parts == 48


def test_of_steps_still_needed_no_share_is_taken():
    """Yara won with 5 steps left of 100, Gero was second with 60 of 100: more of it is worse."""
    tables = (
        table({Y: 1, R: 2, K: 3, B: 4}, Y=5, R=25, K=30, B=40),
        table({G: 2, W: 1, K: 3}, 1, 2, G=60, W=10, K=30),
        table({Y: 2, W: 1, R: 3}, 2, Y=30, W=10, R=60),
        table({G: 1, R: 2, K: 3, B: 4}, 2, 2, G=10, R=20, K=30, B=40),
    )
    found = standings(facts(*tables), Scheme(breaks=("share",), has_sums=False, **SCHEME))
    lines = {line.player.id: line for line in found}
    assert lines[Y].values["share"] == lines[G].values["share"] == (4545 + 3333 + 1) // 2


def test_the_direct_comparison_counts_if_all_have_met():
    tables = (
        table({Y: 2, G: 1, R: 3, K: 4}),
        table({Y: 1, B: 2, R: 3, K: 4}, 2),
        table({G: 2, W: 1, R: 3, K: 4}, 2, 2),
    )
    rank = ranks(facts(*tables), Scheme(breaks=("direct",), **SCHEME))
    assert rank[G] < rank[Y]


def test_who_never_met_cannot_be_compared_directly():
    tables = (table({Y: 1, R: 2, K: 3, B: 4}), table({G: 1, W: 2, K: 3, B: 4}, 2))
    assert decided(facts(*tables), "direct") == (1, 1)


def test_of_three_it_does_not_count_while_two_of_them_never_met():
    """Yara beat Gero and Gero beat Rosa; Yara and Rosa have no table in common."""
    found = facts(table({Y: 1, G: 2, K: 3}), table({G: 1, R: 2, B: 3}, 2), carried={G: -3, R: 2})
    found_by = {line.player.id: line.values.get("direct") for line in standings(found, Scheme(breaks=("direct",)))}
    assert [found_by[player] for player in (Y, G, R)] == [0, 0, 0]
    assert len({ranks(found, Scheme(breaks=("direct",)))[player] for player in (Y, G, R)}) == 1


def test_the_stronger_opponents_go_first():
    tables = (table({Y: 1, R: 2, K: 3, B: 4}), table({G: 1, W: 2, K: 3}, 1, 2), table({R: 1, B: 2, W: 3}, 2))
    rank = ranks(facts(*tables), Scheme(breaks=("opponents",), **SCHEME))
    assert rank[Y] < rank[G]


def test_fewer_penalties_go_first():
    people = (Player(Y, 1), Player(G, 2, penalty=2), *(Player(i, i + 1) for i in (R, K, B, W)))
    tables = (table({G: 1, Y: 2, R: 3, K: 4}),)
    found = facts(*tables, people=people)
    assert decided(found, "penalties")[0] < decided(found, "penalties")[1]


def test_a_throw_off_is_read_throw_by_throw():
    tables = (table({Y: 1, R: 2, K: 3, B: 4}), table({G: 1, W: 2, K: 3, B: 4}, 2))
    off = ThrowOff(({Y: 4, G: 4}, {Y: 2, G: 5}))
    assert decided(facts(*tables, throw_offs=(off,)), "throw_off") == (2, 1)


def test_a_throw_off_of_others_decides_nothing():
    tables = (table({Y: 1, R: 2, K: 3, B: 4}), table({G: 1, W: 2, K: 3, B: 4}, 2))
    assert decided(facts(*tables, throw_offs=(ThrowOff(({Y: 4, R: 1},)),)), "throw_off") == (1, 1)


def test_the_lot_is_the_same_for_everybody_and_another_for_another_seed():
    orders = {}
    for seed in map(str, range(20)):
        lines = standings(facts(players=6), Scheme(breaks=("lot",), seed=seed))
        orders[seed] = [line.player.id for line in lines]
        assert [line.rank for line in lines] == [1, 2, 3, 4, 5, 6]
    assert len({tuple(order) for order in orders.values()}) > 10
    assert orders["0"] == [line.player.id for line in standings(facts(players=6), Scheme(breaks=("lot",), seed="0"))]


def test_every_tie_break_of_the_catalogue_can_stand_anywhere():
    found = random_event(random.Random(5), 12, 3)
    for chain in permutations(sorted(BREAKS), 3):
        lines = standings(found, Scheme(breaks=chain, seed="x"))
        assert sorted(line.player.id for line in lines) == list(range(12))


# Properties


def random_event(dice: random.Random, players: int, rounds: int) -> Facts:
    tables = []
    for n in range(rounds):
        order = list(range(players))
        dice.shuffle(order)
        for number in range(players // 4):
            seats = order[4 * number : 4 * number + 4]
            tables.append(Table(n, number, tuple(Seat(p, i + 1, dice.randrange(400)) for i, p in enumerate(seats))))
    people = tuple(Player(i, i + 1, penalty=dice.choice((0, 0, 0, 1))) for i in range(players))
    return Facts(people, tuple(tables))


@given(st.integers(0, 10_000), st.permutations(sorted(BREAKS)), st.integers(0, 3))
def test_ranks_and_reasons_agree_with_the_order(seed, breaks, best):
    found = random_event(random.Random(seed), 16, 4)
    lines = standings(found, Scheme(breaks=tuple(breaks), best=best, seed="s"))
    for upper, lower in pairwise(lines):
        assert upper.below.neighbour == lower.player.id and lower.above.neighbour == upper.player.id
        assert upper.parts >= lower.parts
        assert (upper.rank == lower.rank) == (upper.below.criterion == "equal")
        assert upper.below.own >= upper.below.other
        assert (upper.below.own, upper.below.other) == (lower.above.other, lower.above.own)


@given(st.integers(0, 10_000))
def test_the_order_in_which_results_arrive_does_not_matter(seed):
    dice = random.Random(seed)
    found = random_event(dice, 12, 3)
    shuffled = list(found.tables)
    dice.shuffle(shuffled)
    scheme = Scheme(breaks=("wins", "share", "opponents", "lot"), seed="s")
    order = [line.player.id for line in standings(found, scheme)]
    assert order == [line.player.id for line in standings(Facts(found.players, tuple(shuffled)), scheme)]

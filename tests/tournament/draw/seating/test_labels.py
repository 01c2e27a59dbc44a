from math import comb

import pytest

from tests.tournament.draw.seating.checker import together, whole
from tournament.draw.seating import labels
from tournament.draw.seating.labels import label
from tournament.draw.seating.model import Board, Dice, Request, Round, Watch, Wish
from tournament.draw.seating.whole import schedule


def clubs(n: int, count: int) -> list[int]:
    return Dice("clubs", str(n)).shuffled(i % count for i in range(n))


def wishes(groups: list[int], kind: str = "club", weight: int = 1) -> tuple[Wish, ...]:
    return tuple(
        Wish(kind, tuple(player for player, own in enumerate(groups) if own == group), weight)
        for group in sorted(set(groups))
    )


def labelled(request: Request) -> tuple[Round, ...]:
    watch = Watch(60)
    rounds = label(schedule(request, watch), request, watch)
    assert not watch.was_hit
    return rounds


@pytest.mark.parametrize(("n", "rounds", "count"), [(100, 7, 15), (128, 7, 20), (1000, 7, 60), (32, 5, 8), (30, 4, 9)])
def test_clubs_are_kept_apart_the_whole_event(n: int, rounds: int, count: int) -> None:
    groups = clubs(n, count)
    drawn = labelled(Request(ids=tuple(range(n)), rounds=rounds, seed="1", wishes=wishes(groups)))
    assert together(drawn, groups) == 0
    assert whole(drawn, n).repeats == 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", "0123")
def test_where_the_first_deal_ends_in_a_dead_end_the_second_does_not(seed: str) -> None:
    groups = clubs(20, 5)
    drawn = labelled(Request(ids=tuple(range(20)), rounds=4, seed=seed, wishes=wishes(groups)))
    assert together(drawn, groups) == 0


@pytest.mark.slow
@pytest.mark.parametrize(("n", "count"), [(16, 2), (17, 3), (20, 4), (22, 3), (47, 2), (50, 4), (103, 9)])
def test_round_one_is_as_even_as_its_tables_allow(n: int, count: int) -> None:
    """A club of k at T tables: some tables have one member more than others, none two more."""
    groups = clubs(n, count)
    first = labelled(Request(ids=tuple(range(n)), rounds=3, seed="2", wishes=wishes(groups)))[:1]
    tables = len(first[0])
    sizes = [groups.count(group) for group in range(count)]
    least = sum(tables * comb(k // tables, 2) + k % tables * (k // tables) for k in sizes)
    assert together(first, groups) == least


@pytest.mark.slow
def test_a_family_weighs_more_than_a_club() -> None:
    """Everybody meets everybody, so somebody meets; in round 1 it is never the family."""
    groups = [0] * 5 + [1] * 4 + [2] * 4 + [3] * 3
    family = Wish("family", (0, 1, 2, 3), 4)
    for seed in "abcde":
        request = Request(ids=tuple(range(16)), rounds=5, seed=seed, wishes=(*wishes(groups), family))
        first = labelled(request)[:1]
        assert together(first, [1 if player < 4 else None for player in range(16)]) == 0


def test_a_player_with_a_board_for_four_does_not_sit_at_a_three() -> None:
    boards = (*(Board(number, "4") for number in range(1, 5)), Board(5, "6"), Board(6, "6"))
    request = Request(ids=tuple(range(18)), rounds=2, seed="1", boards=boards, fixed={3: (1,), 7: (2,), 9: (3, 5)})
    for tables in labelled(request):
        at = {player: table for table in tables for player in table}
        assert (len(at[3]), len(at[7])) == (4, 4)
        assert len({at[3], at[7], at[9]}) == 3


def test_boards_that_differ_part_both_players() -> None:
    """Whoever of the two is moved, the cost is counted."""
    costs = labels._costs(Request(ids=tuple(range(8)), rounds=2, fixed={3: (1,), 7: (2,)}))
    assert costs[3].get(7) == costs[7].get(3) == labels.FIXED


def test_without_wishes_the_seed_alone_decides() -> None:
    same = [Request(ids=tuple(range(16)), rounds=5, seed=seed) for seed in "aab"]
    one, two, other = map(labelled, same)
    assert one == two != other


def test_whoever_has_changed_places_lets_the_others_try_first(monkeypatch: pytest.MonkeyPatch) -> None:
    swaps = 0

    class Watched(labels._Labels):
        def _sweep(self, *how: object) -> int:
            self.moved: set[int] = set()
            return super()._sweep(*how)

        def _swap(self, x: int, y: int, mates: list[list[int]]) -> bool:
            nonlocal swaps
            before = self._at[:]
            is_taken = super()._swap(x, y, mates)
            if self._at != before:
                assert x not in self.moved
                self.moved.add(x)
                swaps += 1
            return is_taken

    monkeypatch.setattr(labels, "_Labels", Watched)
    first = (tuple(tuple(range(4 * table, 4 * table + 4)) for table in range(8)),)
    in_clubs = tuple(Wish("club", tuple(range(8 * at, 8 * at + 8)), 4) for at in range(4))
    friends = tuple(Wish("friends", (player, (player + 11) % 32), 1) for player in range(32))
    for seed in "abcdefgh":
        label(first, Request(tuple(range(32)), rounds=1, seed=seed, wishes=(*in_clubs, *friends)), Watch(60))
    assert swaps > 8

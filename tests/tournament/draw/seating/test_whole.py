import hashlib
import json
from dataclasses import replace

import pytest

from tests.tournament.draw.seating.checker import whole
from tournament.draw.seating.draw import draw
from tournament.draw.seating.model import Request, Watch, Wish

pytestmark = pytest.mark.slow


def request(n: int, rounds: int, seed: str = "1") -> Request:
    return Request(ids=tuple(range(n)), rounds=rounds, seed=seed)


@pytest.mark.parametrize("n", [*range(48, 130), 250, 500, 998, 1000])
def test_from_48_players_on_nobody_meets_twice_in_eight_rounds(n: int) -> None:
    judged = whole(draw(request(n, 8), watch=Watch(60)).rounds, n)
    assert (judged.repeats, judged.worst_seat_spread) == (0, 1)
    assert judged.worst_three_spread <= 1


@pytest.mark.parametrize(("n", "rounds"), [(3, 5), (4, 9)])
def test_one_table_plays_together_all_day(n: int, rounds: int) -> None:
    done = draw(request(n, rounds))
    judged = whole(done.rounds, n)
    assert judged.repeats == done.report["repeats"]["least"]
    assert judged.worst_seat_spread == 1


@pytest.mark.parametrize(("n", "rounds"), [(6, 12), (16, 12), (33, 12), (61, 12)])
def test_more_rounds_than_are_known_are_searched_for(n: int, rounds: int) -> None:
    judged = whole(draw(request(n, rounds), watch=Watch(120)).rounds, n)
    assert judged.three_spread <= 1
    assert judged.seat_spread <= 2


def test_the_same_seed_gives_the_same_draw_and_another_another() -> None:
    for n, rounds in ((17, 5), (49, 6), (100, 4)):
        one, two, other = (draw(request(n, rounds, seed)).rounds for seed in "aab")
        assert one == two != other


def test_a_draw_reports_its_progress_and_can_be_cancelled() -> None:
    told: list[tuple[float, str]] = []
    watch = Watch(60, cancelled=lambda: True, progress=lambda share, step: told.append((share, step)))
    done = draw(request(20, 15), watch=watch)
    whole(done.rounds, 20)
    assert done.is_cut_short
    assert done.report["cut_short"]
    assert [step for _, step in told][-1] == "done"
    assert [share for share, _ in told] == sorted(share for share, _ in told)


PINNED = {
    (17, 5): "3770aaf1695282e5",
    (49, 8): "9b60499c24589392",
    (100, 7): "6f5b268c539f5fad",
}


@pytest.mark.parametrize(("n", "rounds"), PINNED)
def test_a_seed_gives_the_same_draw_on_every_machine(n: int, rounds: int) -> None:
    """Pinned: if this changes, draws published before can no longer be drawn again."""
    clubs = tuple(Wish("club", tuple(range(club, n, 15))) for club in range(15))
    done = draw(replace(request(n, rounds, "pinned"), wishes=clubs), watch=Watch(600))
    said = json.dumps([done.rounds, done.boards]).encode()
    assert hashlib.sha256(said).hexdigest()[:16] == PINNED[n, rounds]

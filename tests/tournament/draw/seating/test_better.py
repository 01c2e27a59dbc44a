"""The best of several draws: never worse than the first, and the same again for whoever draws again."""

from dataclasses import replace

import pytest

from tests.tournament.draw.seating.test_commitment import as_published
from tournament.draw.seating.better import could_be_better, worth
from tournament.draw.seating.commitment import check
from tournament.draw.seating.draw import draw
from tournament.draw.seating.model import Request, Watch, Wish

pytestmark = pytest.mark.slow

CLUBS = tuple(Wish("club", tuple(range(club, 18, 5))) for club in range(5))
REQUEST = Request(ids=tuple(range(18)), rounds=4, seed="3", wishes=CLUBS)


def test_the_best_of_some_is_better_than_the_first() -> None:
    first = draw(REQUEST)
    assert could_be_better(first.report)
    best = draw(replace(REQUEST, attempts=4), watch=Watch(60))
    assert worth(best.report) < worth(first.report)
    assert best.request.attempts > 1 and best.report["seed"] == "3"


def test_it_can_be_checked_like_any_other() -> None:
    best = draw(replace(REQUEST, attempts=3), watch=Watch(60))
    assert check(as_published(best)) == []


def test_called_off_it_says_how_many_were_tried() -> None:
    tried: list[float] = []
    watch = Watch(60, cancelled=lambda: bool(tried), progress=lambda share, _step: tried.append(share))
    best = draw(replace(REQUEST, attempts=50), watch=watch)
    assert best.request.attempts == 2 and tried == [2 / 50]
    assert check(as_published(best)) == []


def test_what_cannot_be_better_is_drawn_once() -> None:
    perfect = draw(Request(ids=tuple(range(16)), rounds=3, attempts=50))
    assert perfect.request.attempts == 1 and perfect.report["repeats"]["count"] == 0

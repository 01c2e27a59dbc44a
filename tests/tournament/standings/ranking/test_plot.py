"""The pictures of who climbed, as they were looked at once: a changed number is seen here."""

from pathlib import Path

import pytest

from tournament.standings.ranking.plot import Course, course, plot

PICTURES = Path(__file__).parents[3] / "data" / "standings"
MANY = [
    Course("Yara <1>", (2, 1)),
    Course("Gero & Co", (1, 2, 3)),
    Course("Rosa", (3, 3, 1)),
    Course("Karl", (None, 4)),
    Course("Bela", (5,)),
    Course("Wanda", (None,)),
]


def test_who_climbed_is_drawn_as_it_was():
    assert plot(MANY, "Who & how", "Round") + "\n" == (PICTURES / "climbed.svg").read_text()


def test_a_course_is_drawn_as_it_was():
    assert course((1, None, 4), 7, "Ranks <7>", "Round") + "\n" == (PICTURES / "course.svg").read_text()


@pytest.mark.parametrize(("rank", "height"), [(1, 46), (7, 176), (4, 111)])
def test_the_first_is_on_top_and_the_last_at_the_bottom(rank, height):
    assert f'cy="{height}"' in course((rank,), 7, "", "")


def test_the_only_one_of_all_is_on_top():
    assert 'cy="46"' in course((1,), 1, "", "")


def test_without_a_rank_nothing_is_drawn():
    assert "<path" not in course((None, None), 5, "", "") and "<path" not in plot([Course("Wanda", (None,))], "", "")
    assert 'viewBox="0 0 274 46"' in plot([], "", "")


def test_nobody_has_no_rounds():
    assert "Round" not in plot([], "Who", "Round")

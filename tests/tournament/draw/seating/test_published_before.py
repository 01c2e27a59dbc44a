"""Draws as an earlier day published them, in tests/data/draws: whoever checks one of them today has to get the same.

The checker draws again with the program as it is. So a change of the search, of one number in it even, makes every draw that was
ever published look arranged. A change that is meant keeps the old way for the old format (`commitment.FORMAT`), and adds files.
"""

import json
from pathlib import Path

import pytest

from tournament.draw.seating.commitment import check

DRAWS = Path(__file__).parents[3] / "data" / "draws"
SECONDS_EACH = ("swiss-13-tightest",)


def test_there_is_one_of_every_kind() -> None:
    assert {path.stem.split("-")[0] for path in DRAWS.iterdir()} == {"all", "next", "swiss", "knockout", "teams"}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(path.stem, marks=pytest.mark.slow if path.stem in SECONDS_EACH else ())
        for path in sorted(DRAWS.iterdir())
    ],
)
def test_a_draw_published_before_is_drawn_the_same(name: str) -> None:
    assert check(json.loads((DRAWS / f"{name}.json").read_text())) == []

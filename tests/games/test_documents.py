"""A recorded game on paper."""

import re

import pytest

from games.playout import Chance as Dice
from games.playout import throws
from games.record import written_roll
from games.recording import sheet
from tests.games.test_recording import begun, enter, game, table  # noqa: F401  (fixtures)
from tests.tournament.documents import measuring
from tests.tournament.documents.halls import printed

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


def test_the_record_of_a_game_has_every_line_and_diagrams(game):  # noqa: F811
    begun(game)
    found = sheet(game)
    for number, throw in enumerate(throws(found.rules, found.position, Dice("1"))):
        enter(game, kind="throw", roll=written_roll(throw.roll), played=throw.move.text if throw.move else "--")
        if number == 40:
            break
    content = printed(game.tournament, "game")
    assert not measuring.problems(content)
    words = measuring.text(content)
    assert all(re.search(rf"\b{number} [{game.colours}] \d", words) for number in range(1, 42))

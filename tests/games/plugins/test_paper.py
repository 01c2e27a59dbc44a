"""A recorded game on paper."""

import re

import pypdfium2 as pdfium
import pytest

from games.engine.playout.playout import RandomSource as Dice
from games.engine.playout.playout import throws
from games.engine.records.record import written_roll
from games.recording.game import sheet
from tests.either import same_on_either
from tests.games.recording.test_recording import begun, enter, game, table  # noqa: F401  (fixtures)
from tests.tournament.paper import measuring
from tests.tournament.paper.halls import printed

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


@same_on_either("how a hundred throws look on paper; the record below is made on both")
def test_the_record_of_a_whole_game_is_one_sheet_in_plain_words(game):  # noqa: F811
    begun(game)
    found = sheet(game)
    for throw in throws(found.rules, found.position, Dice("1")):
        enter(game, kind="throw", roll=written_roll(throw.roll), played=throw.move.text if throw.move else "--")
    content = printed(game.tournament, "game", language="de")
    assert len(pdfium.PdfDocument(content)) == 1 and not measuring.problems(content)
    words = " ".join(measuring.text(content).split())
    last = game.lines.filter(kind="throw").count()
    assert last > 100 and all(re.search(rf"\b{number} \d", words) for number in range(1, last + 1))
    assert f"Nach Wurf {last}, dem letzten" in words and re.search("verliert eine Figur nach [0-9]+ Schritten", words)
    assert len(re.findall(r"Wurf \d+", words)) == 4, "a picture for each moment that mattered"


def test_what_a_referee_did_and_what_was_taken_back_is_said_in_german(game):  # noqa: F811
    begun(game)
    mover = sheet(game).rules.view(sheet(game).position).to_move
    enter(game, kind="throw", roll="1", played="--")
    enter(game, kind="back")
    enter(game, kind="excluded", colour=mover)
    words = measuring.text(printed(game.tournament, "game", language="de"))
    assert "letzte Eingabe zurückgenommen" in words and "ausgeschlossen" in words
    assert not re.search("ruled|touched|back|excluded|undo", words)

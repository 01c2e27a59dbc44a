"""Any code of a language may be asked for, and a folder of catalogues adds one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from games.engine.drawing import View, draw
from games.engine.protocol import OPS as GAMES_OPS
from games.engine.protocol import Desk
from games.engine.records.errors import BadRecord, RecordFault
from games.engine.rules import registry, speech, wording
from games.engine.rules.contract import Reason
from games.engine.rules.errors import BadMove, MoveFault
from games.engine.rules.ring_refusals import RingImpossible
from games.engine.rules.speech import ByLanguage, Plural, Text
from referee.judging import wording as judged
from referee.judging.book import explained
from referee.judging.offences import SHIPPED
from referee.judging.sheet import judged as judge
from tests import catalogues

START = "4 Y:B,B,B,B G:B,B,B,B Y 0"
THROW = {"rules": "turnier", "position": "4 Y:B,B,5,20 G:B,B,B,9 Y 0", "roll": 4, "played": "20-24"}


@pytest.mark.parametrize("language", ["fr", "zh-hans", ""])
def test_a_language_without_words_is_spoken_in_english(language: str) -> None:
    assert wording.reason(Reason(RingImpossible.NEEDS_SIX, (), {}), language) == "A waiting piece enters with a 6 only."
    assert BadMove(MoveFault.ROLL).sentence(language) == "a roll is a whole number from 1 to 6"
    refused = BadRecord(RecordFault.TOO_LONG, 1, 2)
    assert refused.sentence(language) == "line 1, column 2: the text is too long for a game"
    assert wording.colour_name("Y", language) == "Yellow"
    assert registry.rule_class("turnier").names[language] == "The tournament game"
    assert judged.verdict_name("void", language) == "void"
    assert explained(language, [1])[0]["title"] == "Who begins"
    assert "Yellow to move" in draw(START, view=View(language=language))


def test_what_a_request_asks_for() -> None:
    assert [speech.spoken(asked) for asked in ("de", "en", "fr", None, 7, "DE")] == ["de", "en", "de", "de", "de", "DE"]
    assert wording.colour_name("Y", "DE") == "Gelb"


def test_what_is_one_word_in_english_only() -> None:
    assert Text("Capture missed").said("de") == "Schlagen versäumt"
    assert [one.title.said("de") for one in SHIPPED if one.code == "capture"] == ["Schlagpflicht versäumt"]


def test_one_and_several() -> None:
    left = Plural("one throw", "{count} throws")
    assert [left.said("de", 1), left.said("de", 2), left.said("en", 2)] == ["einen Wurf", "2 Würfe", "2 throws"]


def test_picking_from_what_somebody_stored() -> None:
    stored = {"en": "old", "de": "alt"}
    assert [speech.pick(stored, language) for language in ("de", "en", "fr")] == ["alt", "old", "old"]
    assert speech.pick({"de": "alt"}, "fr") == "alt"


# A language is a catalogue


@pytest.fixture
def pseudo(tmp_path: Path) -> Iterator[str]:
    """Another language: every sentence of engine and judge with a mark before it."""
    catalogues.pseudo(tmp_path, "xx", lambda text: f"# {text}")
    speech.add_catalogues(tmp_path)
    yield "xx"
    speech.drop_catalogues(tmp_path)


def test_an_added_catalogue_is_spoken_everywhere(pseudo: str) -> None:
    assert {"de", "en", "xx"} <= set(speech.languages())
    assert wording.colour_name("Y", pseudo) == "# Yellow"
    assert dict(registry.rule_class("turnier").names)["xx"] == "# The tournament game"
    kept = judge(THROW)
    assert set(kept["words"]) >= {"de", "en", "xx"} and kept["title"]["xx"] == "# void"
    assert all(words.startswith("# ") for words in kept["words"]["xx"])
    assert all(option.title.said(pseudo).startswith("# ") for option in registry.rule_class("classic").choices)
    answer = Desk(GAMES_OPS).answer(b'{"op":"rules"}')
    assert '"xx": "# Wall jumping"' in answer


def test_a_dropped_catalogue_is_forgotten() -> None:
    assert "xx" not in speech.languages()
    assert list(ByLanguage(Text("Yellow"))) == [*speech.languages()]

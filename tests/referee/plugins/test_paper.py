"""The record of a ruling that is signed, and how we play here."""

import pytest

from referee.appeals.actions import appeal, vote
from referee.rulings.actions import sign_ruling
from tests.referee.conftest import MISSED
from tests.tournament.paper import measuring
from tests.tournament.paper.halls import printed
from tournament.core.actors import Actor
from tournament.models import Round
from tournament.paper.registry import DOCUMENTS
from tournament.stages.options import offered

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("language", "said"), [("de", "Ungültig"), ("en", "Ruling 1")])
def test_the_record_of_a_ruling_has_the_verdict_the_boards_and_room_to_sign(
    evening, table, yellow, as_yara, language, said
):
    sign_ruling(
        evening.tournament,
        by=as_yara,
        table_id=table.public_id,
        against=yellow.public_id,
        facts=MISSED,
        words="<b>x</b>",
    )
    content = printed(evening.tournament, "ruling", language=language)
    assert not measuring.problems(content)
    words = " ".join(measuring.text(content).split())
    assert "Y:" not in words and {"de": "Gelb: ", "en": "Yellow: "}[language] in words
    assert all(part in words for part in (said, "20 – 24", "<b>x</b>", "yara"))
    assert {"de": "Nach der anderen Lesart", "en": "By the other reading"}[language] in words
    assert content != printed(evening.tournament, "ruling", language="en" if language == "de" else "de")


def test_the_record_has_the_appeal_with_its_words_voters_and_reasons(evening, table, yellow, as_yara, gero):
    said = {"table_id": table.public_id, "against": yellow.public_id, "facts": MISSED}
    sign_ruling(evening.tournament, by=as_yara, **said)
    made = appeal(evening.tournament, by=Actor(via="link", entry=yellow.public_id), number=1, words="Schief geschaut")
    vote(evening.tournament, by=Actor(gero), appeal_id=made.result.pk, upholds=True, words="Das Foto zeigt es")
    content = printed(evening.tournament, "ruling", language="de")
    assert not measuring.problems(content)
    words = " ".join(measuring.text(content).split())
    wanted = ("Einspruch, stattgegeben", "Schief geschaut", "gero", "für den Einspruch", "Das Foto zeigt es")
    assert [part for part in wanted if part not in words] == []


def test_the_record_of_a_late_claim_says_that_the_game_goes_on(evening, table, yellow, as_yara):
    said = {"table_id": table.public_id, "against": yellow.public_id, "facts": MISSED}
    sign_ruling(evening.tournament, by=as_yara, **said, board="as_is", deviation="Zu spät gemeldet")
    words = " ".join(measuring.text(printed(evening.tournament, "ruling", language="de")).split())
    assert "bleibt aber stehen" in words and "Was gezogen wurde, bleibt stehen" in words
    assert "Alle Figuren stehen wie vor dem Wurf" not in words


def test_without_a_ruling_there_is_nothing_to_choose(evening):
    assert list(DOCUMENTS["ruling"].of(evening.tournament)) == []


@pytest.mark.parametrize("size", ["a4", "a3"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_how_we_play_here_hangs_on_the_wall(evening, language, size):
    content = printed(evening.tournament, "how_we_play", language=language, size=size)
    assert not measuring.problems(content)
    said = {
        "de": ("Das Turnier:", "10. Oberste Pflicht", "Einrücken"),
        "en": ("The tournament game:", "10. Highest duty", "Going home"),
    }
    words = " ".join(measuring.text(content).split())
    assert [part for part in said[language] if part not in words] == []


def test_a_sign_leads_to_how_we_play_here(evening):
    content = printed(evening.tournament, "how_we_play_sign")
    assert not measuring.problems(content)
    words = "".join(measuring.text(content).split())
    assert f"/t/{evening.tournament.public_id}/rules/" in words and "DasTurnier:" in words


@pytest.mark.parametrize("code", ["how_we_play", "how_we_play_sign"])
def test_all_that_can_be_chosen_has_room(evening, code):
    other = {
        option.name: [value for value in option.values if value != option.default] for option in offered("classic6")
    }
    chosen = {name: values[0] for name, values in other.items()}
    evening.tournament.stages.update(rules="classic6", options=chosen)
    Round.objects.update(options={})
    content = printed(evening.tournament, code)
    assert not measuring.problems(content)
    words = "".join(measuring.text(content).split())
    assert all("".join(option.title.said("de").split()) in words for option in offered("classic6"))

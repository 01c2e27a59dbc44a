"""The ruling held up at the table: what it says, and that both sides answer it."""

import re

import pytest
from django.urls import reverse

from referee.models import Ruling
from referee.rulings.actions import hear_ruling, revoke_ruling, sign_ruling, supersede_ruling
from tests.referee.conftest import MISSED
from tournament.core.actors import Actor
from tournament.core.errors import Refused, Stale
from tournament.models import LogEntry

pytestmark = pytest.mark.slow
FREE = MISSED["position"].replace("9", "30")  # nothing to capture


@pytest.fixture
def sign(evening, table, yellow, gero):
    green = table.seats.get(colour="G").entry.public_id

    def made(**more):
        said = {"table_id": table.public_id, "against": yellow.public_id, "claimed_by": green, **more}
        return sign_ruling(evening.tournament, by=Actor(gero), **said).result

    return made


def page(phone, ruling) -> str:
    claim = ruling.claim
    answer = phone.get(reverse("ruling_card", args=[claim.tournament.public_id, claim.number]))
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def test_it_says_what_stands_and_why_with_both_boards(phone, sign):
    shown = page(phone, sign(facts=MISSED))
    assert "piece on 5 goes back" in shown
    assert "Before the throw" in shown and "So it stands now" in shown
    assert "By the other reading" not in shown  # that is for the referee, not for the table


@pytest.mark.parametrize(
    ("more", "held_up"),
    [({"played": "5-9"}, "is right"), ({"touched": "5", "played": "20-24", "position": FREE}, "has to be moved")],
)
def test_of_a_move_that_counts_the_move_is_held_up(phone, sign, more, held_up):
    ruling = sign(facts={**MISSED, **more})
    claim = ruling.claim
    card = phone.get(reverse("ruling_card", args=[claim.tournament.public_id, claim.number])).context
    assert held_up in card["stands"] and card["why"][-1].endswith("throws next.")


def test_what_the_judge_said_is_not_held_up_where_the_referee_ruled_otherwise(phone, sign):
    shown = page(phone, sign(facts=MISSED, board="as_is", deviation="The claim came too late."))
    assert "What was played stays on the board; Green throws next." in shown and "The claim came too late." in shown
    assert "goes back" not in shown


@pytest.mark.parametrize("accepts", [True, False])
def test_both_sides_answer_and_it_is_kept(phone, sign, accepts):
    ruling = sign(facts=MISSED)
    url = reverse("ruling_heard", args=[ruling.claim.tournament.public_id, ruling.claim.number])
    for side in ("against", "by"):
        phone.post(url, {"seen": 1, "side": side, "to": "yes" if accepts else "no"})
    ruling.refresh_from_db()
    assert [ruling.heard[side]["accepts"] for side in ("against", "by")] == [accepts, accepts]
    assert LogEntry.objects.filter(code="ruling.heard").count() == 2
    assert page(phone, ruling).count("not accepted") == (0 if accepts else 2)
    claim = ruling.claim
    shown = phone.get(reverse("ruling", args=[claim.tournament.public_id, claim.number])).content.decode()
    assert shown.count("read and accepted" if accepts else "read and not accepted") == 2


def test_a_side_that_there_is_not_and_a_ruling_that_has_changed_are_refused(sign, gero, evening):
    ruling = sign(facts=MISSED, claimed_by="")
    hear = {"by": Actor(gero), "number": ruling.claim.number, "accepts": True}
    with pytest.raises(Refused):
        hear_ruling(evening.tournament, **hear, seen=1, side="by")
    supersede_ruling(evening.tournament, by=Actor(gero), number=ruling.claim.number, seen=1, measure="warning")
    with pytest.raises(Stale):
        hear_ruling(evening.tournament, **hear, seen=1, side="against")
    hear_ruling(evening.tournament, **hear, seen=2, side="against")
    assert Ruling.objects.order_by("number").first().heard == {}


def test_a_revoked_ruling_says_so(phone, sign, gero, evening):
    ruling = sign(offence="slow", measure="warning", words="Twice.")
    revoke_ruling(evening.tournament, by=Actor(gero), number=ruling.claim.number, seen=1, reason="A mistake.")
    shown = page(phone, ruling)
    assert "does not count any more" in shown and "I have read it" not in shown
    assert "Reason: A mistake." in shown and "warned; this does not count any more" in shown

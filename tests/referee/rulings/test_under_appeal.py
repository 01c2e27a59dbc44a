"""A ruling under appeal is not ruled otherwise; whoever signed it does not decide the appeal, and what was settled says so."""

import html
import re

import pytest
from django.urls import reverse

from referee.appeals.actions import appeal, vote
from referee.models import Appeal, Ruling
from referee.rulings.actions import revoke_ruling, sign_ruling, supersede_ruling
from referee.rulings.queries import open_appeals
from tests.referee.conftest import MISSED
from tests.tournament.evening import refused
from tournament.core import clock
from tournament.core.actors import Actor
from tournament.core.links import entry_token


@pytest.fixture
def by(gero):
    return Actor(gero)


@pytest.fixture
def made(evening, table, yellow, by) -> Appeal:
    sign_ruling(evening.tournament, by=by, table_id=table.public_id, against=yellow.public_id, facts=MISSED)
    player = Actor(via="link", entry=yellow.public_id, device="own")
    return appeal(evening.tournament, by=player, number=1, words="I touched 5 first").result


def page(browser, *address) -> str:
    said = re.sub(r"<[^>]+>", " ", browser.get(reverse(*address[:1], args=address[1:])).content.decode())
    return html.unescape(re.sub(r"\s+", " ", said))


def test_nobody_rules_otherwise_while_an_appeal_is_open(made, evening, by, as_yara, phone):
    for who in (by, as_yara):
        with refused("under_appeal"):
            supersede_ruling(evening.tournament, by=who, number=1, seen=1, measure="warning")
    assert Ruling.objects.count() == 1 and open_appeals(evening.tournament) == [made]
    said = page(phone, "ruling", evening.tournament.public_id, 1)
    assert "I touched 5 first" in said and "An appeal against this ruling is open" in said
    assert "Rule otherwise" not in said


def test_afterwards_it_can_be_ruled_otherwise_and_the_appeal_stays_readable(made, evening, by, as_yara, phone):
    vote(evening.tournament, by=as_yara, appeal_id=made.pk, upholds=False, words="Seen by two")
    supersede_ruling(evening.tournament, by=by, number=1, seen=1, measure="warning")
    said = page(phone, "ruling", evening.tournament.public_id, 1)
    assert "I touched 5 first" in said and "Seen by two" in said and "appeal rejected" in said


def test_who_revokes_it_settles_the_appeal_and_every_page_says_so(made, evening, yellow, by, as_yara, phone, client):
    revoke_ruling(evening.tournament, by=by, number=1, seen=1, reason="Wrong throw")
    assert open_appeals(evening.tournament) == []
    with refused("no_such_appeal"):
        vote(evening.tournament, by=as_yara, appeal_id=made.pk, upholds=True, words="Yes")
    said = page(phone, "ruling", evening.tournament.public_id, 1)
    assert "appeal settled without a decision" in said and "under appeal" not in said and "Uphold" not in said
    client.get(f"/e/{yellow.public_id}/{entry_token(yellow)}/")
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    own = page(client, "own_rulings", yellow.public_id)
    assert "appeal settled without a decision" in own and "under appeal" not in own


def test_what_an_older_version_replaced_under_appeal_is_decided_by_nobody(made, evening, yellow, by, as_yara, client):
    """The appeal was left open then, and whoever had replaced the ruling could vote on it."""
    Ruling.objects.update(superseded_at=clock.now())
    first = Ruling.objects.get()
    Ruling.objects.create(claim=first.claim, number=2, signed_by=by.account, appeal_until=first.appeal_until)
    assert open_appeals(evening.tournament) == []
    for who in (by, as_yara):
        with refused("no_such_appeal"):
            vote(evening.tournament, by=who, appeal_id=made.pk, upholds=True, words="Yes")
    client.get(f"/e/{yellow.public_id}/{entry_token(yellow)}/")
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    own = page(client, "own_rulings", yellow.public_id)
    assert "Your appeal against the ruling before" in own and "settled without a decision" in own and "Appeal" in own

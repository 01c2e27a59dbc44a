"""A recorded throw has one ruling in force, whoever signs at the same moment; what an older version let stand is named."""

import importlib
import json
import re
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse

from games.recording.actions import add_line, open_game
from games.recording.queries import latest_game, throw_at
from referee.claims import at_table
from referee.models import AtTable, Claim, Ruling
from referee.rulings import actions, one_a_throw
from referee.rulings.actions import revoke_ruling, sign_ruling, supersede_ruling
from tests.at_once import posted_at_once
from tests.referee.conftest import MISSED
from tests.tournament.evening import refused
from tests.tournament.out.tournament_file.test_round_trip import elsewhere, taken_in
from tournament.core import clock
from tournament.core.actors import Actor
from tournament.out import verify
from tournament.out.tournament_file import writing

pytestmark = pytest.mark.django_db(transaction=True)
CONSTRAINT = next(one for one in Ruling._meta.constraints if one.name == "one_ruling_a_throw")


@pytest.fixture
def by(gero):
    return Actor(gero)


@pytest.fixture
def throw(evening, table, by) -> int:
    """Of the record: yellow missed a capture."""
    open_game(evening.tournament, by=by, table_id=table.public_id)
    game = latest_game(table)
    add_line(game, by=by, kind="begins", colour="Y")
    add_line(game, by=by, kind="ruled", position=MISSED["position"])
    add_line(game, by=by, kind="throw", roll="4", played="20-24")
    return throw_at(game).number


@pytest.fixture
def sign(evening, table, yellow, by, throw):
    def act(*, by=by, **said):
        given = {"table_id": table.public_id, "against": yellow.public_id, "facts": MISSED, "throw": throw, **said}
        return sign_ruling(evening.tournament, by=by, **given).result

    return act


@pytest.fixture
def order(table, yellow, throw, signed_in):
    """The form of a claim about that throw, in the browser of somebody."""
    address = reverse("claim", args=[table.tournament.public_id, table.public_id])
    fields = {"against": yellow.public_id, "position": MISSED["position"], "roll": "4", "played": "20-24"}
    return lambda who: (signed_in(who), address, {**fields, "throw": str(throw)})


def in_force() -> int:
    return Ruling.objects.in_force().count()


def test_the_second_ruling_is_refused_and_names_the_first(sign, as_yara):
    sign()
    with refused("ruled_already") as caught:
        sign(by=as_yara)
    assert caught.value.data == {"ruling": 1, "seen": 1}
    assert "1" in str(caught.value) and "gero" in str(caught.value)
    assert (Claim.objects.count(), in_force()) == (1, 1)


def test_what_was_revoked_can_be_ruled_anew_and_what_stands_is_replaced(sign, evening, by):
    sign()
    supersede_ruling(evening.tournament, by=by, number=1, seen=1, measure="warning")
    with refused("ruled_already") as caught:
        sign()
    assert caught.value.data == {"ruling": 1, "seen": 2}
    revoke_ruling(evening.tournament, by=by, number=1, seen=2, reason="Wrong throw")
    assert sign().claim.number == 2 and in_force() == 1


def test_without_a_record_nobody_is_in_the_way(sign):
    facts = {**MISSED, "position": MISSED["position"].replace("5,20", "5,21"), "played": "21-25"}
    assert [sign(throw=None, facts=facts).claim.number, sign(throw=None, facts=facts).claim.number] == [1, 2]


def test_two_referees_who_sign_at_once_make_one_ruling(order, gero, yara):
    assert sorted(posted_at_once([order(gero), order(yara), order(gero), order(yara)])) == [302, 409, 409, 409]
    assert (Claim.objects.count(), in_force()) == (1, 1)


def test_two_who_replace_it_at_once_make_one_ruling(sign, gero, yara, signed_in, evening):
    sign()
    address = reverse("ruling_supersede", args=[evening.tournament.public_id, 1])
    posted = posted_at_once([(signed_in(who), address, {"seen": "1", "measure": "warning"}) for who in (gero, yara)])
    assert sorted(posted) == [302, 409] and (Ruling.objects.count(), in_force()) == (2, 1)


def blind_once(monkeypatch) -> None:
    """As a version that forgets to look before it writes; once it was refused it looks."""
    looked: list[bool] = []

    def look(game, throw, **more):
        looked.append(True)
        return None if len(looked) == 1 else one_a_throw.ruling_on(game, throw, **more)

    monkeypatch.setattr(actions, "ruling_on", look)


def test_the_database_refuses_it_even_to_a_program_that_does_not_look(sign, as_yara, monkeypatch):
    sign()
    blind_once(monkeypatch)
    with refused("ruled_already"):
        sign(by=as_yara)
    assert (Claim.objects.count(), in_force()) == (1, 1)


def without_constraint():
    with connection.schema_editor() as editor:
        editor.remove_constraint(Ruling, CONSTRAINT)


def with_constraint():
    with connection.schema_editor() as editor:
        editor.add_constraint(Ruling, CONSTRAINT)


@pytest.fixture
def unguarded(monkeypatch):
    """Neither looks anybody nor does the database."""
    monkeypatch.setattr(actions, "ruling_on", lambda *_about, **_more: None)
    without_constraint()
    yield
    Ruling.objects.all().update(game=None, throw=None)
    with_constraint()


def test_control_without_look_and_constraint_both_are_signed(unguarded, order, gero, yara):
    assert posted_at_once([order(gero), order(yara)]) == [302, 302]
    assert (Claim.objects.count(), in_force()) == (2, 2)


# What an older version left


@pytest.fixture
def doubled(unguarded, sign, by, as_yara, throw) -> list[Ruling]:
    """Two in force about one throw, as nobody refused them then; the columns are those of the older version."""
    rulings = [sign(), sign(by=as_yara, measure="points", points=2)]
    Ruling.objects.all().update(game=None, throw=None)
    return rulings


def held() -> dict[int, int | None]:
    return dict(Ruling.objects.order_by("pk").values_list("claim__number", "throw"))


def test_the_migration_lets_both_stand_and_the_newest_holds_the_throw(doubled, throw, evening):
    migration = importlib.import_module("referee.migrations.0010_throws_of_rulings")
    migration.held(apps, SimpleNamespace())
    assert held() == {1: None, 2: throw} and in_force() == 2
    with_constraint()  # nothing contradicts it
    try:
        with pytest.raises(IntegrityError), transaction.atomic():
            Ruling.objects.filter(claim__number=1).update(game=doubled[0].claim.game, throw=throw)
    finally:
        without_constraint()


def test_a_double_ruling_is_reported_until_one_is_revoked(doubled, evening, by):
    one_a_throw.throws_are_held(evening.tournament)
    said = [fault for check in verify.CHECKS for fault in check(evening.tournament)]
    assert said == ["throw 1 has two rulings in force: 1 and 2; revoke one"]
    revoke_ruling(evening.tournament, by=by, number=1, seen=1, reason="Ruling 2 stands")
    assert [fault for check in verify.CHECKS for fault in check(evening.tournament)] == []


def test_the_page_of_each_names_the_other(doubled, evening, signed_in, gero):
    browser = signed_in(gero)
    for number, other in ((1, 2), (2, 1)):
        page = browser.get(reverse("ruling", args=[evening.tournament.public_id, number])).content.decode()
        assert reverse("ruling", args=[evening.tournament.public_id, other]) in page


def test_a_document_with_two_comes_in_and_the_newest_holds_the_throw(doubled, evening, club, throw):
    content = json.loads(writing.text(writing.document(evening.tournament)))
    streams = [{**row, "public_id": row["public_id"][::-1], "seq": 0, "head": "0" * 64} for row in content["streams"]]
    games = [{**row, "public_id": row["public_id"][::-1]} for row in content["games"]]
    content = {**elsewhere(content), "streams": streams, "games": games}
    tournament = taken_in(club, content).result
    rulings = Ruling.objects.filter(claim__tournament=tournament).order_by("claim__number")
    assert list(rulings.values_list("claim__number", "throw")) == [(1, None), (2, throw)]


# Before anything is signed


def said(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


@pytest.fixture
def pages(table, throw, signed_in):
    """The part that an open page asks for, by whom."""

    def ask(who, number=throw, **more):
        browser: Client = signed_in(who)
        browser.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
        address = reverse("claim_beside", args=[table.tournament.public_id, table.public_id])
        return browser.get(address, {"throw": number or "", **more})

    return ask


def test_the_page_says_that_the_throw_is_ruled_also_when_it_was_open_before(order, pages, sign, gero, yara, throw):
    browser, address, _fields = order(yara)
    browser.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    assert "is ruled already" not in said(browser.get(address, {"throw": throw}))
    sign()
    assert "Throw 1 is ruled already: ruling 1, gero" in said(browser.get(address, {"throw": throw}))
    assert "Throw 1 is ruled already: ruling 1, gero" in said(pages(yara))
    assert "is ruled already" not in said(pages(yara, number=None))


def test_who_has_the_same_throw_open_is_named(pages, gero, yara, throw):
    pages(gero)
    page = said(pages(yara))
    assert "gero is at this table, throw 1. The same throw: only one of you can sign." in page and "yara" not in page
    assert "yara is at this table, throw 1." in said(pages(gero))
    assert "The same throw" not in said(pages(yara, number=None))


def test_who_has_gone_or_signed_is_named_no_more(pages, order, gero, yara):
    pages(gero)
    AtTable.objects.update(seen_at=clock.now() - at_table.GONE_AFTER - timedelta(seconds=1))
    assert "gero" not in said(pages(yara))
    pages(gero)
    browser, address, fields = order(gero)
    assert browser.post(address, fields).status_code == 302
    assert "is at this table" not in said(pages(yara))


def test_an_open_page_is_not_told_the_same_twice(pages, gero, yara):
    known = re.search(r"known=(\w+)", pages(yara).content.decode()).group(1)
    assert pages(yara, known=known).status_code == 204
    pages(gero)
    assert pages(yara, known=known).status_code == 200


@pytest.mark.parametrize(
    ("part", "facts", "code"),
    [
        ("claims", {"options": {"four_throws": True}}, "unknown_option"),
        ("claims", {"options": ["three_throws"]}, "options"),
        ("claims", {"options": {"goal_entry": "free"}}, "ruling_options"),
        ("claims", {"position": "4 Y:B,B,B,99 G:B,B,B,B R:B,B,B,B K:B,B,B,B G 0"}, "field"),
        ("rulings", {"options": {"four_throws": True}}, "unknown_option"),
        ("rulings", {"options": {"goal_entry": "free"}}, "ruling_options"),
        ("rulings", {"rules": "chess"}, "unknown_rules"),
    ],
    ids=str,
)
def test_a_document_brings_no_ruling_by_other_options_than_its_game(sign, evening, club, part, facts, code):
    sign()
    content = json.loads(writing.text(writing.document(evening.tournament)))
    streams = [{**row, "public_id": row["public_id"][::-1], "seq": 0, "head": "0" * 64} for row in content["streams"]]
    games = [{**row, "public_id": row["public_id"][::-1]} for row in content["games"]]
    content = {**elsewhere(content), "streams": streams, "games": games}
    row = content[part][0]
    row["facts"] = {**content["claims"][0]["facts"], **facts}
    with refused(code):
        taken_in(club, content)

"""Tokens: what they lend, how they end, the page on which they are made."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tournament.api.conftest import Program
from tests.tournament.evening import Evening, refused
from tournament.core.actors import Actor
from tournament.core.api_common.bearer import NOTED_EVERY
from tournament.models import Account, Grant, LogEntry, Token
from tournament.models.ids import token_hash
from tournament.out.tokens.actions import make_token
from tournament.people.clubs import create_club
from tournament.setup.actions import create_tournament
from tournament.stages.actions import set_preset

ENTRY = {"given_name": "Rosa"}


def test_a_token_writes_in_its_account_s_name(yaras, here, tournament, yara):
    assert yaras.post(f"{here}/entries/", ENTRY).status_code == 201
    entry = tournament.stream.log.latest("seq")
    assert (entry.actor, entry.via) == (yara.public_id, "api")


def test_its_secret_is_kept_only_as_a_hash_and_nowhere_in_the_log(yaras):
    assert Token.objects.get().token_hash == token_hash(yaras.secret)
    assert not any(yaras.secret in f"{entry.data}{entry.receipt}" for entry in LogEntry.objects.all())


@pytest.mark.parametrize("change", ["revoked", "ended", "account closed", "unknown"])
def test_it_ends_at_once(yaras, here, yara, change):
    if change == "revoked":
        assert yaras.ask("DELETE", "me/token/").status_code == 200
    if change == "ended":
        Token.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    if change == "account closed":
        Account.objects.filter(pk=yara.pk).update(is_active=False)
    if change == "unknown":
        yaras.secret = "x" * 43
    answer = yaras.get(f"{here}/")  # not even what is public: who sends a token wants to know that it is none
    assert (answer.status_code, answer.json()["code"]) == (401, "authentication_failed")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize(
    ("scope", "reads_log", "enters", "draws"),
    [("read", 200, 403, 403), ("desk", 403, 201, 403), ("referee", 403, 403, 403), ("organiser", 200, 201, 422)],
)
def test_a_scope_cuts_what_an_admin_may(program, yara, tournament, here, scope, reads_log, enters, draws):
    set_preset(tournament, by=Actor(yara), preset="village", language="de")
    theirs = program(yara, scope)
    assert theirs.get(f"{here}/log/").status_code == reads_log
    assert theirs.post(f"{here}/entries/", ENTRY).status_code == enters
    assert theirs.post(f"{here}/stages/1/draw/").status_code == draws
    names = [entry["name"] for entry in theirs.get(f"{here}/entries/").json()["items"]]
    assert names == (["Rosa"] if enters == 201 else [])


def test_who_is_refused_for_the_scope_is_told_so(program, yara, here):
    assert program(yara, "read").post(f"{here}/entries/", ENTRY).json()["code"] == "scope"


def test_a_referee_s_token_of_an_admin_does_not_speak_for_the_desk(program, yara, club, as_yara):
    evening = Evening(club, "village", by=as_yara)
    evening.come(4)
    evening.publish(evening.draw(1)[0])
    table = evening.stage(1).rounds.get(number=1).tables.get()
    address = f"tournaments/{evening.tournament.public_id}/tables/{table.public_id}/reports/"
    places = {seat.colour: {"place": place} for place, seat in enumerate(table.seats.all(), 1)}
    referee = program(yara, "referee")
    answers = [referee.post(address, {"source": source, "places": places}) for source in ("desk", "referee")]
    assert [answer.status_code for answer in answers] == [403, 201]
    assert answers[0].json()["code"] == "not_this_source"
    assert evening.tournament.stream.log.latest("seq").role == "referee"


def test_a_role_taken_away_is_taken_from_the_token(yaras, here, yara):
    Grant.objects.filter(account=yara).delete()
    assert yaras.post(f"{here}/entries/", ENTRY).status_code == 403


def test_last_used_is_noted_now_and_then(yaras):
    yaras.get("me/")
    first = Token.objects.get().used_at
    assert first is not None
    with CaptureQueriesContext(connection) as asked:
        yaras.get("me/")
    assert Token.objects.get().used_at == first
    assert not [query for query in asked if query["sql"].startswith("UPDATE")]  # on SQLite one waits for all who write
    Token.objects.update(used_at=first - NOTED_EVERY)
    yaras.get("me/")
    assert Token.objects.get().used_at > first


def test_what_it_is_is_said(yaras):
    said = yaras.get("me/").json()
    assert (said["login"], said["scope"], said["token"]) == ("yara", "organiser", "phone")


# The page


@pytest.fixture
def page(desk: Client) -> Client:
    session = desk.session
    session["confirmed_at"] = 2**40
    session.save()
    return desk


FORM = {"name": "Telefon", "scope": "desk", "days": "30", "action_id": "token-page-1"}


def test_it_is_shown_once(page):
    shown = page.post("/account/tokens/", FORM).content.decode()
    secret = shown.split('id="secret" value="')[1].split('"')[0]
    assert Token.objects.get().token_hash == token_hash(secret)
    again = page.post("/account/tokens/", FORM)
    assert again.status_code == 302 and Token.objects.count() == 1
    assert "Telefon" in page.get("/account/tokens/").content.decode()


def test_it_is_taken_back_there_and_only_by_its_owner(page, program, account):
    page.post("/account/tokens/", FORM)
    other = program(account("gero"))
    for token in Token.objects.all():
        page.post("/account/tokens/revoke/", {"token": token.pk})
    assert other.get("me/").status_code == 200
    assert Token.objects.filter(revoked_at=None).get().account.login == "gero"


def test_the_password_is_asked_for_first(desk):
    assert desk.get("/account/tokens/").headers["Location"].startswith("/account/confirm/")


@pytest.mark.parametrize("wrong", [{"name": ""}, {"scope": "admin"}, {"days": "10000"}, {"days": "x"}])
def test_what_cannot_be_is_said_beside_the_field(page, wrong):
    assert page.post("/account/tokens/", FORM | wrong).status_code == 422 and not Token.objects.exists()


def test_a_token_for_one_place_counts_nowhere_else(program, yara, as_yara, club, tournament):
    other = create_tournament(club, by=as_yara, name="Zweites", played_on=tournament.played_on).result
    foreign = create_club(None, by=as_yara, name="Anderer Verein", admin=yara).result
    here, there = (f"tournaments/{one.public_id}/log/" for one in (tournament, other))
    of_tournament, of_club = (only(as_yara, place.public_id) for place in (tournament, club))
    assert [of_tournament.get(path).status_code for path in (here, there)] == [200, 404]
    assert [of_club.get(path).status_code for path in (here, there)] == [200, 200]
    assert [one["id"] for one in of_tournament.get("me/tournaments/").json()["items"]] == [tournament.public_id]
    assert {one["id"] for one in of_club.get("clubs/").json()["items"]} == {club.public_id}
    assert of_tournament.get(f"clubs/{club.public_id}/tournaments/").status_code == 404
    assert of_club.get(f"clubs/{foreign.public_id}/tournaments/").status_code == 404
    assert of_club.post("clubs/", {"name": "Dritter"}).status_code == 403  # that is everywhere
    assert of_tournament.get("me/").json()["only_for"] == tournament.public_id


def only(by, place):
    return Program(make_token(None, by=by, name="board", scope="organiser", days=1, only_for=place).result)


def test_a_token_is_for_no_place_where_one_has_no_role(as_yara, account, club):
    with refused("no_such_place"):
        make_token(None, by=Actor(account("gero")), name="board", scope="read", days=1, only_for=club.public_id)


def test_the_place_is_chosen_on_the_page(desk, club, tournament):
    session = desk.session
    session["confirmed_at"] = 2**40
    session.save()
    page = desk.get("/account/tokens/").content.decode()
    assert f'value="{club.public_id}"' in page and f'value="{tournament.public_id}"' in page
    sent = {"name": "Tafel", "scope": "read", "days": "30", "only_for": tournament.public_id}
    assert desk.post("/account/tokens/", sent).status_code == 200
    assert Token.objects.get().only_for == tournament.public_id
    assert "nur an einem Ort" in desk.get("/account/tokens/").content.decode()
    assert desk.post("/account/tokens/", {**sent, "only_for": "nothere"}).status_code == 422

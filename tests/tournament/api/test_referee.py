"""The referee's work by the API: a call, a claim judged and signed, replaced, appealed, voted on."""

import pytest

from games.recording.actions import add_line, open_game
from games.recording.queries import latest_game, throw_at
from referee.appeals.actions import appeal
from referee.models import Claim
from tests.tournament.routes import play
from tournament.core.actors import Actor
from tournament.models import Grant, Penalty, Table


@pytest.fixture
def table(tournament, as_yara, here) -> Table:
    play(tournament, as_yara)
    return Table.objects.first()


@pytest.fixture
def at(here, table) -> str:
    return f"{here}/tables/{table.public_id}"


def test_a_table_calls_somebody_goes_and_it_is_settled(yaras, here, at):
    yaras.post(f"{at}/call/")
    (call,) = yaras.get(f"{here}/calls/").json()["items"]
    assert call["taken_at"] is None
    assert yaras.post(f"{here}/calls/{call['id']}/take/").status_code == 200
    assert yaras.get(f"{here}/calls/").json()["items"][0]["taken_at"]
    assert yaras.post(f"{here}/calls/{call['id']}/settle/").status_code == 200
    assert yaras.get(f"{here}/calls/").json()["items"] == []


def test_a_throw_is_judged_by_the_rules_of_the_stage(yaras, at):
    answer = yaras.post(f"{at}/sheet/", {"position": "nonsense", "roll": 6, "played": "x"})
    assert answer.status_code == 422
    assert (
        "rules"
        in yaras.post(f"{at}/sheet/", {"rules": "turnier", "position": "x", "roll": 6, "played": "x"}).json()["errors"]
    )


def test_signed_replaced_and_revoked(yaras, here, at, table):
    against = table.seats.last().entry.public_id
    made = yaras.post(f"{at}/rulings/", {"against": against, "measure": "points", "points": 2, "words": "late"})
    assert made.status_code == 201 and Penalty.objects.get(revoked_at=None).points == 2
    number = made.json()["claim"]
    one = yaras.get(f"{here}/rulings/{number}/").json()
    assert (one["measure"], one["points"], one["ruling"], one["state"]) == ("points", 2, 1, "counts")
    assert yaras.post(f"{here}/rulings/{number}/supersede/", {"seen": 1, "measure": "warning"}).status_code == 200
    assert not Penalty.objects.filter(revoked_at=None).exists()
    late = yaras.post(f"{here}/rulings/{number}/revoke/", {"seen": 1, "reason": "!"})
    assert (late.status_code, late.json()["code"]) == (409, "ruling_changed")
    assert yaras.post(f"{here}/rulings/{number}/revoke/", {"seen": 2, "reason": "!"}).status_code == 200
    assert yaras.get(f"{here}/rulings/{number}/").json()["state"] == "revoked"


def test_a_throw_that_is_ruled_is_named_before_and_refused_after(yaras, here, at, tournament, table, as_yara):
    open_game(tournament, by=as_yara, table_id=table.public_id)
    game = latest_game(table)
    add_line(game, by=as_yara, kind="begins", colour=game.colours[0])
    add_line(game, by=as_yara, kind="throw", roll="1")
    recorded = throw_at(game)
    facts = {"position": recorded.before, "roll": 1, "played": "--"}
    assert yaras.post(f"{at}/sheet/", {**facts, "throw": 1}).json()["ruled"] is None
    claim = {"against": table.seats.get(colour=recorded.colour).entry.public_id, "facts": facts, "throw": 1}
    number = yaras.post(f"{at}/rulings/", claim).json()["claim"]
    assert yaras.post(f"{at}/sheet/", {**facts, "throw": 1}).json()["ruled"] == number
    again = yaras.post(f"{at}/rulings/", claim)
    assert (again.status_code, again.json()["code"]) == (409, "ruled_already")
    assert again.json()["data"] == {"ruling": number, "seen": 1}


def test_an_appeal_is_decided_by_somebody_else(yaras, program, account, club, tournament, here, table):
    claim = Claim.objects.get()
    loser = Actor(via="link", entry=claim.against.public_id)
    appeal(tournament, by=loser, number=claim.number, words="It was not so.")
    (open_one,) = yaras.get(f"{here}/appeals/").json()["items"]
    vote = f"{here}/appeals/{open_one['id']}/vote/"
    assert yaras.post(vote, {"upholds": True, "words": "!"}).json()["code"] == "own_ruling"
    gero = account("gero")
    Grant.objects.create(account=gero, club=club, tournament=tournament, role="referee")
    assert program(gero, "referee").post(vote, {"upholds": True, "words": "!"}).status_code == 200
    assert yaras.get(f"{here}/appeals/").json()["items"] == []
    assert yaras.get(f"{here}/rulings/{claim.number}/").json()["appeal"] == "upheld"

from threading import Barrier, Thread

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from tests.conftest import browser_of
from tournament.models import Account, Club, Entry, Grant, Stage, Tournament
from tournament.people.actions import first_organiser_link
from tournament.rounds.queries import current_rounds, next_step
from tournament.setup.practice import views as practice_views
from tournament.setup.practice.sample import CLUB
from tournament.standings.queries import kept_lines

pytestmark = pytest.mark.slow

FORM = {"login": "Yara", "email": "", "password": "sechs mal sechs", "club_name": "SC Augenzahl"}


def test_the_sample_has_23_players_and_comes_once(db):
    call_command("demo_tournament")
    call_command("demo_tournament")
    assert Entry.objects.count() == 23 and Club.objects.count() == 1


def test_its_second_round_is_running(db):
    call_command("demo_tournament")
    tournament = Tournament.objects.get()
    (running,) = current_rounds(tournament)
    assert (running.number, running.tables.count(), running.started_at is not None) == (2, 6, True)
    assert next_step(tournament).code == "results"
    lines = kept_lines(Stage.objects.get(tournament=tournament, position=1))
    assert len(lines) == 23 and sum(line.parts for line in lines) == 12 * (5 * 11 + 9)


def test_who_comes_first_becomes_admin_of_the_sample_too(db):
    call_command("demo_tournament")
    browser = Client()
    browser.get(first_organiser_link())
    browser.post("/first/", FORM)
    clubs = Grant.objects.filter(account=Account.objects.get()).values_list("club__name", flat=True)
    assert set(clubs) == {CLUB, "SC Augenzahl"}


def test_the_empty_desk_offers_the_sample_once(club, desk):
    assert "Mit einem Beispiel ausprobieren" in desk.get("/desk/").content.decode()
    answer = desk.post("/desk/sample/")
    made = Tournament.objects.get()
    assert answer.headers["Location"] == f"/desk/t/{made.public_id}/" and made.club != club
    assert next_step(made).code == "results" and next_step(made).round.number == 2
    assert "ausprobieren" not in desk.get("/desk/").content.decode()
    assert desk.post("/desk/sample/").headers["Location"] == "/desk/"
    assert Tournament.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_clicks_on_the_sample_make_one(yara, club, monkeypatch):
    """At once, each in a connection of its own."""
    monkeypatch.setattr(practice_views, "played", lambda *_of: ())
    together = Barrier(2)

    def click(browser: Client) -> None:
        together.wait()
        browser.post("/desk/sample/")
        connection.close()

    clicks = [Thread(target=click, args=[browser_of(yara)]) for _n in range(2)]
    for one in clicks:
        one.start()
    for one in clicks:
        one.join()
    assert (Tournament.objects.count(), Club.objects.filter(name=CLUB).count()) == (1, 1)


def test_with_an_organiser_there_it_is_theirs_at_once(yara):
    call_command("demo_tournament")
    assert Grant.objects.get(account=yara).club.name == CLUB


@pytest.mark.parametrize("preset", ["championship", "open", "village", "knockout", "children", "counted"])
def test_a_rehearsal_plays_every_kind_of_evening_to_its_end(preset, db):
    call_command("demo_tournament", "--rehearse", "--players", "17", "--preset", preset)
    tournament = Tournament.objects.get(name__startswith="Generalprobe")
    assert next_step(tournament).code == "done" and tournament.entries.count() == 17
    call_command("verify_tournament", tournament.public_id)


def test_it_stops_where_it_is_told_to_and_goes_on_from_there(db, capsys):
    call_command("demo_tournament", "--rehearse", "--players", "16", "--to", "round2")
    tournament = Tournament.objects.get(name__startswith="Generalprobe")
    assert next_step(tournament).round.number == 2
    call_command("demo_tournament", "--rehearse", tournament.public_id, "--to", "final")
    assert (next_step(tournament).code, next_step(tournament).stage.kind) == ("publish", "final")
    assert f"/desk/t/{tournament.public_id}/" in capsys.readouterr().out


def test_it_waits_for_enter_before_each_step(db, monkeypatch):
    asked = []
    monkeypatch.setattr("builtins.input", asked.append)
    call_command("demo_tournament", "--rehearse", "--players", "8", "--to", "round2", "--step")
    assert len(asked) >= 4


def test_what_cannot_be_rehearsed_is_said(db, tournament):
    with pytest.raises(CommandError, match="no such"):
        call_command("demo_tournament", "--rehearse", "nothere")
    with pytest.raises(CommandError, match="Between"):
        call_command("demo_tournament", "--rehearse", "--players", "2")
    with pytest.raises(CommandError, match="nowhere else"):
        call_command("demo_tournament", "--rehearse", tournament.public_id)

from django.core.management import call_command
from django.test import Client

from tournament.actions.accounts import first_organiser_link
from tournament.management.commands.demo_tournament import CLUB
from tournament.models import Account, Club, Entry, Grant, Stage, Tournament
from tournament.queries_rounds import current_rounds, next_step
from tournament.queries_standings import kept_lines

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


def test_with_an_organiser_there_it_is_theirs_at_once(yara):
    call_command("demo_tournament")
    assert Grant.objects.get(account=yara).club.name == CLUB

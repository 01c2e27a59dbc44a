"""A tournament as a whole: copied, archived, deleted, taken back, and after thirty days erased for good."""

from datetime import date, timedelta

import pytest
from django.core.management import call_command
from django.urls import reverse

from tests.tournament.evening import Evening, by_number, refused, text
from tournament.core import clock, days
from tournament.core.actors import Actor
from tournament.core.links import entry_token, table_token
from tournament.entries.address_book import people_seen
from tournament.entries.grid.actions import Cell, edit_entries
from tournament.entries.signup.actions import set_contact
from tournament.erasing import retention
from tournament.models import Contact, Entry, Grant, LogText, Person, Round, Snapshot, Tournament
from tournament.people.signing_in import begins_at
from tournament.rounds.actions import close_round
from tournament.setup.lifetime.actions import (
    PARTS,
    archive_tournament,
    copy_tournament,
    delete_tournament,
    take_back_tournament,
    unarchive_tournament,
)
from tournament.stages.actions import set_boards
from tournament.stages.progress import Progress, progress_of, with_progress

DAY = date(2027, 11, 20)


@pytest.fixture
def played(evening, round_):
    evening.fill(round_, by_number)
    tournament, first = evening.tournament, evening.tournament.entries.first()
    cells = [("team", "Rote"), ("category", "Jugend"), ("from_club", "Hütchen"), ("is_paid", "x"), ("note", "leise")]
    edit_entries(tournament, by=evening.by, cells=[Cell(first.public_id, *cell) for cell in cells])
    set_contact(tournament, by=evening.by, entry_id=first.public_id, email="gast@example.org")
    return evening


def copy(evening, *parts, **more):
    about = {"name": "Nächstes Jahr", "played_on": DAY, "parts": parts or PARTS, **more}
    return copy_tournament(evening.tournament, by=evening.by, **about)


def test_a_copy_has_settings_boards_and_people_and_nothing_that_was_played(played):
    set_boards(played.tournament, by=played.by, fours=5, sixes=2)
    made = copy(played).result
    other = played.tournament
    names = (
        "position",
        "kind",
        "name",
        "rules",
        "options",
        "planned_rounds",
        "minutes",
        "scheme",
        "unfinished",
        "size",
    )
    assert list(made.stages.values_list(*names)) == list(other.stages.values_list(*names)) and made.stages.exists()
    assert not set(made.stages.values_list("seed", flat=True)) & set(other.stages.values_list("seed", flat=True))
    assert list(made.boards.values_list("number", "kind")) == list(other.boards.values_list("number", "kind"))
    kept = ("number", "person", "from_club", "team__name", "category__name")
    assert list(made.entries.values_list(*kept)) == list(other.entries.values_list(*kept))
    assert set(made.entries.values_list("state", "is_paid", "note")) == {("registered", False, "")}
    assert not Round.objects.filter(stage__tournament=made).exists() and not Contact.objects.filter(
        entry__tournament=made
    )
    call_command("verify_tournament", made.public_id)


@pytest.mark.parametrize("part", PARTS)
def test_only_what_was_chosen_is_copied(part, played):
    set_boards(played.tournament, by=played.by, fours=5, sixes=2)
    made = copy(played, part).result
    found = {"settings": made.stages.exists(), "boards": made.boards.exists(), "people": made.entries.exists()}
    assert found == {name: name == part for name in PARTS}


def test_it_is_copied_once_and_something_has_to_be_chosen(played):
    first = copy(played, action_id="a" * 20).receipt["id"]
    assert copy(played, action_id="a" * 20).receipt["id"] == first
    assert Tournament.objects.filter(name="Nächstes Jahr").count() == 1
    with refused("no_part"):
        copy(played, "everything")


def test_the_page_copies(played, desk, at):
    assert "Kopie" in text(desk.get(at("copy_tournament")))
    answer = desk.post(at("copy_tournament"), {"name": "Neu", "played_on": "2027-11-20", "people": "on"})
    made = Tournament.objects.get(name="Neu")
    assert answer.url == reverse("desk_tournament", args=[made.public_id]) and made.entries.count() == 16
    assert "aus, was" in text(desk.post(at("copy_tournament"), {"name": "Neu", "played_on": "2027-11-20"}))


def test_the_archive_leaves_the_lists_and_keeps_the_pages(played, desk, client, at):
    name = "Altes Fest"
    Tournament.objects.filter(pk=played.tournament.pk).update(name=name)
    assert name in text(client.get(reverse("start")))
    desk.post(at("archive"))
    assert name not in text(client.get(reverse("start"))) and client.get(at("tournament")).status_code == 200
    home = desk.get(reverse("desk"))
    assert [one.name for one in home.context["archived"]] == [name] and "archiviert" in text(home)
    with refused("already_so"):
        archive_tournament(played.tournament, by=played.by)
    desk.post(at("archive"), {"to": "back"})
    assert name in text(client.get(reverse("start")))
    with refused("already_so"):
        unarchive_tournament(played.tournament, by=played.by)


def test_what_is_deleted_is_gone_for_everybody_and_comes_back_as_it_was(played, round_, desk, client, at):
    tournament = played.tournament
    entry, table = tournament.entries.first(), round_.tables.first()
    links = [
        reverse("entry_link", args=[entry.public_id, entry_token(entry)]),
        reverse("table_link", args=[table.public_id, table_token(table)]),
    ]
    open_pages = [*map(at, ("tournament", "desk_tournament", "results", "players", "settings")), at("round", round_.pk)]
    api = [f"/api/v1/tournaments/{tournament.public_id}/", f"/api/v1/tournaments/{tournament.public_id}/entries/"]
    assert {desk.get(page).status_code for page in [*open_pages, *api]} == {200}
    answer = desk.post(at("delete_tournament"))
    assert {desk.get(page).status_code for page in [*open_pages, *api, *links]} == {404}
    assert tournament.name in text(desk.get(answer.url)) and tournament.name not in text(client.get(reverse("start")))
    assert not desk.get(reverse("desk")).context["tournaments"]
    club = reverse("club", args=[tournament.club.public_id])
    assert client.get(club).status_code == 404
    desk.post(answer.url, {"tournament": tournament.public_id})
    assert {desk.get(page).status_code for page in [*open_pages, *api]} == {200}
    assert client.get(links[0]).status_code == 302
    call_command("verify_tournament", tournament.public_id)


def test_no_page_that_is_asked_about_it_tells_its_name(played, client):
    tournament = played.tournament
    asked = f"{reverse('readings')}?t={tournament.public_id}"
    assert tournament.name in text(client.get(asked))
    delete_tournament(tournament, by=played.by)
    assert tournament.name not in text(client.get(asked)) and tournament.public_id not in text(client.get(asked))


def test_a_stranger_and_an_organiser_of_one_evening_delete_nothing(played, signed_in, account, client, at):
    assert client.post(at("delete_tournament")).status_code == 302
    assert signed_in(account("gero")).post(at("delete_tournament")).status_code == 404
    assert Tournament.objects.standing().filter(pk=played.tournament.pk).exists()


def test_after_thirty_days_its_people_are_erased_for_good(played, club, monkeypatch, today_is_trusted):
    tournament, by = played.tournament, played.by
    other = copy_tournament(tournament, by=by, name="Bleibt", played_on=DAY, parts=["people"]).result
    stays = other.entries.first().person
    other.entries.exclude(person=stays).delete()
    delete_tournament(tournament, by=by)
    retention.clear()
    assert Snapshot.objects.filter(tournament=tournament).exists()
    past = clock.now() - timedelta(days=31)
    Tournament.objects.filter(pk=tournament.pk).update(deleted_at=past)
    assert retention.clear()["tournaments"] == 1 and retention.clear()["tournaments"] == 0
    with refused("not_deleted"):
        take_back_tournament(tournament, by=by)
    gone = Person.objects.filter(entries__tournament=tournament).exclude(pk=stays.pk)
    assert gone.count() == 15 and not gone.filter(family_name="Graf").exists()
    stays.refresh_from_db()
    assert stays.family_name == "Graf"
    assert not Contact.objects.exists() and not Snapshot.objects.filter(tournament=tournament).exists()
    assert not Entry.objects.filter(tournament=tournament).exclude(note="").exists()
    words = (
        LogText.objects.filter(entry__stream__tournament=tournament).exclude(text="").values_list("entry__code", "text")
    )
    assert not list(words)


def test_how_far_each_is(club, as_yara):
    def how_far() -> Progress:
        return progress_of(with_progress(Tournament.objects.filter(pk=evening.tournament.pk)).get())

    evening = Evening(club, "village", by=as_yara)
    Tournament.objects.update(played_on=days.today())
    evening.come(8)
    assert how_far() == Progress.COMING
    rounds = evening.draw(1)
    assert how_far() == Progress.COMING
    evening.publish(rounds[0])
    assert how_far() == Progress.RUNNING
    evening.fill(rounds[0], by_number)
    close_round(evening.tournament, by=as_yara, round_id=rounds[0].pk)
    assert how_far() == Progress.RUNNING
    Tournament.objects.update(played_on=days.today() - timedelta(days=1))
    assert how_far() == Progress.FINISHED
    archive_tournament(evening.tournament, by=as_yara)
    assert how_far() == Progress.ARCHIVED


def test_a_role_in_a_deleted_tournament_shows_nothing_of_the_club(played, club, account, signed_in, yara):
    """It cannot be taken away any more: the page on which it could be is gone with the tournament."""
    gero = account("gero")
    Grant.objects.create(account=gero, club=club, tournament=played.tournament, role="referee")
    games, browser = reverse("free_recording", args=[club.public_id]), signed_in(gero)
    assert browser.get(games).status_code == 200 and people_seen(Actor(gero), club).exists()
    assert begins_at(gero) == reverse("referee", args=[played.tournament.public_id])
    delete_tournament(played.tournament, by=played.by)
    assert browser.get(games).status_code == 404 and not people_seen(Actor(gero), club).exists()
    assert begins_at(gero) == "desk" and signed_in(yara).get(games).status_code == 200
    take_back_tournament(played.tournament, by=played.by)
    assert browser.get(games).status_code == 200

"""A tournament for children: whoever is entered, by any way in, is under 16, and no name of theirs is public."""

import pytest

from tests.tournament.evening import Evening, text
from tournament.core.actors import ANONYMOUS
from tournament.entries.actions import add_entry, rename
from tournament.entries.imports.actions import import_entries
from tournament.entries.signup.actions import enter_oneself, set_entering
from tournament.entries.substitutes.actions import substitute
from tournament.models import Entry, Person, Tournament
from tournament.setup.actions import set_for_minors


@pytest.fixture
def evening(club, as_yara):
    return Evening(club, "children", by=as_yara)


def test_the_preset_for_children_knows_it_and_the_others_do_not(evening, club, as_yara):
    assert evening.tournament.is_for_minors
    assert not Evening(club, "village", by=as_yara).tournament.is_for_minors


def test_by_any_way_in_and_hidden_in_public(evening, client, at):
    tournament, by = evening.tournament, evening.by
    set_entering(tournament, by=by, takes_entries=True, opens_at=None, closes_at=None, places=0, has_waiting_list=False)
    add_entry(tournament, by=by, given_name="Anna", family_name="Adler")
    people = [{"given_name": name, "family_name": "Adler", "person": "", "number": None} for name in ("Bert", "Cleo")]
    listed = import_entries(tournament, by=by, people=people).result
    enter_oneself(tournament, by=ANONYMOUS, given_name="Dora", family_name="Adler", guardian="Eva Adler")
    substitute(tournament, by=by, entry_id=listed[0].public_id, given_name="Emil", family_name="Adler")
    assert set(Person.objects.filter(entries__tournament=tournament).values_list("is_minor", flat=True)) == {True}
    public = text(client.get(at("tournament")))
    assert not [name for name in ("Anna", "Bert", "Cleo", "Dora", "Emil", "Adler") if name in public]


def test_whoever_enters_oneself_names_a_grown_up_and_is_not_asked_the_age(evening, client, at):
    by = evening.by
    set_entering(
        evening.tournament, by=by, takes_entries=True, opens_at=None, closes_at=None, places=0, has_waiting_list=False
    )
    page = client.get(at("self_entry")).content.decode()
    assert 'name="is_minor"' not in page and 'name="guardian"' in page and "Startnummer" in page
    client.post(at("self_entry"), {"given_name": "Finn"})
    assert not Entry.objects.exists()
    client.post(at("self_entry"), {"given_name": "Finn", "guardian": "Opa"})
    assert Entry.objects.get().person.is_minor


def test_a_pasted_list_and_the_form_show_it(evening, desk, at):
    assert (
        "checked"
        in desk.get(at("enter")).content.decode().partition('id="id_is_minor"')[0][-200:]
        + desk.get(at("enter")).content.decode().partition('id="id_is_minor"')[2].partition(">")[0]
    )
    answer = desk.post(at("import"), {"text": "Anna Adler\nBert Bauer"}, follow=True)
    assert all(line.details["is_minor"] for line in answer.context["found"].lines)


def test_a_grown_up_is_put_right_and_the_setting_takes_those_who_are_entered_along(evening, desk, at):
    tournament, by = evening.tournament, evening.by
    one = add_entry(tournament, by=by, given_name="Opa").result
    rename(tournament, by=by, entry_id=one.public_id, given_name="Opa", is_minor=False)
    assert not Person.objects.get().is_minor
    tournament.refresh_from_db()
    desk.post(at("minors"), {"version": tournament.version})
    tournament.refresh_from_db()
    assert not tournament.is_for_minors
    add_entry(tournament, by=by, given_name="Oma")
    desk.post(at("minors"), {"version": tournament.version, "is_for_minors": "on"})
    assert Tournament.objects.get().is_for_minors and not Person.objects.filter(is_minor=False).exists()
    set_for_minors(Tournament.objects.get(), by=by, is_for_minors=False)
    assert not Person.objects.filter(is_minor=False).exists()

"""Requests are told apart by a fingerprint of what they said. Whoever knows the whole database, and guesses the right words,
must not see from it that somebody erased was ever named."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.db import transaction
from django.utils import timezone

from tests.tournament.evening import refused
from tests.tournament.whole_database import naming, proven, values
from tournament.core import chain
from tournament.core.actors import SYSTEM
from tournament.desk.undo.actions import undo_to
from tournament.entries.actions import add_entry
from tournament.entries.imports.actions import import_entries
from tournament.entries.signup.actions import enter_oneself, erase_contact, set_entering
from tournament.entries.substitutes.actions import substitute
from tournament.entries.wishes.actions import set_wishes
from tournament.entries.withdrawals.actions import exclude_entry
from tournament.erasing import retention
from tournament.erasing import traces as erasing
from tournament.erasing.actions import erase_person
from tournament.models import Job, LogEntry, Person, Snapshot, Stream, Tournament
from tournament.out.tournament_file import writing
from tournament.out.tournament_file.actions import take_in
from tournament.people.clubs import create_club
from tournament.setup.actions import create_tournament

pytestmark = pytest.mark.slow

GIVEN, FAMILY, MAIL, NOTE = "Wanda", "Weissenfels", "w.w@example.org", "takes the stairs slowly"
OPEN = {"takes_entries": True, "opens_at": None, "closes_at": None, "places": 0, "has_waiting_list": False}
NOTHING_WISHED = {"team_id": None, "category_id": None, "fixed_boards": []}


@pytest.fixture
def evening(tournament, as_yara) -> Tournament:
    """Wanda in every way in which somebody is named: alone, in a list, by herself, instead of another, and taken back again."""
    one = {"given_name": GIVEN, "family_name": FAMILY, "number": None, "family": FAMILY, "from_club": f"SC {FAMILY}"}
    import_entries(tournament, by=as_yara, people=[one, {**one, "given_name": "Gero", "family_name": "Graf"}])
    entry = add_entry(tournament, by=as_yara, action_id="add-1", given_name=GIVEN, family_name=FAMILY).result
    wishes = {"from_club": "", "family": FAMILY, "note": NOTE, **NOTHING_WISHED}
    set_wishes(tournament, by=as_yara, entry_id=entry.public_id, **wishes)
    exclude_entry(tournament, by=as_yara, entry_id=entry.public_id, reason=f"{GIVEN} hit somebody")
    other = add_entry(tournament, by=as_yara, given_name="Rosa", family_name="Roth").result
    substitute(tournament, by=as_yara, entry_id=other.public_id, given_name=GIVEN, family_name=FAMILY)
    set_entering(tournament, by=as_yara, **OPEN)
    enter_oneself(
        tournament, by=as_yara, given_name=GIVEN, family_name=FAMILY, email=MAIL, guardian=f"Mother {FAMILY}", note=NOTE
    )
    return tournament


def erase_all(club, by) -> None:
    for person in Person.objects.filter(given_name=GIVEN):
        erase_person(club, by=by, person_id=person.public_id)


def test_before_erasing_the_right_name_is_proven_which_is_what_tells_requests_apart(asked, evening):
    assert proven(naming(asked, FAMILY, GIVEN))


def test_after_erasing_no_guess_is_proven(asked, evening, club, as_yara):
    erase_all(club, as_yara)
    assert naming(asked, FAMILY, GIVEN) and proven(naming(asked, FAMILY, GIVEN, NOTE)) == []
    assert not [fault for stream in Stream.objects.all() for fault in chain.faults(stream)]


def test_nor_in_a_tournament_that_knows_her_no_more(asked, tournament, club, as_yara):
    her = {
        "given_name": GIVEN,
        "family_name": FAMILY,
        "number": None,
        "family": f"of {GIVEN}",
        "from_club": f"SC {GIVEN}",
    }
    import_entries(tournament, by=as_yara, people=[her, {"given_name": "Willi", "family_name": "Wolf", "number": None}])
    tournament.stream.refresh_from_db()
    undo_to(tournament, by=as_yara, to=tournament.snapshots.first().seq, seen=tournament.stream.seq)
    assert any(f"SC {GIVEN}" in value for value in values())  # the undoing can be undone
    steps = dict(Snapshot.objects.values_list("pk", "rows"))
    erase_all(club, as_yara)
    assert proven(naming(asked, GIVEN)) == [] and not any(GIVEN in value for value in values())
    for pk, rows in steps.items():  # as an older version left them
        Snapshot.objects.filter(pk=pk).update(rows=rows)
    assert any(GIVEN in value for value in values())
    migrate()
    assert not any(GIVEN in value for value in values())


def test_what_was_left_for_news_is_in_no_fingerprint_from_the_first(asked, evening, as_yara):
    """Everybody may erase it by the own link, in the middle of an evening."""
    assert naming(asked, GIVEN) and naming(asked, MAIL, "Mother") == []
    entry = evening.entries.get(contact__email=MAIL)
    erase_contact(evening, by=as_yara, entry_id=entry.public_id)
    assert not any(MAIL in word or "Mother" in word for word in values())


@pytest.mark.django_db(transaction=True)
def test_notes_that_age_has_erased_are_not_proven(asked, evening, settings, today_is_trusted):
    assert proven(naming(asked, NOTE))
    Tournament.objects.update(played_on=timezone.localdate() - timedelta(days=settings.CONTACT_DAYS + 1))
    retention.clear()
    assert proven(naming(asked, NOTE)) == []
    assert not any(NOTE in word for word in values())


def test_sent_again_after_erasing_it_is_still_done_once(evening, club, as_yara):
    before, first = evening.entries.count(), LogEntry.objects.get(action_id="add-1")
    erase_all(club, as_yara)
    again = add_entry(evening, by=as_yara, action_id="add-1", given_name=GIVEN, family_name=FAMILY)
    assert again.is_repeat and again.receipt["seq"] == first.seq and evening.entries.count() == before
    with refused("id_reused"):
        exclude_entry(evening, by=as_yara, action_id="add-1", entry_id=evening.entries.first().public_id, reason="late")


def test_what_is_asked_after_erasing_is_told_apart_to_the_word(evening, club, as_yara):
    erase_all(club, as_yara)
    add_entry(evening, by=as_yara, action_id="add-2", given_name="Karl")
    assert add_entry(evening, by=as_yara, action_id="add-2", given_name="Karl").is_repeat
    with refused("id_reused"):
        add_entry(evening, by=as_yara, action_id="add-2", given_name="Bela")


def test_the_erasing_itself_sent_again_is_done_once(evening, club, as_yara):
    person = Person.objects.filter(given_name=GIVEN).first()
    erase_person(club, by=as_yara, action_id="erase-1", person_id=person.public_id)
    assert erase_person(club, by=as_yara, action_id="erase-1", person_id=person.public_id).is_repeat
    with refused("id_reused"):
        erase_person(club, by=as_yara, action_id="erase-1", person_id="another")


@pytest.fixture
def of_before(evening, club, as_yara) -> Tournament:
    """Somebody was erased while the salts stayed as they were."""
    salts = dict(Stream.objects.values_list("pk", "salt"))
    erase_all(club, as_yara)
    for pk, salt in salts.items():
        Stream.objects.filter(pk=pk).update(salt=salt)
    return evening


def migrate() -> None:
    import_module("tournament.migrations.0024_forget_requests").forget(apps, None)
    import_module("tournament.migrations.0025_erased_in_steps").empty(apps, None)


def test_what_an_older_version_erased_is_mended(asked, of_before):
    guesses = naming(asked, GIVEN, FAMILY, NOTE)
    assert proven(guesses)
    migrate()
    assert proven(guesses) == []
    assert not [fault for stream in Stream.objects.all() for fault in chain.faults(stream)]
    assert Job.objects.filter(kind=erasing.SWEEP, key="migrated").count() == 1


def test_clubs_that_erased_nobody_tell_requests_apart_as_before(evening, club, as_yara):
    other = create_club(None, by=as_yara, name="Other", admin=None).result
    here = create_tournament(other, by=SYSTEM, name="Other", played_on=timezone.localdate()).result
    add_entry(here, by=SYSTEM, action_id="add-3", given_name="Karl")
    erase_all(club, as_yara)
    migrate()
    with refused("id_reused"):
        add_entry(here, by=SYSTEM, action_id="add-3", given_name="Bela")


def test_a_document_of_an_older_version_is_mended_when_it_is_taken_in(asked, db):
    """It is written by a program that kept the salts, in a club that is not here."""
    with transaction.atomic():
        there = create_club(None, by=SYSTEM, name="There", admin=None).result
        tournament = create_tournament(there, by=SYSTEM, name="There", played_on=timezone.localdate()).result
        people = [{"given_name": name, "family_name": FAMILY, "number": None} for name in (GIVEN, "Willi")]
        import_entries(tournament, by=SYSTEM, people=people)
        salt = Stream.objects.get(tournament=tournament).salt
        erase_all(there, SYSTEM)
        content = writing.document(tournament)
        transaction.set_rollback(True)
    content["streams"][0]["salt"] = salt
    guesses = naming(asked, GIVEN)
    taken_in = take_in(create_club(None, by=SYSTEM, name="Here", admin=None).result, by=SYSTEM, raw=raw(content)).result
    stream = Stream.objects.get(tournament=taken_in)
    assert stream.forgotten == stream.seq and proven(guesses) == []
    assert writing.document(taken_in)["log"] == content["log"]


def raw(content: dict) -> bytes:
    return writing.text(content).encode()


def test_a_document_in_which_the_salt_was_changed_keeps_it(db):
    with transaction.atomic():
        there = create_club(None, by=SYSTEM, name="There", admin=None).result
        tournament = create_tournament(there, by=SYSTEM, name="There", played_on=timezone.localdate()).result
        add_entry(tournament, by=SYSTEM, given_name=GIVEN, family_name=FAMILY)
        erase_all(there, SYSTEM)
        add_entry(tournament, by=SYSTEM, action_id="add-4", given_name="Karl")
        text = raw(writing.document(tournament))
        transaction.set_rollback(True)
    here = take_in(create_club(None, by=SYSTEM, name="There", admin=None).result, by=SYSTEM, raw=text).result
    assert raw(writing.document(here)) == text
    with refused("id_reused"):
        add_entry(here, by=SYSTEM, action_id="add-4", given_name="Bela")


@pytest.mark.parametrize("salt", ["x.y", ".", "1e3.y"])
def test_a_salt_that_does_not_say_after_which_line_it_was_changed_is_refused(salt, tournament, club):
    content = writing.document(tournament)
    content["tournament"]["public_id"], content["streams"][0]["salt"] = "aaaaaaaaaaaa", salt
    content["streams"][0]["public_id"] = "aaaaaaaaaaaa"
    with refused("contradicts"):
        take_in(club, by=SYSTEM, raw=raw({**content, "log": [], "log_texts": []}))

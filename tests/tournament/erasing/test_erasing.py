"""Somebody is forgotten: in every table and in the log, whose chain stays whole; and others are left as they are."""

import json
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

from tests.tournament.evening import Evening, by_number, refused
from tournament.club.same_person.actions import merge_people
from tournament.core import chain, files
from tournament.core.actors import SYSTEM, Actor
from tournament.core.errors import NotAllowed
from tournament.desk.undo.actions import undo_to
from tournament.entries.actions import add_entry
from tournament.entries.signup.actions import enter_oneself, set_entering
from tournament.entries.substitutes.actions import substitute
from tournament.entries.withdrawals.actions import exclude_entry
from tournament.erasing import retention
from tournament.erasing.actions import erase_person
from tournament.models import Contact, Entry, GuessCount, Job, LogEntry, LogText, Person, Stream, Tournament
from tournament.models.jobs import JobState
from tournament.out import verify as checking
from tournament.out.backup import keeping
from tournament.out.tournament_file import writing
from tournament.paper.actions import order_paper
from tournament.policy.records import JOBS
from tournament.results.actions import set_problem

pytestmark = pytest.mark.slow

GIVEN, FAMILY = "Wandelgard", "Xylander"
OPEN = {"takes_entries": True, "opens_at": None, "closes_at": None, "places": 0, "has_waiting_list": False}


@pytest.fixture
def evening(club, as_yara) -> Evening:
    """Wandelgard has entered by herself, has played, and is spoken of."""
    evening = Evening(club, "children", by=as_yara)
    tournament = evening.tournament
    set_entering(tournament, by=as_yara, **OPEN)
    about = {"email": "w@example.org", "guardian": f"Mother {FAMILY}", "note": "sits with Gero"}
    enter_oneself(tournament, by=as_yara, given_name=GIVEN, family_name=FAMILY, is_minor=True, **about)
    evening.come(7)
    first, *_ = evening.draw(1)
    evening.publish(first)
    table = first.tables.first()
    set_problem(tournament, by=as_yara, table_id=table.public_id, problem=f"{GIVEN} has two pieces too many")
    evening.fill(first, by_number)
    gast = tournament.entries.get(number=2)
    exclude_entry(tournament, by=as_yara, entry_id=gast.public_id, reason=f"hit {GIVEN}")
    return evening


def her() -> Person:
    return Person.objects.get(given_name=GIVEN)


def everything() -> str:
    """All that a document or a log says, over all tournaments."""
    said = [writing.text(writing.document(tournament)) for tournament in Tournament.objects.all()]
    return "".join([*said, json.dumps(list(LogText.objects.values_list("text", flat=True)))])


def test_nothing_says_who_it_was_and_all_is_whole(evening, club, as_yara):
    before = everything()
    assert GIVEN in before and FAMILY in before and "w@example.org" in before
    person, ranks = her(), list(evening.tournament.entries.values_list("number", "state"))
    erase_person(club, by=as_yara, person_id=person.public_id)
    after = everything()
    assert not any(word in after for word in (GIVEN, FAMILY, "example.org", "sits with Gero"))
    person.refresh_from_db()
    assert (person.given_name, person.family_name, person.is_hidden) == ("Person", str(person.pk), True)
    assert list(evening.tournament.entries.values_list("number", "state")) == ranks
    assert not any(fault for stream in Stream.objects.all() for fault in chain.faults(stream))
    assert not list(checking.differences(evening.tournament))
    codes = list(LogEntry.objects.order_by("-pk").values_list("code", flat=True)[:2])
    assert codes == ["person.erased", "entries.erased"]


def test_others_keep_what_was_said_of_them(evening, club, as_yara):
    other = add_entry(evening.tournament, by=as_yara, given_name=f"{GIVEN}e", family_name=FAMILY).result
    erase_person(club, by=as_yara, person_id=her().public_id)
    other.person.refresh_from_db()
    assert other.person.family_name == FAMILY
    assert LogText.objects.filter(text=f"{GIVEN}e {FAMILY}").exists()


def test_who_was_replaced_and_who_is_known_twice_are_found(evening, club, as_yara):
    tournament = evening.tournament
    entry = add_entry(tournament, by=as_yara, given_name="Quendolin", family_name="Zwirner").result
    substitute(tournament, by=as_yara, entry_id=entry.public_id, given_name="Gero", family_name="Graf")
    quendolin = Person.objects.get(given_name="Quendolin")
    merge_people(club, by=as_yara, keep=quendolin.public_id, other=her().public_id)
    erase_person(club, by=as_yara, person_id=quendolin.public_id)
    assert not any(word in everything() for word in (GIVEN, FAMILY, "Quendolin", "Zwirner"))
    assert LogText.objects.filter(text="Gero Graf").exists()


def test_undoing_brings_nothing_back(evening, club, as_yara):
    erase_person(club, by=as_yara, person_id=her().public_id)
    seq = evening.tournament.snapshots.first().seq
    evening.tournament.stream.refresh_from_db()
    undo_to(evening.tournament, by=as_yara, to=seq, seen=evening.tournament.stream.seq)
    assert not any(word in everything() for word in (GIVEN, FAMILY, "sits with Gero"))


def test_papers_go_with_their_files(evening, club, as_yara):
    row = order_paper(evening.tournament, by=as_yara, code="names", language="de").result
    name = files.keep(GIVEN.encode())
    Job.objects.filter(pk=row.pk).update(state=JobState.DONE, result={"file": name, "picture": name})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.db.transaction.on_commit", lambda do: do())
        erase_person(club, by=as_yara, person_id=her().public_id)
    assert not files.is_kept(name) and not Job.objects.filter(pk=row.pk).exists()


def test_twice_is_no_harm_and_words_like_person_stay(evening, club, as_yara):
    person = her()
    erase_person(club, by=as_yara, person_id=person.public_id)
    table = evening.tournament.stages.first().rounds.first().tables.first()
    set_problem(evening.tournament, by=as_yara, table_id=table.public_id, problem="A person is missing")
    erase_person(club, by=as_yara, person_id=person.public_id)
    assert LogText.objects.filter(text="A person is missing").exists()


def test_only_the_clubs_admin_may(evening, club, account):
    with pytest.raises(NotAllowed):
        erase_person(club, by=Actor(account("gero")), person_id=her().public_id)
    with refused("no_such_person"):
        erase_person(club, by=SYSTEM, person_id="nobody")


def test_the_page_finds_by_name_and_erases(evening, club, desk, yara):
    session = desk.session
    session["confirmed_at"] = timezone.now().timestamp()
    session.save()
    url = reverse("erase", args=[club.public_id])
    assert GIVEN not in desk.get(url).content.decode()
    assert f"{GIVEN} {FAMILY}" in desk.get(url, {"q": "xyl wan"}).content.decode()
    assert desk.post(url, {"person": her().public_id}).status_code == 302
    assert GIVEN not in desk.get(url, {"q": "xylander"}).content.decode()


@pytest.mark.django_db(transaction=True)
def test_by_the_command(evening, capsys):
    call_command("erase", find=FAMILY)
    key = capsys.readouterr().out.split()[0]
    assert key == her().public_id
    call_command("erase", key)
    assert GIVEN not in everything()
    with pytest.raises(CommandError, match="nobody"):
        call_command("erase", "nothere")


@pytest.mark.django_db(transaction=True)
def test_contacts_are_kept_for_a_while_only(evening, settings, today_is_trusted):
    assert retention.clear()["contacts"] == 0 and Contact.objects.exists()
    long_ago = timezone.localdate() - timedelta(days=settings.CONTACT_DAYS + 1)
    Tournament.objects.update(played_on=long_ago)
    assert retention.clear()["contacts"] == 2
    assert not Contact.objects.exists() and not Entry.objects.exclude(note="").exists()
    line = evening.tournament.stream.log.last()
    assert (line.code, line.data["contacts"]) == ("contacts.erased", 1)
    assert retention.clear()["contacts"] == 0


def test_old_guesses_and_jobs_go_and_the_installations_log_says_so(db, today_is_trusted):
    GuessCount.objects.create(key="x", window=1)
    long_ago = timezone.now() - JOBS * 2
    rows = [Job.objects.create(kind=kind, key=kind, queue="x") for kind in ("x", "y", keeping.KIND)]
    Job.objects.exclude(kind="y").update(state=JobState.DONE, ended_at=long_ago, created_at=long_ago, result={})
    cleared = retention.clear()
    assert (cleared["guesses"], cleared["jobs"]) == (1, 1) and not GuessCount.objects.exists()
    assert list(Job.objects.order_by("kind")) == [
        rows[2],
        rows[1],
    ]  # the last good backup, and what is still to be done
    assert LogEntry.objects.get(code="retention.kept").data["guesses"] == 1
    retention.clear()
    assert LogEntry.objects.filter(code="retention.kept").count() == 1


def test_it_is_ordered_once_a_day(db):
    retention.order_if_due()
    retention.order_if_due()
    assert Job.objects.filter(kind=retention.KIND).count() == 1
    Job.objects.update(created_at=timezone.now() - retention.EVERY, state=JobState.DONE)
    retention.order_if_due()
    assert Job.objects.filter(kind=retention.KIND).count() == 2

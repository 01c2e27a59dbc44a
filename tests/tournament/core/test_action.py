"""The action pattern: once, logged, by whom it may, on facts that still hold; or nothing at all."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from tournament.core import chain
from tournament.core.action import Write, action
from tournament.core.actors import ANONYMOUS, Actor
from tournament.core.errors import NotAllowed, Refused, Stale
from tournament.entries.actions import add_entry
from tournament.entries.withdrawals.actions import restore_entry, withdraw_entry
from tournament.models import Entry, LogEntry, Stream, Tournament


def test_an_action_changes_logs_and_answers_with_a_receipt(tournament, as_yara):
    done = add_entry(tournament, by=as_yara, given_name="Gero", family_name="Graf")
    last = tournament.stream.log.last()
    assert done.result.number == 1
    assert (last.code, last.actor, last.role, last.via) == ("entry.added", as_yara.account.public_id, "admin", "page")
    assert done.receipt == {"id": done.result.public_id, "number": 1, "seq": last.seq, "hash": last.hash}


def test_names_stay_out_of_the_chain(tournament, as_yara):
    add_entry(tournament, by=as_yara, given_name="Geronimo", family_name="Graf")
    last = tournament.stream.log.last()
    assert "Geronimo" not in str(last.data) + str(last.receipt)
    assert last.texts.get().text == "Geronimo Graf"


def test_sent_twice_it_happens_once_and_is_answered_alike(tournament, as_yara):
    first = add_entry(tournament, by=as_yara, action_id="abcdefgh", given_name="Rosa")
    second = add_entry(tournament, by=as_yara, action_id="abcdefgh", given_name="Rosa")
    assert second.is_repeat and second.receipt == first.receipt
    assert tournament.entries.count() == 1


def test_an_id_sent_again_with_other_content_is_refused(tournament, as_yara):
    add_entry(tournament, by=as_yara, action_id="abcdefgh", given_name="Rosa")
    with pytest.raises(Refused) as refused:
        add_entry(tournament, by=as_yara, action_id="abcdefgh", given_name="Karl")
    assert refused.value.code == "id_reused"
    assert tournament.entries.count() == 1


def test_what_was_decided_on_old_facts_is_refused(tournament, entries, as_yara):
    entry = entries[0]
    withdraw_entry(tournament, by=as_yara, entry_id=entry.public_id, version=1)
    with pytest.raises(Stale) as stale:
        restore_entry(tournament, by=as_yara, entry_id=entry.public_id, version=1)
    assert stale.value.data == {"now": 2, "then": 1}
    entry.refresh_from_db()
    assert entry.state == "withdrawn"


def test_nobody_without_the_role_writes(tournament, account):
    stranger = Actor(account("gero"))
    for actor in (ANONYMOUS, stranger):
        with pytest.raises(NotAllowed):
            add_entry(tournament, by=actor, given_name="Gero")
    assert not tournament.entries.exists()


def test_a_refusal_inside_leaves_no_trace(tournament, as_yara):
    before = Stream.objects.get(tournament=tournament).seq
    with pytest.raises(Refused):
        withdraw_entry(tournament, by=as_yara, entry_id="no-such")
    assert Stream.objects.get(tournament=tournament).seq == before == tournament.stream.log.count()


def test_an_entry_of_another_tournament_is_not_to_be_had(tournament, club, entries, as_yara):
    from datetime import date

    from tournament.setup.actions import create_tournament

    other = create_tournament(club, by=as_yara, name="Other", played_on=date(2026, 1, 1)).result
    with pytest.raises(Refused):
        withdraw_entry(other, by=as_yara, entry_id=entries[0].public_id)


@action("test.family", needs="entries.change")
def enter_family(write: Write, tournament: Tournament, *, names: list[str], fails: bool = False) -> None:
    for name in names:
        add_entry(tournament, by=write.by, given_name=name)
    if fails:
        raise Refused("test", "After all not.")


@action("test.families", needs="entries.change")
def enter_families(write: Write, tournament: Tournament) -> None:
    """Of three, the one in the middle fails after it has written."""
    enter_family(tournament, by=write.by, names=["Yara", "Gero"])
    with pytest.raises(Refused):
        enter_family(tournament, by=write.by, names=["Rosa"], fails=True)
    enter_family(tournament, by=write.by, names=["Karl"])


def test_actions_within_actions_stand_before_them_in_one_chain(tournament, as_yara):
    before = tournament.stream.log.count()
    done = enter_families(tournament, by=as_yara)
    stream = Stream.objects.get(tournament=tournament)
    log = list(stream.log.order_by("seq").values_list("code", flat=True))[before:]
    two, one = ["entry.added", "entry.added", "test.family"], ["entry.added", "test.family"]
    assert log == [*two, *one, "test.families"]
    assert (done.receipt["seq"], done.receipt["hash"]) == (stream.seq, stream.head)
    assert list(chain.faults(stream)) == []
    assert {entry.person.given_name for entry in Entry.objects.all()} == {"Yara", "Gero", "Karl"}


@pytest.mark.django_db(transaction=True)
def test_many_at_once_get_numbers_of_their_own_and_one_whole_chain(tournament, as_yara):
    together, hands = Barrier(8), 8

    def clerk(name: str) -> list[int]:
        together.wait()
        try:
            return [add_entry(tournament, by=as_yara, given_name=f"{name}{i}").receipt["number"] for i in range(5)]
        finally:
            connection.close()

    with ThreadPoolExecutor(hands) as pool:
        numbers = [n for mine in pool.map(clerk, "ABCDEFGH") for n in mine]
    assert sorted(numbers) == list(range(1, 41))
    assert list(chain.faults(Stream.objects.get(tournament=tournament))) == []


@pytest.mark.django_db(transaction=True)
def test_one_action_sent_by_many_at_once_happens_once(tournament, as_yara):
    together = Barrier(8)

    def send(_: int) -> dict:
        together.wait()
        try:
            return add_entry(tournament, by=as_yara, action_id="the-same-one", given_name="Wanda").receipt
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        receipts = list(pool.map(send, range(8)))
    assert all(receipt == receipts[0] for receipt in receipts)
    assert Entry.objects.count() == 1
    assert LogEntry.objects.filter(action_id="the-same-one").count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_many_edits_on_one_version_one_wins(tournament, entries, as_yara):
    together, entry = Barrier(8), entries[0]

    def edit(_: int) -> str:
        together.wait()
        try:
            withdraw_entry(tournament, by=as_yara, entry_id=entry.public_id, version=1)
        except Stale:
            return "stale"
        else:
            return "won"
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(edit, range(8)))
    assert sorted(outcomes) == ["stale"] * 7 + ["won"]

"""Who is there: states and what leads from one to the other."""

import pytest

from tests.tournament.evening import Evening, refused
from tournament.core.actors import Actor
from tournament.core.errors import NotAllowed, Refused, Stale
from tournament.entries import actions
from tournament.entries.checkin import actions as checkin
from tournament.entries.payments.actions import set_paid
from tournament.entries.start_numbers.actions import set_number
from tournament.entries.substitutes.actions import substitute
from tournament.entries.waiting_list.actions import move_up
from tournament.entries.withdrawals.actions import exclude_entry, restore_entry, withdraw_entry
from tournament.hall.me.actions import hide_name
from tournament.models import Entry, Grant, Person, Role
from tournament.people.names import public_name

W, G, P, A, X, E = "waiting", "registered", "present", "absent", "withdrawn", "excluded"
MOVES = {
    checkin.check_in: {W: P, G: P, A: P},
    checkin.undo_check_in: {P: G},
    checkin.mark_absent: {P: A},
    move_up: {W: G},
    withdraw_entry: dict.fromkeys((W, G, P, A), X),
    restore_entry: {X: G, E: G},
}


@pytest.mark.parametrize("move", MOVES, ids=lambda move: move.action)
@pytest.mark.parametrize("state", [W, G, P, A, X, E])
def test_each_action_leads_from_the_states_it_is_meant_for_and_from_no_other(move, state, tournament, as_yara):
    entry = actions.add_entry(tournament, by=as_yara, given_name="Gero").result
    Entry.objects.filter(pk=entry.pk).update(state=state)
    wanted = MOVES[move].get(state)
    if wanted:
        move(tournament, by=as_yara, entry_id=entry.public_id)
    else:
        with refused("entry_state") as caught:
            move(tournament, by=as_yara, entry_id=entry.public_id)
        assert isinstance(caught.value, Stale) and caught.value.data["state"] == state
    entry.refresh_from_db()
    assert (entry.state, entry.version) == ((wanted, 2) if wanted else (state, 1))


@pytest.mark.parametrize("state", [G, P, A, X])
def test_who_is_excluded_is_out_with_a_reason(state, tournament, as_yara):
    entry = actions.add_entry(tournament, by=as_yara, given_name="Gero").result
    Entry.objects.filter(pk=entry.pk).update(state=state)
    with refused("reason_missing"):
        exclude_entry(tournament, by=as_yara, entry_id=entry.public_id, reason=" ")
    done = exclude_entry(tournament, by=as_yara, entry_id=entry.public_id, reason="Threw the board")
    assert done.result.state == E
    assert tournament.stream.log.last().texts.get().text == "Threw the board"


def test_the_desk_can_neither_exclude_nor_take_it_back(tournament, club, entries, as_yara, account):
    gero = Actor(account("gero"))
    Grant.objects.create(account=gero.account, club=club, tournament=tournament, role=Role.DESK)
    out = {"entry_id": entries[0].public_id}
    with pytest.raises(NotAllowed):
        exclude_entry(tournament, by=gero, reason="!", **out)
    exclude_entry(tournament, by=as_yara, reason="!", **out)
    with pytest.raises(NotAllowed):
        restore_entry(tournament, by=gero, **out)
    assert restore_entry(tournament, by=as_yara, **out).result.state == G


def test_all_who_are_registered_are_checked_in_at_once(tournament, entries, as_yara):
    withdraw_entry(tournament, by=as_yara, entry_id=entries[1].public_id)
    checkin.check_in(tournament, by=as_yara, entry_id=entries[2].public_id)
    done = checkin.check_in_all(tournament, by=as_yara)
    assert done.result == done.receipt["count"] == 4
    assert tournament.stream.log.last().data == {"numbers": [1, 4, 5, 6]}
    assert list(tournament.entries.values_list("state", "version")) == [(P, 2), (X, 2), (P, 2), (P, 2), (P, 2), (P, 2)]


def test_the_first_who_waits_moves_up(tournament, entries, as_yara):
    names = [actions.add_entry(tournament, by=as_yara, given_name=name, state=W).result for name in ("Anna", "Bert")]
    assert move_up(tournament, by=as_yara).result.pk == names[0].pk
    move_up(tournament, by=as_yara)
    with refused("nobody_waits"):
        move_up(tournament, by=as_yara)


def test_paid_or_not(tournament, entries, as_yara):
    entry_id = entries[0].public_id
    assert set_paid(tournament, by=as_yara, entry_id=entry_id, is_paid=True).result.is_paid
    assert not set_paid(tournament, by=as_yara, entry_id=entry_id, is_paid=False).result.is_paid


def test_start_numbers_are_given_once(tournament, entries, as_yara):
    assert actions.add_entry(tournament, by=as_yara, given_name="Anna", number=77).result.number == 77
    assert actions.add_entry(tournament, by=as_yara, given_name="Bert").result.number == 78
    for number, code in ((77, "number_taken"), (0, "number"), (10_000, "number")):
        with refused(code):
            set_number(tournament, by=as_yara, entry_id=entries[0].public_id, number=number)
    done = set_number(tournament, by=as_yara, entry_id=entries[0].public_id, number=12)
    assert done.result.number == 12 and tournament.stream.log.last().data["before"] == 1


def test_nobody_is_entered_as_out_already(tournament, as_yara):
    with pytest.raises(Refused):
        actions.add_entry(tournament, by=as_yara, given_name="Anna", state=E)


def test_a_substitute_plays_on_under_the_number(tournament, entries, as_yara):
    who = {"entry_id": entries[0].public_id, "given_name": "Nora", "family_name": "Neu"}
    done = substitute(tournament, by=as_yara, **who)
    assert (done.result.number, done.result.person.given_name) == (1, "Nora")
    assert "Nora" not in str(tournament.stream.log.last().data)
    withdraw_entry(tournament, by=as_yara, entry_id=entries[0].public_id)
    with pytest.raises(Refused):
        substitute(tournament, by=as_yara, **who)


def test_a_name_is_set_right_in_the_address_book_and_stands_in_the_log_as_text(tournament, entries, as_yara):
    gero = entries[1]
    done = actions.rename(
        tournament, by=as_yara, entry_id=gero.public_id, given_name="Gerold", is_minor=True, version=1
    )
    person = Person.objects.get(pk=gero.person_id)
    assert (person.given_name, person.family_name, person.is_minor, done.result.version) == ("Gerold", "", True, 2)
    said = tournament.stream.log.last()
    assert said.texts.get().text == "Gerold" and "Gerold" not in str(said.data)
    with refused("stale"):
        actions.rename(tournament, by=as_yara, entry_id=gero.public_id, given_name="Gero", version=1)


@pytest.mark.parametrize("how", [{"is_hidden": True}, {"is_minor": True, "shows_full_name": True}])
def test_who_gets_the_name_of_somebody_protected_is_hidden_too(tournament, entries, club, as_yara, how):
    """Written rightly at the desk of a tournament that the other one is not in."""
    Person.objects.create(club=club, given_name="Karla", family_name="Kindermann", **how)
    gero = {"entry_id": entries[1].public_id, "given_name": "karla", "family_name": "Kindermann"}
    actions.rename(tournament, by=as_yara, is_hidden=False, shows_full_name=True, **gero)
    person = Person.objects.get(pk=entries[1].person_id)
    assert person.is_hidden and "Kindermann" not in (shown := public_name(person, 2)) and "arla" not in shown
    assert tournament.stream.log.last().data["is_hidden"] is True
    actions.rename(tournament, by=as_yara, is_hidden=False, **gero)  # the name stays, and the desk knows them
    assert not Person.objects.get(pk=person.pk).is_hidden


def test_who_is_known_twice_is_protected_under_both_names(tournament, entries, club, as_yara):
    kept = Person.objects.create(club=club, given_name="Gero", family_name="Graff", shows_full_name=True)
    Person.objects.filter(pk=entries[1].person_id).update(merged_into=kept)
    rename = {"entry_id": entries[1].public_id, "given_name": "Gero", "family_name": "Graf"}
    actions.rename(tournament, by=as_yara, is_hidden=True, shows_full_name=False, **rename)
    kept.refresh_from_db()
    assert (kept.family_name, kept.is_hidden, kept.shows_full_name) == ("Graff", True, False)
    hide_name(tournament, by=as_yara, entry_id=entries[1].public_id, is_hidden=False)
    assert not Person.objects.filter(is_hidden=True).exists()


def test_who_hid_the_own_name_meanwhile_is_not_shown_again_by_a_page_that_was_open_before(tournament, entries, as_yara):
    gero = entries[1]
    hide_name(tournament, by=as_yara, entry_id=gero.public_id, is_hidden=True)
    with refused("stale"):
        actions.rename(
            tournament, by=as_yara, entry_id=gero.public_id, given_name="Gerold", is_hidden=False, version=gero.version
        )
    actions.rename(tournament, by=as_yara, entry_id=gero.public_id, given_name="Gerold")  # says nothing of it
    person = Person.objects.get(pk=gero.person_id)
    assert (person.given_name, person.is_hidden) == ("Gerold", True)


def test_who_has_a_seat_is_not_unchecked_and_comes_back_present(club, as_yara):
    evening = Evening(club, "championship", by=as_yara)
    entry = evening.come(8)[0]
    evening.publish(evening.draw(1)[0])
    with refused("has_played"):
        checkin.undo_check_in(evening.tournament, by=as_yara, entry_id=entry.public_id)
    withdraw_entry(evening.tournament, by=as_yara, entry_id=entry.public_id)
    assert restore_entry(evening.tournament, by=as_yara, entry_id=entry.public_id).result.state == P

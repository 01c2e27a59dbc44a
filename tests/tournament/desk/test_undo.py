"""Back to before a step: whatever was done since, everything is as it was; and back again."""

from contextlib import suppress
from random import Random

import pytest
from django.apps import apps
from django.core.management import call_command
from django.urls import reverse

from tests.tournament.evening import Evening, by_chance, refused
from tournament.core.errors import Refused
from tournament.core.snapshots import LATEST, kept, state_of
from tournament.desk.undo.actions import undo_to
from tournament.draw.actions import discard_drafts
from tournament.entries.actions import add_entry
from tournament.entries.checkin.actions import mark_absent
from tournament.entries.imports.actions import import_entries
from tournament.entries.payments.actions import set_paid
from tournament.entries.start_numbers.actions import set_number
from tournament.entries.withdrawals.actions import withdraw_entry
from tournament.finals.actions import settle_by_lot
from tournament.models import Entry, Person, Round, Snapshot, Table, Tournament
from tournament.models.events import EntryState
from tournament.policy import table
from tournament.rounds.actions import close_round, reopen_round, unpublish_round
from tournament.rounds.seats.actions import leave_seat, swap_seats
from tournament.stages.actions import set_boards
from tournament.standings.penalties.actions import give_penalty

pytestmark = pytest.mark.slow

GUEST = {"given_name": "Neu", "family_name": "Neumann", "number": None}


def seen(evening: Evening) -> int:
    evening.tournament.stream.refresh_from_db()
    return evening.tournament.stream.seq


def undo(evening: Evening, to: int):
    return undo_to(evening.tournament, by=evening.by, to=to, seen=seen(evening))


def state(evening: Evening) -> dict:
    """But for the versions, which only ever rise."""
    found = state_of(evening.tournament)
    return {name: {pk: {**row, "version": 0} for pk, row in rows.items()} for name, rows in found.items()}


@pytest.fixture
def evening(club, as_yara) -> Evening:
    evening = Evening(club, "championship", by=as_yara)
    evening.come(9)
    return evening


def latest(evening: Evening) -> int:
    return evening.tournament.snapshots.first().seq


def test_a_draw_is_taken_back_with_everything_that_was_built_on_it(evening):
    before = state(evening)
    first, *_rest = evening.draw(1)
    to = latest(evening)
    evening.publish(first)
    evening.fill(first, by_chance(1))
    undo(evening, to)
    assert state(evening) == before and not Round.objects.exists()
    assert evening.tournament.stream.log.last().data == {"line": to, "step": "round.drawn"}


def test_a_draw_thrown_away_comes_back_with_its_seats_and_the_undoing_is_undone(evening):
    evening.draw(1)
    drawn = state(evening)
    discard_drafts(evening.tournament, by=evening.by, stage_id=evening.stage(1).pk)
    discarded = state(evening)
    undo(evening, latest(evening))
    assert state(evening) == drawn
    undo(evening, latest(evening))
    assert state(evening) == discarded


def test_an_import_is_taken_back_and_the_people_stay_in_the_address_book(evening):
    before = state(evening)
    import_entries(evening.tournament, by=evening.by, people=[GUEST])
    undo(evening, latest(evening))
    assert state(evening) == before and Person.objects.filter(given_name="Neu").exists()
    undo(evening, latest(evening))
    assert Entry.objects.filter(person__given_name="Neu").exists()


def test_what_is_exchanged_crosswise_goes_back(evening):
    """Numbers and seats that are unique: no order of single changes would do."""
    evening.draw(1)
    import_entries(evening.tournament, by=evening.by, people=[GUEST])
    before, to = state(evening), seen(evening)
    Snapshot.objects.filter(tournament=evening.tournament).delete()
    discard = Round.objects.filter(stage__tournament=evening.tournament, number=3)
    settle_by_lot(evening.tournament, by=evening.by, stage_id=evening.stage(1).pk)
    assert latest(evening) == to and discard.exists()
    one, two = Entry.objects.filter(number__in=(1, 2)).order_by("number")
    for entry, number in ((one, 99), (two, 1), (one, 2)):
        set_number(evening.tournament, by=evening.by, entry_id=entry.public_id, number=number)
    round_ = Round.objects.get(number=1)
    a, b = round_.tables.all()[:2]
    who = [table.seats.first().entry.public_id for table in (a, b)]
    swap_seats(evening.tournament, by=evening.by, round_id=round_.pk, one=who[0], other=who[1])
    undo(evening, to)
    assert state(evening) == before


def test_what_was_done_since_it_was_looked_at_stops_it(evening):
    evening.draw(1)
    shown, to = seen(evening), latest(evening)
    add_entry(evening.tournament, by=evening.by, given_name="Eve")
    with refused("more_was_done"):
        undo_to(evening.tournament, by=evening.by, to=to, seen=shown)
    with refused("no_such_state"):
        undo_to(evening.tournament, by=evening.by, to=9999, seen=seen(evening))


def test_an_open_page_from_before_is_refused_afterwards(evening):
    first, *_rest = evening.draw(1)
    evening.publish(first)
    table = first.tables.first()
    then = {"version": Table.objects.get(pk=table.pk).version}
    evening.fill(first, by_chance(1))
    close_round(evening.tournament, by=evening.by, round_id=first.pk)
    undo(evening, latest(evening))
    assert Round.objects.get(pk=first.pk).version > first.version
    with refused("stale"):
        unpublish_round(evening.tournament, by=evening.by, round_id=first.pk, version=first.version)
    assert Table.objects.get(pk=table.pk).version > then["version"]


def test_a_link_made_worthless_stays_so(evening):
    evening.draw(1)
    Entry.objects.filter(number=1).update(link_number=5, is_paid=True)
    undo(evening, latest(evening))
    assert Entry.objects.get(number=1).link_number == 5 and not Entry.objects.get(number=1).is_paid


def test_only_the_latest_states_are_kept(evening):
    for _ in range(LATEST + 3):
        evening.draw(1)
    assert evening.tournament.snapshots.count() == LATEST


def random_step(evening: Evening, dice: Random) -> None:
    tournament, by = evening.tournament, {"by": evening.by}
    entry = dice.choice(list(tournament.entries.all()))
    rounds = list(Round.objects.filter(stage__tournament=tournament).order_by("number"))
    round_ = dice.choice(rounds) if rounds else None
    steps = [
        lambda: evening.draw(1),
        lambda: import_entries(tournament, people=[GUEST], **by),
        lambda: withdraw_entry(tournament, entry_id=entry.public_id, **by),
        lambda: mark_absent(tournament, entry_id=entry.public_id, **by),
        lambda: set_paid(tournament, entry_id=entry.public_id, is_paid=True, **by),
        lambda: set_boards(tournament, fours=dice.randint(3, 6), sixes=4, **by),
        lambda: discard_drafts(tournament, stage_id=evening.stage(1).pk, **by),
        lambda: give_penalty(
            tournament, stage_id=evening.stage(1).pk, entry_id=entry.public_id, points=1, reason="Lärm", **by
        ),
    ]
    if round_:
        steps += [
            lambda: evening.publish(round_),
            lambda: evening.fill(round_, by_chance(dice.random())),
            lambda: close_round(tournament, round_id=round_.pk, reason="spät", **by),
            lambda: reopen_round(tournament, round_id=round_.pk, **by),
            lambda: unpublish_round(tournament, round_id=round_.pk, **by),
            lambda: leave_seat(tournament, round_id=round_.pk, entry_id=entry.public_id, **by),
        ] * 2
    with suppress(Refused):
        dice.choice(steps)()


@pytest.mark.parametrize("seed", range(4))
def test_random_walks_lead_back_to_each_of_their_states(seed, evening):
    dice, states = Random(seed), {}
    for _ in range(25):
        states[seen(evening)] = state(evening)
        random_step(evening, dice)
    for to in list(evening.tournament.snapshots.values_list("seq", flat=True))[:8]:
        if to in states and to != seen(evening):
            undo(evening, to)
            assert state(evening) == states[to]
    call_command("verify_tournament", evening.tournament.public_id)


def test_the_page_says_what_will_be_lost_and_does_it(evening, desk):
    before = state(evening)
    first, *_rest = evening.draw(1)
    to = latest(evening)
    evening.publish(first)
    address = reverse("undo", args=[evening.tournament.public_id])
    assert f"?to={to}" in desk.get(address).content.decode()
    page = desk.get(f"{address}?to={to}")
    assert len(page.context["lost"]) == 2
    answer = desk.post(address, {"to": to, "seen": page.context["seen"], "action_id": "undo-once-1"})
    assert answer.status_code == 302 and state(evening) == before
    assert EntryState.PRESENT in before["Entry"][min(before["Entry"])].values()


def test_every_model_that_hangs_on_a_tournament_comes_back_or_is_said_not_to():
    models = [m for app in ("tournament", "games", "referee") for m in apps.get_app_config(app).get_models()]
    found, known = {Tournament}, 0
    while len(found) > known:
        known = len(found)
        found |= {m for m in models if {f.related_model for f in m._meta.concrete_fields if f.is_relation} & found}
    comes_back, left = {part.model for part in kept()}, {each.model for each in table.tables() if each.not_back}
    assert comes_back & left == set()
    assert found - comes_back - left == set(), (
        "is in no part of the document: say in its policy why it does not come back"
    )
    assert left - set(models) == set(), "no such model any more"

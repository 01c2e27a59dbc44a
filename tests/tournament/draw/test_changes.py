"""The preview of every change of seats, and of a round made by hand, is what the report shows afterwards."""

import os
from functools import partial
from random import Random

import pytest
from django.urls import reverse

from tests.tournament.draw.test_swap import evening_of, shown
from tests.tournament.evening import by_chance, text
from tournament.draw.actions import store_draft
from tournament.draw.by_hand import round_made
from tournament.draw.by_hand.views import _sentences
from tournament.draw.proof import drawn_together
from tournament.draw.reached import reached
from tournament.draw.report_words import sentences
from tournament.draw.request import basis
from tournament.draw.swap import differences, effect_of, joined, left, reseated, swapped
from tournament.models import Board, Round, Table
from tournament.people.names import full_name
from tournament.rounds.seats import actions

CHANGES = int(os.environ.get("AUGENGENAU_CHANGES", "25"))  # of each evening
KINDS = ("swapped", "taken", "left", "joined", "reseated")


def one_of(dice, kind, evening, draft):
    """(what the preview is asked, what is done) or None where this round has no room for it."""
    tournament, by = evening.tournament, evening.by
    tables = [(table, list(table.seats.select_related("entry").order_by("order"))) for table in draft.tables.all()]
    table, seats = dice.choice(tables)
    spare = list(tournament.entries.present().exclude(seats__round=draft))
    act = {"by": by, "round_id": draft.pk}
    if kind == "swapped":
        one, other = dice.sample([seat.entry for _t, each in tables for seat in each], 2)
        do = partial(actions.swap_seats, tournament, one=one.public_id, other=other.public_id, **act)
        return (lambda now: swapped(now, one.pk, other.pk)), do
    if kind == "taken" and spare:
        one, late = dice.choice(seats).entry, dice.choice(spare)
        do = partial(actions.take_seat, tournament, instead_of=one.public_id, entry_id=late.public_id, **act)
        return (lambda now: swapped(now, one.pk, late.pk)), do
    if kind == "left" and len(seats) == 4:
        one = dice.choice(seats).entry
        return (lambda now: left(now, one.pk)), partial(actions.leave_seat, tournament, entry_id=one.public_id, **act)
    if kind == "joined" and len(seats) == 3 and spare:
        mate, late = seats[0].entry, dice.choice(spare)
        do = partial(actions.join_table, tournament, by=by, table_id=table.public_id, entry_id=late.public_id)
        return (lambda now: joined(now, mate.pk, late.pk)), do
    if kind == "reseated":
        order = dice.sample([seat.entry for seat in seats], len(seats))
        named = {seat.colour: entry.public_id for seat, entry in zip(seats, order, strict=True)}
        do = partial(actions.reseat, tournament, by=by, table_id=table.public_id, order=named)
        return (lambda now: reseated(now, [entry.pk for entry in order])), do
    return None


@pytest.mark.parametrize(
    ("preset", "players"), [("village", 12), ("championship", 23), ("championship", 14), ("village", 9), ("open", 16)]
)
@pytest.mark.parametrize("played", [0, 1])
def test_over_many_changes_the_preview_is_the_difference_of_the_two_reports(club, preset, players, played):
    dice, evening = Random(players + played), evening_of(club, preset, players)
    rounds = evening.draw(1)
    for round_ in rounds[:played]:
        evening.play(round_, by_chance(3))
    evening.come(2)  # late, without a seat
    names = {entry.pk: str(entry.number) for entry in evening.tournament.entries.all()}
    done, moved = dict.fromkeys(KINDS, 0), 0
    while sum(done.values()) < CHANGES:
        draft, kind = dice.choice(rounds[played:]), dice.choice(KINDS)
        change = one_of(dice, kind, evening, draft)
        if change is None:
            continue
        foreseen, before = effect_of(draft, change[0], names), shown(draft, names)
        change[1]()
        assert foreseen == differences(before, shown(draft, names)), kind
        done[kind] += 1
        moved += bool(foreseen)
    assert (
        moved and all(done[kind] for kind in ("swapped", "reseated")) and done["left"] + done["joined"] + done["taken"]
    )


@pytest.mark.parametrize("players", [8, 12, 15])
def test_a_round_made_by_hand_shows_what_its_draft_shows(club, players):
    """Until it is stored by the sentences of the typed sheet, then by those of the draft."""
    dice, evening = Random(players), evening_of(club, "village", players)
    for _again in range(4):
        stage = evening.stage(1)
        now = basis(stage)
        numbers = [str(entry.number) for entry in now.field.entries]
        dice.shuffle(numbers)
        empty = round_made.sheet(now, {})
        at = iter(numbers)
        typed = [[next(at) for _seat in seats] for _board, seats in empty.tables]
        kinds = dict(Board.objects.filter(tournament=evening.tournament).values_list("number", "kind"))
        made = round_made.sheet(now, kinds, typed)
        assert made.is_whole
        foreseen = _sentences(now, made)
        done = store_draft(
            evening.tournament,
            by=evening.by,
            stage_id=stage.pk,
            made_from=now.fingerprint,
            drawn=round_made.drawn(now, made),
        )
        request, report = reached(drawn_together(Round.objects.get(pk=done.receipt["rounds"][0])))
        names = {entry.pk: f"{entry.number} {full_name(entry.person)}" for entry in evening.tournament.entries.all()}
        assert foreseen == sentences(report, names, request)


def test_the_page_shows_it_before_and_does_it_then(evening, round_, desk):
    table = round_.tables.first()
    seat = table.seats.select_related("entry").first()
    page = reverse("table_seats", args=[evening.tournament.public_id, table.public_id])
    asked = {"to": "left", "entry": seat.entry.public_id}
    answer = desk.post(page, {**asked, "look": "1"})
    assert answer.status_code == 302 and Table.objects.get(pk=table.pk).seats.count() == 4
    looked = desk.get(answer.url)
    assert looked.context["effect"] and looked.context["effect"][0].title in text(looked)
    names = {entry.pk: f"{entry.number} {full_name(entry.person)}" for entry in evening.tournament.entries.all()}
    before = shown(round_, names)
    desk.post(page, {**dict(looked.context["sent"]), "version": str(looked.context["round"].version)})
    assert Table.objects.get(pk=table.pk).seats.count() == 3
    assert looked.context["effect"] == differences(before, shown(round_, names))

"""The preview of a swap is the difference of the two reports: the one shown before, the one shown afterwards."""

import os
from random import Random

import pytest

from tests.tournament.evening import Evening, by_chance
from tournament.draw.proof import drawn_together
from tournament.draw.reached import reached
from tournament.draw.report_words import sentences
from tournament.draw.swap import OTHER, differences, swap_effect
from tournament.models import Entry, Round
from tournament.rounds.seats.actions import swap_seats, take_seat

SWAPS = int(os.environ.get("AUGENGENAU_SWAPS", "40"))  # of each evening


def shown(round_: Round, people: dict[int, str]) -> list:
    round_ = Round.objects.get(pk=round_.pk)
    request, report = reached(drawn_together(round_))
    return sentences(report, people, request)


def evening_of(club, preset: str, players: int) -> Evening:
    evening = Evening(club, preset)
    people = evening.come(players)
    for n, entry in enumerate(people):  # families of three, so that wishes come and go
        entry.family = f"Familie {n // 3}" if n % 2 else ""
    Entry.objects.bulk_update(people, ["family"])
    return evening


@pytest.mark.parametrize(
    ("preset", "players"), [("village", 12), ("championship", 23), ("championship", 14), ("village", 9)]
)
@pytest.mark.parametrize("played", [0, 1])
def test_over_many_swaps_the_preview_is_the_difference_of_the_two_reports(club, preset, players, played):
    dice, evening = Random(players), evening_of(club, preset, players)
    rounds = evening.draw(1)
    for round_ in rounds[:played]:
        evening.play(round_, by_chance(3))
    names = {entry.pk: str(entry.number) for entry in evening.tournament.entries.all()}
    verdicts = set()
    for _n in range(SWAPS):
        draft = dice.choice(rounds[played:])
        one, other = dice.sample(list(draft.seats.select_related("entry")), 2)
        foreseen = swap_effect(draft, one.entry_id, other.entry_id, names)
        before = shown(draft, names)
        pair = {"one": one.entry.public_id, "other": other.entry.public_id}
        swap_seats(evening.tournament, by=evening.by, round_id=draft.pk, **pair)
        assert foreseen == differences(before, shown(draft, names))
        verdicts |= {one.verdict for one in foreseen}
    assert verdicts - {OTHER} or len(rounds) - played < 1


def test_somebody_without_a_seat_comes_in_as_foreseen(club):
    evening = evening_of(club, "championship", 14)
    draft = evening.draw(1)[1]
    late = evening.come(1)[0]
    names = {entry.pk: str(entry.number) for entry in evening.tournament.entries.all()}
    seat = draft.seats.select_related("entry").first()
    foreseen, before = swap_effect(draft, seat.entry_id, late.pk, names), shown(draft, names)
    who = {"instead_of": seat.entry.public_id, "entry_id": late.public_id}
    take_seat(evening.tournament, by=evening.by, round_id=draft.pk, **who)
    assert foreseen == differences(before, shown(draft, names)) and foreseen


def test_control_looking_only_at_this_round_misses_what_comes_later(club):
    """Two who meet again in a later draft: what the former preview did not see."""
    evening = evening_of(club, "championship", 16)
    first, second = evening.draw(1)[:2]
    a, b = (seat.entry for seat in second.tables.first().seats.all()[:2])
    target = next(seat.entry for seat in first.seats.get(entry=b).table.seats.all() if seat.entry != b)
    names = {entry.pk: str(entry.number) for entry in evening.tournament.entries.all()}
    said = {one.title: one for one in swap_effect(first, a.pk, target.pk, names)}
    assert said["Gegner"].verdict == "worse" and f"{a.number} · {b.number}" in " ".join(said["Gegner"].new)

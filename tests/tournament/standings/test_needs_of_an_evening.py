"""What a player needs, on the pages of a tournament: what was said beforehand is what comes out."""

import re

import pytest
from django.urls import reverse

from tests.tournament.evening import Evening, a_club, by_chance, text
from tournament.models import Club, Entry, Tournament
from tournament.standings.need.last_round import Verdict
from tournament.standings.need.queries import Goal, goal_of
from tournament.standings.need.words import needs_of
from tournament.standings.queries import cut_of, kept_lines


def an_evening(seed: int, rounds: int, club: Club | None = None) -> Evening:
    """Twelve people before a final of four, with so many rounds of three closed, the next one published."""
    evening = Evening(club or a_club(), "village", seed=str(seed))
    stage = evening.stage(1)
    stage.planned_rounds = 3
    stage.save()
    evening.come(12)
    drawn = evening.draw(1)
    for at in range(rounds):
        drawn = drawn if at == 0 else evening.draw(1)
        evening.play(drawn[0], by_chance(seed + at))
    if rounds < 3:
        drawn = drawn if rounds == 0 else evening.draw(1)
        evening.publish(evening.stage(1).rounds.get(number=rounds + 1))
    evening.tournament.refresh_from_db()
    return evening


def goal(evening: Evening) -> Goal | None:
    return goal_of(Tournament.objects.get(pk=evening.tournament.pk))


@pytest.mark.parametrize("seed", range(4))
def test_what_was_sure_before_the_last_round_comes_out(db, seed):
    evening = an_evening(seed, 2)
    said = goal(evening)
    assert said is not None and said.last is not None
    through, out = said.sides()
    looks = {entry: {look.place: look.verdict for look in said.outlooks(entry)} for entry in said.able}
    last = evening.stage(1).rounds.get(number=3)
    evening.fill(last, by_chance(seed + 77))
    ranks = {line.player.id: line.rank for line in kept_lines(evening.stage(1))}
    size = said.target.size
    places = {seat.entry_id: seat.place for table in last.tables.all() for seat in table.results.get().seats.all()}
    assert all(ranks[entry] <= size for entry in through) and all(ranks[entry] > size for entry in out)
    for entry, by_place in looks.items():
        verdict = by_place[places[entry]]
        assert verdict == Verdict.OPEN or (ranks[entry] <= size) == (verdict == Verdict.THROUGH)


def test_nothing_is_said_where_nothing_is_left(db):
    evening = an_evening(1, 3)
    assert goal(evening) is None and needs_of(evening.tournament.entries.first()) == []
    assert cut_of(evening.stage(2)).waiting_for.get("code") != "stage_open"


def test_before_the_last_round_points_are_named(db):
    evening = an_evening(1, 0)
    said = goal(evening)
    assert said is not None and said.last is None and said.field.rounds == 3
    assert "Punkt" in needs_of(Entry.objects.first())[0]


def test_pages_say_it(db, client):
    evening = an_evening(2, 2)
    tournament = evening.tournament
    open_to = [entry for entry in goal(evening).able if goal(evening).verdict(entry) == Verdict.OPEN]
    entry = Entry.objects.get(pk=open_to[0])
    page = text(client.get(reverse("player_page", args=[tournament.public_id, entry.number])))
    assert "Was brauche ich?" in page
    for sentence in needs_of(entry):
        assert re.sub(r"\s+", " ", sentence) in page


def test_places_kept_for_a_category_are_not_told(db):
    evening = an_evening(2, 1)
    assert goal(evening) is not None
    evening.tournament.categories.create(name="Jugend", quota=1)
    evening.fill(evening.stage(1).rounds.get(number=2), by_chance(5))
    assert goal(evening) is None


def test_the_desk_sees_who_is_through_and_who_is_out(club, desk):
    evening = an_evening(2, 2, club)
    _through, out = goal(evening).sides()
    assert out
    page = text(desk.get(reverse("final", args=[evening.tournament.public_id, evening.stage(2).pk])))
    names = [f"Gast{Entry.objects.get(pk=pk).number} Graf" for pk in out]
    assert "Sicher weiter:" in page and all(name in page for name in names)

"""The chance to get through: compared with every way in which a round can end, seeded, worked out in the background."""

from collections import Counter
from itertools import permutations, product

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.standings.test_need import OWN, field
from tests.tournament.standings.test_needs_of_an_evening import an_evening
from tournament.core import jobs
from tournament.models import Job, Tournament
from tournament.standings.need.chances import GAMES, KIND, chances_of, finishes, order_if_due
from tournament.standings.need.last_round import LastRound, Verdict
from tournament.standings.need.outcomes import Keys, Pending, Spot
from tournament.standings.need.playing_out import EVENINGS, chances
from tournament.standings.need.queries import goal_of
from tournament.standings.need.views import percent
from tournament.standings.qualifying import source_of
from tournament.standings.ranking.model import Facts, Player, Scheme

EVEN = {size: list(permutations(range(1, size + 1))) for size in (3, 4)}


def counted(keys: Keys, pending: list[Pending], people: list[int], places: int) -> dict[int, float]:
    """From every end, each as likely as another."""
    won, ends = Counter[int](), 0
    for places_at in product(*(EVEN[len(table.players)] for table in pending)):
        ends += 1
        key = {one: keys.now(one) for one in people}
        for table, order in zip(pending, places_at, strict=True):
            for one, place in zip(table.players, order, strict=True):
                key[one] = keys.after(one, Spot(place, 1), len(order))
        for one in people:
            better = sum(other > key[one] for other in key.values())
            level = sum(other == key[one] for other in key.values())
            won[one] += min(max((places - better) / level, 0.0), 1.0)
    return {one: won[one] / ends for one in people}


@pytest.mark.parametrize("seed", range(4))
def test_a_last_round_comes_near_what_counting_every_end_gives(seed):
    facts, pending, _dice = field(seed, [3, 4])
    people, scheme = [player.id for player in facts.players], Scheme(breaks=OWN)
    keys = Keys(facts, scheme, 9)
    told = chances(keys, pending, (), people, 3, EVEN, seed="x", evenings=4000)
    exact = counted(keys, pending, people, 3)
    assert max(abs(told[one] - exact[one]) for one in people) < 0.04
    assert sum(told.values()) == pytest.approx(3)
    for one in people:
        verdicts = {look.verdict for look in LastRound(keys, pending, people, 3).outlooks(one)}
        assert verdicts != {Verdict.THROUGH} or told[one] == 1
        assert verdicts != {Verdict.OUT} or told[one] == 0


def test_the_same_seed_gives_the_same_and_everybody_alike_has_the_same():
    people = list(range(1, 9))
    keys = Keys(Facts(tuple(Player(one, one) for one in people), ()), Scheme(), 1)
    once, again = (chances(keys, (), [(4, 4), (4, 4)], people, 2, EVEN, seed="x", evenings=EVENINGS) for _n in (1, 2))
    other = chances(keys, (), [(4, 4), (4, 4)], people, 2, EVEN, seed="y", evenings=EVENINGS)
    assert once == again != other
    assert max(once.values()) - min(once.values()) < 0.08, "nobody has an edge"


def done(tournament: Tournament) -> Job:
    Job.objects.exclude(kind=KIND).delete()  # other jobs come first on a laptop
    order_if_due()
    (job,) = Job.objects.filter(kind=KIND, state="queued", tournament=tournament)
    jobs.run(jobs.claim(job.pk))
    job.refresh_from_db()
    assert job.state == "done", job.error
    return job


def test_a_worker_works_it_out_and_the_page_says_it(db, client):
    evening = an_evening(2, 2)
    tournament = Tournament.objects.get(pk=evening.tournament.pk)
    page = reverse("chances", args=[tournament.public_id])
    before = client.get(page)
    assert "every 15s" in before.content.decode() and not Job.objects.filter(kind=KIND).exists(), "no page orders it"
    job = done(tournament)
    goal = goal_of(tournament)
    shares = chances_of(goal)
    assert job.outcome["evenings"] >= 2000 and shares.keys() == goal.able
    assert sum(shares.values()) == pytest.approx(1000 * goal.target.size, abs=len(shares))
    shown = client.get(page)
    assert shown.headers["ETag"] != before.headers["ETag"] and "every 15s" not in shown.content.decode()
    verdicts = {entry: goal.verdict(entry) for entry in goal.able}
    likely = [percent(verdicts[entry], shares[entry]) for entry in goal.able if verdicts[entry] == Verdict.OPEN]
    assert likely and all(
        f"{share} %" in shown.content.decode().replace("&lt;", "<").replace("&gt;", ">") for share in likely
    )
    order_if_due()
    assert not Job.objects.filter(kind=KIND, state="queued").exists(), "nothing has changed"


def test_what_was_only_played_out_is_not_kept(db):
    """The goal of each state is kept for the pages; what thousands of evenings asked of it was 190 MB with 240 people."""
    tournament = Tournament.objects.get(pk=an_evening(2, 0).tournament.pk)
    goal = goal_of(tournament)
    assert len(goal.later) == 2
    done(tournament)
    assert goal_of(tournament) is goal and len(goal.keys._known) <= len(goal.able)


def test_old_chances_are_not_shown_for_a_new_state(db):
    evening = an_evening(2, 1)
    tournament = Tournament.objects.get(pk=evening.tournament.pk)
    done(tournament)
    assert chances_of(goal_of(tournament))
    table = evening.stage(1).rounds.get(number=2).tables.first()
    evening.confirm(table, {seat.entry_id: at for at, seat in enumerate(table.seats.all(), 1)})
    assert chances_of(goal_of(Tournament.objects.get(pk=tournament.pk))) == {}


def test_where_nothing_is_open_nothing_is_worked_out(db):
    evening = an_evening(1, 3)
    Job.objects.all().delete()
    order_if_due()
    assert not Job.objects.filter(kind=KIND).exists()
    page = Client().get(reverse("chances", args=[evening.tournament.public_id])).content.decode()
    assert "Hier ist nichts mehr offen" in page


def test_games_of_the_engine_seat_everybody_alike(db):
    evening = an_evening(1, 0)
    found = finishes(source_of(goal_of(evening.tournament).target), seed="x")
    assert set(found) == {3, 4} and all(len(games) == GAMES for games in found.values())
    for size, games in found.items():
        assert all(sorted(game) == list(range(1, size + 1)) for game in games)
        firsts = Counter(game.index(1) for game in games)
        assert max(firsts.values()) < 2 * GAMES / size


def test_what_is_settled_is_said_as_such_and_nothing_else_is():
    assert [percent(Verdict.OPEN, share) for share in (0, 4, 123, 996, 1000, None)] == [
        "< 1",
        "< 1",
        "12",
        "> 99",
        "> 99",
        "",
    ]
    assert percent(Verdict.THROUGH, 998) == "100" and percent(Verdict.OUT, None) == "0"

"""A club over the years: seasons, records, people known twice; for everybody only what is on the start page."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.evening import Evening, a_club, by_number, refused, text
from tournament.club.queries import club_view
from tournament.club.same_person.actions import merge_people, part_people
from tournament.club.seasons.actions import remove_season, set_season
from tournament.club.seasons.queries import season_view
from tournament.core.actors import SYSTEM
from tournament.models import Entry, LogEntry, Person, Season, Tournament

pytestmark = pytest.mark.slow

PLAIN = {"name": "2026", "counts": "ranks", "worth": [10, 6, 4, 0], "best": 0}


@pytest.fixture
def everybody():
    return Client(headers={"accept-language": "en"})


def played(club, by, *, name: str) -> Evening:
    """One stage of two rounds, over: the lower start number wins."""
    evening = Evening(club, "children", by=by)
    Tournament.objects.filter(pk=evening.tournament.pk).update(name=name)
    evening.tournament.stages.filter(position=2).delete()
    evening.come(4)
    evening.play_stage(1, by_number)
    evening.tournament.refresh_from_db()
    return evening


@pytest.fixture
def autumn(club, as_yara) -> Evening:
    return played(club, as_yara, name="Autumn")


@pytest.fixture
def winter(club, as_yara, autumn) -> Evening:
    """The same people come again, known a second time."""
    return played(club, as_yara, name="Winter")


def person(evening: Evening, number: int) -> Person:
    return evening.tournament.entries.get(number=number).person


def joined(club, by, autumn, winter) -> None:
    for number in range(1, 5):
        keep, other = person(autumn, number).public_id, person(winter, number).public_id
        merge_people(club, by=by, keep=keep, other=other)


def season_of(club, by, *evenings: Evening, **more) -> Season:
    chosen = [evening.tournament.public_id for evening in evenings]
    return set_season(club, by=by, **{**PLAIN, **more}, tournaments=chosen).result


def test_a_season_adds_up_final_ranks_and_says_why(club, as_yara, autumn, winter):
    joined(club, as_yara, autumn, winter)
    view = season_view(season_of(club, as_yara, autumn, winter), full=False)
    first = view.rows[0]
    assert (first.rank, first.name, first.points, first.why) == (1, "Gast1 G.", "20", "10 + 10")
    assert len(view.rows) == 4 and [event.name for event in view.events] == ["Autumn", "Winter"]


def test_only_the_best_count_and_the_others_stand_in_brackets(club, as_yara, autumn, winter, everybody):
    joined(club, as_yara, autumn, winter)
    season = season_of(club, as_yara, autumn, winter, best=1)
    assert season_view(season, full=True).rows[0].cells == (("10", True), ("10", False))
    assert "(10)" in text(everybody.get(reverse("season", args=[club.public_id, season.public_id])))


def test_a_season_may_count_the_points_of_the_rounds_themselves(club, as_yara, autumn):
    view = season_view(season_of(club, as_yara, autumn, counts="points", worth=[]), full=True)
    assert view.rows[0].points == "8", "twice four points for a first place"


def test_what_is_not_over_counts_nothing_yet(club, as_yara, autumn):
    running = Evening(club, "village", by=as_yara)
    running.come(8)
    view = season_view(season_of(club, as_yara, autumn, running), full=True)
    assert [event.pk for event in view.waiting] == [running.tournament.pk]


def test_a_season_is_changed_and_removed_in_the_log(club, as_yara, autumn):
    season = season_of(club, as_yara, autumn)
    change = {**PLAIN, "tournaments": [], "season_id": season.public_id, "version": 1}
    assert set_season(club, by=as_yara, **change).result.version == 2
    with refused("stale"):
        set_season(club, by=as_yara, **change)
    with refused("season_worth"):
        set_season(club, by=as_yara, **{**PLAIN, "worth": [1, 2]}, tournaments=[])
    remove_season(club, by=as_yara, season_id=season.public_id, version=2)
    assert not Season.objects.exists()
    codes = LogEntry.objects.filter(stream=club.stream).values_list("code", flat=True)
    assert list(codes.order_by("seq"))[-3:] == ["season.set", "season.set", "season.removed"]


def test_two_who_are_one_count_as_one_and_can_be_parted(club, as_yara, autumn, winter):
    season = season_of(club, as_yara, autumn, winter)
    assert len(season_view(season, full=True).rows) == 8
    joined(club, as_yara, autumn, winter)
    assert len(season_view(season, full=True).rows) == 4
    part_people(club, by=as_yara, other=person(winter, 1).public_id)
    assert len(season_view(season, full=True).rows) == 5
    assert Entry.objects.filter(person=person(winter, 1)).count() == 1, "nothing was moved"


def test_who_played_together_are_two_people(club, as_yara, autumn, winter):
    with refused("both_played"):
        merge_people(club, by=as_yara, keep=person(autumn, 1).public_id, other=person(autumn, 2).public_id)
    joined(club, as_yara, autumn, winter)
    with refused("not_to_merge"):
        merge_people(club, by=as_yara, keep=person(winter, 1).public_id, other=person(autumn, 1).public_id)


def test_whoever_is_hidden_once_is_hidden_as_both_and_stays_so(club, as_yara, autumn, winter):
    Person.objects.filter(pk=person(winter, 1).pk).update(is_hidden=True)
    joined(club, as_yara, autumn, winter)
    assert person(autumn, 1).is_hidden
    part_people(club, by=as_yara, other=person(winter, 1).public_id)
    assert person(autumn, 1).is_hidden and person(winter, 1).is_hidden


def test_records_and_winners_for_everybody_in_the_names_they_may_see(club, as_yara, autumn, everybody):
    shown = text(everybody.get(reverse("club", args=[club.public_id])))
    assert "Autumn" in shown and "Winner: Gast1 G." in shown and "Most tables won" in shown
    assert "too few tables to say" in shown and "Graf" not in shown
    Person.objects.filter(pk=person(autumn, 1).pk).update(given_name="Canary", is_hidden=True)
    shown = text(everybody.get(reverse("club", args=[club.public_id])))
    assert "Canary" not in shown and "Winner: name hidden" in shown


def test_what_is_not_on_the_start_page_leaves_no_trace_in_public(club, as_yara, autumn, everybody):
    season = season_of(club, as_yara, autumn)
    Tournament.objects.update(is_listed=False)
    pages = [reverse("club", args=[club.public_id]), reverse("season", args=[club.public_id, season.public_id])]
    assert [everybody.get(page).status_code for page in pages] == [404, 404]
    assert len(season_view(season, full=True).rows) == 4, "the desk still counts it"


def test_a_listed_tournament_does_not_give_an_unlisted_one_away(club, as_yara, autumn, winter, everybody):
    Tournament.objects.filter(name="Winter").update(is_listed=False)
    season = season_of(club, as_yara, autumn, winter)
    for page in (reverse("club", args=[club.public_id]), reverse("season", args=[club.public_id, season.public_id])):
        assert "Winter" not in text(everybody.get(page))
    assert len(club_view(club, full=False).past) + len(club_view(club, full=False).coming) == 1


def test_the_desks_pages_of_a_club(club, as_yara, autumn, winter, desk):
    here = [club.public_id]
    assert b"Gast1 Graf" in desk.get(reverse("desk_club", args=here)).content
    page = reverse("desk_season", args=here)
    sent = {"name": "2026", "counts": "ranks", "worth": "10, 6 4", "best": "0"}
    answer = desk.post(page, {**sent, "tournaments": [autumn.tournament.public_id]})
    season = Season.objects.get()
    assert answer.headers["Location"].endswith(f"?season={season.public_id}") and season.worth == [10, 6, 4]
    assert desk.post(page, {**sent, "worth": "a"}).status_code == 422
    assert desk.post(page, {**sent, "worth": ""}).status_code == 422, "a refusal says why"
    same = reverse("same_people", args=here)
    pairs = desk.get(same).context["pairs"]
    assert len(pairs) == 4
    desk.post(same, {"keep": pairs[0][0][0], "other": pairs[0][1][0]})
    assert len(desk.get(same).context["pairs"]) == 3 and len(desk.get(same).context["merged"]) == 1
    desk.post(same, {"to": "part", "other": pairs[0][1][0]})
    assert desk.get(same).context["merged"] == []


def test_another_clubs_people_are_not_to_be_had(autumn):
    other = a_club("Other")
    with refused("no_such_person"):
        merge_people(other, by=SYSTEM, keep=person(autumn, 1).public_id, other=person(autumn, 2).public_id)


def test_a_club_page_asks_little_of_the_database(
    club, as_yara, autumn, winter, everybody, django_assert_max_num_queries
):
    page = reverse("club", args=[club.public_id])
    everybody.get(page)
    with django_assert_max_num_queries(10):
        everybody.get(page)

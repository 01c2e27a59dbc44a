"""Teams, categories and wishes: kept, shown in the standings, given to the draw, named in its report."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.evening import by_number, refused
from tournament.core.actors import ANONYMOUS
from tournament.draw import report_words as draw_words
from tournament.draw.request import basis
from tournament.entries.groups.actions import add_group, assign, change_group, remove_group, set_group_rules
from tournament.entries.wishes.actions import set_wishes
from tournament.models import Entry, Round
from tournament.standings.groups.queries import categories_of, main_lines, teams_of
from tournament.standings.queries import cut_of, standings_of


def text(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def put(evening, kind: str, name: str, *numbers: int, **fields):
    """These start numbers into a team or category, which is made for it."""
    group = add_group(evening.tournament, by=evening.by, kind=kind, name=name).result
    chosen = Entry.objects.filter(tournament=evening.tournament, number__in=numbers)
    ids = list(chosen.values_list("public_id", flat=True))
    assign(evening.tournament, by=evening.by, kind=kind, group_id=group.pk, entries=ids)
    if fields:
        change_group(evening.tournament, by=evening.by, kind=kind, group_id=group.pk, name=name, fields=fields)
    return group


def weigh(evening, **weights):
    usual = {"team": 4, "family": 4, "club": 1}
    set_group_rules(evening.tournament, by=evening.by, team_best=2, weights={**usual, **weights})


# Kept


def test_a_name_is_there_once_capital_or_small(evening):
    put(evening, "team", "Übermut", 1)
    with refused("group_there"):
        add_group(evening.tournament, by=evening.by, kind="team", name="ÜBERMUT")
    add_group(evening.tournament, by=evening.by, kind="category", name="Übermut")


def test_who_was_in_a_removed_team_stays_entered(evening):
    team = put(evening, "team", "Rot", 1, 2)
    remove_group(evening.tournament, by=evening.by, kind="team", group_id=team.pk)
    assert Entry.objects.filter(tournament=evening.tournament, team=None).count() == 16


@pytest.mark.parametrize("kind", ["team", "category", "club", ""])
def test_no_such_group(evening, kind):
    with refused("no_such_group"):
        remove_group(evening.tournament, by=evening.by, kind=kind, group_id=999_999)


# Ranked


def test_a_team_is_the_sum_of_its_best(evening):
    put(evening, "team", "Rot", 1, 2, 15)
    put(evening, "team", "Blau", 3, 4)
    weigh(evening)
    evening.play_stage(1, by_number)
    rows = teams_of(evening.stage(1), ANONYMOUS)
    assert [(row.rank, row.name) for row in rows] == [(1, "Rot"), (2, "Blau")]
    assert [line.number for line in rows[0].members] == [1, 2]
    assert [line.number for line in rows[0].others] == [15]
    assert rows[0].members[0].name == "Gast1 G."


def test_a_category_inside_the_standings_has_ranks_of_its_own(evening):
    put(evening, "category", "Jugend", 2, 5, 9)
    evening.play_stage(1, by_number)
    stage = evening.stage(1)
    ranked = categories_of(stage, ANONYMOUS)["Jugend"]
    assert (ranked[0][0], ranked[0][1].number) == (1, 2)
    assert len(main_lines(standings_of(stage, ANONYMOUS))) == 16


def test_a_category_apart_is_not_in_the_main_standings_and_not_in_the_final(evening):
    put(evening, "category", "Jugend", 1, 2, is_separate=True, quota=0)
    evening.play_stage(1, by_number)
    lines = main_lines(standings_of(evening.stage(1), ANONYMOUS))
    assert {line.number for _rank, line in lines} == set(range(3, 17))
    assert lines[0][0] == 1
    into = {
        Entry.objects.get(pk=pk).number for pk in (*cut_of(evening.stage(2)).through, *cut_of(evening.stage(2)).tied)
    }
    assert not into & {1, 2}


def test_a_quota_brings_somebody_in(evening):
    put(evening, "category", "Jugend", 16, is_separate=False, quota=1)
    evening.play_stage(1, by_number)
    last = Entry.objects.get(tournament=evening.tournament, number=16)
    assert last.pk in cut_of(evening.stage(2)).through


# Drawn


def request(evening):
    return basis(evening.stage(1)).request


def test_the_draw_is_told_of_teams_families_and_clubs(evening):
    put(evening, "team", "Rot", 1, 2)
    Entry.objects.filter(tournament=evening.tournament, number__in=(3, 4)).update(family="Graf")
    Entry.objects.filter(tournament=evening.tournament, number=5).update(family="GRAF", from_club="SC Sechs")
    wishes = {(wish.kind, wish.players, wish.weight) for wish in request(evening).wishes}
    assert wishes == {("team", (0, 1), 4), ("family", (2, 3, 4), 4)}
    weigh(evening, team=0)
    assert {wish.kind for wish in request(evening).wishes} == {"family"}


def test_team_mates_do_not_meet_where_that_is_possible(evening):
    put(evening, "team", "Rot", 1, 2, 3, 4)
    round_ = evening.draw(1)[0]
    tables = [set(table.seats.values_list("entry__number", flat=True)) for table in round_.tables.all()]
    assert all(len(table & {1, 2, 3, 4}) == 1 for table in tables)


def test_a_wish_that_cannot_be_kept_is_named(evening):
    put(evening, "team", "Rot", 1, 2, 3, 4, 5)
    drawn = evening.draw(1)[0]
    names = {entry.pk: str(entry.number) for entry in Entry.objects.filter(tournament=evening.tournament)}
    said = next(
        one for one in draw_words.sentences(drawn.report, names, drawn.request) if one.title in ("Wünsche", "Wishes")
    )
    assert said.who


def test_somebody_of_limited_mobility_stays_at_the_board_within_reach(evening):
    one = Entry.objects.get(tournament=evening.tournament, number=7)
    wishes = {"team_id": None, "category_id": None, "from_club": "", "family": "", "note": "Rollstuhl"}
    set_wishes(evening.tournament, by=evening.by, entry_id=one.public_id, fixed_boards=[2], **wishes)
    drawn = evening.draw(1)
    assert {round_.tables.get(seats__entry=one).board.number for round_ in drawn} == {2}
    assert not any(
        said.title == "Boards within reach" for said in draw_words.sentences(drawn[0].report, {}, drawn[0].request)
    )


def test_what_was_wished_since_makes_a_draw_outdated(evening):
    before = basis(evening.stage(1)).fingerprint
    put(evening, "team", "Rot", 1, 2)
    assert basis(evening.stage(1)).fingerprint != before


# Pages


@pytest.fixture
def url(tournament):
    return lambda name: reverse(name, args=[tournament.public_id])


def test_teams_are_made_filled_and_named_anew(tournament, entries, desk, url):
    desk.post(url("group"), {"kind": "team", "name": "Rot"})
    team = tournament.teams.get()
    ticked = [entry.public_id for entry in entries[:2]]
    answer = desk.post(url("group_fill"), {"kind": "team", "group": team.pk, "entry": ticked}, follow=True)
    assert "Rot" in text(answer)
    assert team.entries.count() == 2
    desk.post(url("group"), {"kind": "team", "group": team.pk, "name": "Blau"})
    assert tournament.teams.get().name == "Blau"
    desk.post(url("group_fill"), {"kind": "team", "group": "", "entry": ticked[:1]})
    assert team.entries.count() == 1
    desk.post(url("group"), {"kind": "team", "group": team.pk, "to": "remove"})
    assert not tournament.teams.exists()


def test_a_category_with_its_quota(tournament, desk, url):
    desk.post(url("group"), {"kind": "category", "name": "Jugend"})
    one = tournament.categories.get()
    form = {"kind": "category", "group": one.pk, "name": "Jugend", "is_separate": "on", "quota": "2"}
    assert desk.post(url("group"), form).headers["Location"].endswith("?kind=category")
    one.refresh_from_db()
    assert (one.is_separate, one.quota) == (True, 2)


@pytest.mark.parametrize(
    "form", [{"kind": "x"}, {"kind": "team", "name": ""}, {"kind": "team", "group": "9", "name": "A"}]
)
def test_what_will_not_do_is_said(tournament, desk, url, form):
    answer = desk.post(url("group"), form)
    assert answer.status_code == 422
    assert answer.context["error"]


def test_weights_are_set(tournament, desk, url):
    form = {"team_best": "3", "team": "0", "family": "10", "club": "2"}
    assert desk.post(url("group_rules"), form).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.team_best, tournament.apart_weights) == (3, {"team": 0, "family": 10, "club": 2})
    assert desk.post(url("group_rules"), {**form, "club": "11"}).status_code == 422


def test_wishes_on_the_page_of_a_player(tournament, entries, desk, url):
    one = entries[0]
    page = f"{url('player')}?entry={one.public_id}"
    form = {"do": "wishes", "version": 1, "family": "Graf", "fixed_boards": "3, 14", "note": "Rollstuhl"}
    assert desk.post(page, form).status_code == 302
    one.refresh_from_db()
    assert (one.family, one.fixed_boards, one.note) == ("Graf", [3, 14], "Rollstuhl")
    wrong = desk.post(page, {**form, "version": 2, "fixed_boards": "drei"})
    assert wrong.status_code == 422
    assert 'value="drei"' in wrong.content.decode()


def test_what_players_wish_is_for_the_desk_alone(tournament, entries):
    Entry.objects.filter(pk=entries[0].pk).update(note="Canary", family="Canary", from_club="Canary")
    public = reverse("tournament", args=[tournament.public_id])
    assert "Canary" not in Client().get(public).content.decode()
    assert not Round.objects.exists()

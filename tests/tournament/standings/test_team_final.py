"""A team final over several boards, from the parts of the evening to the certificate."""

import re
from random import Random

import pytest
from django.urls import reverse
from django.utils import translation

from tests.tournament.evening import Evening, by_number, refused
from tournament.core.actors import ANONYMOUS
from tournament.draw.request import basis
from tournament.draw.seating.draw import draw
from tournament.draw.seating.wire import order
from tournament.entries.checkin.actions import mark_absent
from tournament.entries.groups.actions import add_group, assign, set_group_rules
from tournament.entries.withdrawals.actions import withdraw_entry
from tournament.finals.actions import decline_place, record_throws, settle_by_lot
from tournament.finals.end_result import final_ranking
from tournament.finals.queries import bracket_of
from tournament.models import Entry, Round
from tournament.out.tournament_file.writing import document
from tournament.results.actions import confirm_result
from tournament.rounds.actions import close_round
from tournament.rounds.queries import next_step
from tournament.rounds.seats.actions import join_table, leave_seat, swap_seats, take_seat
from tournament.setup.practice.rehearsal import rehearse
from tournament.stages import schemes
from tournament.stages.actions import add_stage, change_stage, order_stages
from tournament.standings.groups.queries import team_ranking, teams_of
from tournament.standings.queries import cut_of
from tournament.standings.ranking.model import Scheme

pytestmark = pytest.mark.slow

SCHEME = schemes.to_json(Scheme((5, 3, 1, 0), (5, 3, 1), breaks=("wins", "seconds", "throw_off")))
COLOURS = {"Rot": (1, 6, 7, 12), "Blau": (2, 5, 8, 11), "Grün": (3, 10, 13, 16), "Gelb": (4, 9, 14, 15)}


def text(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def evening_of(club, actor, *, teams: int, best: int = 2, size: int = 0) -> Evening:
    """The rounds are played, the lower start number won everywhere; the team final stands behind the final."""
    evening = Evening(club, "championship", by=actor)
    evening.come(16)
    act = {"by": actor}
    for name, numbers in list(COLOURS.items())[:teams]:
        group = add_group(evening.tournament, kind="team", name=name, **act).result
        ids = list(evening.tournament.entries.filter(number__in=numbers).values_list("public_id", flat=True))
        assign(evening.tournament, kind="team", group_id=group.pk, entries=ids, **act)
    set_group_rules(evening.tournament, team_best=best, weights={"team": 4, "family": 4, "club": 1}, **act)
    evening.tournament.refresh_from_db()
    fields = {
        "kind": "team_final",
        "name": "Mannschaftsfinale",
        "rules": "turnier",
        "size": size or teams,
        "scheme": SCHEME,
    }
    add_stage(evening.tournament, fields=fields, **act)
    evening.play_stage(1, by_number)
    settle_by_lot(evening.tournament, stage_id=evening.stage(1).pk, **act)
    return evening


@pytest.fixture
def evening(club, as_yara) -> Evening:
    return evening_of(club, as_yara, teams=4)


def members(evening: Evening, position: int = 1) -> dict[str, list[int]]:
    """By team the start numbers in the order of the standings."""
    lines = [line for row in teams_of(evening.stage(position), evening.by) for line in (*row.members, *row.others)]
    team_of = dict(evening.tournament.entries.values_list("number", "team__name"))
    found: dict[str, list[int]] = {}
    for line in sorted(lines, key=lambda line: line.rank):
        found.setdefault(team_of[line.number], []).append(line.number)
    return found


def by_table(round_: Round) -> list[dict[str, int]]:
    return [
        dict(table.seats.order_by("order").values_list("entry__team__name", "entry__number"))
        for table in round_.tables.order_by("number")
    ]


def public_id(number: int) -> str:
    return Entry.objects.get(number=number).public_id


def finish(evening: Evening, round_: Round, *orders: str) -> None:
    """Each table by the first letters of the teams, from the winner on (`Y` for Gelb, `n` for Grün)."""
    for table, said in zip(round_.tables.order_by("number"), orders, strict=True):
        teams = {"R": "Rot", "B": "Blau", "n": "Grün", "Y": "Gelb"}
        place = {teams[letter]: number for number, letter in enumerate(said, 1)}
        places = {
            seat.colour: {"place": place[seat.entry.team.name], "counted": None}
            for seat in table.seats.select_related("entry__team")
        }
        confirm_result(evening.tournament, by=evening.by, table_id=table.public_id, places=places)
    close_round(evening.tournament, by=evening.by, round_id=round_.pk)


def final_of(evening: Evening) -> Round:
    return evening.publish(evening.draw(3)[0])


# The evening


def test_the_story_of_a_team_final(evening):
    """Rounds, final, team final: drawn, played, level, thrown off, ranked; the players stand where they stood."""
    best = members(evening)
    evening.play(evening.draw(2)[0], by_number)
    players = [(line.number, line.rank) for line in final_ranking(evening.tournament, evening.by)]
    step = next_step(evening.tournament)
    assert (step.code, step.stage.position, step.data) == ("draw", 3, {"players": 8, "number": 1})
    round_ = final_of(evening)
    assert by_table(round_) == [{team: best[team][board] for team in by_table(round_)[board]} for board in (0, 1)]
    assert all(table.keys() == set(COLOURS) for table in by_table(round_))
    finish(evening, round_, "RBnY", "BRYn")
    step = next_step(evening.tournament)
    assert (step.code, step.data["code"]) == ("settle", "tie_of_teams") and "Blau, Rot" in step.data["sentence"]
    rows = [(row.rank, row.name, row.points) for row in teams_of(evening.stage(3), evening.by)]
    assert rows == [(1, "Blau", "8"), (1, "Rot", "8"), (3, "Gelb", "1"), (3, "Grün", "1")]
    throws = {public_id(best["Rot"][0]): 6, public_id(best["Blau"][0]): 2}
    record_throws(evening.tournament, by=evening.by, stage_id=evening.stage(3).pk, throws=throws)
    assert next_step(evening.tournament).code == "done"
    with translation.override("en"):
        ranking = team_ranking(evening.tournament, evening.by)
    assert [(row.rank, row.name) for row in ranking] == [(1, "Rot"), (2, "Blau"), (3, "Gelb"), (3, "Grün")]
    assert "throw-off (6 to 2)" in ranking[0].why[0]
    assert [line.number for line in ranking[0].members] == best["Rot"][:2]
    assert [(line.number, line.rank) for line in final_ranking(evening.tournament, evening.by)] == players


def test_everything_that_shows_an_evening_shows_this_one(client, evening, yara):
    finish(evening, final_of(evening), "RBnY", "RBnY")
    tournament = evening.tournament
    client.force_login(yara)
    for name in ("desk_tournament", "rounds", "desk_bracket", "stages", "papers", "log", "undo", "desk_standings"):
        assert client.get(reverse(name, args=[tournament.public_id])).status_code == 200, name
    shown = text(client.get(reverse("public_standings", args=[tournament.public_id]) + "?stage=3"))
    assert "Mannschaftsfinale" in shown and shown.index("Rot") < shown.index("Blau")
    end = text(client.get(reverse("public_standings", args=[tournament.public_id]) + "?view=end"))
    assert "Rot" in end and "Gast1 G." in end
    assert {box.kind for column in bracket_of(tournament).columns for box in column} == {"final"}
    assert document(tournament)["stages"][2]["kind"] == "team_final"


def test_three_teams_and_the_rest_behind_them(club, as_yara):
    evening = evening_of(club, as_yara, teams=4, size=3)
    round_ = final_of(evening)
    assert [len(table) for table in by_table(round_)] == [3, 3]
    assert set(round_.tables.values_list("board__kind", flat=True)) == {"6"}
    inside = set(by_table(round_)[0])
    letters = "".join({"Rot": "R", "Blau": "B", "Grün": "n", "Gelb": "Y"}[name] for name in sorted(inside))
    finish(evening, round_, letters, letters)
    with translation.override("en"):
        ranking = team_ranking(evening.tournament, ANONYMOUS)
    assert [row.rank for row in ranking] == [1, 2, 3, 4]
    assert ranking[3].name not in inside and ranking[3].why == ("Preliminary rounds: rank 4",)


def test_the_draw_can_be_checked_by_anybody(evening):
    round_ = final_of(evening)
    again = order(round_.request)
    numbers = dict(Entry.objects.values_list("pk", "number"))
    drawn = draw(again.request, again.mode).rounds[0]
    tables = [[numbers[again.request.ids[player]] for player in table] for table in drawn]
    assert tables == [list(table.values()) for table in by_table(round_)]


def test_it_is_rehearsed_to_the_end(evening):
    for _said in rehearse(evening.tournament, "end", Random(3)):
        pass
    assert len(team_ranking(evening.tournament, ANONYMOUS)) == 4


# Who plays


def test_the_next_of_a_team_plays_for_whom_is_away_or_declines(evening):
    best = members(evening)
    away, declines = best["Rot"][0], best["Blau"][1]
    mark_absent(evening.tournament, by=evening.by, entry_id=public_id(away))
    decline_place(evening.tournament, by=evening.by, stage_id=evening.stage(3).pk, entry_id=public_id(declines))
    tables = by_table(final_of(evening))
    assert [table["Rot"] for table in tables] == best["Rot"][1:3]
    assert [table["Blau"] for table in tables] == [best["Blau"][0], best["Blau"][2]]


def test_too_many_away_are_named(evening):
    gone = sorted(members(evening)["Rot"][:3])
    for number in gone:
        mark_absent(evening.tournament, by=evening.by, entry_id=public_id(number))
    with refused("absent") as caught:
        basis(evening.stage(3))
    assert caught.value.data["numbers"] == gone and "Rot" in str(caught.value)
    assert next_step_of(evening, 3) == "absent"


def next_step_of(evening: Evening, position: int) -> str:
    return cut_of(evening.stage(position)).waiting_for["code"]


def test_a_team_that_can_no_longer_play_is_passed_over(club, as_yara):
    evening = evening_of(club, as_yara, teams=4, size=3)
    for number in members(evening)["Rot"][:3]:
        withdraw_entry(evening.tournament, by=as_yara, entry_id=public_id(number))
    assert set(by_table(final_of(evening))[0]) == {"Blau", "Grün", "Gelb"}


def test_too_few_teams(club, as_yara):
    evening = evening_of(club, as_yara, teams=3, size=4)
    with refused("too_few_teams"):
        basis(evening.stage(3))
    assert next_step_of(evening, 3) == "too_few_teams"


def test_level_teams_at_the_cut_are_parted_by_their_best(club, as_yara):
    evening = Evening(club, "championship", by=as_yara)
    evening.come(8)
    for name, numbers in {"Rot": (1, 5), "Blau": (2, 6), "Grün": (3, 7), "Gelb": (4, 8)}.items():
        group = add_group(evening.tournament, by=as_yara, kind="team", name=name).result
        ids = [public_id(number) for number in numbers]
        assign(evening.tournament, by=as_yara, kind="team", group_id=group.pk, entries=ids)
    set_group_rules(evening.tournament, by=as_yara, team_best=1, weights={"team": 4, "family": 4, "club": 1})
    evening.tournament.refresh_from_db()
    fields = {"kind": "team_final", "name": "Mannschaftsfinale", "rules": "turnier", "size": 3}
    add_stage(evening.tournament, by=as_yara, fields=fields)
    evening.play_stage(1, lambda here: dict.fromkeys((entry.pk for entry in here), 1))
    with refused("tie_at_cut") as caught:
        basis(evening.stage(3))
    assert sorted(caught.value.data["tied"]) == [1, 2, 3, 4]
    throws = {public_id(n): value for n, value in enumerate((6, 5, 4, 3, 1, 1, 1, 1), 1)}
    record_throws(evening.tournament, by=as_yara, stage_id=evening.stage(1).pk, throws=throws)
    assert by_table(final_of(evening)) == [{"Rot": 1, "Blau": 2, "Grün": 3}]


# By hand


def test_seats_change_inside_a_team_only(evening):
    best = members(evening)
    round_ = final_of(evening)
    act = {"by": evening.by, "round_id": round_.pk}
    with refused("other_team"):
        swap_seats(evening.tournament, one=public_id(best["Rot"][0]), other=public_id(best["Blau"][1]), **act)
    with refused("other_team"):
        take_seat(evening.tournament, instead_of=public_id(best["Rot"][0]), entry_id=public_id(best["Blau"][2]), **act)
    swap_seats(evening.tournament, one=public_id(best["Rot"][0]), other=public_id(best["Rot"][1]), **act)
    swap_seats(evening.tournament, one=public_id(best["Rot"][0]), other=public_id(best["Gelb"][1]), **act)
    take_seat(evening.tournament, instead_of=public_id(best["Rot"][0]), entry_id=public_id(best["Rot"][2]), **act)
    assert [table["Rot"] for table in by_table(round_)] == best["Rot"][1:3]


def test_only_the_missing_team_joins_a_table(evening):
    best = members(evening)
    round_ = final_of(evening)
    leave_seat(evening.tournament, by=evening.by, round_id=round_.pk, entry_id=public_id(best["Rot"][0]))
    first = round_.tables.get(number=1).public_id
    with refused("other_team"):
        join_table(evening.tournament, by=evening.by, table_id=first, entry_id=public_id(best["Blau"][2]))
    join_table(evening.tournament, by=evening.by, table_id=first, entry_id=public_id(best["Rot"][2]))
    assert by_table(round_)[0]["Rot"] == best["Rot"][2]


# Setting up


@pytest.mark.parametrize("size", [0, 2, 5, 12])
def test_a_team_final_is_for_three_or_four_teams(evening, size):
    with refused("team_final_size"):
        change_stage(evening.tournament, by=evening.by, stage_id=evening.stage(3).pk, fields={"size": size})
    with refused("team_final_size"):
        change_stage(
            evening.tournament, by=evening.by, stage_id=evening.stage(2).pk, fields={"kind": "team_final", "size": size}
        )


def test_it_comes_after_rounds(evening):
    stages = [evening.stage(n).pk for n in (1, 2, 3)]
    with refused("already_drawn"):
        order_stages(evening.tournament, by=evening.by, order=stages[::-1])
    order_stages(evening.tournament, by=evening.by, order=[stages[0], stages[2], stages[1]])
    assert next_step(evening.tournament).stage.pk == stages[2]
    fresh = Evening(evening.tournament.club, "knockout", by=evening.by)
    fresh.come(8)
    fields = {"kind": "team_final", "name": "Teams", "rules": "turnier", "size": 4}
    alone = add_stage(fresh.tournament, by=evening.by, fields=fields).result
    with refused("no_rounds_before"):
        basis(alone)


def test_the_desk_page_offers_it_and_says_what_is_wrong(client, evening, yara):
    client.force_login(yara)
    address = reverse("stage", args=[evening.tournament.public_id]) + f"?stage={evening.stage(3).pk}"
    page = client.get(address)
    assert 'value="team_final" selected' in page.content.decode()
    level = reverse("final", args=[evening.tournament.public_id, evening.stage(3).pk])
    assert "Rot" in text(client.get(level))
    finish(evening, final_of(evening), "RBnY", "BRYn")
    shown = client.get(level).content.decode()
    assert shown.count('class="pills dice"') == 4  # two level at the top, two behind
    client.post(reverse("final_lot", args=[evening.tournament.public_id, evening.stage(3).pk]))
    assert [row.rank for row in teams_of(evening.stage(3), evening.by)] == [1, 2, 3, 4]

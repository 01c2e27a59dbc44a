"""From the draft to the closed round."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from tests.tournament.evening import Evening, by_number, refused
from tournament.core.actors import Actor
from tournament.core.errors import NotAllowed, Stale
from tournament.draw.actions import discard_drafts, store_draft
from tournament.draw.making import make_draw
from tournament.draw.request import basis, draw_seed
from tournament.draw.seating.draw import draw
from tournament.entries.actions import add_entry
from tournament.entries.checkin.actions import check_in, mark_absent
from tournament.entries.withdrawals.actions import withdraw_entry
from tournament.models import Board, Entry, Grant, Role, Round
from tournament.results.actions import set_problem
from tournament.rounds.actions import close_round, publish_round, reopen_round, unpublish_round
from tournament.rounds.queries import next_step, round_view
from tournament.stages.actions import change_stage


@pytest.fixture
def evening(club, as_yara) -> Evening:
    """Eight players, two tables, three rounds."""
    made = Evening(club, "championship", by=as_yara)
    made.come(8)
    return made


def test_a_draw_gives_drafts_of_all_rounds_with_seats_colours_and_boards(evening):
    rounds = evening.draw(1)
    assert [(round_.number, round_.state, round_.minutes) for round_ in rounds] == [(n, "draft", 50) for n in (1, 2, 3)]
    for round_ in rounds:
        seats = list(round_.seats.values_list("entry__number", "colour", "order"))
        assert sorted(number for number, _c, _o in seats) == list(range(1, 9))
        assert sorted(colour for _n, colour, _o in seats) == sorted("YGRK" * 2)
        assert {colour: order for _n, colour, order in seats} == {"Y": 0, "G": 1, "R": 2, "K": 3}
    assert rounds[0].report["players"] == 8 and rounds[1].report == {}
    last = evening.tournament.stream.log.last()
    assert (last.code, last.data["rounds"], last.data["players"]) == ("round.drawn", [1, 2, 3], 8)


def test_three_sit_at_every_second_seat_of_a_board_for_six_or_at_one_for_four_if_there_is_none(club, as_yara):
    for hall, colours in (({"fours": 1, "sixes": 1}, "YRB"), ({"fours": 2}, "YGR")):
        evening = Evening(club, "open_long", by=as_yara)
        evening.come(7, **hall)
        three = evening.draw(1)[0].tables.get(number=2)
        assert [seat.colour for seat in three.seats.all()] == list(colours)


def test_where_nobody_names_boards_there_are_as_many_as_needed(evening):
    evening.draw(1)
    add_entry(evening.tournament, by=evening.by, given_name="Late", state="present")
    evening.draw(1)
    boards = Board.objects.filter(tournament=evening.tournament)
    assert sorted(boards.values_list("number", "kind", "is_assumed")) == [
        (1, "4", True), (2, "4", True), (3, "6", True), (4, "6", True), (5, "6", True),
    ]  # fmt: skip


def test_too_few_boards_are_named_in_the_refusal(club, as_yara):
    evening = Evening(club, "championship", by=as_yara)
    evening.come(12, fours=2)
    with refused("boards_missing") as caught:
        evening.draw(1)
    assert caught.value.data["missing"] == {"4": 1}


@pytest.mark.parametrize("players", [1, 2, 5])
def test_so_few_cannot_be_seated(players, club, as_yara):
    evening = Evening(club, "championship", by=as_yara)
    evening.come(players)
    with refused("cannot_split"):
        evening.draw(1)
    assert not Round.objects.exists()


def test_drawn_again_the_same_comes_out_and_takes_the_place_of_the_first(evening):
    def seats(rounds):
        return [list(round_.seats.order_by("table", "order").values_list("entry", "colour")) for round_ in rounds]

    first = seats(evening.draw(1))
    assert seats(evening.draw(1)) == first
    assert Round.objects.count() == 3


def test_seeds_of_later_draws_are_not_given_away_by_earlier_ones(evening):
    stage = evening.stage(1)
    assert len({draw_seed(stage, n) for n in range(5)} | {stage.seed}) == 6


def test_a_draw_sent_twice_is_made_once(evening):
    stage = evening.stage(1)
    first = make_draw(stage, by=evening.by, action_id="the-draw")
    evening.publish(first.result[0])
    second = make_draw(stage, by=evening.by, action_id="the-draw")
    assert second.is_repeat and second.receipt == first.receipt
    with refused("id_reused"):
        make_draw(evening.stage(2), by=evening.by, action_id="the-draw")
    assert Round.objects.filter(state="published").count() == 1


def test_a_draw_made_from_old_facts_is_not_stored(evening):
    now = basis(evening.stage(1))
    drawn = draw(now.request, now.mode)
    withdraw_entry(evening.tournament, by=evening.by, entry_id=Entry.objects.first().public_id)
    with pytest.raises(Stale) as stale:
        store_draft(
            evening.tournament, by=evening.by, stage_id=evening.stage(1).pk, made_from=now.fingerprint, drawn=drawn
        )
    assert stale.value.code == "draw_outdated" and not Round.objects.exists()


@pytest.mark.parametrize("change", ["stage", "boards", "late"])
def test_whatever_a_draw_rests_on_makes_it_outdated(change, evening):
    before = basis(evening.stage(1)).fingerprint
    if change == "stage":
        change_stage(evening.tournament, by=evening.by, stage_id=evening.stage(1).pk, fields={"threes_first": False})
    if change == "boards":
        Board.objects.create(tournament=evening.tournament, number=9, kind="4")
    if change == "late":
        add_entry(evening.tournament, by=evening.by, given_name="Late", state="present")
    assert basis(evening.stage(1)).fingerprint != before


def test_rounds_are_published_in_order_and_taken_back_in_reverse(evening):
    first, second, _third = evening.draw(1)
    with refused("not_next"):
        evening.publish(second)
    evening.publish(first)
    evening.publish(second)
    undo = {"by": evening.by}
    with refused("not_last"):
        unpublish_round(evening.tournament, round_id=first.pk, **undo)
    assert unpublish_round(evening.tournament, round_id=second.pk, **undo).result.state == "draft"
    evening.start(first)
    with refused("played"):
        unpublish_round(evening.tournament, round_id=first.pk, **undo)


def test_what_was_reported_is_not_unpublished(evening):
    first = evening.publish(evening.draw(1)[0])
    table = first.tables.first()
    evening.confirm(table, by_number([seat.entry for seat in table.seats.all()]))
    with refused("played"):
        unpublish_round(evening.tournament, by=evening.by, round_id=first.pk)


def test_a_draft_that_does_not_fit_any_more_is_published_only_on_purpose(evening):
    first, *_rest = evening.draw(1)
    withdraw_entry(evening.tournament, by=evening.by, entry_id=Entry.objects.get(number=3).public_id)
    add_entry(evening.tournament, by=evening.by, given_name="Late", state="present")
    with refused("draft_outdated") as caught:
        evening.publish(first)
    assert caught.value.data == {"gone": [3], "unseated": [9]}
    assert next_step(evening.tournament).code == "draw"
    publish_round(evening.tournament, by=evening.by, round_id=first.pk, anyway=True)
    assert evening.tournament.stream.log.last().data["gone"] == [3]


def test_only_what_is_not_published_is_drawn_again(evening):
    first, *_rest = evening.draw(1)
    evening.play(first, by_number)
    seats = list(first.seats.values_list("pk", "entry", "colour"))
    mark_absent(evening.tournament, by=evening.by, entry_id=Entry.objects.get(number=8).public_id)
    again = evening.draw(1)
    assert [round_.number for round_ in again] == [2, 3]
    assert [round_.seats.count() for round_ in again] == [7, 7]
    assert list(first.seats.values_list("pk", "entry", "colour")) == seats


def test_whoever_sat_out_is_back_when_the_round_is_closed(evening):
    for number in (7, 8):
        mark_absent(evening.tournament, by=evening.by, entry_id=Entry.objects.get(number=number).public_id)
    first, *_rest = evening.draw(1)
    evening.play(first, by_number)
    assert set(Entry.objects.values_list("state", flat=True)) == {"present"}
    assert evening.tournament.stream.log.last().data["back"] == [7, 8]
    assert next_step(evening.tournament).data["unseated"] == [7, 8]


def test_closing_lists_what_is_missing_and_a_reason_overrides(evening):
    first = evening.publish(evening.draw(1)[0])
    one, other = first.tables.all()
    evening.confirm(one, by_number([seat.entry for seat in one.seats.all()]))
    close = {"by": evening.by, "round_id": first.pk}
    with refused("results_missing") as caught:
        close_round(evening.tournament, **close)
    assert caught.value.data == {"tables": [other.number], "disputed": []}
    done = close_round(evening.tournament, reason="The board fell down", **close)
    last = evening.tournament.stream.log.last()
    assert done.result.state == "closed" and last.data["missing"] == [other.number]
    assert last.texts.get().text == "The board fell down"


def test_something_wrong_at_a_table_keeps_the_round_open_whatever_the_reason(evening):
    first = evening.publish(evening.draw(1)[0])
    evening.fill(first, by_number)
    table = first.tables.first()
    wrong = {"by": evening.by, "table_id": table.public_id}
    set_problem(evening.tournament, problem="Two have thrown at once", **wrong)
    with refused("problem") as caught:
        close_round(evening.tournament, by=evening.by, round_id=first.pk, reason="Never mind")
    assert caught.value.data["tables"] == [table.number]
    set_problem(evening.tournament, problem="", **wrong)
    assert close_round(evening.tournament, by=evening.by, round_id=first.pk).result.state == "closed"


def test_a_closed_round_is_opened_again_while_nothing_was_built_on_it(evening):
    first, second, _third = evening.draw(1)
    evening.play(first, by_number)
    assert reopen_round(evening.tournament, by=evening.by, round_id=first.pk).result.state == "published"
    close_round(evening.tournament, by=evening.by, round_id=first.pk)
    evening.publish(second)
    with refused("not_last"):
        reopen_round(evening.tournament, by=evening.by, round_id=first.pk)


def test_drafts_can_be_thrown_away(evening):
    first, *_rest = evening.draw(1)
    evening.publish(first)
    discard_drafts(evening.tournament, by=evening.by, stage_id=evening.stage(1).pk)
    assert list(Round.objects.values_list("number", flat=True)) == [1]
    assert evening.tournament.stream.log.last().data["rounds"] == [2, 3]


def test_round_by_round_the_next_waits_until_the_last_is_closed(evening):
    change_stage(evening.tournament, by=evening.by, stage_id=evening.stage(1).pk, fields={"kind": "swiss"})
    (first,) = evening.draw(1)
    evening.publish(first)
    with refused("round_open"):
        evening.draw(1)
    evening.fill(first, by_number)
    close_round(evening.tournament, by=evening.by, round_id=first.pk)
    for number in (2, 3):
        (round_,) = evening.draw(1)
        assert round_.number == number
        evening.play(round_, by_number)
    with refused("all_drawn"):
        evening.draw(1)


def test_every_step_wants_the_state_that_was_seen_and_the_right_to(evening, club, account):
    gero = Actor(account("gero"))
    Grant.objects.create(account=gero.account, club=club, tournament=evening.tournament, role=Role.REFEREE)
    first, *_rest = evening.draw(1)
    with pytest.raises(NotAllowed):
        make_draw(evening.stage(1), by=gero)
    for step in (publish_round, unpublish_round, close_round, reopen_round):
        with pytest.raises(NotAllowed):
            step(evening.tournament, by=gero, round_id=first.pk)
    publish_round(evening.tournament, by=evening.by, round_id=first.pk, version=1)
    for step in (publish_round, reopen_round):
        with pytest.raises(Stale) as stale:
            step(evening.tournament, by=evening.by, round_id=first.pk)
        assert stale.value.code == "round_state" and stale.value.data["state"] == "published"
    with pytest.raises(Stale):
        close_round(evening.tournament, by=evening.by, round_id=first.pk, version=1)


def test_a_round_of_another_tournament_is_not_to_be_had(evening, club, as_yara):
    first, *_rest = evening.draw(1)
    other = Evening(club, "open", by=as_yara).tournament
    with refused("no_such_round"):
        publish_round(other, by=as_yara, round_id=first.pk)


def test_a_page_of_a_round_costs_the_same_however_large(evening, django_assert_max_num_queries):
    first = evening.publish(evening.draw(1)[0])
    evening.fill(first, by_number)
    with django_assert_max_num_queries(5):
        view = round_view(first, full=True)
    assert view.missing == view.disputed == () and {table.state for table in view.tables} == {"done"}
    check_in_more = [add_entry(evening.tournament, by=evening.by, given_name="x").result for _ in range(4)]
    for entry in check_in_more:
        check_in(evening.tournament, by=evening.by, entry_id=entry.public_id)
    close_round(evening.tournament, by=evening.by, round_id=first.pk)
    second = evening.publish(evening.draw(1)[0])
    with django_assert_max_num_queries(5):
        assert len(round_view(second, full=False).missing) == 3


@pytest.mark.django_db(transaction=True)
def test_two_who_publish_at_once_publish_once(club, as_yara):
    evening = Evening(club, "championship", by=as_yara)
    evening.come(8)
    first, *_rest = evening.draw(1)
    together = Barrier(4)

    def publish(_: int) -> str:
        together.wait()
        try:
            publish_round(evening.tournament, by=as_yara, round_id=first.pk, version=1)
        except Stale as stale:
            return stale.code
        else:
            return "won"
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        outcomes = sorted(pool.map(publish, range(4)))
    assert outcomes == ["round_state"] * 3 + ["won"]
    assert evening.tournament.stream.log.filter(code="round.published").count() == 1

"""Who goes on: cuts, throw-offs, lots, places declined; knock-outs and their ties."""

import pytest
from django.urls import reverse

from tests.tournament.evening import Evening, by_chance, by_number, refused, settle, text
from tournament.core.story import lines
from tournament.draw.request import basis
from tournament.entries.checkin.actions import check_in, mark_absent
from tournament.entries.withdrawals.actions import exclude_entry, withdraw_entry
from tournament.finals.actions import accept_place, decline_place, record_throws, settle_by_lot, take_back_throws
from tournament.finals.end_result import final_ranking, is_over
from tournament.finals.queries import BracketWords, bracket_of
from tournament.models import Entry, Round, ThrowOff, Tournament
from tournament.results.corrections.actions import take_back_result
from tournament.rounds.actions import close_round, reopen_round
from tournament.rounds.queries import next_step
from tournament.setup.actions import set_numbering
from tournament.stages.actions import add_stage, change_stage
from tournament.standings.qualifying import advanced, field_of
from tournament.standings.queries import cut_of, kept_lines
from tournament.standings.ties import equals


@pytest.fixture
def level(club, as_yara) -> Evening:
    """Eight players, all level: every table of the three rounds was given up."""
    evening = Evening(club, "championship", by=as_yara)
    evening.come(8)
    evening.play_stage(1, lambda here: dict.fromkeys((entry.pk for entry in here), 1))
    return evening


def throw(evening: Evening, position: int = 1, **values: int):
    """By start number, as `n3=6`."""
    by_id = {Entry.objects.get(number=int(name[1:])).public_id: value for name, value in values.items()}
    return record_throws(evening.tournament, by=evening.by, stage_id=evening.stage(position).pk, throws=by_id)


def numbers(entries) -> list[int]:
    found = dict(Entry.objects.values_list("pk", "number"))
    return [found[pk] for pk in entries]


def all_throw(evening: Evening, values: str):
    return throw(evening, **{f"n{n}": int(value) for n, value in enumerate(values, 1)})


def test_throw_by_throw_until_nobody_is_level(level):
    assert (cut_of(level.stage(2)).open_places, len(cut_of(level.stage(2)).tied)) == (4, 8)
    assert next_step(level.tournament).data["code"] == "tie_at_cut"
    done = all_throw(level, "66553321")
    assert [numbers(group) for group in done.receipt["level"]] == [[1, 2], [3, 4], [5, 6]]
    assert cut_of(level.stage(2)).tied == ()
    throw(level, n1=2, n2=5, n3=1, n4=1)
    throw(level, n3=1, n4=4)
    assert numbers(cut_of(level.stage(2)).through) == [2, 1, 4, 3]
    assert level.tournament.stream.log.last().data == {"stage": 1, "throws": {"3": 1, "4": 4}}
    assert lines(level.tournament, most=1)[0].words == "Vorrunde · 3: 1, 4: 4"
    assert len(ThrowOff.objects.get().throws) == 3


def test_everybody_who_is_level_throws_and_nobody_else(level):
    with refused("not_equal"):
        throw(level, n1=6, n2=5)
    all_throw(level, "66553321")
    for wrong in ({"n1": 1}, {"n1": 1, "n2": 2, "n3": 3}, {"n7": 1, "n8": 2}):
        with refused("not_equal"):
            throw(level, **wrong)


@pytest.mark.parametrize("value", [0, 7, -1, True, "6", 2.0])
def test_a_die_shows_one_to_six(value, level):
    with refused("throw"):
        throw(level, n1=value)


def test_nobody_throws_who_is_not_entered(level):
    with refused("no_such_entry"):
        record_throws(level.tournament, by=level.by, stage_id=level.stage(1).pk, throws={"nothere": 1})
    with refused("no_such_entry"):
        record_throws(level.tournament, by=level.by, stage_id=level.stage(1).pk, throws={})


def test_a_turn_written_down_wrongly_is_taken_back(level):
    all_throw(level, "66553321")
    throw(level, n1=2, n2=5)
    undo = {"by": level.by, "stage_id": level.stage(1).pk}
    take_back_throws(level.tournament, **undo)
    assert [numbers(group) for group in equals(level.stage(1))] == [[1, 2], [3, 4], [5, 6]]
    take_back_throws(level.tournament, **undo)
    assert not ThrowOff.objects.exists()
    with refused("no_throws"):
        take_back_throws(level.tournament, **undo)


def test_the_lot_settles_what_is_left_and_can_be_drawn_again_by_anybody(level):
    stage = {"by": level.by, "stage_id": level.stage(1).pk}
    settle_by_lot(level.tournament, **stage)
    first = cut_of(level.stage(2))
    assert len(first.through) == 4 and first.tied == ()
    assert cut_of(level.stage(2)) == first
    with refused("lot_already"):
        settle_by_lot(level.tournament, **stage)


def test_nothing_is_thrown_where_the_scheme_knows_no_throw_off(club, as_yara):
    evening = Evening(club, "open_long", by=as_yara)
    evening.come(8)
    with refused("no_throw_off"):
        throw(evening, n1=6)


def test_once_the_final_is_published_its_ties_are_settled(level):
    all_throw(level, "65432121")
    level.publish(level.draw(2)[0])
    for act in (take_back_throws, settle_by_lot):
        with refused("built_on"):
            act(level.tournament, by=level.by, stage_id=level.stage(1).pk)
    with refused("built_on"):
        throw(level, n5=1, n7=2)
    closed = Round.objects.get(stage__position=1, number=3)
    with refused("built_on"):
        reopen_round(level.tournament, by=level.by, round_id=closed.pk)


@pytest.fixture
def small_final_open(club, as_yara) -> Evening:
    """The big final is published; numbers 8 to 12 are level across the cut of the small one."""
    evening = Evening(club, "village", by=as_yara)
    evening.come(12)
    evening.play_stage(1, lambda here: dict.fromkeys((entry.pk for entry in here), 1))
    stage = evening.stage(1)
    stage.scheme = {**stage.scheme, "breaks": [*stage.scheme["breaks"], "throw_off"]}
    stage.save(update_fields=["scheme"])
    all_throw(evening, "654322211111")
    evening.publish(evening.draw(2)[0])
    return evening


def test_the_small_finals_tie_is_thrown_off_though_the_final_is_published(small_final_open):
    throw(small_final_open, n8=2, n9=6, n10=1, n11=1, n12=1)
    assert numbers(cut_of(small_final_open.stage(3)).through) == [5, 6, 7, 9]
    seated = small_final_open.draw(3)[0].seats.values_list("entry__number", flat=True)
    assert sorted(seated) == [5, 6, 7, 9]


def test_the_small_finals_tie_is_settled_by_lot_and_the_final_stays(small_final_open):
    before = cut_of(small_final_open.stage(2)).through
    settle_by_lot(small_final_open.tournament, by=small_final_open.by, stage_id=small_final_open.stage(1).pk)
    assert cut_of(small_final_open.stage(3)).tied == ()
    assert cut_of(small_final_open.stage(2)).through == before


def test_throws_that_the_published_final_rests_on_stay(small_final_open):
    with refused("built_on"):
        take_back_throws(small_final_open.tournament, by=small_final_open.by, stage_id=small_final_open.stage(1).pk)
    throw(small_final_open, n8=2, n9=6, n10=1, n11=1, n12=1)
    take_back_throws(small_final_open.tournament, by=small_final_open.by, stage_id=small_final_open.stage(1).pk)
    assert len(cut_of(small_final_open.stage(3)).tied) == 5


def ranked(evening: Evening) -> Evening:
    all_throw(evening, "65432121")
    throw(evening, n5=6, n7=5)
    throw(evening, n6=6, n8=5)
    return evening


def test_a_place_that_is_declined_moves_up(level):
    ranked(level)
    final = {"by": level.by, "stage_id": level.stage(2).pk}
    third = Entry.objects.get(number=3).public_id
    with refused("not_declined"):
        accept_place(level.tournament, entry_id=third, **final)
    decline_place(level.tournament, entry_id=third, **final)
    with refused("declined_already"):
        decline_place(level.tournament, entry_id=third, **final)
    assert numbers(cut_of(level.stage(2)).through) == [1, 2, 4, 5] and numbers(cut_of(level.stage(2)).passed_over) == [
        3
    ]
    accept_place(level.tournament, entry_id=third, **final)
    assert numbers(cut_of(level.stage(2)).through) == [1, 2, 3, 4]
    with refused("no_final"):
        decline_place(level.tournament, by=level.by, stage_id=level.stage(1).pk, entry_id=third)
    level.publish(level.draw(2)[0])
    with refused("already_drawn"):
        decline_place(level.tournament, entry_id=third, **final)


def test_a_final_drawn_before_somebody_declined_is_not_published_unseen(level):
    ranked(level)
    draft = level.draw(2)[0]
    final = {"by": level.by, "stage_id": level.stage(2).pk}
    decline_place(level.tournament, entry_id=Entry.objects.get(number=3).public_id, **final)
    with refused("draft_outdated") as caught:
        level.publish(draft)
    assert caught.value.data == {"gone": [3], "unseated": [5]}
    level.publish(level.draw(2)[0])


def test_who_withdrew_or_is_excluded_is_passed_over_and_who_is_away_is_named(level):
    ranked(level)
    ids = {n: Entry.objects.get(number=n).public_id for n in range(1, 9)}
    withdraw_entry(level.tournament, by=level.by, entry_id=ids[2])
    exclude_entry(level.tournament, by=level.by, entry_id=ids[1], reason="!")
    assert numbers(cut_of(level.stage(2)).through) == [3, 4, 5, 7]
    mark_absent(level.tournament, by=level.by, entry_id=ids[4])
    with refused("absent") as caught:
        level.draw(2)
    assert caught.value.data["numbers"] == [4]
    check_in(level.tournament, by=level.by, entry_id=ids[4])
    assert numbers(level.draw(2)[0].seats.order_by("seed").values_list("entry", flat=True)) == [3, 4, 5, 7]


@pytest.fixture
def shared_victory(club, as_yara) -> Evening:
    """Numbers 1 and 2 share the first place of the final."""
    evening = Evening(club, "championship", by=as_yara)
    evening.come(8)
    evening.play_stage(1, by_number)
    for turn in range(9):
        if not cut_of(evening.stage(2)).tied:
            break
        throw(evening, **{f"n{n}": 1 + (n + turn) % 6 for n in numbers(cut_of(evening.stage(2)).tied)})
    final = evening.draw(2)[0]
    first, second, third, fourth = final.seats.order_by("seed").values_list("entry", flat=True)
    evening.play(final, lambda here: {first: 1, second: 1, third: 3, fourth: 4})
    return evening


def test_one_wins_the_final_by_a_throw_off_where_two_share_it(shared_victory, desk):
    evening, final = shared_victory, shared_victory.stage(2)
    step, level = next_step(evening.tournament), equals(final)[0]
    assert (step.code, step.data["code"]) == ("settle", "tie_at_top") and not is_over(evening.tournament)
    tied = Entry.objects.filter(pk__in=level).order_by("number").values_list("number", flat=True)
    assert "Die Nummern {}, {} liegen an der Spitze gleichauf".format(*tied) in step.data["sentence"]
    address = [evening.tournament.public_id, final.pk]
    page = desk.get(reverse("final", args=address))
    assert "teilen sich den ersten Platz" in text(page) and page.context["groups"][0][0][0].pk in level
    ids = [Entry.objects.get(pk=pk).public_id for pk in level]
    desk.post(reverse("final_throw", args=address), {f"throw_{ids[0]}": "2", f"throw_{ids[1]}": "5"})
    assert next_step(evening.tournament).code == "done"
    assert [line.entry for line in final_ranking(evening.tournament, evening.by)][:2] == level[::-1]
    assert "Niemand ist gleichauf" in text(desk.get(reverse("final", args=address)))


def test_a_final_without_a_throw_off_in_its_scheme_may_have_two_winners(shared_victory):
    final = shared_victory.stage(2)
    scheme = {**final.scheme, "breaks": ["wins"]}
    change_stage(shared_victory.tournament, by=shared_victory.by, stage_id=final.pk, fields={"scheme": scheme})
    assert next_step(shared_victory.tournament).code == "done"


@pytest.mark.parametrize("boards", [0, 4])
def test_big_and_small_final_begin_side_by_side(club, as_yara, boards):
    evening = Evening(club, "village", by=as_yara)
    evening.come(16, fours=boards)
    evening.play_stage(1, lambda here: dict.fromkeys((entry.pk for entry in here), 1))
    settle(evening, 2)
    assert (next_step(evening.tournament).stage.position, next_step(evening.tournament).code) == (3, "settle")
    throw(evening, **{f"n{n}": value for value, n in enumerate(numbers(cut_of(evening.stage(3)).tied), 1)})
    seen = []
    while (step := next_step(evening.tournament)).code in ("draw", "publish"):
        seen.append((step.stage.position, step.code))
        evening.draw(step.stage.position) if step.code == "draw" else evening.publish(step.round)
    assert seen == [(2, "draw"), (3, "draw"), (2, "publish"), (3, "publish")]
    assert (step.stage.position, step.code) == (2, "results")


@pytest.fixture
def both_finals(club, as_yara) -> Evening:
    """Whoever comes into the big and into the small final is settled."""
    evening = Evening(club, "village", by=as_yara)
    evening.come(16, fours=4)
    evening.play_stage(1, by_number)
    settle(evening, 2)
    tied = numbers(cut_of(evening.stage(3)).tied)
    throw(evening, **{f"n{n}": value for value, n in enumerate(tied, 1)}) if tied else None
    return evening


def test_finals_that_are_played_side_by_side_share_no_board(both_finals):
    evening = both_finals
    board = evening.publish(evening.draw(2)[0]).tables.get().board
    assert sorted(b.number for b in basis(evening.stage(3)).request.boards) == sorted({1, 2, 3, 4} - {board.number})
    evening.tournament.boards.exclude(pk=board.pk).update(kind="6")
    assert board.number in [b.number for b in basis(evening.stage(3)).request.boards]  # there is no other


def called(evening: Evening, position: int) -> list[int]:
    return list(evening.stage(position).rounds.get().tables.values_list("number", flat=True))


def board_of(evening: Evening, position: int) -> int:
    return evening.stage(position).rounds.get().tables.get().board.number


def test_finals_that_are_played_side_by_side_share_no_table_number(both_finals):
    evening = both_finals
    evening.draw(2)
    small = evening.draw(3)[0]
    for _again in range(2):
        [[big_table], [small_table]] = [called(evening, position) for position in (2, 3)]
        assert [big_table, small_table] == [board_of(evening, position) for position in (2, 3)]
        assert big_table != small_table
        evening.draw(2)  # again
    for round_ in (evening.stage(2).rounds.get(), small):
        evening.play(round_, by_number)
    boxes = bracket_of(Tournament.objects.get(pk=evening.tournament.pk)).columns[-1]
    said = [BracketWords(evening.tournament).heading(box) for box in boxes]
    assert said == ["Finale", f"Kleines Finale, Tisch {small_table}"]
    assert len({line.rank for line in final_ranking(evening.tournament, evening.by)[:8]}) == 8


def test_finals_at_one_board_share_no_table_number(both_finals):
    """The hall has no other board: then the second table is not called as its board is."""
    evening = both_finals
    evening.tournament.boards.exclude(number=1).update(kind="6")
    evening.draw(2)
    evening.draw(3)
    assert [board_of(evening, position) for position in (2, 3)] == [1, 1]
    assert [called(evening, position) for position in (2, 3)] == [[1], [5]]  # boards are 1 to 4


def test_where_tables_are_counted_apart_from_boards_finals_share_no_number(both_finals):
    evening = both_finals
    set_numbering(evening.tournament, by=evening.by, numbers_apart=True)
    evening.draw(2)
    evening.draw(3)
    assert [called(evening, 2), called(evening, 3)] == [[1], [2]]
    evening.draw(2)  # again
    assert [called(evening, 2), called(evening, 3)] == [[1], [2]]


def test_a_table_is_typed_by_its_number_whichever_final_is_chosen(both_finals, desk):
    big, small = (both_finals.publish(both_finals.draw(position)[0]) for position in (2, 3))
    page, number = reverse("results", args=[both_finals.tournament.public_id]), small.tables.get().number
    desk.post(page, {"line": f"{number} 1324", "round": str(big.pk)})
    assert small.tables.confirmed().get().number == number and not big.tables.confirmed().exists()
    assert "keinen Tisch 9" in text(desk.post(page, {"line": "9 1324", "round": str(big.pk)}))


@pytest.mark.parametrize("apart", [False, True])
def test_a_final_that_is_played_later_has_the_number_of_its_board_or_begins_at_table_1(both_finals, apart):
    set_numbering(both_finals.tournament, by=both_finals.by, numbers_apart=apart)
    both_finals.play(both_finals.draw(2)[0], by_number)
    both_finals.draw(3)
    assert called(both_finals, 3) == [1 if apart else board_of(both_finals, 3)]


def test_a_small_final_for_which_too_few_are_left_is_left_out(club, as_yara):
    evening = Evening(club, "village", by=as_yara)
    evening.come(6)
    evening.play_stage(1, by_number)
    settle(evening, 2)
    evening.play(evening.draw(2)[0], by_number)
    assert next_step(evening.tournament).code == "done"
    assert len(final_ranking(evening.tournament, evening.by)) == 6


def test_no_final_before_the_rounds_are_over(club, as_yara):
    evening = Evening(club, "championship", by=as_yara)
    evening.come(8)
    rounds = evening.draw(1)
    for round_ in rounds[:2]:
        evening.play(round_, by_number)
    with refused("stage_open"):
        evening.draw(2)
    evening.publish(rounds[2])
    with refused("stage_open"):
        evening.draw(2)
    assert cut_of(evening.stage(2)).waiting_for["code"] == "stage_open"


@pytest.fixture
def knockout(club, as_yara) -> Evening:
    evening = Evening(club, "knockout", by=as_yara)
    evening.come(16)
    return evening


def test_a_knock_out_halves_the_field_and_seeds_it_by_table_and_place(knockout):
    first = knockout.play(knockout.draw(1)[0], by_number)
    going = advanced(first)
    by_best_seed = sorted(first.tables.all(), key=lambda table: min(table.seats.values_list("seed", flat=True)))
    tables = [list(table.seats.order_by("entry__number").values_list("entry", flat=True)) for table in by_best_seed]
    assert list(going.through[:4]) == [table[0] for table in tables]  # the winner takes over the best seed of the table
    assert sorted(going.through[4:]) == sorted(table[1] for table in tables)
    second = knockout.draw(1)[0]
    assert list(second.seats.order_by("seed").values_list("entry", flat=True)) == list(going.through)
    knockout.play(second, by_number)
    with refused("all_drawn"):
        knockout.draw(1)
    assert len(field_of(knockout.stage(2)).entries) == 4


def test_a_tie_at_a_knock_out_table_is_thrown_off_there(knockout):
    first = knockout.publish(knockout.draw(1)[0])
    knockout.fill(first, by_number)
    table = first.tables.first()
    take_back_result(knockout.tournament, by=knockout.by, table_id=table.public_id, reason="!")
    order = [seat.entry for seat in table.seats.order_by("entry__number").select_related("entry")]
    knockout.confirm(table, dict(zip((entry.pk for entry in order), [1, 2, 2, 2], strict=True)))
    close_round(knockout.tournament, by=knockout.by, round_id=first.pk)
    with refused("tie_at_table") as caught:
        knockout.draw(1)
    assert [set(tie) for tie in caught.value.data["tied"]] == [{entry.pk for entry in order[1:]}]
    assert next_step(knockout.tournament).code == "settle"
    one, two, three = [f"n{entry.number}" for entry in order[1:]]
    with refused("not_equal"):
        throw(knockout, **{one: 3, two: 4})
    done = throw(knockout, **{one: 3, two: 5, three: 5})
    assert [set(group) for group in done.receipt["level"]] == [{order[2].pk, order[3].pk}]
    with refused("not_equal"):
        throw(knockout, **{one: 3, two: 4, three: 1})
    throw(knockout, **{two: 1, three: 2})
    going = advanced(Round.objects.get(pk=first.pk)).through
    assert {order[0].pk, order[3].pk} <= set(going) and not {order[1].pk, order[2].pk} & set(going)


def test_without_all_results_nobody_goes_on(knockout):
    first = knockout.publish(knockout.draw(1)[0])
    close_round(knockout.tournament, by=knockout.by, round_id=first.pk, reason="The lights went out")
    with refused("results_missing"):
        knockout.draw(1)


def test_who_leaves_a_knock_out_makes_room_at_the_own_table(knockout):
    first = knockout.play(knockout.draw(1)[0], by_number)
    table = first.tables.first()
    order = [seat.entry for seat in table.seats.order_by("entry__number").select_related("entry")]
    withdraw_entry(knockout.tournament, by=knockout.by, entry_id=order[0].public_id)
    going = advanced(first).through
    assert order[2].pk in going and order[0].pk not in going and len(going) == 8


def test_four_who_come_to_a_knock_out_sit_down_to_the_final(club, as_yara):
    evening = Evening(club, "knockout", by=as_yara)
    evening.come(4)
    assert next_step(evening.tournament).stage.position == 2
    assert evening.draw(2)[0].seats.count() == 4


def test_from_rounds_through_a_knock_out_of_eight_to_the_final(club, as_yara):
    evening = Evening(club, "open", by=as_yara)
    evening.come(20)
    evening.play_stage(1, by_chance(1))
    best = [line.player.id for line in kept_lines(evening.stage(1))][:8]
    eight = evening.play(evening.draw(2)[0], by_number)
    assert list(eight.seats.order_by("seed").values_list("entry", flat=True)) == best
    final = evening.draw(3)[0]
    assert list(final.seats.order_by("seed").values_list("entry", flat=True)) == list(advanced(eight).through)


def test_behind_a_knock_out_the_small_final_takes_those_who_were_out_last(knockout):
    fields = {"kind": "small_final", "name": "Kleines Finale", "rules": "classic", "size": 8, "unfinished": "steps"}
    add_stage(knockout.tournament, by=knockout.by, fields=fields)
    for _round in range(2):
        last = knockout.play(knockout.draw(1)[0], by_number)
    final, small = knockout.draw(2)[0], knockout.draw(3)[0]
    seated = [set(round_.seats.values_list("entry", flat=True)) for round_ in (last, final, small)]
    assert len(seated[0]) == 8 and seated[0] == seated[1] | seated[2]
    for round_ in (final, small):
        knockout.play(round_, by_number)
    assert next_step(knockout.tournament).code == "done"

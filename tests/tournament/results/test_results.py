"""Results: reported, agreed, disputed, confirmed, corrected, never lost."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import IntegrityError, connection, transaction

from tests.tournament.evening import Evening, by_chance, by_number, refused, settle
from tournament.core.action import Write
from tournament.core.actors import ANONYMOUS, Actor
from tournament.core.errors import NotAllowed, Refused, Stale
from tournament.core.links import table_by_token, table_token
from tournament.models import Entry, Grant, Report, Result, Role, Round, Table
from tournament.results import actions as results
from tournament.results.actions import confirm_report, confirm_result, report_result, set_problem
from tournament.results.corrections.actions import correct_result, take_back_result
from tournament.results.corrections.effects import effect_of
from tournament.rounds.actions import close_round
from tournament.rounds.queries import next_step, reports_of, round_view, table_view
from tournament.standings.queries import kept_lines
from tournament.standings.scores import stage_lines


@pytest.fixture
def evening(club, as_yara) -> Evening:
    made = Evening(club, "championship", by=as_yara)
    made.come(8)
    made.publish(made.draw(1)[0])
    return made


@pytest.fixture
def table(evening) -> Table:
    return Table.objects.select_related("round__stage__tournament").filter(round__number=1).first()


def places(*said: int, colours: str = "YGRK", counted: tuple[int, ...] = ()) -> dict:
    return {
        colour: {"place": place, "counted": counted[n] if counted else None}
        for n, (colour, place) in enumerate(zip(colours, said, strict=True))
    }


def phone(table: Table, device: str) -> Actor:
    """By the slip of the table."""
    return Actor(via="link", table=table.public_id, device=device)


def own_phone(table: Table, device: str) -> Actor:
    """By the personal link of somebody who sits there."""
    return phone(table, f"entry-{device}")


def now(table: Table) -> Result | None:
    return Result.objects.filter(table=table, superseded_at=None).first()


def test_the_desk_confirms_with_database_and_log(evening, table):
    done = confirm_result(
        evening.tournament, by=evening.by, table_id=table.public_id, places=places(2, 1, 4, 3), version=1
    )
    kept = {seat.colour: (seat.place, seat.entry_id) for seat in done.result.seats.all()}
    seats = dict(table.seats.values_list("colour", "entry"))
    assert kept == {c: (p, seats[c]) for c, p in zip("YGRK", (2, 1, 4, 3), strict=True)}
    last = evening.tournament.stream.log.last()
    assert last.data == {
        "stage": 1, "table": table.number, "round": 1, "source": "desk", "confirmed": True,
        "places": {"Y": [2, None], "G": [1, None], "R": [4, None], "K": [3, None]},
    }  # fmt: skip
    assert done.receipt["version"] == 2


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (places(1, 2, 3, 3), None),
        (places(1, 1, 1, 1), None),
        (places(1, 2, 3, 0), None),
        (places(0, 0, 1, 0), None),
        (places(1, 2, 2, 3), "places_places"),
        (places(1, 1, 2, 3), "places_places"),
        (places(2, 3, 4, 1)| {"Y": {"place": 3, "counted": None}}, "places_places"),
        (places(0, 0, 0, 0), "places_nobody"),
        (places(2, 0, 3, 4), "places_places"),
        (places(1, 2, 3, 5), "places_places"),
        (places(1, 2, 3, -4), "places_places"),
        (places(1, 2, 3, 4) | {"K": {"place": "4"}}, "places_places"),
        (places(1, 2, 3, 4) | {"K": {"place": True}}, "places_places"),
        (places(1, 2, 3, 4) | {"K": {}}, "places_places"),
        (places(1, 2, 3, 4, counted=(1, 2, 3, 10**9)), "counted"),
        (places(1, 2, 3, colours="YGR"), "seats"),
        (places(1, 2, 3, 4, colours="YGRB"), "seats"),
        ({}, "seats"),
    ],
)  # fmt: skip
def test_possible_places_are_taken_and_impossible_ones_refused(said, code, evening, table):
    asked = {"by": evening.by, "table_id": table.public_id, "places": said}
    if code is None:
        assert confirm_result(evening.tournament, **asked).result.report.places.keys() == said.keys()
        return
    with refused(code):
        confirm_result(evening.tournament, **asked)
    assert not Report.objects.exists()


def test_where_the_board_is_the_score_every_seat_needs_its_count(club, as_yara):
    evening = Evening(club, "counted", by=as_yara)
    evening.come(4)
    table = evening.publish(evening.draw(1)[0]).tables.get()
    asked = {"by": as_yara, "table_id": table.public_id}
    with refused("places_count_missing"):
        confirm_result(evening.tournament, places=places(1, 2, 3, 4), **asked)
    confirm_result(evening.tournament, places=places(1, 2, 3, 0, counted=(300, 200, 100, 7)), **asked)
    assert [line.parts // 12 for line in stage_lines(evening.stage(1))] == [300, 200, 100, 0]


def test_two_phones_that_agree_confirm_and_one_alone_does_not(evening, table):
    said = {"table_id": table.public_id, "source": "table", "places": places(1, 2, 3, 4)}
    report_result(evening.tournament, by=own_phone(table, "one"), **said)
    report_result(evening.tournament, by=own_phone(table, "one"), **said)
    assert now(table) is None and Report.objects.filter(set_aside_at=None).count() == 1
    report_result(evening.tournament, by=own_phone(table, "two"), **said)
    assert now(table).confirmed_by == "device:entry-two"
    assert evening.tournament.stream.log.last().role == "table"


def test_sources_that_differ_stand_side_by_side_until_the_desk_decides(evening, table):
    said = {"table_id": table.public_id, "source": "table"}
    report_result(evening.tournament, by=phone(table, "one"), places=places(1, 2, 3, 4), **said)
    other = report_result(evening.tournament, by=phone(table, "two"), places=places(2, 1, 3, 4), **said).result
    third = phone(table, "three")
    report_result(evening.tournament, by=third, places=places(1, 2, 3, 4), **said)
    assert now(table) is None and round_view(table.round, full=True).disputed == (table.number,)
    assert [report.actor for report in reports_of(table)] == ["device:one", "device:two", "device:three"]
    confirm_report(evening.tournament, by=evening.by, report_id=other.pk)
    assert now(table).report == other and round_view(table.round, full=True).disputed == ()
    assert [(r.is_confirmed, r.is_set_aside) for r in reports_of(table)] == [
        (False, True),
        (True, False),
        (False, True),
    ]


def test_a_phone_that_thinks_again_is_not_two(evening, table):
    said = {"table_id": table.public_id, "source": "table"}
    report_result(evening.tournament, by=own_phone(table, "one"), places=places(1, 2, 3, 4), **said)
    report_result(evening.tournament, by=own_phone(table, "one"), places=places(2, 1, 3, 4), **said)
    report_result(evening.tournament, by=own_phone(table, "two"), places=places(2, 1, 3, 4), **said)
    assert now(table).report.places == places(2, 1, 3, 4) and len(reports_of(table)) == 3


def test_what_comes_after_the_confirmed_result_is_kept_as_a_dispute(evening, table):
    evening.confirm(table, by_number([seat.entry for seat in table.seats.all()]))
    first = now(table)
    said = {"table_id": table.public_id, "source": "desk", "places": places(1, 1, 1, 1)}
    report_result(evening.tournament, by=evening.by, **said)
    assert now(table) == first and table_view(table, full=True).state == "disputed"
    other = table.round.tables.exclude(pk=table.pk).get()
    evening.confirm(other, by_number([seat.entry for seat in other.seats.all()]))
    with refused("results_missing") as caught:
        close_round(evening.tournament, by=evening.by, round_id=table.round_id)
    assert caught.value.data == {"tables": [], "disputed": [table.number]}


def test_the_link_of_a_table_reports_for_this_table_and_nothing_else(evening, table):
    other = Table.objects.exclude(pk=table.pk).filter(round=table.round).get()
    said = {"by": phone(table, "one"), "places": places(1, 2, 3, 4)}
    for asked in ({"table_id": other.public_id, "source": "table"}, {"table_id": table.public_id, "source": "desk"}):
        with pytest.raises(NotAllowed):
            report_result(evening.tournament, **asked, **said)
    with pytest.raises(NotAllowed):
        confirm_result(evening.tournament, table_id=table.public_id, **said)
    with pytest.raises(NotAllowed):
        set_problem(evening.tournament, by=said["by"], table_id=other.public_id, problem="!")
    set_problem(evening.tournament, by=said["by"], table_id=table.public_id, problem="Die fell down")
    with pytest.raises(NotAllowed):
        set_problem(evening.tournament, by=said["by"], table_id=table.public_id, problem="")


def test_a_table_of_another_tournament_gives_no_right_here(evening, table, club, as_yara):
    strange = Evening(club, "open", by=as_yara)
    strange.come(4)
    there = strange.publish(strange.draw(1)[0]).tables.get()
    for actor in (phone(there, "one"), Actor(via="link", table="nothere", device="one"), ANONYMOUS):
        with pytest.raises(NotAllowed):
            report_result(
                evening.tournament, by=actor, table_id=table.public_id, source="table", places=places(1, 2, 3, 4)
            )
    with refused("no_such_table"):
        confirm_result(evening.tournament, by=as_yara, table_id=there.public_id, places=places(1, 2, 3, 4))


def test_the_link_is_found_by_its_token_alone(table):
    token = table_token(table)
    assert table_by_token(table.public_id, token) == table and len(token) == 32
    other = Table.objects.exclude(pk=table.pk).first()
    assert table_by_token(table.public_id, table_token(other)) is None is table_by_token("nothere", token)


def test_a_referee_reports_as_such_but_not_for_the_desk(evening, table, club, account):
    gero = Actor(account("gero"))
    Grant.objects.create(account=gero.account, club=club, tournament=evening.tournament, role=Role.REFEREE)
    said = {"by": gero, "table_id": table.public_id, "places": places(1, 2, 3, 4)}
    for source in ("desk", "table", "nobody"):
        with pytest.raises(NotAllowed):
            report_result(evening.tournament, source=source, **said)
    report_result(evening.tournament, source="referee", **said)
    assert now(table) is None
    report_result(
        evening.tournament, by=own_phone(table, "one"), **{k: said[k] for k in ("table_id", "places")}, source="table"
    )
    assert now(table) is not None


def test_a_table_that_was_given_up_shares_all_points(evening, table):
    done = confirm_result(evening.tournament, by=evening.by, table_id=table.public_id, places={}, is_abandoned=True)
    assert done.result.report.is_abandoned and table_view(table, full=True).is_abandoned
    here = set(table.seats.values_list("entry", flat=True))
    assert {line.parts for line in stage_lines(evening.stage(1)) if line.player.id in here} == {(5 + 3 + 1) * 12 // 4}


def test_who_did_not_come_gets_nothing_and_the_others_play_as_a_table_of_three(evening, table):
    confirm_result(evening.tournament, by=evening.by, table_id=table.public_id, places=places(2, 0, 1, 3))
    lines = {line.player.id: line for line in stage_lines(evening.stage(1))}
    there = dict(table.seats.values_list("colour", "entry"))
    assert [lines[there[colour]].parts // 12 for colour in "RYKG"] == [5, 3, 1, 0]
    assert lines[there["G"]].singles == () and lines[there["Y"]].singles[0].size == 3


def corrected(evening, table, said, *, then="keep", seen=None, **more):
    seen = seen or effect_of(table, said).fingerprint
    asked = {"by": evening.by, "reason": "Wrong slip", **more}
    return correct_result(evening.tournament, table_id=table.public_id, places=said, seen=seen, then=then, **asked)


def test_a_confirmed_result_is_only_corrected_with_its_effect_seen(evening, table):
    confirm_result(evening.tournament, by=evening.by, table_id=table.public_id, places=places(1, 2, 3, 4))
    with refused("confirmed_already"):
        confirm_result(evening.tournament, by=evening.by, table_id=table.public_id, places=places(4, 3, 2, 1))
    with refused("effect_changed"):
        corrected(evening, table, places(4, 3, 2, 1), seen="guessed")
    first = now(table)
    corrected(evening, table, places(4, 3, 2, 1))
    first.refresh_from_db()
    assert first.superseded_at and [seat.place for seat in first.seats.order_by("pk")] == [1, 2, 3, 4]
    assert [seat.place for seat in now(table).seats.order_by("pk")] == [4, 3, 2, 1]
    assert [(r.is_confirmed, r.is_set_aside) for r in reports_of(table)] == [(False, True), (True, False)]
    assert evening.tournament.stream.log.last().texts.get().text == "Wrong slip"


def test_the_effect_names_ranks_before_and_after_and_changes_nothing(evening, table):
    evening.fill(table.round, by_number)
    before = [(line.player.id, line.rank) for line in stage_lines(evening.stage(1))]
    seats = dict(table.seats.values_list("colour", "entry"))
    upside = {colour: {"place": 5 - seat.place} for colour, seat in by_colour(table).items()}
    effect = effect_of(table, upside)
    assert effect.moves and set(effect.cut_in).isdisjoint(effect.cut_out) and len(effect.cut_in) == len(effect.cut_out)
    winner = next(colour for colour, seat in by_colour(table).items() if seat.place == 1)
    assert (seats[winner], 1) in [(entry, was) for entry, was, _now in effect.moves]
    assert [(line.player.id, line.rank) for line in stage_lines(evening.stage(1))] == before
    corrected(evening, table, upside)
    after = {line.player.id: line.rank for line in stage_lines(evening.stage(1))}
    assert all(after[entry] == rank for entry, _was, rank in effect.moves)
    assert all(after[entry] == rank for entry, rank in before if entry not in {move[0] for move in effect.moves})


def by_colour(table: Table) -> dict:
    return {seat.colour: seat for seat in now(table).seats.all()}


@pytest.fixture
def swiss(club, as_yara) -> Evening:
    """One round closed, the next published from it."""
    made = Evening(club, "championship", by=as_yara)
    stage = made.stage(1)
    stage.kind = "swiss"
    stage.save()
    made.come(8)
    made.play(made.draw(1)[0], by_number)
    made.publish(made.draw(1)[0])
    return made


def first_table(evening: Evening) -> Table:
    return Table.objects.select_related("round__stage__tournament").get(round__number=1, number=1)


@pytest.mark.parametrize(("then", "left"), [("keep", [1, 2]), ("redraw", [1])])
def test_after_a_correction_what_was_drawn_is_kept_or_drawn_again(then, left, swiss):
    table = first_table(swiss)
    said = places(4, 3, 2, 1)
    effect = effect_of(table, said)
    assert [round_.number for round_ in effect.drawn] == [2] and effect.played == ()
    corrected(swiss, table, said, then=then)
    assert list(Round.objects.order_by("number").values_list("number", flat=True)) == left
    assert next_step(swiss.tournament).code == ("draw" if then == "redraw" else "start")


def test_what_is_played_already_stays_whatever_is_chosen(swiss):
    second = Round.objects.get(number=2)
    swiss.start(second)
    table = first_table(swiss)
    effect = effect_of(table, places(4, 3, 2, 1))
    assert effect.drawn == () and [round_.number for round_ in effect.played] == [2]
    corrected(swiss, table, places(4, 3, 2, 1), then="redraw")
    assert Round.objects.count() == 2


def test_an_effect_that_has_changed_since_it_was_seen_is_shown_again(swiss):
    table, said = first_table(swiss), places(4, 3, 2, 1)
    seen = effect_of(table, said).fingerprint
    swiss.start(Round.objects.get(number=2))
    with refused("effect_changed"):
        corrected(swiss, table, said, seen=seen)


def test_a_closed_round_is_corrected_by_the_organiser_alone(swiss, club, account):
    gero = Actor(account("gero"))
    Grant.objects.create(account=gero.account, club=club, tournament=swiss.tournament, role=Role.DESK)
    with pytest.raises(NotAllowed):
        corrected(swiss, first_table(swiss), places(4, 3, 2, 1), by=gero)
    with refused("reason_missing"):
        corrected(swiss, first_table(swiss), places(4, 3, 2, 1), reason=" ")
    corrected(swiss, first_table(swiss), places(4, 3, 2, 1))
    assert Entry.objects.count() == 8


def test_who_goes_on_after_a_correction_is_named(evening, table):
    evening.fill(table.round, by_number)
    close_round(evening.tournament, by=evening.by, round_id=table.round_id)
    for round_ in evening.stage(1).rounds.filter(state="draft").order_by("number"):
        evening.play(round_, by_chance(3))
    settle(evening, 2)
    evening.draw(2)
    tables = Table.objects.filter(round__stage__position=1).select_related("round__stage__tournament")
    effects = [effect_of(each, places(*order)) for each in tables for order in ((4, 3, 2, 1), (1, 2, 3, 4))]
    changed = [effect for effect in effects if effect.cut_in]
    assert changed and all([round_.stage.kind for round_ in effect.drawn] == ["final"] for effect in changed)
    assert all(len(effect.cut_in) == len(effect.cut_out) for effect in changed)


def test_a_correction_that_says_the_same_changes_nothing(evening, table):
    evening.fill(table.round, by_number)
    close_round(evening.tournament, by=evening.by, round_id=table.round_id)
    same = {colour: {"place": seat.place} for colour, seat in by_colour(table).items()}
    effect = effect_of(table, same)
    assert (effect.moves, effect.cut_in, effect.drawn, effect.played) == ((), (), (), ())


def test_a_result_is_taken_back_in_an_open_round_only(evening, table):
    confirm_result(evening.tournament, by=evening.by, table_id=table.public_id, places=places(1, 2, 3, 4))
    asked = {"by": evening.by, "table_id": table.public_id}
    with refused("reason_missing"):
        take_back_result(evening.tournament, reason="", **asked)
    take_back_result(evening.tournament, reason="Table 2, not 1", **asked)
    assert now(table) is None and Result.objects.count() == 1 and table_view(table, full=True).state == "open"
    with refused("no_result"):
        take_back_result(evening.tournament, reason="Again", **asked)


def test_the_database_itself_holds_one_confirmed_result_a_table(evening, table):
    confirm_result(evening.tournament, by=evening.by, table_id=table.public_id, places=places(1, 2, 3, 4))
    with pytest.raises(IntegrityError), transaction.atomic():
        Result.objects.create(table=table, report=Report.objects.get(), confirmed_by="x")


def test_standings_are_computed_anew_for_every_state_and_kept_in_between(evening, table, django_assert_num_queries):
    kept_lines(evening.stage(1))
    stage = evening.stage(1)
    with django_assert_num_queries(1):
        assert {line.parts for line in kept_lines(stage)} == {0}
    confirm_result(evening.tournament, by=evening.by, table_id=table.public_id, places=places(1, 2, 3, 4))
    assert max(line.parts for line in kept_lines(stage)) == 5 * 12


def race(do) -> list[str]:
    together = Barrier(2)

    def clerk(n: int) -> str:
        together.wait()
        try:
            do(n)
        except Refused as error:
            return error.code
        else:
            return "won"
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        return sorted(pool.map(clerk, range(2)))


@pytest.fixture
def hall(club, as_yara, transactional_db) -> tuple[Evening, Table]:
    made = Evening(club, "championship", by=as_yara)
    made.come(4)
    return made, made.publish(made.draw(1)[0]).tables.get()


@pytest.mark.django_db(transaction=True)
def test_of_two_clerks_who_confirm_a_table_at_once_one_wins_and_the_other_is_told(hall):
    evening, table = hall
    orders = [places(1, 2, 3, 4), places(4, 3, 2, 1)]

    def confirm(n: int) -> None:
        confirm_result(evening.tournament, by=evening.by, table_id=table.public_id, places=orders[n], version=1)

    assert race(confirm) == ["stale", "won"]
    assert Result.objects.count() == Report.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_without_the_version_and_the_look_at_what_is_there_both_would_win(hall, monkeypatch):
    """The control: it is these two checks that the race above stands on."""
    evening, table = hall
    monkeypatch.setattr(Write, "same_version", staticmethod(lambda thing, version: None))
    monkeypatch.setattr(results, "_require_unconfirmed", lambda table: None)
    orders = [places(1, 2, 3, 4), places(4, 3, 2, 1)]

    def confirm(n: int) -> None:
        confirm_result(evening.tournament, by=evening.by, table_id=table.public_id, places=orders[n], version=1)

    assert race(confirm) == ["won", "won"]
    assert Result.objects.filter(superseded_at=None).count() == 1 and Result.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_phones_and_a_clerk_at_once_lose_nothing(hall):
    evening, table = hall
    said = {"table_id": table.public_id, "places": places(1, 2, 3, 4)}

    def report(n: int) -> None:
        report_result(evening.tournament, by=own_phone(table, f"{n}"), source="table", **said)

    assert race(report) == ["won", "won"]
    assert Report.objects.count() == 2 and Result.objects.filter(superseded_at=None).count() == 1
    with pytest.raises(Stale):
        confirm_result(evening.tournament, by=evening.by, **said)

from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.conftest import APPEND_ONLY
from tests.tournament.evening import Evening, by_chance
from tournament.desk.undo.actions import undo_to
from tournament.models import Entry, Report, Result, ResultSeat, Round
from tournament.out import verify as checking
from tournament.results.corrections.actions import take_back_result
from tournament.rounds.actions import close_round
from tournament.stages.actions import change_stage
from tournament.standings.penalties.actions import give_penalty
from tournament.standings.scores import stage_lines


def test_a_whole_log_is_named_with_its_head(tournament, entries, capsys):
    call_command("verify_tournament", tournament.public_id)
    tournament.stream.refresh_from_db()
    assert f"6 entries, whole, head {tournament.stream.head}" in capsys.readouterr().out


def test_a_changed_log_is_an_error_that_names_the_entry(tournament, entries, capsys):
    with connection.cursor() as cursor:
        drop = [APPEND_ONLY.POSTGRES_BACK] if connection.vendor == "postgresql" else []
        for statement in drop or [f"DROP TRIGGER {name}" for name in APPEND_ONLY.NAMES]:
            cursor.execute(statement)
        cursor.execute("UPDATE tournament_logentry SET actor = 'x' WHERE code = 'entry.added' AND seq = 2")
    with pytest.raises(CommandError):
        call_command("verify_tournament")
    assert "entry 2: content" in capsys.readouterr().err


def test_a_tournament_that_does_not_exist_is_said(db):
    with pytest.raises(CommandError, match="no such"):
        call_command("verify_tournament", "nothere")


@pytest.fixture
def played(club, as_yara) -> Evening:
    """A round and a half, with a penalty, a correction taken back by undoing, and a result taken back."""
    evening = Evening(club, "open_long", by=as_yara)
    evening.come(9)
    first, second, *_later = evening.draw(1)
    evening.play(first, by_chance(1))
    evening.publish(second)
    evening.fill(second, by_chance(2))
    act = {"by": as_yara, "reason": "Lärm"}
    give_penalty(evening.tournament, stage_id=first.stage_id, entry_id=Entry.objects.first().public_id, points=2, **act)
    take_back_result(evening.tournament, table_id=second.tables.first().public_id, **act)
    return evening


def faults_of(evening: Evening, capsys) -> str:
    with pytest.raises(CommandError):
        call_command("verify_tournament", evening.tournament.public_id)
    return capsys.readouterr().err


def test_a_tournament_in_the_middle_of_a_round_is_whole(played, capsys):
    call_command("verify_tournament", played.tournament.public_id)
    assert "whole" in capsys.readouterr().out


def test_what_was_undone_is_no_difference(played, capsys):
    close_round(played.tournament, by=played.by, round_id=Round.objects.get(number=2).pk, reason="spät")
    played.tournament.stream.refresh_from_db()
    to = played.tournament.snapshots.get(code="round.drawn").seq
    undo_to(played.tournament, by=played.by, to=to, seen=played.tournament.stream.seq)
    call_command("verify_tournament", played.tournament.public_id)
    again = played.tournament.snapshots.first().seq
    played.tournament.stream.refresh_from_db()
    undo_to(played.tournament, by=played.by, to=again, seen=played.tournament.stream.seq)
    call_command("verify_tournament", played.tournament.public_id)
    assert "whole" in capsys.readouterr().out


def test_going_back_to_before_the_first_line_is_no_difference(played, capsys):
    played.tournament.stream.refresh_from_db()
    undo_to(played.tournament, by=played.by, to=0, seen=played.tournament.stream.seq)
    call_command("verify_tournament", played.tournament.public_id)
    assert "whole" in capsys.readouterr().out


def test_a_place_changed_in_the_database_is_found(played, capsys):
    ResultSeat.objects.filter(result__table__number=1, place=1).update(place=2)
    said = faults_of(played, capsys)
    assert "round 1, table 1: the result differs from the report" in said


def test_a_report_changed_with_its_result_is_found_by_the_log(played, capsys):
    result = Result.objects.filter(superseded_at=None).order_by("pk").first()
    one, other, *_rest = result.seats.order_by("place")
    places = {**result.report.places}
    places[one.colour], places[other.colour] = places[other.colour], places[one.colour]
    Report.objects.filter(pk=result.report_id).update(places=places)
    for seat in (one, other):
        ResultSeat.objects.filter(pk=seat.pk).update(place=places[seat.colour]["place"])
    said = faults_of(played, capsys)
    assert "is not what the log says was confirmed" in said and "differs from the report" not in said


def test_a_result_that_was_removed_is_found(played, capsys):
    Result.objects.filter(superseded_at=None).order_by("pk").first().delete()
    assert "its confirmed result is gone" in faults_of(played, capsys)


def test_a_seat_exchanged_behind_a_result_is_found(played, capsys):
    result = Result.objects.filter(superseded_at=None).order_by("pk").first()
    seat = result.table.seats.first()
    seat.delete()
    assert "counts for others" in faults_of(played, capsys)


def test_a_stage_that_counts_boards_from_now_on_adds_up_without_the_counts_it_lacks(played, capsys):
    stage = played.stage(1)
    fields = {"scheme": {**stage.scheme, "by_count": True}, "unfinished": "fields"}
    change_stage(played.tournament, by=played.by, stage_id=stage.pk, fields=fields)
    call_command("verify_tournament", played.tournament.public_id)
    assert "whole" in capsys.readouterr().out


def test_standings_that_add_up_wrongly_are_found(played, capsys, monkeypatch):
    wrong = lambda stage: [replace(line, parts=line.parts + 12) for line in stage_lines(stage)]  # noqa: E731
    monkeypatch.setattr(checking, "stage_lines", wrong)
    assert "number 1 has" in faults_of(played, capsys)


def test_another_app_adds_its_own_check(played, capsys, monkeypatch):
    monkeypatch.setattr(checking, "CHECKS", [lambda tournament: iter(["a game differs"])])
    assert "a game differs" in faults_of(played, capsys)

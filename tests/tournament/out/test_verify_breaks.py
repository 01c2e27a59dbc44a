"""Rows and logs that are gone, cut loose or no values at all: `verify_tournament` names them, whatever they break."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from games.free import actions as free
from games.models import Game
from games.recording.actions import add_line, open_game
from tests.tournament.evening import Evening
from tests.tournament.out.test_bound import an_evening, drop_protection
from tournament import models as m
from tournament.core import bound
from tournament.core.actors import Actor
from tournament.core.circle import Circle
from tournament.desk.undo.actions import undo_to
from tournament.out.backup.proving import prove

pytestmark = pytest.mark.slow
ON_SQLITE = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL takes no value of another type")


@pytest.fixture
def evening(club: Any, as_yara: Actor, account: Any) -> Evening:
    """And a free game, so that the log of the club says who some people are."""
    begin_free_game(as_yara, club)
    return an_evening(club, as_yara, account)


def begin_free_game(by: Actor, club: m.Club) -> None:
    seats = [{"colours": colour, "name": name} for colour, name in (("Y", "Bela Blau"), ("G", "Karl Klein"))]
    for name in ("Am Kamin", "Noch einmal"):
        free.begin_free_game(Circle(club), by=by, rules="classic", seats=seats, name=name)


@contextmanager
def by_sql(*statements: str) -> Iterator[None]:
    """As whoever owns the database can, and taken back: such a state cannot be committed by the program."""
    with transaction.atomic():
        drop_protection()
        with connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)
        yield
        transaction.set_rollback(True)


def told(capsys: Any, *tournaments: str) -> str:
    capsys.readouterr()
    with pytest.raises(CommandError):
        call_command("verify_tournament", *tournaments)
    return str(capsys.readouterr().err)


def test_people_removed_past_the_program_are_named(evening, capsys):
    people = list(m.Person.objects.values_list("pk", flat=True))
    call_command("verify_tournament")
    with by_sql("DELETE FROM tournament_person"):
        for words in (told(capsys), told(capsys, evening.tournament.public_id)):
            assert len(people) > 9 and all(f"Person {pk} is gone, and the log has it" in words for pk in people)
    with by_sql(f"DELETE FROM tournament_person WHERE id = {people[3]}"):
        words = told(capsys, evening.tournament.public_id)
        assert words.count("is gone") == 1 and f"Person {people[3]} is gone" in words
        found = prove("default")["differing"][0]
        assert (found["tournament"], found["count"]) == (evening.tournament.public_id, 1)


def test_a_log_cut_loose_is_named(evening, capsys):
    with by_sql("UPDATE tournament_stream SET tournament_id = NULL"):
        words = told(capsys)
        assert f"{evening.tournament.public_id}: its log is gone" in words and "nothing has this log any more" in words
        assert prove("default")["differing"][0]["tournament"] == evening.tournament.public_id


def test_a_game_that_an_undo_took_away_leaves_its_log_and_is_no_fault(club, as_yara, capsys):
    made = Evening(club, "village", by=as_yara)
    made.come(4)
    round_ = made.publish(made.draw(1)[0])
    table = round_.tables.get()
    open_game(made.tournament, by=as_yara, table_id=table.public_id)
    game = Game.objects.get()
    add_line(game, by=as_yara, kind="begins", colour=table.seats.first().colour)
    made.tournament.stream.refresh_from_db()
    first = made.tournament.snapshots.order_by("seq").values_list("seq", flat=True)[0]
    undo_to(made.tournament, by=as_yara, to=first, seen=made.tournament.stream.seq)
    assert not Game.objects.exists()
    call_command("verify_tournament")
    with by_sql("""UPDATE tournament_logentry SET bound = replace(bound, '"gone"', '"went"')"""):
        assert f"{game.stream.public_id}: nothing has this log any more" in told(capsys)


def lost(log: int) -> list[str]:
    lines = f"SELECT id FROM tournament_logentry WHERE stream_id = {log}"
    return [
        f"DELETE FROM tournament_logtext WHERE entry_id IN ({lines})",
        f"DELETE FROM tournament_logkey WHERE entry_id IN ({lines})",
        f"DELETE FROM tournament_logentry WHERE stream_id = {log}",
        f"DELETE FROM tournament_stream WHERE id = {log}",
    ]


def test_a_log_that_is_gone_with_all_its_lines_is_named(evening, capsys):
    with by_sql(*lost(evening.tournament.stream.pk)):
        assert f"{evening.tournament.public_id}: its log is gone" in told(capsys)
    with by_sql(*lost(evening.tournament.club.stream.pk)):
        assert f"{evening.tournament.club.public_id}: the log of this club is gone" in told(capsys)
    game = Game.objects.get(free=None)
    with by_sql(*lost(game.stream_id)):
        assert f"{game.public_id}: the log of this game is gone" in told(capsys)
        assert f"Game {game.pk}" in told(capsys, evening.tournament.public_id)


def test_a_club_that_is_gone_is_named(evening, capsys):
    log = evening.tournament.club.stream.public_id
    with by_sql("DELETE FROM tournament_club"):
        assert f"{log}: the club of this log is gone" in told(capsys)
        assert "Error" in told(capsys, evening.tournament.public_id) or "gone" in told(capsys)


@pytest.mark.parametrize("of", ["club", "tournament"])
@pytest.mark.parametrize("value", ["no JSON", "[]", '{"set": 1}', '{"set": [["Person", ["x"], {"y": []}]]}'])
def test_a_line_that_binds_nothing_that_can_be_read_is_named(evening, capsys, of, value):
    log = m.Stream.objects.exclude(**{of: None}).get()
    seq = log.log.filter(bound__contains='"Person"').order_by("seq").values_list("seq", flat=True)[0]
    with by_sql(f"UPDATE tournament_logentry SET bound = '{value}' WHERE stream_id = {log.pk} AND seq = {seq}"):
        for words in (told(capsys), told(capsys, evening.tournament.public_id)):
            assert f"{log.public_id}: entry {seq}: content" in words
            assert value == "[]" or f"entry {seq} of log {log.pk}: what it binds cannot be read" in words


@pytest.mark.parametrize("change", ["actor = 'x'", "receipt = '[]'", "prev = ''", "hash = ''", "seq = seq + 100"])
def test_a_changed_log_of_the_club_is_named_by_the_run_of_one_tournament(evening, capsys, change):
    """By it the people and the beginning of the tournament are compared."""
    log = evening.tournament.club.stream
    with by_sql(f"UPDATE tournament_logentry SET {change} WHERE stream_id = {log.pk} AND seq = 2"):
        assert f"{log.public_id}: entry " in told(capsys, evening.tournament.public_id)
    with by_sql(f"UPDATE tournament_stream SET head = 'x' WHERE id = {log.pk}"):
        assert f"{log.public_id}: entry 3: head" in told(capsys, evening.tournament.public_id)


@ON_SQLITE
@pytest.mark.parametrize(
    "change", ["recorded_at = 'x'", "data = 'no JSON'", "data = '1'", "data = '[]'", "recorded_at = 7"]
)
def test_a_line_that_cannot_be_read_is_named(evening, capsys, change):
    log = evening.tournament.stream
    with ignoring_checks(), by_sql(f"UPDATE tournament_logentry SET {change} WHERE stream_id = {log.pk} AND seq = 2"):
        for words in (told(capsys), told(capsys, evening.tournament.public_id)):
            assert f"{log.public_id}: " in words and "entry 2" in words


@ON_SQLITE
def test_no_value_at_all_is_a_fault_of_its_row(evening, capsys):
    """Any column of any table that the log binds, with what its type never has."""
    chance = random.Random(17)
    columns = [
        (part.model, field)
        for part in bound.parts_of_a_tournament()
        for field in bound.columns(part.model).values()
        if not field.is_relation and not field.unique
    ]
    named = 0
    for model, field in chance.sample(columns, 30):
        pk = chance.choice(list(part_rows(model, evening)))
        value = chance.choice(["'['", "'x'", "X'ff00'", "'9999-99-99'", "-7.5"])
        column = connection.ops.quote_name(field.column)
        change = f"UPDATE {model._meta.db_table} SET {column} = {value} WHERE id = {pk}"
        before = read(model, pk, field.attname)
        with ignoring_checks(), by_sql(change):
            if read(model, pk, field.attname) != before:  # what is no time at all is read as none
                assert f"{model.__name__} {pk}" in told(capsys, evening.tournament.public_id), change
                named += 1
    assert named > 10


def read(model: Any, pk: int, column: str) -> Any:
    try:
        return model._base_manager.filter(pk=pk).values_list(column, flat=True)[0]
    except Exception as error:  # noqa: BLE001
        return repr(error)


def part_rows(model: Any, evening: Evening) -> list[int]:
    part = next(part for part in bound.parts_of_a_tournament() if part.model is model)
    return list(part.rows(evening.tournament).values_list("pk", flat=True))


@contextmanager
def ignoring_checks() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA ignore_check_constraints=ON")
        yield
        cursor.execute("PRAGMA ignore_check_constraints=OFF")


@ON_SQLITE
def test_the_head_of_a_log_that_cannot_be_read_is_named(evening, capsys):
    log = evening.tournament.stream.pk
    with by_sql(f"UPDATE tournament_stream SET written_at = X'ff00' WHERE id = {log}"):
        assert f"the log {log}, or what it is of, cannot be read" in told(capsys)
